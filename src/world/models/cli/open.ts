// Uses an installed program as a model: it gets the question on standard input, in an empty folder, without tools, and
// can only answer. In a sandbox it may also read the files of the change.
import { platform } from "node:process";
import type { ModelSettings } from "../../../change/config.ts";
import { ModelFault, UserError, type ModelFaultKind } from "../../../errors.ts";
import type { Model, ModelEvents, ModelReply, ModelRequest } from "../model.ts";
import { readUse } from "../model-use.ts";
import type { ModelNeeds } from "../needs.ts";
import { budgetOf, priceOf } from "../prices.ts";
import { redactLine } from "../../../secrets/redact-line.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { environmentFor } from "./environment.ts";
import { kindOfWords, lastLine } from "./fault-words.ts";
import { findProgram, type FoundProgram } from "./find-program.ts";
import { fitToUse } from "./fit-to-use.ts";
import { gemini } from "./gemini.ts";
import { LineFeed, NotJsonLines, readLines } from "./json-lines.ts";
import { inOwnFolder, writeProgramFiles, type OwnFolder } from "./own-folder.ts";
import type { ModelProgram, ParsedProgramOutput } from "./program.ts";
import { renderPrompt } from "./prompt-text.ts";
import type { ExportedTrees } from "./export-trees.ts";
import { fileReader, inside, runWithTrees } from "./run-with-trees.ts";
import { programAccess, type ProgramAccess } from "./program-access.ts";
import { sandboxAbilities } from "../../sandbox/sandbox-abilities.ts";
import { runProgram, type ProgramOutput } from "./run-program.ts";
import { once } from "../../../once.ts";

const programs = { claude, codex, gemini };

/** Output limit: answers are a few thousand characters, streamed with some overhead. */
const mostOutput = 16_000_000;

interface Opened {
  name: string;
  program: ModelProgram;
  /** Null: the program's default. */
  id: string | null;
  settings: ModelSettings;
  needs: ModelNeeds;
}

/** Throws `UserError` for invalid settings. A missing program is reported by each conversation. */
export function openCliModel(settings: ModelSettings, needs: ModelNeeds): Model {
  const name = settings.use;
  const use = readUse(name);
  if (use.is !== "program") throw new UserError(`models: ${name} is not a program`, "Open it as an API.");
  if (settings.effort !== undefined && !programs[use.program].takesEffort)
    throw new UserError(
      `models: ${use.program} has no option for the effort`,
      "Remove `effort` of this model from your own config, or use the model through its vendor's API.",
    );
  const opened: Opened = { name, program: programs[use.program], id: use.id, settings, needs };
  return {
    facts: {
      name,
      price: priceFor(opened),
      budget: budgetOf(listedAs(opened), settings),
      tools: false,
      ...(settings.timeout !== undefined && { timeoutMs: settings.timeout * 1000 }),
    },
    async converse(request, events, stop) {
      stop.throwIfAborted();
      const found = findProgram(opened.program.id, needs.env["PATH"] ?? "");
      if (!found) throw new ModelFault(name, "not-installed", `${opened.program.id} is not on the PATH`);
      try {
        return await inOwnFolder(needs.tempRoot, (folder) => converse(opened, found, folder, request, events, stop));
      } catch (error) {
        stop.throwIfAborted();
        if (error instanceof ModelFault) throw error;
        // The folder could not be created.
        throw new ModelFault(name, "failed", redactLine((error as Error).message, []));
      }
    },
  };
}

function listedAs({ program, id }: Opened): string {
  return `${program.vendor}/${id ?? ""}`;
}

/** Only a key is billed by token; the cost of a login is unknown. */
function priceFor(opened: Opened): Model["facts"]["price"] {
  const { program, settings, needs } = opened;
  const hasKey = Boolean(needs.env[settings.key ?? program.key]);
  return hasKey || settings.price ? priceOf(listedAs(opened), settings) : null;
}

