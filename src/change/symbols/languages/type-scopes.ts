// Defines the types and members that a file of classes declares, and reads them from the tokens of Java and C#.
import { oncePer } from "../once-per.ts";
import type { SymbolKind } from "../symbols.ts";
import { dottedName, isSignToken, isWordToken, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

export interface ScopedType {
  name: string;
  /** The enclosing types, joined by `.`; null at the top level. */
  within: string | null;
  /** The namespace inside the file; empty for languages with one package a file. */
  namespace: string;
  kind: SymbolKind;
  /** The index of the name's token. */
  at: number;
  /** The indices of the first and last token of the whole declaration. */
  start: number;
  end: number;
  /** What it extends and implements, as written. */
  bases: readonly string[];
  /** The names of its parameters, for generic types. */
  parameters: readonly string[];
}

interface ScopedMember {
  name: string;
  within: string | null;
  namespace: string;
  kind: SymbolKind;
  at: number;
  /** It has the modifier or annotation of an override. */
  overrides: boolean;
  /** It extends another type: `fun String.name()`, `static void Name(this string text)`. */
  isExtension: boolean;
  isPrivate: boolean;
}

export interface TypeScopes {
  types: ScopedType[];
  members: ScopedMember[];
  /** The spans of namespaces, outer before inner; empty for languages with one package a file. */
  namespaces: { name: string; start: number; end: number }[];
}

export function scopePath({ within, name }: { within: string | null; name: string }): string {
  return within === null ? name : `${within}.${name}`;
}

const opening: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The index after the bracket that closes the one at `from`. */
export function afterBrackets(tokens: readonly CodeToken[], from: number): number {
  const open = tokens[from]!.text;
  const close = opening[open];
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at]!.kind !== "sign") continue;
    if (tokens[at]!.text === open) depth++;
    else if (tokens[at]!.text === close && --depth === 0) return at + 1;
  }
  return tokens.length;
}

const inAngles = new Set([",", ".", "?", "<", ">", "[", "]", "&", "(", ")", "*", "->", ":", "?.", "::", "?:"]);

/** The index after `<…>`; the index itself if this is no list of types. */
export function afterAngles(tokens: readonly CodeToken[], from: number): number {
  if (!isSignToken(tokens[from], "<")) return from;
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + 300); at++) {
    const token = tokens[at]!;
    if (token.text === "<") depth++;
    else if (token.text === ">" && --depth === 0) return at + 1;
    else if (token.kind !== "word" && !inAngles.has(token.text)) return from;
  }
  return from;
}

/** The names that `<T extends Base, out R>` introduces. */
export function typeParameters(tokens: readonly CodeToken[], from: number): string[] {
  const end = afterAngles(tokens, from);
  const names: string[] = [];
  let depth = 0;
  for (let at = from; at < end; at++) {
    if (tokens[at]!.text === "<") depth++;
    else if (tokens[at]!.text === ">") depth--;
    const after = tokens[at + 1];
    if (
      depth === 1 &&
      tokens[at]!.kind === "word" &&
      (isSignToken(after, ",", ">", ":") || isWordToken(after, "extends"))
    )
      names.push(tokens[at]!.text);
  }
  return names;
}

const typeWords = new Set(["class", "interface", "enum", "record", "struct", "@interface"]);
const modifiers = new Set(
  `public private protected internal static final abstract sealed non default native synchronized transient volatile strictfp
   readonly const virtual override new partial async extern unsafe required ref event fixed file implicit explicit`.split(
    /\s+/,
  ),
);
/** Deeper nesting is not read. */
const deepest = 30;

export const typeScopes = oncePer(({ tokens }: CodeFile): TypeScopes => new ScopeReader(tokens).read());

class ScopeReader {
  private readonly tokens: readonly CodeToken[];
  private readonly scopes: TypeScopes = { types: [], members: [], namespaces: [] };

  constructor(tokens: readonly CodeToken[]) {
    this.tokens = tokens;
  }

  read(): TypeScopes {
    this.readBody(0, this.tokens.length, null, "", 0);
    return this.scopes;
  }

  private readBody(from: number, end: number, within: string | null, namespace: string, depth: number): void {
    let space = namespace;
    for (let at = from; at < end;) {
      if (isWordToken(this.tokens[at], "namespace") && this.tokens[at + 1]?.kind === "word") {
        const { parts, end: after } = dottedName(this.tokens, at + 1);
        const name = [namespace, parts.join(".")].filter((part) => part !== "").join(".");
        const isBlock = isSignToken(this.tokens[after], "{");
        const close = isBlock ? afterBrackets(this.tokens, after) : end;
        this.scopes.namespaces.push({ name, start: at, end: close });
        if (isBlock && depth < deepest) this.readBody(after + 1, close - 1, null, name, depth + 1);
        else space = name;
        at = isBlock ? close : after + 1;
      } else at = Math.max(at + 1, this.readDeclaration(at, end, within, space, depth));
    }
  }

