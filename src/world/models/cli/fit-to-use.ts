// Checks whether the installed program has the required version and the flags that restrict it to answering. Cached per
// file.
import type { ModelFaultKind } from "../../../errors.ts";
import { bareEnvironment } from "./environment.ts";
import { lastLine } from "./fault-words.ts";
import type { FoundProgram } from "./find-program.ts";
import type { OwnFolder } from "./own-folder.ts";
import type { ModelProgram } from "./program.ts";
import { runProgram, type ProgramOutput } from "./run-program.ts";

/** Null: it can be used. */
export type Unfit = { kind: ModelFaultKind; message: string } | null;

/** On a busy machine some take seconds to print their version. */
const limitMs = 30_000;
const mostOutput = 1_000_000;

const known = new Map<string, Unfit>();

export async function fitToUse(
  program: ModelProgram,
  found: FoundProgram,
  env: Readonly<Record<string, string | undefined>>,
  folder: OwnFolder,
  stop: AbortSignal,
): Promise<Unfit> {
  const before = known.get(found.stamp);
  if (before !== undefined) return before;
  const ask = async (args: readonly string[]): Promise<ProgramOutput> =>
    await runProgram({
      file: found.file,
      args,
      // Printing a version needs none of the user's variables.
      env: { ...bareEnvironment(env, folder.temporary), [program.home.variable]: folder.home },
      cwd: folder.cwd,
      input: "",
      ms: limitMs,
      mostOutput,
      stop,
    });
  // Waits for both, so that nothing keeps running when stopped.
  const [version, help] = await bothEnded(ask(["--version"]), ask(program.help));
  const unfit = unfitVersion(program, version) ?? unfitFlags(program, help);
  // A timeout is not cached.
  if (version.is === "ended" && help.is === "ended") known.set(found.stamp, unfit);
  return unfit;
}

async function bothEnded<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

function unfitVersion({ id, oldest }: ModelProgram, output: ProgramOutput): Unfit {
  if (output.is === "not-started") return { kind: "not-installed", message: `${id} does not start: ${output.why}` };
  const found = output.is === "ended" && output.code === 0 ? numbers(output.out) : null;
  if (found === null) return { kind: "wrong-version", message: `${id} --version names no version${after(output.err)}` };
  if (older(found, numbers(oldest)!))
    return { kind: "wrong-version", message: `${id} is version ${found.join(".")}; ${oldest} or newer is needed` };
  return null;
}

function unfitFlags({ id, flags }: ModelProgram, help: ProgramOutput): Unfit {
  const missing = flags.find((flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(help.out));
  return missing === undefined ? null : { kind: "wrong-version", message: `this version of ${id} has no ${missing}` };
}

function after(err: string): string {
  const line = lastLine(err);
  return line === "" ? "" : `: ${line}`;
}

function numbers(text: string): number[] | null {
  const found = /\b(\d{1,6})\.(\d{1,6})\.(\d{1,6})\b/.exec(text.slice(0, 1_000));
  return found && found.slice(1).map(Number);
}

function older(some: readonly number[], than: readonly number[]): boolean {
  const differs = some.findIndex((part, place) => part !== than[place]);
  return differs >= 0 && some[differs]! < than[differs]!;
}
