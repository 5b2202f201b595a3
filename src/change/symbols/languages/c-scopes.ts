// Tells for each token of a C or C++ file where it stands, and which names the file declares.
import { oncePer } from "../once-per.ts";
import { isSignToken, isWordToken, startsLine, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

type Scope = "file" | "type" | "enum" | "body" | "directive";

export interface CScopes {
  /** One entry per token. */
  scopes: readonly Scope[];
  /** Everything that the file declares outside of functions, members too. */
  declared: ReadonlySet<string>;
  /** Functions with a body, macros and types: what needs no other file. */
  defined: ReadonlySet<string>;
  /** Parameters, local variables and labels. */
  local: ReadonlySet<string>;
  /** The indices of the tokens that declare what is in `declared`. */
  declaring: ReadonlySet<number>;
}

/** Words that can precede a name without declaring it. */
const notTypes = new Set(
  `return else case goto throw delete new sizeof typeof alignof co_return co_await co_yield not and or in defined do
   operator using if while for switch`.split(/\s+/),
);
const declares = ["(", ";", "=", "[", ",", "{", ":"];

export const cScopes = oncePer(({ tokens }: CodeFile): CScopes => {
  const scopes = scopesOf(tokens);
  const [declared, defined, local] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const declaring = new Set<number>();
  const declare = (at: number) => {
    declared.add(tokens[at]!.text);
    declaring.add(at);
  };
  let depth = 0;
  let isMacroCall = false;
  for (let at = 0; at < tokens.length; at++) {
    const [before, token, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
    const scope = scopes[at]!;
    if (scope === "directive") {
      if (token.kind === "word" && isWordToken(before, "define")) {
        declare(at);
        defined.add(token.text);
      }
      continue;
    }
    if (token.text === "(") {
      isMacroCall ||= depth === 0 && before?.kind === "word" && /^[A-Z][A-Z\d_]+$/.test(before.text);
      depth++;
    } else if (token.text === ")") depth = Math.max(0, depth - 1);
    else if (token.text === "{" || token.text === "}" || token.text === ";") depth = 0;
    if (depth === 0) isMacroCall = false;
    if (token.kind !== "word" || notTypes.has(token.text)) continue;
    if (isWordToken(before, "struct", "class", "union", "enum") && scope !== "body") {
      const isDefined = isSignToken(after, "{", ":") || isWordToken(after, "final");
      if (isDefined) defined.add(token.text);
      if (isDefined || isSignToken(after, ";")) declare(at);
    } else if (scope === "enum") {
      if (isSignToken(before, "{", ",")) declare(at);
    } else if (scope === "body" || depth > 0) {
      if (depth > 0 && scope !== "body" && isMacroCall) declare(at);
      if (declaresLocal(tokens, at)) local.add(token.text);
      if (isSignToken(before, "*") && isSignToken(tokens[at - 2], "(") && isSignToken(after, ")") && scope !== "body")
        declare(at);
    } else if (isSignToken(after, ...declares) && followsType(before, after!)) {
      declare(at);
      if (isSignToken(after, "(") && hasBody(tokens, at + 1)) defined.add(token.text);
      if (isWordToken(before, "using") || isWordToken(before, "namespace")) defined.add(token.text);
    } else if (isSignToken(before, "::") && isSignToken(after, ";")) declare(at);
  }
  return { scopes, declared, defined, local, declaring };
});

function followsType(before: CodeToken | undefined, after: CodeToken): boolean {
  if (before === undefined) return after.text === "(";
  if (before.kind === "word") return !notTypes.has(before.text) || before.text === "using";
  if (after.text === "(") return isSignToken(before, "*", "&", ">", ")", "]", "}", ";", "~", "{");
  return isSignToken(before, "*", "&", ">", ",") || (isSignToken(before, "}") && isSignToken(after, ";", ","));
}

/** `(…) {`, or with words such as `const` between. */
function hasBody(tokens: readonly CodeToken[], open: number): boolean {
  let depth = 0;
  for (let at = open; at < Math.min(tokens.length, open + 600); at++) {
    if (isSignToken(tokens[at], "(")) depth++;
    else if (isSignToken(tokens[at], ")")) depth--;
    else if (depth === 0 && isSignToken(tokens[at], "{")) return true;
    else if (depth === 0 && isSignToken(tokens[at], ";", "}")) return false;
  }
  return false;
}

function declaresLocal(tokens: readonly CodeToken[], at: number): boolean {
  if (!isSignToken(tokens[at + 1], "=", ";", ",", ")", "[", ":", "{")) return false;
  let first = at - 1;
  while (isSignToken(tokens[first], "*", "&")) first--;
  const type = tokens[first];
  const isType =
    (type?.kind === "word" && !notTypes.has(type.text)) || (first === at - 1 && isSignToken(type, ">", "&&"));
  if (!isType || isSignToken(tokens[first - 1], ".", "->")) return false;
  // `a * b` in an expression
  return (
    first === at - 1 ||
    isSignToken(tokens[first - 1], ";", "{", "}", "(", ",", ")") ||
    tokens[first - 1]?.kind === "word"
  );
}

function scopesOf(tokens: readonly CodeToken[]): Scope[] {
  const scopes: Scope[] = [];
  let open: Scope[] = [];
  const branches: Scope[][] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.text === "#" && startsLine(tokens, at)) {
      const word = tokens[at + 1]?.text ?? "";
      if (word.startsWith("if")) branches.push([...open]);
      // Each branch starts where the first one did.
      else if (word.startsWith("el")) open = [...(branches.at(-1) ?? open)];
      else if (word === "endif") branches.pop();
      const end = endOfDirective(tokens, at);
      for (; at < end; at++) scopes[at] = "directive";
      at--;
      continue;
    }
    if (token.kind === "sign" && token.text === "}") open.pop();
    scopes[at] = open.at(-1) ?? "file";
    if (token.kind === "sign" && token.text === "{") open.push(blockAt(tokens, at, scopes[at]!));
  }
  return scopes;
}

/** A directive ends with its line, unless that ends in a backslash. */
function endOfDirective(tokens: readonly CodeToken[], from: number): number {
  let at = from + 1;
  for (; at < tokens.length; at++)
    if (startsLine(tokens, at) && !(tokens[at - 1]!.text === "\\" && tokens[at]!.line === tokens[at - 1]!.line + 1))
      break;
  return at;
}

function blockAt(tokens: readonly CodeToken[], brace: number, around: Scope): Scope {
  if (around === "body") return "body";
  const before = tokens[brace - 1];
  if (before?.kind === "string" && isWordToken(tokens[brace - 2], "extern")) return "file";
  if (isSignToken(before, ")", "=", "]")) return "body";
  let hasCall = false;
  for (let at = brace - 1; at >= Math.max(0, brace - 80); at--) {
    const token = tokens[at]!;
    if (isSignToken(token, ";", "}", "{")) break;
    if (isSignToken(token, ")")) hasCall = true;
    if (isWordToken(token, "namespace")) return "file";
    if (isWordToken(token, "enum")) return "enum";
    if (isWordToken(token, "struct", "union", "class") && !(hasCall && !isAttributeOrAlign(tokens, at))) {
      if (isWordToken(tokens[at - 1], "enum")) return "enum";
      return "type";
    }
    if (isWordToken(token, "export")) return "file";
  }
  return hasCall ? "body" : around;
}

/** `class EXPORT(x) Name {`, `struct alignas(8) Name {` */
function isAttributeOrAlign(tokens: readonly CodeToken[], keyword: number): boolean {
  return tokens[keyword + 1]?.kind === "word" && isSignToken(tokens[keyword + 2], "(");
}
