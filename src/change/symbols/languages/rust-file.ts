// Reads the items, modules, `use` trees, members and macros of a Rust file from its tokens.
import type { Declared, SymbolKind } from "../symbols.ts";
import { oncePer } from "../once-per.ts";
import { doubleQuoted, isSignToken, isWordToken, nestedComment, tokenizer, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

const rawStrings = ["", "#", "##", "###"].map((end) => `[bc]?r${end}"[^"]*(?:"(?!${end})[^"]*)*(?:"${end}|$)`);

export const rustTokens = tokenizer({
  comments: [String.raw`//[^\n]*`, nestedComment],
  strings: [
    ...rawStrings.slice(1),
    `[bc]?r"[^"]*(?:"|$)`,
    // Strings can have several lines.
    `[bc]?${doubleQuoted.replaceAll(String.raw`\n`, "").replace("(?=)|", "")}`,
    String.raw`b?'(?:\\(?:u\{[\da-fA-F_]{1,8}\}|x[\da-fA-F]{2}|[^\n])|[^'\\\n])'`,
    // A lifetime or label is no name.
    String.raw`'[A-Za-z_]\w*`,
  ],
});

/** One leaf of a `use` tree. */
interface RustUse {
  /** `crate`, `a`, `b`; without `*`. */
  path: readonly string[];
  /** The local name; null for a glob. */
  local: string | null;
  line: number;
}

interface RustItem {
  kind: SymbolKind;
  line: number;
  /** Of a module in a file of its own: the `#[path]`, or "" without one; null for everything else. */
  file: string | null;
  /** Whether a macro adds members that are not written here. */
  isDerived: boolean;
}

/** A module of a file: the file itself or one inside it. */
export interface RustModule {
  /** The names of the modules around it and its own, joined by `.`; "" for the file. */
  within: string;
  items: Map<string, RustItem>;
  uses: RustUse[];
  /** Words that macros at the level of items contain: they may declare anything of that name. */
  generated: Set<string>;
}

export interface RustFile {
  modules: ReadonlyMap<string, RustModule>;
  declared: readonly Declared[];
  /** Names behind a type or trait, by its full name in the file: variants, fields, associated items. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in `members` that a trait or the implementation of a trait has. */
  ofTraits: ReadonlySet<string>;
  macros: ReadonlySet<string>;
  /** The tokens that declare something, and those of `use` trees. */
  declaring: ReadonlySet<number>;
  /** The module of a token. */
  moduleAt(token: number): string;
  /** The type whose `impl` or `trait` block has the token. */
  ownerAt(token: number): string | null;
  /** The bracket that encloses the token; -1 at the top level. */
  enclosing(token: number): number;
}

export const rustFile = oncePer(({ tokens }: CodeFile): RustFile => new RustReader(tokens));

const itemKinds: Readonly<Record<string, SymbolKind>> = {
  fn: "function",
  struct: "class",
  union: "class",
  enum: "type",
  trait: "type",
  type: "type",
  const: "constant",
  static: "variable",
};

/** Deeper nesting is not read. */
const deepest = 30;

interface Span {
  from: number;
  to: number;
  name: string;
}

class RustReader implements RustFile {
  readonly modules = new Map<string, RustModule>();
  readonly declared: Declared[] = [];
  readonly members = new Map<string, Set<string>>();
  readonly ofTraits = new Set<string>();
  readonly macros = new Set<string>();
  readonly declaring = new Set<number>();
  private readonly all: readonly CodeToken[];
  private readonly partner = new Map<number, number>();
  private readonly around: number[] = [];
  private readonly moduleSpans: Span[] = [];
  private readonly ownerSpans: Span[] = [];

  constructor(tokens: readonly CodeToken[]) {
    this.all = tokens;
    const open: number[] = [];
    for (const [at, { kind, text }] of tokens.entries()) {
      const isSign = kind === "sign";
      if (isSign && (text === ")" || text === "]" || text === "}")) {
        const from = open.pop();
        if (from !== undefined) this.partner.set(at, from).set(from, at);
      }
      this.around.push(open.at(-1) ?? -1);
      if (isSign && (text === "(" || text === "[" || text === "{")) open.push(at);
    }
    this.readItems(0, tokens.length, this.module(""), 0);
  }

  moduleAt(token: number): string {
    return this.moduleSpans.findLast(({ from, to }) => from < token && token < to)?.name ?? "";
  }

  ownerAt(token: number): string | null {
    return this.ownerSpans.findLast(({ from, to }) => from < token && token < to)?.name ?? null;
  }

  enclosing(token: number): number {
    return this.around[token] ?? -1;
  }

  private module(within: string): RustModule {
    const known = this.modules.get(within) ?? { within, items: new Map(), uses: [], generated: new Set() };
    this.modules.set(within, known);
    return known;
  }

  private end(bracket: number): number {
    return this.partner.get(bracket) ?? this.all.length;
  }

  /** The end of an item that opens no block before: behind `;` or its block. */
  private endOfItem(from: number, to: number): { body: number | null; end: number } {
    for (let at = from; at < to; at++) {
      if (isSignToken(this.all[at], ";")) return { body: null, end: at };
      if (isSignToken(this.all[at], "{")) return { body: at, end: this.end(at) };
      if (isSignToken(this.all[at], "(", "[")) at = this.end(at);
    }
    return { body: null, end: to };
  }

  private addDeclared(name: number, kind: SymbolKind, within: string, end: number, exported: boolean): void {
    const { text, line } = this.all[name]!;
    this.declaring.add(name);
    const last = this.all[Math.min(end, this.all.length - 1)]!.line;
    this.declared.push({
      name: text,
      kind,
      line,
      start: line,
      end: last,
      exported,
      within: within === "" ? null : within,
      signature: text,
    });
  }

  private addMember(type: string, name: string): void {
    this.members.set(type, (this.members.get(type) ?? new Set()).add(name));
  }

  /** Returns where items stand. */
  private readItems(from: number, to: number, module: RustModule, depth: number): { from: number; to: number }[] {
    const { all } = this;
    const items: { from: number; to: number }[] = [];
    let attributes: string[] = [];
    let isPublic = false;
    if (depth > deepest) return items;
    for (let at = from; at < to; at++) {
      const token = all[at]!;
      if (isSignToken(token, "#")) {
        const open = isSignToken(all[at + 1], "!") ? at + 2 : at + 1;
        if (isSignToken(all[open], "[")) {
          attributes.push(this.text(open + 1, this.end(open)));
          at = this.end(open);
        }
        continue;
      }
      if (token.kind !== "word") continue;
      const next = all[at + 1];
      if (token.text === "pub") {
        isPublic = true;
        if (isSignToken(next, "(")) at = this.end(at + 1);
        continue;
      }
      if (
        isWordToken(token, "unsafe", "async", "default", "safe", "auto") ||
        (token.text === "const" && isWordToken(next, "fn", "unsafe", "async", "extern"))
      )
        continue;
      const end = this.readItem(at, to, module, { attributes, isPublic, depth });
      if (end > at) items.push({ from: at, to: end });
      at = end;
      attributes = [];
      isPublic = false;
    }
    return items;
  }

  private text(from: number, to: number): string {
    return this.all
      .slice(from, Math.min(to, from + 60))
      .map(({ text }) => text)
      .join(" ");
  }

  /** Returns the last token of the item. */
  private readItem(
    at: number,
    to: number,
    module: RustModule,
    of: { attributes: readonly string[]; isPublic: boolean; depth: number },
  ): number {
    const { all } = this;
    const [token, next] = [all[at]!, all[at + 1]];
    const { isPublic, attributes, depth } = of;
    if (token.text === "use") {
      const end = this.readUse(at + 1, [], module);
      for (let each = at; each < end; each++) this.declaring.add(each);
      return end;
    }
    if (token.text === "extern") {
      if (isWordToken(next, "crate")) {
        const name = all[at + 2]?.text ?? "";
        const local = isWordToken(all[at + 3], "as") ? (all[at + 4]?.text ?? name) : name;
        if (name !== "self") module.uses.push({ path: ["::", name], local, line: token.line });
        return this.endOfItem(at, to).end;
      }
      const open = next?.kind === "string" ? at + 2 : at + 1;
      if (!isSignToken(all[open], "{")) return open - 1;
      this.readItems(open + 1, this.end(open), module, depth + 1);
      return this.end(open);
    }
    if (token.text === "mod" && next?.kind === "word") {
      const { body, end } = this.endOfItem(at, to);
      const within = join(module.within, next.text);
      const path = attributes.map((one) => /^path = "(.*)"$/.exec(one)?.[1]).find((one) => one !== undefined);
      this.addDeclared(at + 1, "module", module.within, end, isPublic);
      const known = module.items.get(next.text);
      // With `#[cfg]`, one name can have several files.
      if (known?.file !== "")
        module.items.set(next.text, {
          kind: "module",
          line: next.line,
          file: body === null ? (path ?? "") : null,
          isDerived: false,
        });
      if (body !== null) {
        this.moduleSpans.push({ from: body, to: end, name: within });
        this.readItems(body + 1, end, this.module(within), depth + 1);
      }
      return end;
    }
    if (token.text === "impl") return this.readImplementation(at, to, module);
    if (token.text === "macro_rules" && isSignToken(next, "!") && all[at + 2]?.kind === "word") {
      const { end } = this.endOfBrackets(at + 3);
      this.macros.add(all[at + 2]!.text);
      this.addDeclared(at + 2, "macro", module.within, end, isPublic);
      module.items.set(all[at + 2]!.text, { kind: "macro", line: token.line, file: null, isDerived: false });
      return end;
    }
    const kind = Object.hasOwn(itemKinds, token.text) ? itemKinds[token.text] : undefined;
    const name = kind && isWordToken(next, "mut", "ref") ? at + 2 : at + 1;
    if (kind && all[name]?.kind === "word") return this.readNamed(name, to, kind, module, of);
    return this.readMacroCall(at, module, depth);
  }

  private endOfBrackets(from: number): { body: number | null; end: number } {
    return isSignToken(this.all[from], "{", "(", "[") ? { body: from, end: this.end(from) } : { body: null, end: from };
  }

  private readNamed(
    name: number,
    to: number,
    kind: SymbolKind,
    module: RustModule,
    { attributes, isPublic }: { attributes: readonly string[]; isPublic: boolean },
  ): number {
    const { all } = this;
    const keyword = all[name - 1]!.text;
    // The value of a constant can contain blocks.
    const isValue = kind === "constant" || kind === "variable" || keyword === "type";
    let { body, end } = this.endOfItem(name, to);
    if (isValue) while (body !== null && end + 1 < to) ({ body, end } = this.endOfItem(end + 1, to));
    const { text, line } = all[name]!;
    if (text !== "_") {
      this.addDeclared(name, kind, module.within, end, isPublic);
      const isDerived = attributes.some((one) => !isPlainAttribute(one)) || keyword === "type";
      module.items.set(text, { kind, line, file: null, isDerived });
    }
    const full = join(module.within, text);
    if (body === null) return end;
    if (keyword === "struct" || keyword === "union") this.readFields(body, full);
    else if (keyword === "enum") this.readVariants(body, full);
    else if (keyword === "trait") this.readAssociated(body, full, true, true);
    return end;
  }

  private *parts(open: number): Generator<number> {
    const end = this.end(open);
    let isFirst = true;
    let angle = 0;
    for (let at = open + 1; at < end; at++) {
      const token = this.all[at];
      if (isSignToken(token, "#") && isSignToken(this.all[at + 1], "[")) at = this.end(at + 1);
      else if (isFirst && token!.kind === "word" && !isWordToken(token, "pub")) {
        isFirst = false;
        yield at;
      } else if (isSignToken(token, ",") && angle <= 0) {
        isFirst = true;
        angle = 0;
      } else if (isSignToken(token, "<")) angle++;
      else if (isSignToken(token, ">")) angle--;
      else if (isSignToken(token, "(", "[", "{")) at = this.end(at);
    }
  }

  private readFields(open: number, type: string): void {
    for (const at of this.parts(open)) {
      if (!isSignToken(this.all[at + 1], ":")) continue;
      this.addDeclared(at, "field", type, at, true);
      this.addMember(type, this.all[at]!.text);
    }
  }

  private readVariants(open: number, type: string): void {
    for (const at of this.parts(open)) {
      this.addDeclared(at, "enum-member", type, at, true);
      this.addMember(type, this.all[at]!.text);
      if (!isSignToken(this.all[at + 1], "{")) continue;
      for (const field of this.parts(at + 1)) this.declaring.add(field);
    }
  }

  /** `impl<T> Type<T> {` or `impl Trait for Type {` */
  private readImplementation(at: number, to: number, module: RustModule): number {
    const { all } = this;
    const { body, end } = this.endOfItem(at, to);
    if (body === null) return end;
    let angle = 0;
    let isTrait = false;
    let type: string | null = null;
    for (let each = at + 1; each < body; each++) {
      const token = all[each]!;
      if (isSignToken(token, "<")) angle++;
      else if (isSignToken(token, ">")) angle--;
      else if (angle > 0) continue;
      else if (isWordToken(token, "for") && !isSignToken(all[each + 1], "<")) {
        isTrait = true;
        type = null;
      } else if (isWordToken(token, "where")) break;
      else if (token.kind === "word" && !isWordToken(token, "dyn", "mut", "const", "unsafe")) type = token.text;
      else if (isSignToken(token, "(", "[")) each = this.end(each);
    }
    if (type === null) return end;
    this.ownerSpans.push({ from: body, to: end, name: type });
    this.readAssociated(body, join(module.within, type), isTrait, !isTrait);
    return end;
  }

  private readAssociated(open: number, type: string, isTrait: boolean, isDeclared: boolean, depth = 0): void {
    const { all } = this;
    if (depth > deepest) return;
    const end = this.end(open);
    let isPublic = isTrait;
    for (let at = open + 1; at < end; at++) {
      const token = all[at]!;
      if (isSignToken(token, "#") && isSignToken(all[at + 1], "[")) at = this.end(at + 1);
      else if (isWordToken(token, "pub")) {
        isPublic = true;
        if (isSignToken(all[at + 1], "(")) at = this.end(at + 1);
      } else if (
        isWordToken(token, "fn", "const", "type") &&
        all[at + 1]?.kind === "word" &&
        !isWordToken(all[at + 1], "fn", "unsafe", "async", "extern")
      ) {
        const kind = token.text === "fn" ? "method" : token.text === "const" ? "constant" : "type";
        const item = this.endOfItem(at, end);
        this.declaring.add(at + 1);
        this.addMember(type, all[at + 1]!.text);
        if (isTrait) this.ofTraits.add(all[at + 1]!.text);
        if (isDeclared) this.addDeclared(at + 1, kind, type, item.end, isPublic);
        at = item.end;
        isPublic = isTrait;
      } else if (token.kind === "word" && isSignToken(all[at + 1], "!")) {
        const call = this.endOfBrackets(at + 2);
        // A macro can make any member of what it is given.
        for (const word of all.slice(at + 2, call.end)) if (word.kind === "word") this.addMember(type, word.text);
        if (call.body !== null && isSignToken(all[call.body], "{"))
          this.readAssociated(call.body, type, isTrait, isDeclared, depth + 1);
        at = call.end;
      }
    }
  }

  /** `cfg_rt! { mod a; }`: items in a macro count as items, and any other word may be one. */
  private readMacroCall(at: number, module: RustModule, depth: number): number {
    const { all } = this;
    let name = at;
    while (isSignToken(all[name + 1], "::") && all[name + 2]?.kind === "word") name += 2;
    if (!isSignToken(all[name + 1], "!")) return at;
    const open = all[name + 2]?.kind === "word" ? name + 3 : name + 2;
    const { body, end } = this.endOfBrackets(open);
    if (body === null) return name + 1;
    const items = this.readItems(body + 1, end, module, depth + 1);
    let item = 0;
    for (let word = open - 1; word < end; word++) {
      while (item < items.length && items[item]!.to < word) item++;
      const isOutside = item === items.length || word < items[item]!.from;
      if (isOutside && all[word]!.kind === "word") module.generated.add(all[word]!.text);
    }
    return end;
  }

  /** Returns the index of the `;`. */
  private readUse(from: number, prefix: readonly string[], module: RustModule, depth = 0): number {
    const { all } = this;
    if (depth > deepest) return this.end(this.enclosing(from));
    const path = [...prefix];
    let at = from;
    if (isSignToken(all[at], "::")) {
      path.push("::");
      at++;
    }
    for (; at < all.length; at++) {
      const token = all[at]!;
      if (isSignToken(token, "{")) {
        for (let part = at + 1; part < this.end(at);) {
          const end = this.readUse(part, path, module, depth + 1);
          part = Math.max(end, part) + 1;
        }
        return this.end(at) + (isSignToken(all[this.end(at) + 1], ",", ";") ? 1 : 0);
      }
      if (isSignToken(token, "*")) {
        module.uses.push({ path, local: null, line: token.line });
        return at + 1;
      }
      if (token.kind !== "word") return at;
      if (token.text !== "self" || path.length === 0) path.push(token.text);
      if (isSignToken(all[at + 1], "::")) {
        at++;
        continue;
      }
      const isRenamed = isWordToken(all[at + 1], "as") && all[at + 2] !== undefined;
      const local = isRenamed ? all[at + 2]!.text : path.at(-1)!;
      module.uses.push({ path, local, line: token.line });
      return at + (isRenamed ? 3 : 1);
    }
    return at;
  }
}

const knownAttributes = new Set(
  `allow cfg cfg_attr cold deny deprecated derive doc error expect from ignore inline link macro_export macro_use must_use
   no_mangle non_exhaustive path repr rustfmt serde should_panic source target_feature test track_caller transparent warn`.split(
    /\s+/,
  ),
);
const knownDerives = new Set(
  `Clone Copy Debug Default Deserialize Eq Error Hash Ord PartialEq PartialOrd Serialize clone cmp core default derive fmt
   hash marker std`.split(/\s+/),
);

/** Whether an attribute adds nothing that other code names. */
function isPlainAttribute(text: string): boolean {
  const words = text.match(/\w+/g) ?? [];
  return (
    knownAttributes.has(words[0] ?? "") && (words[0] !== "derive" || words.every((word) => knownDerives.has(word)))
  );
}

function join(within: string, name: string): string {
  return within === "" ? name : `${within}.${name}`;
}
