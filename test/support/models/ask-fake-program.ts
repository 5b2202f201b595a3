// Asks the small programs of `fake-program.ts`, as tests do.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ModelSettings } from "../../../src/change/config.ts";
import { ModelFault } from "../../../src/errors.ts";
import type { ModelReply, ModelRequest } from "../../../src/world/models/model.ts";
import { writeFake, type Fake, type FakePlace } from "./fake-program.ts";
import type { TreeExports } from "../../../src/world/models/cli/export-trees.ts";
import { openCliModel } from "../../../src/world/models/cli/open.ts";
import type { ModelProgram } from "../../../src/world/models/cli/program.ts";

const schema = {
  type: "object",
  properties: { findings: { type: "array", items: { type: "string" } } },
  required: ["findings"],
  additionalProperties: false,
};

export const usual: ModelRequest = {
  prompt: { instructions: "Review this change.", shared: "<<diff>>", own: "Look for races." },
  schema,
  tools: [],
  earlier: [],
  limits: { steps: 1, outputTokens: 8_000, ms: 60_000 },
};

export const never = new AbortController().signal;

export interface Told {
  settings?: Partial<ModelSettings>;
  env?: Record<string, string>;
  /** Writes the trees that the request names. */
  trees?: Pick<TreeExports, "of">;
  request?: Partial<ModelRequest>;
  stop?: AbortSignal;
  began?(): void;
  used?(): void;
}

function open(place: FakePlace, program: ModelProgram, { settings, env, trees }: Told) {
  const all = { PATH: place.bin, HOME: place.home, ...env };
  return openCliModel(
    { use: program.id, ...settings },
    { env: all, tempRoot: place.tempRoot, ...(trees && { trees }) },
  );
}

export async function ask(place: FakePlace, program: ModelProgram, told: Told = {}): Promise<ModelReply> {
  const { request, stop = never, began = () => {}, used = () => {} } = told;
  return await open(place, program, told).converse({ ...usual, ...request }, { began, used }, stop);
}

/** The fault with which it ends. */
export async function faultOf(
  place: FakePlace,
  program: ModelProgram,
  fake: Fake | null,
  told: Told = {},
): Promise<ModelFault> {
  if (fake) writeFake(place, program, fake);
  const error = await ask(place, program, told).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelFault)) throw new Error(`no fault, but ${JSON.stringify(error)}`);
  if (readdirSync(place.tempRoot).length > 0) throw new Error("its folder is still there");
  return error;
}

export function asked(place: FakePlace, what: string): number {
  const lines = readFileSync(join(place.notes, "asked"), "utf8").split("\n");
  return lines.filter((line) => line === what).length;
}

export const sees = `answer(JSON.stringify({
  args, input, env: process.env, cwd: process.cwd(), inside: fs.readdirSync("."), beside: fs.readdirSync("../beside"),
}));`;

/** What a program was given, by its own account. */
export async function given(place: FakePlace, program: ModelProgram, told: Told = {}) {
  writeFake(place, program, { does: sees });
  const { text } = await ask(place, program, told);
  return JSON.parse(text) as Record<"args" | "inside" | "beside", string[]> & {
    input: string;
    cwd: string;
    env: Record<string, string>;
  };
}

/** Starts another program, and notes the ids of both. */
export const starts = `
  const other = start(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  fs.writeFileSync(notes + "/pids", process.pid + "\\n" + other.pid);
  other.unref();`;

export function hangs(): string {
  return `${starts} setInterval(() => {}, 1000);`;
}