  /** Reads one declaration and returns the index after it. */
  private readDeclaration(start: number, end: number, within: string | null, namespace: string, depth: number): number {
    const all = this.tokens;
    let name = -1;
    let overrides = false;
    let isPrivate = false;
    for (let at = start; at < end;) {
      const token = all[at]!;
      if (token.kind === "word") {
        if (token.text === "@Override" || token.text === "override" || (token.text === "new" && name < 0))
          overrides = true;
        if (token.text === "private") isPrivate = true;
        if (token.text.startsWith("@") && token.text !== "@interface" && isJavaAnnotation(all, at)) {
          const after = dottedName(all, at).end;
          at = isSignToken(all[after], "(") ? afterBrackets(all, after) : after;
          continue;
        }
        const kind = this.typeAt(at);
        if (kind > 0) return this.readType(start, kind, within, namespace, depth);
        if (isWordToken(token, "using", "import", "package", "extern") && within === null)
          return this.afterStatement(at);
        if (isWordToken(token, "delegate") && name < 0) return this.readDelegate(start, within, namespace);
        name = at;
        at++;
        continue;
      }
      switch (token.text) {
        case "<": {
          const after = afterAngles(all, at);
          at = after === at ? at + 1 : after;
          continue;
        }
        case "[":
          at = afterBrackets(all, at);
          continue;
        case "(": {
          const isTuple = name < 0 || modifiers.has(all[name]!.text);
          const after = afterBrackets(all, at);
          if (isTuple) {
            at = after;
            continue;
          }
          const isExtension = isWordToken(all[at + 1], "this");
          this.addMember(name, within, namespace, "method", { overrides, isExtension, isPrivate });
          return this.afterSignature(after, end);
        }
        case "=":
        case ",":
          if (within !== null)
            this.addMember(name, within, namespace, "field", { overrides, isExtension: false, isPrivate });
          if (token.text === "=") at = this.afterValue(at + 1, end);
          else at++;
          if (isSignToken(all[at], ";") || at >= end) return at + 1;
          name = -1;
          continue;
        case "=>":
          this.addMember(name, within, namespace, "field", { overrides, isExtension: false, isPrivate });
          return this.afterStatement(at);
        case ";":
          if (name > start && within !== null)
            this.addMember(name, within, namespace, "field", { overrides, isExtension: false, isPrivate });
          return at + 1;
        case "{": {
          const close = afterBrackets(all, at);
          if (name > start && !modifiers.has(all[name]!.text))
            this.addMember(name, within, namespace, "field", { overrides, isExtension: false, isPrivate });
          return isSignToken(all[close], "=") ? this.afterStatement(close) : close;
        }
        case "}":
          return at + 1;
        default:
          at++;
      }
    }
    return end;
  }

  private addMember(
    at: number,
    within: string | null,
    namespace: string,
    kind: SymbolKind,
    rest: Pick<ScopedMember, "overrides" | "isExtension" | "isPrivate">,
  ): void {
    if (at < 0 || within === null) return;
    this.scopes.members.push({ name: this.tokens[at]!.text, within, namespace, kind, at, ...rest });
  }

  /** The index of the type's name if a type is declared here, else 0. */
  private typeAt(at: number): number {
    const { text } = this.tokens[at]!;
    if (!typeWords.has(text)) return 0;
    const isPair = text === "record" && isWordToken(this.tokens[at + 1], "struct", "class");
    const name = isPair ? at + 2 : at + 1;
    if (this.tokens[name]?.kind !== "word") return 0;
    const after = this.tokens[name + 1];
    if (text === "record" && !isPair && !isSignToken(after, "(", "<", "{", ":", ";")) return 0;
    // `record name(`: a method whose result is of a type `record` does not exist.
    return name;
  }

  private readType(start: number, at: number, within: string | null, namespace: string, depth: number): number {
    const all = this.tokens;
    const { text: name } = all[at]!;
    const isEnum = isWordToken(all[at - 1], "enum");
    const isInterface = isEnum || isWordToken(all[at - 1], "interface", "@interface");
    const parameters = typeParameters(all, at + 1);
    let next = afterAngles(all, at + 1);
    const path = within === null ? name : `${within}.${name}`;
    if (isSignToken(all[next], "(")) {
      const close = afterBrackets(all, next);
      if (isWordToken(all[at - 1], "record") || isWordToken(all[at - 2], "record"))
        this.readComponents(next, close, path, namespace);
      next = close;
    }
    const bases: string[] = [];
    while (next < all.length && !isSignToken(all[next], "{", ";", "}")) {
      if (isWordToken(all[next], "where")) {
        while (next < all.length && !isSignToken(all[next], "{", ";")) next++;
        break;
      }
      const { parts, end } = dottedName(all, next, [".", "::"]);
      if (parts.length > 0 && !/^(?:extends|implements|permits)$/.test(parts.join("."))) bases.push(parts.join("."));
      next = Math.max(next + 1, end);
      if (isSignToken(all[next], "<")) next = Math.max(next + 1, afterAngles(all, next));
      if (isSignToken(all[next], "(")) next = afterBrackets(all, next);
    }
    const close = isSignToken(all[next], "{") ? afterBrackets(all, next) : next + 1;
    this.scopes.types.push({
      name,
      within,
      namespace,
      kind: isInterface ? "type" : "class",
      at,
      start,
      end: close - 1,
      bases,
      parameters,
    });
    if (isSignToken(all[next], "{") && depth < deepest) {
      const first = isEnum ? this.readConstants(next + 1, close - 1, path, namespace) : next + 1;
      this.readBody(first, close - 1, path, namespace, depth + 1);
    }
    return close;
  }

