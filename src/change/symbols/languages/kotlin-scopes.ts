// Reads the types, functions and properties that a Kotlin file declares from its tokens; there is no grammar for it.
import { oncePer } from "../once-per.ts";
import type { SymbolKind } from "../symbols.ts";
import { dottedName, isSignToken, isWordToken, startsLine, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";
import { afterAngles, afterBrackets, typeParameters, type TypeScopes } from "./type-scopes.ts";

const modifiers = new Set(
  `public private protected internal open abstract final sealed data enum annotation inner value inline noinline crossinline
   override lateinit const suspend tailrec operator infix external expect actual companion fun vararg reified`.split(
    /\s+/,
  ),
);
const deepest = 30;

export const kotlinScopes = oncePer(({ tokens }: CodeFile): TypeScopes => new KotlinReader(tokens).read());

class KotlinReader {
  private readonly tokens: readonly CodeToken[];
  private readonly scopes: TypeScopes = { types: [], members: [], namespaces: [] };

  constructor(tokens: readonly CodeToken[]) {
    this.tokens = tokens;
  }

  read(): TypeScopes {
    this.readBody(0, this.tokens.length, null, 0);
    return this.scopes;
  }

  private readBody(from: number, end: number, within: string | null, depth: number): void {
    const all = this.tokens;
    for (let at = from; at < end;) {
      const token = all[at]!;
      if (isSignToken(token, "{", "(", "[")) at = afterBrackets(all, at);
      else if (token.kind !== "word" || isSignToken(all[at - 1], "::", ".", "?.")) at++;
      else if (isWordToken(token, "class", "interface", "object")) at = this.readType(at, end, within, depth);
      else if (isWordToken(token, "fun")) at = this.readFunction(at, within);
      else if (isWordToken(token, "val", "var")) at = this.readProperty(at, within);
      else if (isWordToken(token, "typealias") && all[at + 1]?.kind === "word") {
        this.addType(at + 1, at, at + 1, within, "type", []);
        at += 2;
      } else at++;
    }
  }

  /** The words before a declaration's keyword. */
  private modifiersBefore(keyword: number): Set<string> {
    const words = new Set<string>();
    for (let at = keyword - 1; this.tokens[at]?.kind === "word" && modifiers.has(this.tokens[at]!.text); at--)
      words.add(this.tokens[at]!.text);
    return words;
  }

  private addType(
    at: number,
    start: number,
    end: number,
    within: string | null,
    kind: SymbolKind,
    bases: readonly string[],
  ): void {
    const { text: name } = this.tokens[at]!;
    const parameters = typeParameters(this.tokens, at + 1);
    this.scopes.types.push({ name, within, namespace: "", kind, at, start, end, bases, parameters });
  }

  private addMember(at: number, keyword: number, within: string | null, kind: SymbolKind, isExtension: boolean): void {
    const words = this.modifiersBefore(keyword);
    this.scopes.members.push({
      name: this.tokens[at]!.text,
      within,
      namespace: "",
      kind,
      at,
      overrides: words.has("override"),
      isExtension,
      isPrivate: words.has("private"),
    });
  }

  private readType(keyword: number, end: number, within: string | null, depth: number): number {
    const all = this.tokens;
    const words = this.modifiersBefore(keyword);
    const isNamed = all[keyword + 1]?.kind === "word";
    // `object : Listener {` is an expression.
    if (!isNamed && !words.has("companion")) return keyword + 1;
    let next = isNamed ? keyword + 2 : keyword + 1;
    next = afterAngles(all, next);
    const name = isNamed ? all[keyword + 1]!.text : null;
    const path = name === null || words.has("companion") ? within : within === null ? name : `${within}.${name}`;
    next = this.afterConstructorWords(next, end);
    if (isSignToken(all[next], "(")) {
      const close = afterBrackets(all, next);
      this.readParameters(next, close, path);
      next = close;
    }
    const bases: string[] = [];
    if (isSignToken(all[next], ":")) next = this.readBases(next + 1, end, bases);
    if (isWordToken(all[next], "where")) while (next < end && !isSignToken(all[next], "{")) next++;
    const hasBody = isSignToken(all[next], "{");
    const close = hasBody ? afterBrackets(all, next) : next;
    if (name !== null && !words.has("companion")) {
      const kind = words.has("enum") || isWordToken(all[keyword], "interface") ? "type" : "class";
      this.addType(keyword + 1, keyword, close - 1, within, kind, bases);
    }
    if (hasBody && depth < deepest) {
      const first = words.has("enum") ? this.readConstants(next + 1, close - 1, path) : next + 1;
      this.readBody(first, close - 1, path, depth + 1);
    }
    return Math.max(close, keyword + 1);
  }

  /** Past `@Inject internal constructor`; annotations without it belong to the next declaration. */
  private afterConstructorWords(from: number, end: number): number {
    const all = this.tokens;
    let at = from;
    while (at < end)
      if (isWordToken(all[at], "constructor")) return at + 1;
      else if (isWordToken(all[at], "private", "internal", "protected", "public")) at++;
      else if (all[at]!.kind === "word" && all[at]!.text.startsWith("@")) {
        while (isSignToken(all[at + 1], ".", ":") && all[at + 2]?.kind === "word") at += 2;
        at = isSignToken(all[at + 1], "(") ? afterBrackets(all, at + 1) : at + 1;
      } else break;
    return from;
  }

  /** `val` and `var` of a primary constructor. */
  private readParameters(open: number, close: number, within: string | null): void {
    for (let at = open + 1; at < close; at++) {
      if (isSignToken(this.tokens[at], "(", "{", "[")) at = afterBrackets(this.tokens, at) - 1;
      else if (isWordToken(this.tokens[at], "val", "var") && this.tokens[at + 1]?.kind === "word")
        this.addMember(at + 1, at, within, "field", false);
    }
  }

  private readBases(from: number, end: number, bases: string[]): number {
    const all = this.tokens;
    let at = from;
    for (;;) {
      while (all[at]?.kind === "word" && all[at]!.text.startsWith("@")) at++;
      const { parts, end: after } = dottedName(all, at);
      if (parts.length === 0) {
        // A function type.
        if (!isSignToken(all[at], "(")) return at;
        at = afterBrackets(all, at);
        if (isSignToken(all[at], "->")) at = dottedName(all, at + 1).end;
      } else {
        bases.push(parts.join("."));
        at = afterAngles(all, after);
        if (isSignToken(all[at], "(")) at = afterBrackets(all, at);
      }
      if (isWordToken(all[at], "by"))
        while (at < end && !isSignToken(all[at], ",", "{"))
          at = isSignToken(all[at], "(") ? afterBrackets(all, at) : at + 1;
      if (!isSignToken(all[at], ",")) return at;
      at++;
    }
  }

  private readConstants(from: number, end: number, within: string | null): number {
    const all = this.tokens;
    for (let at = from; at < end;) {
      const token = all[at]!;
      if (isSignToken(token, ";")) return at + 1;
      if (token.kind === "word" && token.text.startsWith("@")) {
        const after = dottedName(all, at).end;
        at = isSignToken(all[after], "(") ? afterBrackets(all, after) : after;
      } else if (token.kind === "word") {
        this.addMember(at, at, within, "enum-member", false);
        at++;
        while (at < end && !isSignToken(all[at], ",", ";"))
          at = isSignToken(all[at], "(", "{") ? afterBrackets(all, at) : at + 1;
      } else at++;
    }
    return end;
  }

  /** `fun <T> List<T>.name(…)`; the index after its parameters. */
  private readFunction(keyword: number, within: string | null): number {
    const all = this.tokens;
    let at = afterAngles(all, keyword + 1);
    // `fun interface`
    if (isWordToken(all[at], "interface")) return at;
    let name = -1;
    let isExtension = false;
    for (; at < Math.min(all.length, keyword + 100);) {
      const token = all[at]!;
      if (token.kind === "word") name = at++;
      else if (isSignToken(token, ".", "?.")) {
        isExtension = true;
        at++;
      } else if (isSignToken(token, "?", "`")) at++;
      else if (isSignToken(token, "<") && afterAngles(all, at) > at) at = afterAngles(all, at);
      else if (isSignToken(token, "(")) {
        const after = afterBrackets(all, at);
        if (name < 0 && !isSignToken(all[after], ".", "?")) return after;
        at = after;
        if (name >= 0) break;
      } else break;
    }
    if (name < 0) return keyword + 1;
    this.addMember(name, keyword, within, within === null ? "function" : "method", isExtension);
    return this.afterBody(at);
  }

  /** An expression body can hold `object : X { fun … }`, which is skipped with its braces. */
  private afterBody(at: number): number {
    if (isSignToken(this.tokens[at], "{")) return afterBrackets(this.tokens, at);
    return at;
  }

  private readProperty(keyword: number, within: string | null): number {
    const all = this.tokens;
    let at = afterAngles(all, keyword + 1);
    let name = -1;
    let isExtension = false;
    while (at < all.length) {
      const token = all[at]!;
      if (token.kind === "word" && (name < 0 || isSignToken(all[at - 1], ".", "?."))) name = at++;
      else if (isSignToken(token, ".", "?.")) {
        isExtension = true;
        at++;
      } else if (isSignToken(token, "?")) at++;
      else if (isSignToken(token, "<") && !startsLine(all, at) && afterAngles(all, at) > at) at = afterAngles(all, at);
      else break;
    }
    if (name < 0) return keyword + 1;
    this.addMember(name, keyword, within, within === null ? "variable" : "field", isExtension);
    return at;
  }
}
