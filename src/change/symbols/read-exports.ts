// Reads export statements.
import type { Tokens } from "./js-tokens.ts";
import { readNames } from "./read-names.ts";
import type { Exported, Imported } from "./symbols.ts";

/** A line break between two words ends a statement, unless the second is one of these. */
const continues = /^(?:in|instanceof|as|satisfies|of|is|extends)$/;
const declares = /^(?:const|let|var|using)$/;

export class ExportReader {
  /** `line` holds the offset of the name until the caller turns it into a line. */
  readonly exports: Exported[] = [];
  private readonly tokens: Tokens;
  private readonly imports: Imported[];
  private readonly known = new Set<string>();

  constructor(tokens: Tokens, imports: Imported[]) {
    this.tokens = tokens;
    this.imports = imports;
  }

  /** Starts at `export`. The caller reads the rest again, because it may contain imports. */
  read(): void {
    const { tokens } = this;
    const at = tokens.start;
    const place = tokens.place();
    // Inside a namespace or an ambient module, the file itself does not export.
    if (tokens.depth > 0) return;
    tokens.next();
    if (tokens.is(":") || tokens.is("(")) return tokens.goBack(place);
    const typeOnly = tokens.is("type") && this.isTypeMark();
    if (typeOnly) tokens.next();
    if (tokens.is("*")) return this.all(at, typeOnly);
    if (tokens.is("{")) return this.list(at, typeOnly);
    this.declaration(typeOnly);
    tokens.goBack(place);
  }

  /** `export type { … }` and `export type *`; otherwise `type` declares a type. */
  private isTypeMark(): boolean {
    const place = this.tokens.place();
    this.tokens.next();
    const is = this.tokens.is("{") || this.tokens.is("*");
    this.tokens.goBack(place);
    return is;
  }

