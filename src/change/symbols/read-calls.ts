// Reads calls that name another module: `import()`, `require()`, mocks, and globs.
import type { Tokens } from "./js-tokens.ts";
import { readPattern, type BoundName } from "./read-names.ts";
import type { Imported } from "./symbols.ts";

const mockers = /^(?:jest|vi|vitest|mock)$/;
const mocking =
  /^(?:mock|doMock|unmock|doUnmock|dontMock|setMock|requireActual|requireMock|importActual|importMock|unstable_mockModule|module)$/;
/** Members of a promise; any other member of `import("x")` is a type of the module. */
const promised = /^(?:then|catch|finally)$/;
const whole: readonly BoundName[] = [{ name: "*", local: null }];

export class ModuleCalls {
  /** Patterns of files that are all loaded; see `ModuleLinks`. */
  readonly globs: string[] = [];
  private readonly tokens: Tokens;
  private readonly imports: Imported[];
  /** The names that are bound to the call at this offset. */
  private bound: { at: number; names: readonly BoundName[] } = { at: -1, names: [] };

  constructor(tokens: Tokens, imports: Imported[]) {
    this.tokens = tokens;
    this.imports = imports;
  }

  /** Registers the names that the call at this offset is bound to: `const { a } = require("x")`. */
  bind(at: number, names: readonly BoundName[]): void {
    this.bound = { at, names };
  }

  private namesFor(at: number): readonly BoundName[] {
    return this.bound.at === at ? this.bound.names : whole;
  }

  private add(
    at: number,
    how: "require" | "dynamic",
    from: string,
    names: readonly BoundName[],
    typeOnly = false,
  ): void {
    for (const { name, local } of names) this.imports.push({ name, local, from, how, typeOnly, line: at });
  }

