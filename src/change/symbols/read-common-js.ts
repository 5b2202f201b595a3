// Reads what a CommonJS module exports: `exports.a = …`, `module.exports = { a, b() {} }`.
import type { Tokens } from "./js-tokens.ts";
import type { Exported } from "./symbols.ts";

/** The module that other exports come from; "" if the code alone does not tell. */
const unknown = "";
const mostNames = 2000;

export class CommonJsReader {
  /** `line` holds the offset of the name until the caller turns it into a line. */
  readonly exports: Exported[] = [];
  private readonly tokens: Tokens;
  private readonly known = new Set<string>();

  constructor(tokens: Tokens) {
    this.tokens = tokens;
  }

  /** Starts at `module` or `exports`. The caller reads the rest again, because it may contain imports. */
  read(): void {
    const { tokens } = this;
    const before = tokens.place();
    const start = tokens.start;
    const isWhole = tokens.is("module");
    if (isWhole && !this.skipTo("exports")) return tokens.goBack(before);
    const place = tokens.place();
    tokens.next();
    if (tokens.is(".")) this.member(tokens.next() === "word" ? tokens.value : null);
    else if (tokens.is("[")) this.member(tokens.next() === "string" ? tokens.inside : null, true);
    else if (this.assigns()) this.value(isWhole);
    else if (tokens.is(",") && /\bdefineProperty\(\s{0,20}$/.test(tokens.text.slice(Math.max(0, start - 40), start)))
      this.defined();
    // Comparisons, conditions and keys of that name pass nothing on.
    else if (!/^[!=&?|:]/.test(tokens.value)) this.all(unknown, start);
    tokens.goBack(place);
  }

  private skipTo(word: string): boolean {
    const { tokens } = this;
    tokens.next();
    return tokens.is(".") && tokens.next() === "word" && tokens.is(word);
  }

  /** At `=`; `==` and `=>` are none. */
  private assigns(): boolean {
    return this.tokens.is("=") && this.tokens.text[this.tokens.end] !== "=";
  }

  private add(name: string, local: string, line: number, from: string | null = null): void {
    const key = `${name}\n${from ?? ""}`;
    if (this.known.has(key) || name === "__esModule") return;
    this.known.add(key);
    this.exports.push({ name, local, from, typeOnly: false, line });
  }

  private all(from: string, line: number): void {
    this.add("*", "*", line, from);
  }

  private member(name: string | null, inBrackets = false): void {
    const { tokens } = this;
    const { start } = tokens;
    if (inBrackets) tokens.next();
    tokens.next();
    if (!this.assigns()) return;
    if (name === null) return this.all(unknown, start);
    tokens.next();
    const value = tokens.kind === "word" ? tokens.value : null;
    tokens.next();
    this.add(name, value !== null && (tokens.newline || tokens.is(";") || tokens.ended) ? value : name, start);
  }

  private defined(): void {
    if (this.tokens.next() === "string") this.add(this.tokens.inside, this.tokens.inside, this.tokens.start);
    else this.all(unknown, this.tokens.start);
  }

  /** The value of `module.exports =`. */
  private value(isWhole: boolean): void {
    const { tokens } = this;
    tokens.next();
    if (!isWhole || tokens.is("module") || tokens.is("exports")) return;
    const { start } = tokens;
    if (tokens.is("{")) return this.object();
    this.all(this.required() ?? unknown, start);
  }

  /** The module of `require("x")`, if nothing follows. */
  private required(): string | null {
    const { tokens } = this;
    if (!tokens.is("require")) return null;
    tokens.next();
    if (!tokens.is("(") || tokens.next() !== "string") return null;
    const from = tokens.inside;
    tokens.next();
    const isClosed = tokens.is(")");
    tokens.next();
    return isClosed && !tokens.is(".") && !tokens.is("(") ? from : null;
  }

  private object(): void {
    const { tokens } = this;
    const { depth } = tokens;
    tokens.next();
    for (let count = 0; count < mostNames && !tokens.ended && tokens.depth >= depth; count++) {
      this.property();
      while (!tokens.ended && tokens.depth >= depth && !(tokens.depth === depth && tokens.is(","))) tokens.next();
      tokens.next();
    }
  }

  /** `a`, `a: b`, `a() {}`, `get a() {}`, `...require("x")`; ends anywhere before the next property. */
  private property(): void {
    const { tokens } = this;
    let { start } = tokens;
    if (tokens.is("...")) {
      tokens.next();
      return this.all(this.required() ?? unknown, start);
    }
    if (tokens.is("[")) return this.all(unknown, start);
    let name: string | null = null;
    for (let words = 0; words < 4; words++) {
      if (tokens.is("*")) tokens.next();
      if (tokens.kind !== "word" && tokens.kind !== "string") break;
      name = tokens.kind === "word" ? tokens.value : tokens.inside;
      start = tokens.start;
      tokens.next();
    }
    if (name === null) return;
    if (!tokens.is(":")) return this.add(name, name, start);
    tokens.next();
    const value = tokens.kind === "word" ? tokens.value : null;
    const place = tokens.place();
    tokens.next();
    this.add(name, value !== null && (tokens.is(",") || tokens.is("}")) ? value : name, start);
    tokens.goBack(place);
  }
}
