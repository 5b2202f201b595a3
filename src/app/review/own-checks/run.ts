// Runs one own check in its sandbox: sends the change, answers its requests for code, and parses its findings.
import { startOfText } from "../../../secrets/cut-text.ts";
import type { Change, Code } from "../../../change/change.ts";
import { notApplicable, parseOwnCheckAnswer } from "../../../findings/own-checks/answer.ts";
import { parseOwnCheckLine, type Ask, type OwnCheckEnd } from "../../../findings/own-checks/protocol.ts";
import type { UnitResult } from "../../../findings/report.ts";
import type { FilesToPlace } from "../../../world/sandbox/place-temporary-files.ts";
import { runInSandbox, type SandboxResult, type SandboxInput } from "../../../world/sandbox/run-in-sandbox.ts";

export interface OwnRun {
  id: string;
  /** The files in the sandbox: the host program, and the checks with their helpers. */
  files: FilesToPlace;
  host: string;
  file: string;
  node: string;
  env: Readonly<Record<string, string | undefined>>;
  ms: number;
}

const filesAt = "/crosscheck";
/** Node reserves 512 MB for code, which counts towards the limit. */
const memoryMb = 1536;
const heapMb = 512;
/** Limit of the check's output, including its requests. */
const mostOutput = 32_000_000;

export async function runOwnCheck(run: OwnRun, change: Change, code: Code, stop: AbortSignal): Promise<UnitResult> {
  const conversation = converse(code);
  const ended = await runInSandbox({
    program: run.node,
    args: [
      `--max-old-space-size=${heapMb}`,
      // In addition to the sandbox. It forbids child processes, so that the memory limit per process applies to the
      // whole run.
      "--permission",
      `--allow-fs-read=${filesAt}/*`,
      `${filesAt}/${run.host}`,
      `${filesAt}/${run.file}`,
    ],
    files: run.files,
    filesAt,
    memoryMb,
    ms: run.ms,
    mostOutput,
    stdio: { input: `${JSON.stringify({ change })}\n`, onOutput: conversation.hears },
    env: run.env,
    stop,
  });
  // The last request may still be in progress, with the result queued after it.
  if (ended.is === "ended") await conversation.settled();
  const end = conversation.ended();
  if (end === null) throw new Error(howItEnded(ended, run.ms, conversation.garbage()));
  if (end.end === "failed") throw new Error(end.why);
  return end.end === "result" ? parseOwnCheckAnswer(run.id, end) : notApplicable(run.id, end);
}

/** Handles lines one at a time, so that at most one answer is in memory. */
function converse(code: Code) {
  let rest = "";
  let end: OwnCheckEnd | null = null;
  let garbage: string | null = null;
  let before: Promise<void> = Promise.resolve();
  const take = async (line: string, talk: SandboxInput): Promise<void> => {
    if (end !== null || garbage !== null) return;
    const message = parseOwnCheckLine(line);
    if (message !== null && "ask" in message) {
      await talk.write(`${JSON.stringify(await answerOf(message, code))}\n`);
      return;
    }
    if (message === null) garbage = line;
    else end = message;
    talk.end();
  };
  return {
    hears(text: string, talk: SandboxInput): void {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) before = before.then(() => take(line, talk));
    },
    settled: () => before,
    ended: (): OwnCheckEnd | null => end,
    garbage: () => garbage,
  };
}

/** An error is returned to the check. */
async function answerOf(asked: Ask, code: Code): Promise<object> {
  try {
    return { answer: asked.ask, value: (await valueOf(asked, code)) ?? null };
  } catch (error) {
    return { answer: asked.ask, error: error instanceof Error ? error.message : String(error) };
  }
}

async function valueOf(asked: Ask, code: Code): Promise<unknown> {
  switch (asked.what) {
    case "read": {
      const bytes = await code[asked.side].read(asked.path);
      return bytes && Buffer.from(bytes).toString("base64");
    }
    case "paths":
      return await code[asked.side].paths();
    case "symbols":
      return await code.symbols(asked.path, asked.side);
    case "uses": {
      const uses = await code.uses(asked.names);
      // One search serves all checks; only the requested names are returned.
      return asked.names.map((name) => [name, uses.get(name) ?? { at: [], cut: false }]);
    }
    case "commits":
      return await code.commits();
  }
}

function howItEnded(ended: SandboxResult, ms: number, garbage: string | null): string {
  if (garbage !== null) return `it printed output that is not a valid answer: ${startOfText(garbage, 100)}`;
  switch (ended.is) {
    case "too-slow":
      return `it took longer than ${ms / 1000} s and was stopped`;
    case "too-much-output":
      return "it exceeded the output limit and was stopped";
    case "not-started":
      return `the sandbox did not start: ${ended.why}`;
    case "ended":
      return `it ended without an answer, with code ${ended.code}${lastWords(ended.err)}`;
  }
}

/** The first line that names an error, otherwise the last line. */
function lastWords(err: string): string {
  const lines = err.split("\n").map((line) => line.trim());
  const line = lines.find((one) => /\b\w*error\b/i.test(one)) ?? lines.findLast((one) => one !== "");
  return line === undefined ? "" : `: ${startOfText(line, 300)}`;
}