  /** Starts at the parenthesis of `import(`; ends inside or after it. */
  dynamic(at: number, isTypeof: boolean): void {
    const { tokens } = this;
    const from = this.argument();
    if (from === null) return;
    const names = this.namesFor(at);
    const argument = tokens.place();
    if (!this.skipArguments()) {
      this.add(at, "dynamic", from, names);
      return tokens.goBack(argument);
    }
    const call = tokens.place();
    tokens.next();
    // `(await import("x")).a` is a value, `import("x").A` a type.
    const isAwaited = tokens.is(")") && /\(\s{0,20}await\s{1,20}$/.test(tokens.text.slice(Math.max(0, at - 50), at));
    if (isAwaited) tokens.next();
    const member = this.member();
    if (member === null) this.add(at, "dynamic", from, names, isTypeof);
    else if (!isAwaited && promised.test(member))
      this.add(at, "dynamic", from, (member === "then" ? this.thenNames() : null) ?? names);
    else this.add(at, "dynamic", from, [{ name: member, local: names[0]?.local ?? null }], !isAwaited);
    tokens.goBack(call);
  }

  /** `.then(({ a, b }) => …)`. */
  private thenNames(): BoundName[] | null {
    const { tokens } = this;
    tokens.next();
    if (!tokens.is("(")) return null;
    tokens.next();
    if (tokens.is("async")) tokens.next();
    if (!tokens.is("(")) return null;
    tokens.next();
    return tokens.is("{") ? readPattern(tokens) : null;
  }

  /** The name after a dot or in brackets at the current token. */
  private member(): string | null {
    const { tokens } = this;
    if (tokens.is(".") || tokens.is("?.")) return tokens.next() === "word" ? tokens.value : null;
    return tokens.is("[") && tokens.next() === "string" ? tokens.inside : null;
  }

  /** The module in the first argument. A composed one becomes a pattern. */
  private argument(): string | null {
    const { tokens } = this;
    const kind = tokens.next();
    // A template is known up to its first expression.
    if (kind === "mark" && tokens.text.startsWith("`", tokens.start))
      this.globs.push(`${tokens.text.slice(tokens.start + 1, tokens.end - 2)}**`);
    const from = this.literal();
    if (from === null) return null;
    const place = tokens.place();
    tokens.next();
    const isAdded = tokens.is("+");
    tokens.goBack(place);
    if (!isAdded) return from;
    this.globs.push(`${from}**`);
    return null;
  }

  private literal(): string | null {
    const { kind, inside } = this.tokens;
    return kind === "string" || kind === "template" ? inside : null;
  }

  /** Skips to the closing parenthesis; false if it is not near. */
  private skipArguments(): boolean {
    const { tokens } = this;
    const depth = tokens.depth - 1;
    for (let count = 0; count < 40 && !tokens.ended; count++) {
      tokens.next();
      if (tokens.is(")") && tokens.depth === depth) return true;
    }
    return false;
  }

  /** Starts at the dot of `import.`. */
  meta(at: number): void {
    const { tokens } = this;
    const place = tokens.place();
    if (tokens.next() === "word" && tokens.is("meta")) {
      tokens.next();
      const member = this.member();
      if (member === "resolve") return this.file(at);
      if (member === "glob" || member === "globEager") return this.globArguments();
    }
    tokens.goBack(place);
  }

  /** A file that is named, however it is used. */
  private file(at: number): void {
    const { tokens } = this;
    tokens.next();
    const from = tokens.is("(") ? this.argument() : null;
    if (from !== null) this.add(at, "dynamic", from, whole);
  }

  private globArguments(): void {
    const { tokens } = this;
    const { depth } = tokens;
    for (let count = 0; count < 60 && tokens.next() !== "end"; count++) {
      const glob = this.literal();
      if (glob !== null) this.globs.push(glob);
      if (tokens.is(")") && tokens.depth <= depth) return;
    }
  }

  /** Starts at `require`. */
  require(): void {
    const { tokens } = this;
    const at = tokens.start;
    const place = tokens.place();
    tokens.next();
    if (tokens.is("(")) return this.required(at);
    if (tokens.is(".")) {
      tokens.next();
      if (tokens.is("resolve")) return this.file(at);
      if (tokens.is("context")) return this.context();
    }
    tokens.goBack(place);
  }

  private required(at: number): void {
    const { tokens } = this;
    const from = this.argument();
    if (from === null) return;
    const names = this.namesFor(at);
    const argument = tokens.place();
    tokens.next();
    if (!tokens.is(")")) {
      this.add(at, "require", from, names);
      return tokens.goBack(argument);
    }
    const call = tokens.place();
    tokens.next();
    const member = this.member();
    this.add(at, "require", from, member === null ? names : [{ name: member, local: names[0]?.local ?? null }]);
    tokens.goBack(call);
  }

  private context(): void {
    const { tokens } = this;
    tokens.next();
    tokens.next();
    const folder = this.literal();
    if (folder !== null) this.globs.push(`${folder}/**`);
  }

  /** `jest.mock("x")`, `vi.importActual("x")` and similar calls; starts at the first word. */
  mock(): void {
    const { tokens } = this;
    if (!mockers.test(tokens.value)) return;
    const at = tokens.start;
    const place = tokens.place();
    tokens.next();
    if (tokens.is(".") && tokens.next() === "word" && mocking.test(tokens.value)) {
      tokens.next();
      const from = tokens.is("(") && tokens.next() !== "end" ? this.literal() : null;
      if (from !== null) return this.add(at, "dynamic", from, whole);
    }
    tokens.goBack(place);
  }

  /** `new URL("./worker.js", import.meta.url)`; starts at `new`. */
  url(): void {
    const { tokens } = this;
    const at = tokens.start;
    const place = tokens.place();
    tokens.next();
    if (tokens.is("URL")) {
      tokens.next();
      const from = tokens.is("(") && tokens.next() !== "end" ? this.literal() : null;
      if (from !== null && /^\s*,\s*import\.meta\.url\b/.test(tokens.text.slice(tokens.end, tokens.end + 80)))
        return this.add(at, "dynamic", from, whole);
    }
    tokens.goBack(place);
  }
}
