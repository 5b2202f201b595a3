// Reads a PHP file's namespace, imports, types and names, and resolves each name to its full form.
import { oncePer } from "../once-per.ts";
import { dottedName, isSignToken, isWordToken, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";

type NameKind = "class" | "function" | "constant";

interface PhpImport {
  kind: NameKind;
  /** Without the leading `\`. */
  full: string;
  line: number;
}

/** A name in code: of a class, a function or a constant, as far as its place tells. */
export interface PhpName {
  written: string;
  line: number;
  /** The index of its first token, and of the first after it. */
  at: number;
  end: number;
  kind: NameKind;
  /** What it can mean, in the order in which PHP looks. */
  full: readonly string[];
}

export interface PhpType {
  /** Null for an anonymous class. */
  full: string | null;
  /** What it extends, implements and takes from traits. */
  parents: readonly string[];
  /** Whether a user of it can provide a member: traits and abstract classes. */
  isPartial: boolean;
  /** `name()` for methods, `$name` for properties, `name` for constants and cases. */
  members: ReadonlySet<string>;
  /** The indices of the tokens of its body. */
  start: number;
  end: number;
}

interface PhpNames {
  namespace: string;
  imports: readonly PhpImport[];
  names: readonly PhpName[];
  types: readonly PhpType[];
  functions: ReadonlySet<string>;
  constants: ReadonlySet<string>;
  /** Names that `class_alias` gives to a class. */
  aliases: ReadonlySet<string>;
  /** Names whose existence the file tests. */
  optional: ReadonlySet<string>;
}

const keywords = new Set(
  `abstract and array as break callable case catch clone const continue declare default do echo else elseif empty
   enddeclare endfor endforeach endif endswitch endwhile eval exit die extends final finally fn for foreach function
   global goto if implements include include_once instanceof insteadof isset list match namespace new or print private
   protected public readonly require require_once return static switch throw try unset use var while xor yield from
   self parent int float bool string void null true false never mixed iterable object`.split(/\s+/),
);
const tests = /^(?:class|interface|trait|enum|function)_exists$|^defined$|^is_callable$/;

export const phpNames = oncePer((file: CodeFile): PhpNames => new Reader(file.tokens).read());

interface OpenType {
  full: string | null;
  parents: string[];
  isPartial: boolean;
  members: Set<string>;
  start: number;
  depth: number;
}

class Reader {
  private readonly all: readonly CodeToken[];
  private namespace = "";
  private first: string | null = null;
  /** By kind and local name. */
  private readonly locals = new Map<string, string>();
  private readonly imports: PhpImport[] = [];
  private readonly names: PhpName[] = [];
  private readonly types: PhpType[] = [];
  private readonly functions = new Set<string>();
  private readonly constants = new Set<string>();
  private readonly aliases = new Set<string>();
  private readonly optional = new Set<string>();
  private readonly open: OpenType[] = [];
  /** A type whose body has not begun. */
  private header: { type: OpenType; parentheses: number; lists: boolean } | null = null;
  private depth = 0;
  private parentheses = 0;
  /** The depth of brackets in `#[…]`; 0 outside. */
  private attribute = 0;

  constructor(all: readonly CodeToken[]) {
    this.all = all;
  }

  read(): PhpNames {
    for (let at = 0; at < this.all.length; at++) {
      const token = this.all[at]!;
      if (token.kind === "sign") this.readSign(token.text, at);
      else if (token.kind === "word") at = this.readWord(token.text, at);
    }
    for (const type of this.open) this.close(type, this.all.length);
    const { imports, names, types, functions, constants, aliases, optional } = this;
    return { namespace: this.first ?? "", imports, names, types, functions, constants, aliases, optional };
  }

  private readSign(text: string, at: number): void {
    if (text === "{") {
      if (this.header && this.header.parentheses === this.parentheses) {
        this.open.push({ ...this.header.type, start: at, depth: this.depth });
        this.header = null;
      }
      this.depth++;
    } else if (text === "}") {
      this.depth = Math.max(0, this.depth - 1);
      const type = this.open.at(-1);
      if (type && type.depth >= this.depth) {
        this.open.pop();
        this.close(type, at);
      }
    } else if (text === "(") this.parentheses++;
    else if (text === ")") this.parentheses = Math.max(0, this.parentheses - 1);
    else if (text === "[" && (this.attribute > 0 || isSignToken(this.all[at - 1], "#"))) this.attribute++;
    else if (text === "]" && this.attribute > 0) this.attribute--;
  }

  private close({ full, parents, isPartial, members, start }: OpenType, end: number): void {
    this.types.push({ full, parents, isPartial, members, start, end });
  }

  /** Returns the index of the last token that was read. */
  private readWord(text: string, at: number): number {
    const [before, after] = [this.all[at - 1], this.all[at + 1]];
    if (isSignToken(before, "->", "::")) return at;
    const type = this.open.at(-1);
    const isMember = type !== undefined && this.depth === type.depth + 1;
    if (text.startsWith("$")) {
      // In parentheses only a promoted parameter is a property.
      if (isMember && (this.parentheses === 0 || this.isPromoted(at))) type.members.add(text);
      return at;
    }
    if (text === "namespace" && this.startsStatement(at)) return this.readNamespace(at);
    if (text === "use" && !isSignToken(before, ")") && type === undefined) return this.readImport(at);
    if (/^(?:class|interface|trait|enum)$/.test(text)) {
      if (this.readHeader(text, at)) return after?.kind === "word" && !keywords.has(after.text) ? at + 1 : at;
      if (text === "class") return at;
    }
    if (text === "extends" || text === "implements") {
      if (this.header) this.header.lists = true;
    } else if (text === "use" && isMember) return this.readTraits(at, type);
    else if (text === "function") return this.readFunction(at, isMember ? type : null);
    else if (text === "const") return this.readConstants(at, isMember ? type : null);
    else if (text === "case" && isMember && after?.kind === "word" && !isSignToken(this.all[at + 2], "::")) {
      type.members.add(after.text);
      return at + 1;
    }
    if (keywords.has(text.toLowerCase()) && !isSignToken(before, "\\")) return at;
    return this.readName(at);
  }

  private startsStatement(at: number): boolean {
    return at === 0 || isSignToken(this.all[at - 1], ";", "{", "}", ")", "<?") || this.first === null;
  }

  private isPromoted(at: number): boolean {
    for (let back = at - 1; back > Math.max(0, at - 12); back--) {
      if (isWordToken(this.all[back], "public", "private", "protected", "readonly")) return true;
      if (isSignToken(this.all[back], "(", ",", ")", "]")) return false;
    }
    return false;
  }

  private readNamespace(at: number): number {
    const { parts, end } = dottedName(this.all, at + 1, ["\\"]);
    if (!isSignToken(this.all[end], ";", "{")) return at;
    this.namespace = parts.join("\\");
    this.first ??= this.namespace;
    this.locals.clear();
    // The block of a namespace is no scope.
    if (isSignToken(this.all[end], "{")) this.depth = -1;
    return end - 1;
  }

  private readImport(start: number): number {
    let at = start + 1;
    let kind = this.importKind(at);
    if (kind !== "class") at++;
    let prefix = "";
    const outer = kind;
    for (; at < this.all.length && !isSignToken(this.all[at], ";"); at++) {
      const token = this.all[at]!;
      if (isSignToken(token, "{", ",")) {
        kind = outer === "class" ? this.importKind(at + 1) : outer;
        if (kind !== outer) at++;
        continue;
      }
      if (token.kind !== "word") continue;
      const { parts, end } = dottedName(this.all, at, ["\\"]);
      const full = prefix + parts.join("\\");
      at = end - 1;
      if (isSignToken(this.all[end], "\\")) {
        prefix = `${full}\\`;
        continue;
      }
      const isRenamed = isWordToken(this.all[end], "as") && this.all[end + 1] !== undefined;
      this.imports.push({ kind, full, line: token.line });
      this.locals.set(`${kind} ${isRenamed ? this.all[end + 1]!.text : parts.at(-1)}`, full);
      if (isRenamed) at = end + 1;
    }
    return at - 1;
  }

  private importKind(at: number): NameKind {
    const [word, next] = [this.all[at], this.all[at + 1]];
    if (next?.kind !== "word" && !isSignToken(next, "\\")) return "class";
    return isWordToken(word, "function") ? "function" : isWordToken(word, "const") ? "constant" : "class";
  }

  private readHeader(keyword: string, at: number): boolean {
    const [before, after] = [this.all[at - 1], this.all[at + 1]];
    const isAnonymous =
      keyword === "class" &&
      (isWordToken(before, "new", "readonly") || isSignToken(before, "]")) &&
      (isSignToken(after, "(", "{") || isWordToken(after, "extends", "implements"));
    const isNamed =
      after?.kind === "word" &&
      !isWordToken(after, "extends", "implements") &&
      (isSignToken(this.all[at + 2], "{", ":") || isWordToken(this.all[at + 2], "extends", "implements"));
    if (!isAnonymous && !isNamed) return false;
    this.header = {
      type: {
        full: isNamed ? this.inNamespace(after.text) : null,
        parents: [],
        isPartial: keyword === "trait" || keyword === "interface" || isWordToken(before, "abstract"),
        members: new Set(),
        start: at,
        depth: 0,
      },
      parentheses: this.parentheses,
      lists: false,
    };
    return true;
  }

  /** `use A, B { a as b; }` */
  private readTraits(at: number, type: OpenType): number {
    let last = at;
    while (!isSignToken(this.all[last + 1], ";", "{", "}") && last + 1 < this.all.length) {
      last++;
      if (this.all[last]!.kind !== "word") continue;
      last = this.readName(last);
      type.parents.push(...(this.names.at(-1)?.full ?? []));
    }
    if (!isSignToken(this.all[last + 1], "{")) return last;
    for (; last < this.all.length && !isSignToken(this.all[last], "}"); last++)
      if (isWordToken(this.all[last], "as") && isSignToken(this.all[last + 2], ";"))
        type.members.add(`${this.all[last + 1]!.text}()`);
    return last;
  }

  private readFunction(at: number, type: OpenType | null): number {
    const name = at + (isSignToken(this.all[at + 1], "&") ? 2 : 1);
    if (this.all[name]?.kind !== "word" || !isSignToken(this.all[name + 1], "(")) return at;
    const { text } = this.all[name];
    if (type) type.members.add(`${text}()`);
    else if (this.open.length === 0) this.functions.add(this.inNamespace(text));
    return name;
  }

  private readConstants(at: number, type: OpenType | null): number {
    let last = at;
    for (; last < this.all.length && !isSignToken(this.all[last], "="); last++);
    const name = this.all[last - 1];
    if (name?.kind !== "word" || last - at > 12) return at;
    if (type) type.members.add(name.text);
    else this.constants.add(this.inNamespace(name.text));
    // `const A = 1, B = 2`
    for (let next = last; next < this.all.length && !isSignToken(this.all[next], ";"); next++)
      if (isSignToken(this.all[next], ",") && isSignToken(this.all[next + 2], "=")) {
        const more = this.all[next + 1]!.text;
        if (type) type.members.add(more);
        else this.constants.add(this.inNamespace(more));
      }
    return last;
  }

  private readName(at: number): number {
    const { parts, end } = dottedName(this.all, at, ["\\"]);
    const [before, after] = [this.all[at - 1], this.all[end]];
    const isAbsolute = isSignToken(before, "\\");
    const ahead = isAbsolute ? this.all[at - 2] : before;
    // A named argument.
    if (parts.length === 1 && isSignToken(after, ":") && isSignToken(before, "(", ",")) return end - 1;
    const isCall =
      isSignToken(after, "(") && !isWordToken(ahead, "new") && !(this.attribute === 1 && isSignToken(ahead, "[", ","));
    const kind: NameKind = isCall ? "function" : isSignToken(after, "::") ? "class" : "constant";
    const written = (isAbsolute ? "\\" : "") + parts.join("\\");
    const asClass = isAbsolute ? [parts.join("\\")] : this.asClass(parts);
    const isClass = kind !== "function";
    if (isClass) this.names.push({ written, line: this.all[at]!.line, at, end, kind: "class", full: asClass });
    if (kind !== "class" && !isWordToken(ahead, "new", "extends", "implements", "instanceof"))
      this.names.push({
        written,
        line: this.all[at]!.line,
        at,
        end,
        kind,
        full: isAbsolute || parts.length > 1 ? asClass : this.asFunction(kind, parts[0]!),
      });
    if (isClass && this.header?.lists && this.parentheses === this.header.parentheses)
      this.header.type.parents.push(...asClass);
    if (isCall) this.readSpecialCall(written.replace("\\", ""), end);
    return end - 1;
  }

  /** `define("A", 1)`, `class_alias(A::class, "B")`, `class_exists(A::class)` */
  private readSpecialCall(name: string, open: number): void {
    const isTest = tests.test(name);
    if (name !== "define" && name !== "class_alias" && !isTest) return;
    const names: string[] = [];
    for (let at = open + 1; at < Math.min(this.all.length, open + 30) && !isSignToken(this.all[at], ")"); at++) {
      const token = this.all[at]!;
      if (token.kind === "string") names.push(token.text.slice(1, -1).replaceAll("\\\\", "\\").replace(/^\\/, ""));
      else if (token.kind === "word" && isSignToken(this.all[at - 1], "(", ",", "\\")) {
        const { parts, end } = dottedName(this.all, at, ["\\"]);
        if (isSignToken(this.all[end], "::") && isWordToken(this.all[end + 1], "class"))
          names.push(...(isSignToken(this.all[at - 1], "\\") ? [parts.join("\\")] : this.asClass(parts)));
        at = end - 1;
      }
    }
    if (isTest) for (const one of names) this.optional.add(one.split("::")[0]!);
    else if (name === "define" && names[0] !== undefined) this.constants.add(names[0]);
    else if (name === "class_alias" && names[1] !== undefined) this.aliases.add(names[1]);
  }

  private inNamespace(name: string): string {
    return this.namespace === "" ? name : `${this.namespace}\\${name}`;
  }

  private asClass(parts: readonly string[]): string[] {
    const local = this.locals.get(`class ${parts[0]}`);
    return [local === undefined ? this.inNamespace(parts.join("\\")) : [local, ...parts.slice(1)].join("\\")];
  }

  /** Functions and constants of the global namespace need no import. */
  private asFunction(kind: NameKind, name: string): string[] {
    const local = this.locals.get(`${kind} ${name}`);
    return local === undefined ? [...new Set([this.inNamespace(name), name])] : [local];
  }
}