  private readDelegate(start: number, within: string | null, namespace: string): number {
    const all = this.tokens;
    let at = start;
    while (at < all.length && !isSignToken(all[at], "(", ";", "{", "}")) {
      const isList = isSignToken(all[at], "<") && isSignToken(all[afterAngles(all, at)], "(");
      if (isList) break;
      at++;
    }
    const name = at - 1;
    const end = this.afterStatement(at);
    if (all[name]?.kind === "word")
      this.scopes.types.push({
        name: all[name].text,
        within,
        namespace,
        kind: "type",
        at: name,
        start,
        end: end - 1,
        bases: [],
        parameters: typeParameters(all, at),
      });
    return end;
  }

  private readComponents(open: number, close: number, within: string, namespace: string): void {
    for (let at = open + 1; at < close; at++) {
      if (isSignToken(this.tokens[at], "<", "(", "[", "{")) {
        const after = isSignToken(this.tokens[at], "<") ? afterAngles(this.tokens, at) : afterBrackets(this.tokens, at);
        at = Math.max(at, after - 1);
        continue;
      }
      if (this.tokens[at]!.kind === "word" && isSignToken(this.tokens[at + 1], ",", ")", "="))
        this.scopes.members.push({
          name: this.tokens[at]!.text,
          within,
          namespace,
          kind: "field",
          at,
          overrides: false,
          isExtension: false,
          isPrivate: false,
        });
    }
  }

  /** Reads the constants of an enum and returns the index of what follows them. */
  private readConstants(from: number, end: number, within: string, namespace: string): number {
    const all = this.tokens;
    for (let at = from; at < end;) {
      const token = all[at]!;
      if (isSignToken(token, ";")) return at + 1;
      if (isSignToken(token, "[")) at = afterBrackets(all, at);
      else if (token.kind === "word" && token.text.startsWith("@") && isJavaAnnotation(all, at)) {
        const after = dottedName(all, at).end;
        at = isSignToken(all[after], "(") ? afterBrackets(all, after) : after;
      } else if (token.kind === "word") {
        this.scopes.members.push({
          name: token.text,
          within,
          namespace,
          kind: "enum-member",
          at,
          overrides: false,
          isExtension: false,
          isPrivate: false,
        });
        at++;
        while (at < end && !isSignToken(all[at], ",", ";"))
          at = isSignToken(all[at], "(", "{", "[") ? afterBrackets(all, at) : at + 1;
      } else at++;
    }
    return end;
  }

  private afterSignature(from: number, end: number): number {
    for (let at = from; at < end; at++) {
      if (isSignToken(this.tokens[at], ";")) return at + 1;
      if (isSignToken(this.tokens[at], "{")) return afterBrackets(this.tokens, at);
      if (isSignToken(this.tokens[at], "=>")) return this.afterStatement(at);
      if (isSignToken(this.tokens[at], "(")) at = afterBrackets(this.tokens, at) - 1;
      if (isSignToken(this.tokens[at], "}")) return at;
    }
    return end;
  }

  /** The index after the `;` that ends the statement. */
  private afterStatement(from: number): number {
    for (let at = from; at < this.tokens.length; at++) {
      if (isSignToken(this.tokens[at], ";")) return at + 1;
      if (isSignToken(this.tokens[at], "(", "{", "[")) at = afterBrackets(this.tokens, at) - 1;
      else if (isSignToken(this.tokens[at], "}")) return at;
    }
    return this.tokens.length;
  }

  /** The index of the `,` or `;` that ends an initial value. */
  private afterValue(from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const token = this.tokens[at];
      if (isSignToken(token, ";")) return at;
      if (isSignToken(token, "(", "{", "[")) at = afterBrackets(this.tokens, at) - 1;
      else if (isSignToken(token, ",") && isSignToken(this.tokens[at + 2], "=", ",", ";")) return at;
    }
    return end;
  }
}

/** `@class` is a plain name in C#; annotations of Java are written before declarations only. */
function isJavaAnnotation(all: readonly CodeToken[], at: number): boolean {
  return !isSignToken(all[at + 1], "=", ";", ",", ")");
}