async function converse(
  opened: Opened,
  found: FoundProgram,
  folder: OwnFolder,
  request: ModelRequest,
  events: ModelEvents,
  stop: AbortSignal,
): Promise<ModelReply> {
  const { name, program, settings, needs } = opened;
  if (settings.key !== undefined && !needs.env[settings.key])
    throw new ModelFault(name, "no-key", `${settings.key} is not set`);
  const environment = environmentFor(program, settings.key, needs.env, folder);
  const { env, ownHome } = environment;
  const { limits, schema } = request;
  const { baseUrl = null, effort = null } = settings;
  const access = programAccess(program, environment, baseUrl, limits.ms);
  const secrets = [...environment.secrets, ...(access?.secrets ?? [])];
  const fault = (kind: ModelFaultKind, message: string) => new ModelFault(name, kind, redactLine(message, secrets));
  const unfit = await fitToUse(program, found, needs.env, folder, stop);
  if (unfit) throw fault(unfit.kind, unfit.message);

  const began = once(() => events.began());
  if (ownHome) await writeProgramFiles(folder.home, program.home.files);
  const run = async (readable: ReadableTrees | null, ms: number): Promise<Outcome> => {
    const beside = readable === null ? folder.beside : inside.beside;
    const call = { model: opened.id, schema, limits, effort, baseUrl, beside, reader: readable && fileReader() };
    const start = program.start(call);
    await writeProgramFiles(folder.beside, start.files);
    const feed = new LineFeed((line) => program.begins(line) && began());
    const all = {
      file: found.file,
      args: start.args,
      env: { ...env, ...start.env },
      input: renderPrompt(request, readable?.trees, program.fileTools),
      ms,
      mostOutput,
      hears: (text: string) => feed.hear(text),
      stop,
    };
    const output =
      readable === null
        ? await runProgram({ ...all, cwd: folder.cwd })
        : await runWithTrees({
            ...all,
            env: { ...all.env, [program.home.variable]: inside.home },
            ...readable,
            beside: folder.beside,
            path: needs.env["PATH"] ?? "",
          });
    return readOutput(program, output, limits.ms);
  };
  const startedAt = performance.now();
  const readable = await treesFor(opened, found, access, request);
  let reading = await run(readable, limits.ms);
  // A sandbox can lack what a program needs here; without one it works as it does without the files.
  if (readable !== null && reading.is === "fault" && sandboxFaults.includes(reading.kind)) {
    withoutTrees.add(found.stamp);
    reading = await run(null, Math.max(1, limits.ms - (performance.now() - startedAt)));
  }
  if (reading.is !== "answer") throw fault(reading.kind, reading.message);
  began();
  const { text, usage, steps } = reading;
  events.used(usage, steps);
  return { text, usage, steps };
}

/** Programs that did not work in a sandbox, by stamp. */
const withoutTrees = new Set<string>();
const sandboxFaults: readonly ModelFaultKind[] = ["failed", "unreachable", "unauthorised", "cut-off", "wrong-version"];

interface ReadableTrees {
  trees: ExportedTrees;
  access: ProgramAccess;
}

async function treesFor(
  { needs }: Opened,
  found: FoundProgram,
  access: ProgramAccess | null,
  request: ModelRequest,
): Promise<ReadableTrees | null> {
  if (!access || !request.trees || !needs.trees || withoutTrees.has(found.stamp)) return null;
  if (platform !== "linux" || "missing" in (await sandboxAbilities(needs.env["PATH"] ?? ""))) return null;
  // Files that cannot be written are no reason not to ask.
  const trees = await needs.trees.of(request.trees).catch(() => null);
  return trees && { trees, access };
}

type Outcome = Extract<ParsedProgramOutput, { is: "answer" }> | { is: "fault"; kind: ModelFaultKind; message: string };

function readOutput(program: ModelProgram, output: ProgramOutput, ms: number): Outcome {
  const last = lastLine(output.err);
  const because = last === "" ? "" : `: ${last}`;
  const fault = (kind: ModelFaultKind, message: string): Outcome => ({ is: "fault", kind, message });
  if (output.is === "not-started") return fault("failed", `${program.id} does not start: ${output.why}`);
  if (output.is === "too-slow") return fault("timeout", `no answer within ${ms} ms${because}`);
  if (output.is === "too-much-output") return fault("too-long", `it said more than ${mostOutput} characters`);
  const reading = tryRead(program, output.out);
  // A program that exited with an error has not answered, whatever it printed.
  if (reading.is === "answer" && output.code === 0) return reading;
  if (reading.is === "fault") return fault(reading.kind ?? kindOfWords(reading.message), reading.message);
  if (output.code !== 0) return fault(kindOfWords(last), `${program.id} ${howItEnded(output.code)}${because}`);
  return fault("cut-off", `${program.id} ended without an answer${because}`);
}

function tryRead(program: ModelProgram, out: string): ParsedProgramOutput {
  try {
    return program.read(readLines(out));
  } catch (error) {
    if (error instanceof NotJsonLines) return { is: "fault", kind: "bad-json", message: error.message };
    throw error;
  }
}

function howItEnded(code: number | null): string {
  return code === null ? "was ended by a signal" : `ended with ${code}`;
}
