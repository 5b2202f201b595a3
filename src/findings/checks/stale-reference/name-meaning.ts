// Tells whether a name in a text means a removed declaration or something else of that name.
import { folderOf, fileName } from "../../../change/paths.ts";
import { oncePer } from "../../../change/symbols/once-per.ts";
import type { SymbolKind, NameUse } from "../../../change/symbols/symbols.ts";
import { codeOn, type Scanned } from "../../text/scan.ts";

export interface GoneName {
  name: string;
  kind: SymbolKind;
  /** The class or module that contained it; null at the top level of its file. */
  within: string | null;
  /** The file and line of the declaration. */
  path: string;
  line: number;
  exported: boolean;
}

/** The text writes the name as code: in backticks, as a call, qualified by its module or class, or as a Sphinx role. */
export function isMarkedAsCode(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before, after] = [text.slice(Math.max(0, at - 12), at), text.slice(at + name.length, at + name.length + 2)];
    if (/[`.:#~"']$|->$|[([]$/.test(before) || /^(?:`|\(|::|<)/.test(after)) return true;
  }
  return false;
}

/** Counts words joined by case or underscores: `ReactNative` and `run_task` have two. */
function countWords(name: string): number {
  return name.split(/_+|(?<=[a-z\d])(?=[A-Z])/).filter((word) => word !== "").length;
}

/**
 * A two-word name that file or folder names still contain is the common term for the thing, so the removed variable is
 * not meant.
 */
export function isPlainWord({ name, kind }: GoneName, existingPaths: readonly string[]): boolean {
  if (!/^[A-Z]/.test(name) || countWords(name) > 2 || kind === "function" || kind === "method") return false;
  if (kind === "variable") return true;
  const word = name.toLowerCase();
  let living = 0;
  for (const file of foldedNames(existingPaths)) if (file.includes(word) && ++living >= 3) return true;
  return false;
}

const foldedNames = oncePer((paths: readonly string[]): readonly string[] =>
  paths.map((path) =>
    fileName(path)
      .replaceAll(/[-_. ]/g, "")
      .toLowerCase(),
  ),
);

/** `package.module` refers to a file that still exists, not to a removed function of the same name. */
export function isExistingModule({ name }: GoneName, text: string, existingPaths: readonly string[]): boolean {
  if (!new RegExp(`[\\w)]\\.${name}\\b(?!\\()`).test(text)) return false;
  return existingPaths.some((path) => {
    const file = fileName(path);
    return file.startsWith(`${name}.`) && file.indexOf(".") === file.lastIndexOf(".");
  });
}

/**
 * A method name of two common words may belong to any class, unless the text is in the same file or names the class. A
 * two-word type in plain prose may mean the concept that it was named after.
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

/** Prefixes and suffixes that distinguish a name from its variant: the text may use the short form for both. */
const variantPattern = (name: string) =>
  new RegExp(`(?<![A-Za-z\\d])(?:${name}_?Async|${name}_async|a${name}|I${name}|_${name})\\b`);
const [linesAbove, linesBelow] = [4, 40];

/** The comment or string belongs to a declaration with a longer name and refers to that. */
export function meansLongerName(name: string, { line, text }: NameUse, scanned: Scanned | null): boolean {
  if (scanned === null) return false;
  const near = (at: number) => at >= line - linesAbove && at <= line + linesBelow;
  const code = scanned.lines.flatMap((one, index) =>
    one.includes(name) ? [{ at: index + 1, text: codeOn(scanned, index + 1) }] : [],
  );
  const variants = variantPattern(name);
  if (code.some((one) => variants.test(one.text))) return true;
  // A comment that starts with the name documents it, so it is stale.
  if (new RegExp(`^[\\s/*#-]*${name}\\b`).test(text)) return false;
  const longer = new RegExp(`\\w${name}|${name}\\w`);
  return code.some((one) => near(one.at) && longer.test(one.text));
}
