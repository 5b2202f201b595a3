// What a text declares, exports and imports, one line each: for tests of the readers, which are tables.
import { openReviewGrammars } from "../../src/app/review/open-grammars.ts";
import type { Symbols } from "../../src/change/symbols/symbols.ts";
import type { Grammars } from "../../src/world/code/grammars.ts";

/** One thread for all tests of a process; idle, it does not keep the process from ending. */
let opened: Grammars | null = null;

export function grammars(): Grammars {
  return (opened ??= openReviewGrammars({ milliseconds: 60_000 }));
}

export async function symbolsOf(path: string, text: string): Promise<Symbols> {
  return (await grammars().symbols(path, new TextEncoder().encode(text)))!;
}

/** `+ method A.m | m(a: string)`: whether it is exported, its kind, where it stands, and its signature. */
export async function declaredIn(path: string, text: string): Promise<string[]> {
  const { declared } = await symbolsOf(path, text);
  return declared.map(
    ({ exported, kind, within, name, signature }) =>
      `${exported ? "+" : "-"} ${kind} ${within === null ? "" : `${within}.`}${name} | ${signature}`,
  );
}

/** `a as b from m`, with ` (type)` where it is of types alone. */
export async function exportsIn(path: string, text: string): Promise<string[]> {
  const { exports } = await symbolsOf(path, text);
  return exports.map(
    ({ name, local, from, typeOnly }) =>
      `${local} as ${name}${from === null ? "" : ` from ${from}`}${typeOnly ? " (type)" : ""}`,
  );
}

/** `import a as b from m`, with how it is taken in first, and `-` for a name that it does not have here. */
export async function importsIn(path: string, text: string): Promise<string[]> {
  const { imports } = await symbolsOf(path, text);
  return imports.map(
    ({ how, name, local, from, typeOnly }) =>
      `${how} ${name === "" ? "nothing" : name} as ${local ?? "-"} from ${from}${typeOnly ? " (type)" : ""}`,
  );
}
