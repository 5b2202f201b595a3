// Tells whether a name in a text means a removed declaration or something else of that name.
import { folderOf, fileName } from "../../../change/paths.ts";
import { oncePer } from "../../../change/symbols/once-per.ts";
import type { SymbolKind, NameUse } from "../../../change/symbols/symbols.ts";
import { codeOn, type Scanned } from "../../text/scan.ts";

export interface GoneName {
  name: string;
  kind: SymbolKind;
  /** The class or module that held it; null at the top of its file. */
  within: string | null;
  /** The file that declared it, and the line. */
  path: string;
  line: number;
  exported: boolean;
}

/** As code writes it: between backticks, called, behind its module's or class's name, or as a role of Sphinx. */
export function isMarkedAsCode(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before, after] = [text.slice(Math.max(0, at - 12), at), text.slice(at + name.length, at + name.length + 2)];
    if (/[`.:#~"']$|->$|[([]$/.test(before) || /^(?:`|\(|::|<)/.test(after)) return true;
  }
  return false;
}

/** Humps or parts: `ReactNative` and `run_task` have two. */
function countWords(name: string): number {
  return name.split(/_+|(?<=[a-z\d])(?=[A-Z])/).filter((word) => word !== "").length;
}

/**
 * A plain word in two humps that files or folders of the repository still have in their names is what people call the
 * thing, and a variable of that name never was it.
 */
export function isPlainWord({ name, kind }: GoneName, livingPaths: readonly string[]): boolean {
  if (!/^[A-Z]/.test(name) || countWords(name) > 2 || kind === "function" || kind === "method") return false;
  if (kind === "variable") return true;
  const word = name.toLowerCase();
  let living = 0;
  for (const file of foldedNames(livingPaths)) if (file.includes(word) && ++living >= 3) return true;
  return false;
}

const foldedNames = oncePer((paths: readonly string[]): readonly string[] =>
  paths.map((path) =>
    fileName(path)
      .replaceAll(/[-_. ]/g, "")
      .toLowerCase(),
  ),
);

/** `package.module` speaks of a file that is still there, and not of the function in it that had its name. */
export function isLivingModule({ name }: GoneName, text: string, livingPaths: readonly string[]): boolean {
  if (!new RegExp(`[\\w)]\\.${name}\\b(?!\\()`).test(text)) return false;
  return livingPaths.some((path) => {
    const file = fileName(path);
    return file.startsWith(`${name}.`) && file.indexOf(".") === file.lastIndexOf(".");
  });
}

/**
 * A method of two everyday words may be any class's, unless the text stands beside it or names its home; and a type of
 * two words, written as prose writes it, may be the thing that it was named after.
 */
export function mayMeanAnother({ name, within, path }: GoneName, { text, path: from }: NameUse): boolean {
  if (countWords(name) > 2 || /\d/.test(name)) return false;
  if (within === null)
    return /^[A-Z][a-z]/.test(name) && folderOf(path) !== folderOf(from) && !isMarkedAsCode(text, name);
  const home = [
    within,
    ...path
      .replace(/\.\w+$/, "")
      .split("/")
      .slice(-3),
  ].map((word) => word.toLowerCase());
  const qualifier = new RegExp(`(\\w+)(?:\\.|::|#)${name}\\b`).exec(text)?.[1];
  if (qualifier !== undefined) return !home.includes(qualifier.toLowerCase());
  return from !== path && !text.toLowerCase().includes(within.toLowerCase());
}

/** The endings and beginnings by which a name is told from its twin: the text may use the short form for both. */
const twinPattern = (name: string) =>
  new RegExp(`(?<![A-Za-z\\d])(?:${name}_?Async|${name}_async|a${name}|I${name}|_${name})\\b`);
const [linesAbove, linesBelow] = [4, 40];

/** The comment or string stands at a thing whose name is longer now, and means that. */
export function meansLongerName(name: string, { line, text }: NameUse, scanned: Scanned | null): boolean {
  if (scanned === null) return false;
  const near = (at: number) => at >= line - linesAbove && at <= line + linesBelow;
  const code = scanned.lines.flatMap((one, index) =>
    one.includes(name) ? [{ at: index + 1, text: codeOn(scanned, index + 1) }] : [],
  );
  const twins = twinPattern(name);
  if (code.some((one) => twins.test(one.text))) return true;
  // A comment that begins with the name says what it documents, and says it wrongly.
  if (new RegExp(`^[\\s/*#-]*${name}\\b`).test(text)) return false;
  const longer = new RegExp(`\\w${name}|${name}\\w`);
  return code.some((one) => near(one.at) && longer.test(one.text));
}
