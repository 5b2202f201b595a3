// Reads import statements, and detects calls that name a module (`read-calls.ts`).
import type { Tokens } from "./js-tokens.ts";
import { ModuleCalls } from "./read-calls.ts";
import { readNames, readPattern, type BoundName } from "./read-names.ts";
import type { Imported } from "./symbols.ts";

export class ImportReader {
  /** `line` holds the offset of the statement until the caller turns it into a line. */
  readonly imports: Imported[] = [];
  readonly calls: ModuleCalls;
  private readonly tokens: Tokens;

  constructor(tokens: Tokens) {
    this.tokens = tokens;
    this.calls = new ModuleCalls(tokens, this.imports);
  }

  /** Examines the current word. Ends there, or at the end of what was read. */
  read(): void {
    const { tokens, calls } = this;
    switch (tokens.text.charCodeAt(tokens.start)) {
      case 0x69: // i
        if (tokens.is("import")) this.import();
        break;
      case 0x72: // r
        if (tokens.is("require")) calls.require();
        break;
      case 0x63: // c
      case 0x6c: // l
      case 0x76: // v
        if (tokens.is("const") || tokens.is("let") || tokens.is("var")) this.declaration();
        else calls.mock();
        break;
      case 0x6a: // j
      case 0x6d: // m
        calls.mock();
        break;
      case 0x6e: // n
        if (tokens.is("new")) calls.url();
        break;
    }
  }

  private add(
    at: number,
    from: string,
    names: readonly (BoundName & { typeOnly?: boolean })[],
    typeOnly = false,
  ): void {
    for (const { name, local, typeOnly: isType } of names)
      this.imports.push({ name, local, from, how: "import", typeOnly: typeOnly || isType === true, line: at });
  }

  private import(): void {
    const { tokens } = this;
    const at = tokens.start;
    const place = tokens.place();
    const isTypeof = /\btypeof\s{1,20}$/.test(tokens.text.slice(Math.max(0, at - 27), at));
    if (tokens.next() === "string") this.add(at, tokens.inside, [{ name: "", local: null }]);
    else if (tokens.is("(")) this.calls.dynamic(at, isTypeof);
    else if (tokens.is(".")) this.calls.meta(at);
    else if (!this.clause(at)) tokens.goBack(place);
  }

  /** `a, { b as c } from "x"`, `type { T } from "x"`, `* as n from "x"`, `a = require("x")`. */
  private clause(at: number): boolean {
    const { tokens } = this;
    const names: (BoundName & { typeOnly?: boolean })[] = [];
    const typeOnly = this.typeMark();
    if (tokens.kind === "word") {
      names.push({ name: "default", local: tokens.value });
      tokens.next();
      if (tokens.is("=")) return this.importEquals(at, names[0]!.local, typeOnly);
      if (tokens.is(",")) tokens.next();
    }
    if (tokens.is("*")) {
      if (tokens.next() !== "word" || tokens.next() !== "word") return false;
      names.push({ name: "*", local: tokens.value });
      tokens.next();
    } else if (tokens.is("{")) {
      const listed = readNames(tokens);
      if (!listed) return false;
      names.push(...listed);
      tokens.next();
    }
    if (!tokens.is("from") || tokens.next() !== "string") return false;
    this.add(at, tokens.inside, names.length === 0 ? [{ name: "", local: null }] : names, typeOnly);
    return true;
  }

  /** Skips `type`, `typeof`, `defer` and `source` if they are not names; returns whether only types are imported. */
  private typeMark(): boolean {
    const { tokens } = this;
    const isType = tokens.is("type") || tokens.is("typeof");
    if (!isType && !tokens.is("defer") && !tokens.is("source")) return false;
    const place = tokens.place();
    tokens.next();
    const isName = tokens.is(",") || tokens.is("=") || (tokens.is("from") && !this.nextIs("from"));
    if (isName) tokens.goBack(place);
    return isType && !isName;
  }

  private nextIs(word: string): boolean {
    const place = this.tokens.place();
    this.tokens.next();
    const is = this.tokens.is(word);
    this.tokens.goBack(place);
    return is;
  }

  private importEquals(at: number, local: string | null, typeOnly: boolean): boolean {
    const { tokens } = this;
    tokens.next();
    if (!tokens.is("require")) return false;
    tokens.next();
    if (!tokens.is("(") || tokens.next() !== "string") return false;
    this.imports.push({ name: "*", local, from: tokens.inside, how: "require", typeOnly, line: at });
    return true;
  }

  /** Registers the names that a `require` or `import` after the equals sign is bound to. */
  private declaration(): void {
    const { tokens } = this;
    const place = tokens.place();
    tokens.next();
    const names =
      tokens.kind === "word" ? [{ name: "*", local: tokens.value }] : tokens.is("{") ? readPattern(tokens) : null;
    if (names) {
      tokens.next();
      if (tokens.is("=")) {
        tokens.next();
        if (tokens.is("(")) tokens.next();
        if (tokens.is("await")) tokens.next();
        if (tokens.is("require") || tokens.is("import")) this.calls.bind(tokens.start, names);
      }
    }
    tokens.goBack(place);
  }
}
