// Reads the imports, declarations, members and local names of a Go file from its tokens.
import { oncePer } from "../once-per.ts";
import { isSignToken, isWordToken, startsLine, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

interface GoImport {
  path: string;
  /** The local name; null if the package decides it. */
  local: string | null;
  line: number;
}

/** A local name, and where it is visible, by token. */
interface GoBinding {
  from: number;
  to: number;
  /** Its type as written, if that is certain: `Order`, `shop.Order`. */
  type: string | null;
}

export interface GoFile {
  package: string;
  imports: readonly GoImport[];
  /** Everything at the top level except methods. */
  declared: ReadonlySet<string>;
  /** Fields and methods by type. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types that get members from others: by embedding, or as an alias. */
  inheriting: ReadonlySet<string>;
  /** The tokens that declare a name, and imports. */
  declaring: ReadonlySet<number>;
  bindingAt(name: string, token: number): GoBinding | null;
  /** The bracket that encloses the token; -1 at the top level. */
  enclosing(token: number): number;
  /** The type of the literal that opens at the brace. */
  literalAt(brace: number): GoLiteral | null;
}

interface GoLiteral {
  type: string;
  /** A map, slice or array: its keys are values. */
  isKeyed: boolean;
}

export const goFile = oncePer(({ tokens }: CodeFile): GoFile => new GoReader(tokens));

const opening = ["(", "[", "{"];
const closing = [")", "]", "}"];
/** Words that no name is. */
const keywords = new Set(
  `break case chan const continue default defer else fallthrough for func go goto if import interface map package range
   return select struct switch type var`.split(/\s+/),
);

/** Types without fields. */
const plainType = /^(?:chan|func|map|string|bool|byte|rune|error|any|u?int\d*|float\d*)$/;

class GoReader implements GoFile {
  package = "";
  readonly imports: GoImport[] = [];
  readonly declared = new Set<string>();
  readonly members = new Map<string, Set<string>>();
  readonly inheriting = new Set<string>();
  readonly declaring = new Set<number>();
  private readonly all: readonly CodeToken[];
  /** The index of the partner of each bracket. */
  private readonly partner = new Map<number, number>();
  private readonly around: number[] = [];
  private readonly bindings = new Map<string, GoBinding[]>();

  constructor(tokens: readonly CodeToken[]) {
    this.all = tokens;
    this.matchBrackets();
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token.kind === "sign" && token.text === ":=") this.bindShort(at);
      if (token.kind !== "word") continue;
      const isTop = this.around[at] === -1;
      if (token.text === "package" && isTop && this.package === "") {
        this.package = tokens[at + 1]?.text ?? "";
        this.declaring.add(at + 1);
      } else if (token.text === "import" && isTop) at = this.readImports(at);
      else if (token.text === "func") this.readFunction(at, isTop);
      else if (isWordToken(token, "type", "var", "const") && !isSignToken(tokens[at - 1], ".")) this.readSpecs(at);
      else if (token.text === "struct" && isSignToken(tokens[at + 1], "{")) this.readStruct(at + 1, null);
      else if (token.text === "interface" && isSignToken(tokens[at + 1], "{")) this.readInterface(at + 1, null);
    }
  }

  bindingAt(name: string, token: number): GoBinding | null {
    let found: GoBinding | null = null;
    for (const one of this.bindings.get(name) ?? [])
      if (one.from <= token && token < one.to && one.from >= (found?.from ?? -1)) found = one;
    return found;
  }

  enclosing(token: number): number {
    return this.around[token] ?? -1;
  }

  literalAt(brace: number, depth = 0): GoLiteral | null {
    const { all } = this;
    if (isSignToken(all[brace - 1], "{", ",", ":")) {
      // The element of a list or map needs no type of its own.
      const outer = this.around[brace] ?? -1;
      const of = outer < 0 || depth > 8 || all[outer]!.text !== "{" ? null : this.literalAt(outer, depth + 1);
      return of?.isKeyed ? { type: of.type, isKeyed: false } : null;
    }
    let end = brace - 1;
    if (isSignToken(all[end], "]")) end = (this.partner.get(end) ?? 0) - 1;
    if (all[end]?.kind !== "word") return null;
    const isQualified = isSignToken(all[end - 1], ".") && all[end - 2]?.kind === "word";
    const start = isQualified ? end - 2 : end;
    const before = all[start - 1];
    const list = isSignToken(before, "*") ? all[start - 2] : before;
    return { type: this.text(start, end + 1), isKeyed: isSignToken(list, "]") };
  }

  private text(from: number, to: number): string {
    return this.all
      .slice(from, to)
      .map(({ text }) => text)
      .join("");
  }

  private matchBrackets(): void {
    const open: number[] = [];
    for (const [at, { kind, text }] of this.all.entries()) {
      if (kind === "sign" && closing.includes(text)) {
        const from = open.pop();
        if (from !== undefined) this.partner.set(at, from).set(from, at);
      }
      this.around.push(open.at(-1) ?? -1);
      if (kind === "sign" && opening.includes(text)) open.push(at);
    }
  }

  private end(bracket: number): number {
    return this.partner.get(bracket) ?? this.all.length;
  }

  private bind(name: string, from: number, to: number, type: string | null): void {
    if (name === "_") return;
    const known = this.bindings.get(name);
    if (known) known.push({ from, to, type });
    else this.bindings.set(name, [{ from, to, type }]);
  }

  private addMember(type: string, at: number): void {
    const known = this.members.get(type) ?? new Set();
    this.members.set(type, known.add(this.all[at]!.text));
  }

  private readImports(at: number): number {
    const { all } = this;
    const isGroup = isSignToken(all[at + 1], "(");
    const end = isGroup ? this.end(at + 1) : Math.min(all.length, at + 4);
    for (let next = at + 1; next < end; next++) {
      this.declaring.add(next);
      const token = all[next]!;
      if (token.kind !== "string") continue;
      const name = all[next - 1]!;
      const isNamed = (name.kind === "word" && next - 1 > at) || isSignToken(name, ".");
      this.imports.push({ path: token.text.slice(1, -1), local: isNamed ? name.text : null, line: token.line });
      if (!isGroup) return next;
    }
    return end;
  }

  /** A declaration, a literal or a type. */
  private readFunction(keyword: number, isTop: boolean): void {
    const { all } = this;
    let at = keyword + 1;
    const groups: number[] = [];
    if (isTop && isSignToken(all[at], "(") && all[this.end(at) + 1]?.kind === "word") {
      groups.push(at);
      const name = this.end(at) + 1;
      const type = this.receiverType(at);
      if (type !== null) this.addMember(type, name);
      this.declaring.add(name);
      at = name + 1;
    } else if (isTop && all[at]?.kind === "word") {
      this.declared.add(all[at]!.text);
      this.declaring.add(at);
      at++;
    }
    if (isSignToken(all[at], "[")) {
      groups.push(at);
      at = this.end(at) + 1;
    }
    if (!isSignToken(all[at], "(")) return;
    groups.push(at);
    at = this.end(at) + 1;
    if (isSignToken(all[at], "(") && all[at]!.line === all[at - 1]!.line) {
      groups.push(at);
      at = this.end(at) + 1;
    }
    const body = this.bodyAfter(at);
    const to = body === null ? at : this.end(body);
    for (const group of groups) this.readParameters(group, keyword, to);
  }

  private receiverType(group: number): string | null {
    for (let at = this.end(group) - 1; at > group; at--) {
      if (isSignToken(this.all[at], "]")) at = this.end(at);
      else if (this.all[at]?.kind === "word") return this.all[at]!.text;
    }
    return null;
  }

  /** The brace of the body, behind a result type. */
  private bodyAfter(from: number): number | null {
    const { all } = this;
    for (let at = from; at < all.length && all[at]!.line === all[Math.max(from - 1, 0)]!.line; at++) {
      if (isSignToken(all[at], "{")) {
        if (!isWordToken(all[at - 1], "interface", "struct")) return at;
        at = this.end(at);
      } else if (isSignToken(all[at], "(", "[")) at = this.end(at);
      else if (isSignToken(all[at], ")", ",", "=", ";", "}", ":=")) return null;
    }
    return null;
  }

  /** Either all parameters have names or none. */
  private readParameters(group: number, from: number, to: number): void {
    const { all } = this;
    const parts: { start: number; end: number }[] = [];
    let start = group + 1;
    for (let at = group + 1; at <= this.end(group) && at < all.length; at++) {
      if (isSignToken(all[at], ...opening)) at = this.end(at);
      else if (at === this.end(group) || isSignToken(all[at], ",")) {
        if (at > start) parts.push({ start, end: at });
        start = at + 1;
      }
    }
    const isName = (at: number) => all[at]?.kind === "word" && !keywords.has(all[at].text);
    const isNamed = ({ start: at, end }: { start: number; end: number }) => {
      const next = all[at + 1];
      if (!isName(at) || at + 1 >= end) return false;
      if (isSignToken(next, "[")) return isSignToken(all[at + 2], "]") || this.end(at + 1) + 1 < end;
      return !isSignToken(next, ".");
    };
    if (!parts.some(isNamed)) return;
    let type: string | null = null;
    for (const part of parts.toReversed()) {
      if (isNamed(part)) type = this.typeIn(part.start + 1, part.end);
      if (!isName(part.start)) continue;
      this.declaring.add(part.start);
      this.bind(all[part.start]!.text, from, to, type);
    }
  }

  /** `T`, `*T`, `pkg.T` or `*pkg.T`; null for what has other members. */
  private typeIn(from: number, to: number): string | null {
    const start = isSignToken(this.all[from], "*") ? from + 1 : from;
    const isPlain =
      this.all[start]?.kind === "word" &&
      !keywords.has(this.all[start].text) &&
      (to - start === 1 || (to - start === 3 && isSignToken(this.all[start + 1], ".")));
    return isPlain ? this.text(start, to) : null;
  }

  /** `a, b := …` */
  private bindShort(sign: number): void {
    const { all } = this;
    let at = sign - 1;
    const names: number[] = [];
    while (all[at]?.kind === "word") {
      names.push(at);
      if (!isSignToken(all[at - 1], ",")) break;
      at -= 2;
    }
    const type = names.length === 1 ? this.typeOfValue(sign + 1) : null;
    const block = this.around[sign] ?? -1;
    for (const name of names) {
      this.declaring.add(name);
      this.bind(all[name]!.text, this.endOfStatement(sign), block < 0 ? all.length : this.end(block), type);
    }
  }

  /** `T{`, `&pkg.T{` or `new(T)` */
  private typeOfValue(at: number): string | null {
    const { all } = this;
    if (isWordToken(all[at], "new") && isSignToken(all[at + 1], "(")) return this.typeIn(at + 2, this.end(at + 1));
    const start = isSignToken(all[at], "&") ? at + 1 : at;
    if (all[start]?.kind !== "word" || keywords.has(all[start].text)) return null;
    const end = isSignToken(all[start + 1], ".") ? start + 3 : start + 1;
    // Of `x := y {` a block, such as that of `switch x := y {`, has a line break behind its brace, but so has a literal.
    const isHeader = isWordToken(all[this.startOfLine(at)], "if", "for", "switch");
    const isWhole = isSignToken(all[end], "{") && !isHeader && !isSignToken(all[this.end(end) + 1], ".");
    return isWhole ? this.text(start, end) : null;
  }

  private startOfLine(at: number): number {
    let first = at;
    while (!startsLine(this.all, first)) first--;
    return first;
  }

  /** The first token of the next line that is not inside brackets of the statement. */
  private endOfStatement(from: number): number {
    const { all } = this;
    for (let at = from + 1; at < all.length; at++) {
      // A line that ends in an operator goes on.
      const isNext = startsLine(all, at) && (all[at - 1]!.kind !== "sign" || isSignToken(all[at - 1], ...closing));
      if (isNext || isSignToken(all[at], ";", "{")) {
        if (!isSignToken(all[at], "{") || !this.isLiteral(at)) return at;
      }
      if (isSignToken(all[at], ...opening)) at = this.end(at);
    }
    return all.length;
  }

  private isLiteral(brace: number): boolean {
    return (
      isSignToken(this.all[this.end(brace) + 1], ")", ",", ".", "[", "(") || this.literalAt(brace)?.isKeyed === true
    );
  }

  /** `var`, `const` and `type`, alone or as a group, at the top level or in a function. */
  private readSpecs(keyword: number): void {
    const { all } = this;
    if (!isSignToken(all[keyword + 1], "(")) {
      this.readSpec(keyword + 1, keyword);
      return;
    }
    const end = this.end(keyword + 1);
    for (let at = keyword + 2; at < end; at++) {
      if (startsLine(all, at) || at === keyword + 2 || isSignToken(all[at - 1], ";")) this.readSpec(at, keyword);
      if (isSignToken(all[at], ...opening)) at = this.end(at);
    }
  }

  private readSpec(start: number, keyword: number): void {
    const { all } = this;
    const isTop = this.around[keyword] === -1;
    const isType = isWordToken(all[keyword], "type");
    const names: number[] = [];
    let at = start;
    while (all[at]?.kind === "word" && !keywords.has(all[at]!.text)) {
      names.push(at);
      at++;
      if (isType || !isSignToken(all[at], ",")) break;
      at++;
    }
    const value = isType ? null : this.variableType(at);
    const block = this.around[keyword] ?? -1;
    for (const name of names) {
      this.declaring.add(name);
      if (isTop) this.declared.add(all[name]!.text);
      else this.bind(all[name]!.text, this.endOfStatement(start), block < 0 ? all.length : this.end(block), value);
    }
    const [name] = names;
    if (isType && name !== undefined) this.readType(all[name]!.text, at, isTop);
  }

  /** `T` of `var x T`, or of `var x = T{`. */
  private variableType(at: number): string | null {
    if (isSignToken(this.all[at], "=")) return this.typeOfValue(at + 1);
    let end = at;
    while (
      end < this.all.length &&
      this.all[end]!.line === this.all[at]!.line &&
      !isSignToken(this.all[end], "=", ";", ")")
    )
      end++;
    return this.typeIn(at, end);
  }

  private readType(name: string, from: number, isTop: boolean): void {
    const { all } = this;
    let at = from;
    // Type parameters, unless it is an array.
    if (isSignToken(all[at], "[") && all[at + 1]?.kind === "word" && all[this.end(at) + 1]?.line === all[at]!.line) {
      this.readParameters(at, at, this.end(this.end(at) + 2));
      at = this.end(at) + 1;
    }
    const owner = isTop ? name : null;
    if (isWordToken(all[at], "struct")) this.readStruct(at + 1, owner);
    else if (isWordToken(all[at], "interface")) this.readInterface(at + 1, owner);
    // `type A B` has the fields of `B`, and `type A = B` its methods too.
    else if (isTop && (isSignToken(all[at], "=") || (all[at]?.kind === "word" && !plainType.test(all[at]!.text))))
      this.inheriting.add(name);
  }

  private readStruct(brace: number, owner: string | null): void {
    const { all } = this;
    const end = this.end(brace);
    for (let at = brace + 1; at < end; at++) {
      const isFirst = startsLine(all, at) || at === brace + 1 || isSignToken(all[at - 1], ";");
      if (isFirst && all[at]!.kind !== "string") {
        const names: number[] = [];
        let next = at;
        while (all[next]?.kind === "word" && !keywords.has(all[next]!.text)) {
          names.push(next);
          if (!isSignToken(all[next + 1], ",")) break;
          next += 2;
        }
        const after = all[next + 1];
        const hasType =
          names.length > 0 &&
          next + 1 < end &&
          after!.line === all[next]!.line &&
          after!.kind !== "string" &&
          !isSignToken(after, ".", "}", ";") &&
          !(isSignToken(after, "[") && this.isTypeArgument(next + 1));
        if (hasType)
          for (const name of names) {
            this.declaring.add(name);
            if (owner !== null) this.addMember(owner, name);
          }
        else if (owner !== null) this.inheriting.add(owner);
      }
      if (isSignToken(all[at], ...opening)) at = this.end(at);
    }
  }

  /** `Base[K]` alone is embedded; `list [4]int` and `list []int` are fields. */
  private isTypeArgument(bracket: number): boolean {
    const after = this.all[this.end(bracket) + 1];
    return this.end(bracket) > bracket + 1 && after?.line !== this.all[bracket]!.line;
  }

  private readInterface(brace: number, owner: string | null): void {
    const { all } = this;
    const end = this.end(brace);
    for (let at = brace + 1; at < end; at++) {
      const isFirst = startsLine(all, at) || at === brace + 1 || isSignToken(all[at - 1], ";");
      if (isFirst && all[at]!.kind === "word" && isSignToken(all[at + 1], "(")) {
        this.declaring.add(at);
        if (owner !== null) this.addMember(owner, at);
        this.readParameters(at + 1, at, at);
        const results = this.end(at + 1) + 1;
        if (isSignToken(all[results], "(")) this.readParameters(results, at, at);
      } else if (isFirst && owner !== null) this.inheriting.add(owner);
      if (isSignToken(all[at], ...opening)) at = this.end(at);
    }
  }
}
