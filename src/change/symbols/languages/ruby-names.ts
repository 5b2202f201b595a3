// Reads a Ruby file's nesting, and the constants that it declares and names, by its tokens and indentation.
import { oncePer } from "../once-per.ts";
import { isSignToken, isWordToken, startsLine, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

export interface RubyConstant {
  parts: readonly string[];
  /** `::Cart` */
  isAbsolute: boolean;
  /** The full names of the classes and modules around it, the innermost first. */
  scopes: readonly string[];
  line: number;
  /** The index of the first token, and of the first after it. */
  at: number;
  end: number;
  /** Whether the last part is declared here: `class A::B`, `B = 1`. */
  declares: boolean;
}

interface RubyNames {
  constants: readonly RubyConstant[];
  /** Full names, joined by `.`, of classes, modules and constants. */
  declared: ReadonlySet<string>;
  /** Names of methods and attributes, and symbols and strings, by which methods are made. */
  methods: ReadonlySet<string>;
}

interface Scope {
  full: string;
  indent: number;
}

export const rubyNames = oncePer((file: CodeFile): RubyNames => {
  const { tokens: all, text } = file;
  const constants: RubyConstant[] = [];
  const declared = new Set<string>();
  const methods = new Set<string>();
  const open: Scope[] = [];
  for (let at = 0; at < all.length; at++) {
    const token = all[at]!;
    if (token.kind === "string") {
      // Text that mentions a method is no name of one.
      if (/^%[wi]/i.test(token.text)) for (const word of token.text.match(/\w+[?!]?/g) ?? []) methods.add(word);
      else if (/^["']\w+[?!]?["']$/.test(token.text)) methods.add(token.text.slice(1, -1));
      continue;
    }
    if (token.kind !== "word") continue;
    const isFirst = startsLine(all, at);
    if (isFirst && token.text === "end") {
      const indent = columnOf(text, token);
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      continue;
    }
    const [before, after] = [all[at - 1], all[at + 1]];
    if (isMethodName(all, at)) methods.add(token.text + suffixOf(all, at));
    if (!/^[A-Z]/.test(token.text) || isSignToken(before, ".")) continue;
    // A key, a symbol, or a method such as `Integer()`.
    if (isSignToken(after, ":") && after!.at === token.at + token.text.length) continue;
    if (isSignToken(before, ":") && before!.at === token.at - 1) continue;
    if (isSignToken(after, "(") && after!.at === token.at + token.text.length) continue;
    const constant = readConstant(all, at, open);
    if (constant === null) continue;
    constants.push(constant);
    const { parts, end } = constant;
    at = end - 1;
    if (!constant.declares) continue;
    const scope = constant.isAbsolute ? undefined : open.at(-1)?.full;
    const full = [...(scope === undefined ? [] : [scope]), ...parts].join(".");
    declared.add(full);
    for (let part = 1; part < parts.length; part++) declared.add(full.split(".").slice(0, -part).join("."));
    if (isWordToken(keywordBefore(all, constant), "class", "module") && !closesOnItsLine(all, end)) {
      const indent = columnOf(text, keywordBefore(all, constant)!);
      open.push({ full, indent });
    }
  }
  return { constants, declared, methods };
});

function columnOf(text: string, { at }: CodeToken): number {
  return at - text.lastIndexOf("\n", at - 1) - 1;
}

/** `def total`, `def self.total`, `:total`, `total:`, `alias total …` */
function isMethodName(all: readonly CodeToken[], at: number): boolean {
  const [before, after] = [all[at - 1], all[at + 1]];
  if (isWordToken(before, "def", "alias")) return true;
  if (isSignToken(before, ".") && isWordToken(all[at - 2], "self") && isWordToken(all[at - 3], "def")) return true;
  if (isSignToken(before, ":") && before!.at === all[at]!.at - 1) return true;
  return isSignToken(after, ":") && after!.at === all[at]!.at + all[at]!.text.length;
}

/** The `?` or `!` that belongs to a method's name. */
export function suffixOf(all: readonly CodeToken[], at: number): string {
  const [token, next] = [all[at]!, all[at + 1]];
  return isSignToken(next, "?", "!") && next!.at === token.at + token.text.length ? next!.text : "";
}

function readConstant(all: readonly CodeToken[], at: number, open: readonly Scope[]): RubyConstant | null {
  const isAbsolute = isSignToken(all[at - 1], "::");
  // `klass::LIMIT`
  if (isAbsolute && isAdjacentValue(all, at - 1)) return null;
  const parts = [all[at]!.text];
  let end = at + 1;
  while (isSignToken(all[end], "::") && /^[A-Z]/.test(all[end + 1]?.text ?? "") && all[end + 1]!.kind === "word") {
    if (isSignToken(all[end + 2], "(") && !isSignToken(all[end + 2], "::")) break;
    parts.push(all[end + 1]!.text);
    end += 2;
  }
  const ahead = all[isAbsolute ? at - 2 : at - 1];
  const isType = isWordToken(ahead, "class", "module");
  const isAssigned = isSignToken(all[end], "=") || (isSignToken(all[end], "|") && isSignToken(all[end + 2], "="));
  return {
    parts,
    isAbsolute,
    scopes: open.map(({ full }) => full).toReversed(),
    line: all[at]!.line,
    at,
    end,
    declares: isType || isAssigned,
  };
}

function isAdjacentValue(all: readonly CodeToken[], sign: number): boolean {
  const before = all[sign - 1];
  if (before === undefined || before.at + before.text.length !== all[sign]!.at) return false;
  return before.kind === "word" || isSignToken(before, ")", "]", "}");
}

function keywordBefore(all: readonly CodeToken[], { at, isAbsolute }: RubyConstant): CodeToken | undefined {
  return all[isAbsolute ? at - 2 : at - 1];
}

/** `class NotFound < StandardError; end` */
function closesOnItsLine(all: readonly CodeToken[], from: number): boolean {
  const { line } = all[from - 1]!;
  for (let at = from; all[at]?.line === line; at++) if (isWordToken(all[at], "end")) return true;
  return false;
}
