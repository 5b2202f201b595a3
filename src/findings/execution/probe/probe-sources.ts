// Loads the source files of a trace, each parsed once, and finds the declaration around a line.
import type { Code } from "../../../change/change.ts";
import { symbolLanguage, type LanguageId } from "../../../change/symbols/languages.ts";
import type { Declared, Symbols } from "../../../change/symbols/symbols.ts";

export interface ProbeSource {
  path: string;
  language: LanguageId;
  lines: readonly string[];
  symbols: Symbols;
}

export interface ProbeSources {
  /** The file at head; null if it is missing, too large or has no grammar. */
  of(path: string): Promise<ProbeSource | null>;
}

const largest = 400_000;

export function openProbeSources(code: Pick<Code, "head" | "symbols">): ProbeSources {
  const known = new Map<string, Promise<ProbeSource | null>>();
  const load = async (path: string): Promise<ProbeSource | null> => {
    const language = symbolLanguage(path);
    if (language === null) return null;
    const bytes = await code.head.read(path);
    if (bytes === null || bytes.length > largest) return null;
    const symbols = await code.symbols(path, "head");
    return symbols && { path, language, lines: new TextDecoder().decode(bytes).split("\n"), symbols };
  };
  return {
    of(path) {
      const source = known.get(path) ?? load(path);
      known.set(path, source);
      return source;
    },
  };
}

export type LanguageFamily = Exclude<LanguageId, "typescript" | "tsx" | "javascript" | "c"> | "script";

const families: Partial<Record<LanguageId, LanguageFamily>> = {
  typescript: "script",
  tsx: "script",
  javascript: "script",
  c: "cpp",
};

/** Languages of one family can import each other. */
export function familyOf(path: string): LanguageFamily | null {
  const language = symbolLanguage(path);
  return language && (families[language] ?? (language as LanguageFamily));
}

const callable: readonly Declared["kind"][] = ["function", "method"];

/** The innermost function or method around a line, otherwise any declaration. */
export function enclosingDeclaration({ symbols }: ProbeSource, line: number): Declared | null {
  const enclosing = symbols.declared.filter(({ start, end }) => start <= line && line <= end);
  const innermost = (list: readonly Declared[]) =>
    list.toSorted((a, b) => a.end - a.start - (b.end - b.start) || b.start - a.start)[0] ?? null;
  return innermost(enclosing.filter(({ kind }) => callable.includes(kind))) ?? innermost(enclosing);
}

export function isCallable({ kind }: Declared): boolean {
  return callable.includes(kind);
}

const shapes: readonly Declared["kind"][] = ["type", "field", "enum-member"];

/** A declaration without code: a type, a field, a method of an interface. */
export function isShape({ symbols }: ProbeSource, { kind, within }: Declared): boolean {
  return (
    shapes.includes(kind) ||
    (kind === "method" && symbols.declared.some((one) => one.kind === "type" && one.name === within))
  );
}

const comment = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?!\[|!|include)|--\s|<!--)/;

/** Blank, a comment, or only brackets. */
export function isIdle(line: string): boolean {
  return comment.test(line) || !/\w/.test(line);
}

/** Longer lines are data or minified code. */
const widest = 600;

export function clipLine(line: string | undefined): string {
  return (line ?? "").slice(0, widest);
}