  private add(name: string, local: string, line: number, typeOnly: boolean, from: string | null = null): void {
    // Overloads declare the same name several times.
    const key = `${name}\n${from ?? ""}\n${name === "*" ? "" : typeOnly}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.exports.push({ name, local, from, typeOnly, line });
  }

  private all(at: number, typeOnly: boolean): void {
    const { tokens } = this;
    let name = "*";
    tokens.next();
    if (tokens.is("as")) {
      tokens.next();
      name = tokens.kind === "string" ? tokens.inside : tokens.value;
      tokens.next();
    }
    if (!tokens.is("from") || tokens.next() !== "string") return;
    this.add(name, "*", at, typeOnly, tokens.inside);
    this.imports.push({ name: "*", local: null, from: tokens.inside, how: "re-export", typeOnly, line: at });
  }

  private list(at: number, typeOnly: boolean): void {
    const { tokens } = this;
    const start = tokens.end;
    const names = readNames(tokens);
    if (!names) return;
    const end = tokens.place();
    tokens.next();
    const from = tokens.is("from") && tokens.next() === "string" ? tokens.inside : null;
    let line = start;
    for (const one of names) {
      line = Math.max(line, tokens.text.indexOf(one.name, line));
      const isType = typeOnly || one.typeOnly;
      // `local as name`, in the opposite order of an import.
      this.add(one.local, one.name, line, isType, from);
      line += one.name.length;
      if (from === null) continue;
      this.imports.push({ name: one.name, local: null, from, how: "re-export", typeOnly: isType, line: at });
    }
    if (from !== null && names.length === 0)
      this.imports.push({ name: "", local: null, from, how: "re-export", typeOnly, line: at });
    if (from === null) tokens.goBack(end);
  }

  private declaration(typeOnly: boolean): void {
    const { tokens } = this;
    const at = tokens.start;
    if (tokens.is("=")) return this.add("default", this.nextWord() ?? "default", at, false);
    if (tokens.is("default")) return this.defaultExport(at);
    if (tokens.is("import")) return this.importAlias();
    if (tokens.is("as")) return;
    this.skipDecorators();
    this.declared(typeOnly);
  }

  private nextWord(): string | null {
    return this.tokens.next() === "word" ? this.tokens.value : null;
  }

  private importAlias(): void {
    const { tokens } = this;
    tokens.next();
    const typeOnly = tokens.is("type");
    if (typeOnly) tokens.next();
    if (tokens.kind === "word") this.add(tokens.value, tokens.value, tokens.start, typeOnly);
  }

  private defaultExport(at: number): void {
    const { tokens } = this;
    tokens.next();
    this.skipDecorators();
    if (tokens.is("interface")) return this.add("default", this.nextWord() ?? "default", at, true);
    const first = tokens.kind === "word" ? tokens.value : null;
    if (first === "abstract" || first === "async") tokens.next();
    if (tokens.is("function") || tokens.is("class")) {
      tokens.next();
      if (tokens.is("*")) tokens.next();
      const isName = tokens.kind === "word" && !tokens.is("extends") && !tokens.is("implements");
      return this.add("default", isName ? tokens.value : "default", at, false);
    }
    const after = tokens.next();
    const isAlone = after === "end" || tokens.is(";") || (tokens.newline && !tokens.is(".") && !tokens.is("("));
    this.add("default", first !== null && isAlone ? first : "default", at, false);
  }

  private skipDecorators(): void {
    const { tokens } = this;
    const { depth } = tokens;
    for (let count = 0; tokens.is("@") && count < 50; count++) {
      tokens.next();
      tokens.next();
      while (tokens.is(".")) {
        tokens.next();
        tokens.next();
      }
      if (!tokens.is("(")) continue;
      while (!tokens.ended && tokens.depth > depth) tokens.next();
      tokens.next();
    }
  }

  private declared(typeOnly: boolean): void {
    const { tokens } = this;
    let isType = typeOnly;
    for (let count = 0; count < 9 && tokens.kind === "word"; count++) {
      if (declares.test(tokens.value)) {
        const isLet = !tokens.is("const");
        tokens.next();
        if (tokens.is("enum")) isType = true;
        else return this.declarators(isType, isLet);
      } else if (tokens.is("declare")) isType = true;
      else if (/^(?:type|interface|opaque)$/.test(tokens.value)) isType = true;
      else if (!/^(?:async|abstract|function|class|enum|namespace|module|component|hook)$/.test(tokens.value)) break;
      tokens.next();
      if (tokens.is("*")) tokens.next();
    }
    if (tokens.kind === "word") this.add(tokens.value, tokens.value, tokens.start, isType);
  }

  /** `a = 1, { b, c: [d] } = e`: only a comma at the statement's own level separates declarators. */
  private declarators(typeOnly: boolean, mayBeBare: boolean): void {
    const { tokens } = this;
    const { depth } = tokens;
    const patternDepth = tokens.is("{") || tokens.is("[") ? depth - 1 : depth;
    for (;;) {
      if (tokens.is("{") || tokens.is("[")) this.pattern(typeOnly);
      else if (tokens.kind === "word") {
        this.add(tokens.value, tokens.value, tokens.start, typeOnly);
        tokens.next();
      } else return;
      if (!this.toNextDeclarator(patternDepth, mayBeBare)) return;
    }
  }

  /** Adds every name that a pattern binds; ends after the pattern. */
  private pattern(typeOnly: boolean): void {
    const { tokens } = this;
    const outer = tokens.depth - 1;
    const open: boolean[] = [tokens.is("{")];
    let expectsName = true;
    for (tokens.next(); !tokens.ended && tokens.depth > outer; tokens.next()) {
      if (tokens.is("{") || tokens.is("[")) {
        open.push(tokens.is("{"));
        expectsName = true;
      } else if (tokens.is("}") || tokens.is("]")) open.pop();
      else if (tokens.is(",")) expectsName = true;
      else if (tokens.is("=")) this.skipDefault();
      else if (tokens.kind === "word" && expectsName) {
        const place = tokens.place();
        const [name, at] = [tokens.value, tokens.start];
        tokens.next();
        const isKey = open.at(-1) === true && tokens.is(":");
        if (!isKey) {
          tokens.goBack(place);
          this.add(name, name, at, typeOnly);
          expectsName = false;
        }
      }
    }
    tokens.next();
  }

  private skipDefault(): void {
    const { tokens } = this;
    const { depth } = tokens;
    for (;;) {
      const place = tokens.place();
      tokens.next();
      if (tokens.ended) return;
      if (tokens.depth < depth || (tokens.depth === depth && tokens.is(","))) return tokens.goBack(place);
    }
  }

  /** Whether another declarator follows; ends at its name. */
  private toNextDeclarator(depth: number, mayBeBare: boolean): boolean {
    const { tokens } = this;
    let angles = 0;
    let inType = tokens.is(":");
    let before = "";
    for (; !tokens.ended; before = lastOf(tokens), tokens.next()) {
      if (tokens.depth < depth || (tokens.depth === depth && tokens.is(";"))) return false;
      if (tokens.depth > depth) continue;
      // Another export starts: the text is broken, and must not be scanned to its end repeatedly.
      if (tokens.is("export") && !tokens.afterDot) return false;
      if (tokens.newline && before === "value" && this.beginsStatement()) return false;
      if (inType && tokens.is("=")) inType = false;
      const opensTypes = tokens.is("<") && (inType || angles > 0 || before !== "value" || this.typeArguments());
      if (opensTypes) angles++;
      else if (tokens.is(">") && angles > 0) angles--;
      else if (tokens.is(",") && angles === 0 && this.nextDeclares(mayBeBare)) return true;
    }
    return false;
  }

  /** Type arguments directly follow a name. */
  private typeArguments(): boolean {
    return !/\s/.test(this.tokens.text[this.tokens.start - 1] ?? " ");
  }

  private beginsStatement(): boolean {
    const { tokens } = this;
    if (tokens.kind === "word") return !continues.test(tokens.value);
    return tokens.kind === "value" || tokens.kind === "string" || tokens.is("{") || tokens.is("@");
  }

  private nextDeclares(mayBeBare: boolean): boolean {
    const { tokens } = this;
    const comma = tokens.place();
    tokens.next();
    if (tokens.is("{") || tokens.is("[")) return true;
    const name = tokens.place();
    if (tokens.kind === "word") {
      tokens.next();
      const declaresOne = tokens.is("=") || tokens.is(":") || tokens.is("!");
      const isBare = mayBeBare && (tokens.is(",") || tokens.is(";") || tokens.newline || tokens.ended);
      if (declaresOne || isBare) {
        tokens.goBack(name);
        return true;
      }
    }
    tokens.goBack(comma);
    return false;
  }
}

function lastOf(tokens: Tokens): "value" | "mark" {
  if (tokens.kind !== "mark") return "value";
  return tokens.is(")") || tokens.is("]") || tokens.is("}") ? "value" : "mark";
}
