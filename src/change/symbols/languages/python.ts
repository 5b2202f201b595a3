// Follows references in Python: imports of modules and names, names qualified by a module or class, and star imports.
import type { Tree } from "../../change.ts";
import { fileName, folderOf } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import {
  dottedName,
  doubleQuoted,
  isSignToken,
  isWordToken,
  singleQuoted,
  startsLine,
  tokenizer,
  tripleQuoted,
} from "./code-tokens.ts";
import type { CodeToken } from "./code-tokens.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { isPython, moduleName, pythonModules, type PythonModules } from "./python-modules.ts";

interface PythonImport {
  /** As written: `a.b`, `..a`. */
  module: string;
  /** The name after `import`; null for `import a.b`, `*` for all names. */
  name: string | null;
  /** The local name; null for a star import. */
  local: string | null;
  line: number;
  /** The index of the first token after it. */
  end: number;
}

/** What older versions of Python lack, so that files declared it themselves. */
const newerBuiltIns = new Set(
  `FileNotFoundError FileExistsError PermissionError ConnectionError TimeoutError NotADirectoryError IsADirectoryError
   BrokenPipeError BlockingIOError RecursionError ModuleNotFoundError ExceptionGroup BaseExceptionGroup
   aiter anext breakpoint`.split(/\s+/),
);
/** One word can be a member of any library's types. */
const severalWords = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

const prefix = "[rRbBuUfFtT]{0,2}";

const readTokens = tokenizer({
  comments: ["#[^\\n]*"],
  strings: [
    prefix + tripleQuoted,
    prefix + tripleQuoted.replaceAll('"', "'"),
    prefix + doubleQuoted,
    prefix + singleQuoted,
  ],
  holes: { in: /^[rRbBuU]?[fFtT]/, code: /(?<!\{)\{([^{}"']{1,400})\}/g },
});

/** A decorator's name is a name like others. */
function tokens(text: string): CodeToken[] {
  return readTokens(text).flatMap((token) =>
    token.kind === "word" && token.text.startsWith("@")
      ? [
          { ...token, kind: "sign", text: "@" },
          { ...token, text: token.text.slice(1), at: token.at + 1 },
        ]
      : [token],
  );
}

export const python: ReferenceLanguage = {
  name: "Python",
  importsFiles: true,
  holds: isPython,
  tokens,
  homeOf: ({ path }) => path,
  searchTerms({ path, name, within }) {
    const module = moduleName(path);
    if (name !== "*") return [[name], [`${within?.split(".").at(-1) ?? module}.${name}`, `import ${name}`]];
    const inside = fileName(folderOf(path.replace(/\/__init__\.pyi?$/, "")));
    return [
      [module],
      [`.${module}`, `import ${module}`, `from ${module}`],
      [`${inside}.${module}`, ` .${module}`, `..${module}`, `import ${module}`, `, ${module}`],
    ];
  },
  declares(file, target) {
    if (target.name === "*" || target.within !== null) return false;
    if (newerBuiltIns.has(target.name)) return true;
    const { imports } = readImports(file);
    return (
      imports.some(({ local, name }) => local === target.name || name === "*") ||
      file.tokens.some(
        (token, at) =>
          isDynamic(file, at) ||
          // A loop, a `with` or a tuple can bind it too.
          (token.text === target.name && column(file, token) === 0 && isSignToken(file.tokens[at + 1], "=", ":", ",")),
      )
    );
  },
  declaresMember({ tokens: all }, name) {
    return all.some((token, at) => {
      if (token.kind === "string") return token.text.slice(1, -1) === name;
      if (token.text !== name) return false;
      if (isWordToken(all[at - 1], "def", "class")) return true;
      return isSignToken(all[at + 1], "=") && (isSignToken(all[at - 1], ".") || startsLine(all, at));
    });
  },
  async references(file, targets, tree) {
    const modules = pythonModules(await tree.paths());
    return new PythonReferences(file, modules).to(targets);
  },
  async stillResolves({ how, target, written, line }, file, tree) {
    const modules = pythonModules(await tree.paths());
    if (target.within !== null) return await mayInherit(target, tree, modules);
    if (how !== "import" || target.name !== "*") return false;
    if (modules.resolve(written, file.path) !== null) return true;
    // `import a.b` and `from a.b import c` need the module itself.
    const isModule = readImports(file).imports.some((one) => one.line === line && one.module === written);
    if (!isModule && (await hasName(written, file, tree, modules))) return true;
    // A folder of that name is a namespace package; it has modules but no names.
    return modules.exists(written, file.path);
  },
};

/** Whether the package of `from a import b` provides the name without a module of that name. */
async function hasName(written: string, file: CodeFile, tree: Tree, modules: PythonModules): Promise<boolean> {
  const dot = written.lastIndexOf(".");
  const [parent, name] = [written.slice(0, dot) || ".".repeat(dot + 1), written.slice(dot + 1)];
  const container = /^\.+$/.test(written)
    ? null
    : modules.resolve(written.startsWith(".") && dot === 0 ? "." : parent, file.path);
  const own = container === null ? null : await readFile(container, tree);
  if (own === null) return false;
  const { imports, inside } = readImports(own);
  if (imports.some((one) => (one.local === name || one.name === "*") && leadsSomewhere(one, own, modules))) return true;
  return own.tokens.some(
    (token, at) =>
      isDynamic(own, at) ||
      (token.text === name && token.kind === "word" && !inside.has(at) && !isSignToken(own.tokens[at - 1], ".")),
  );
}

/** Bases without members that a class could lose unnoticed. */
const plainBases = new Set(
  "object ABC Generic Protocol NamedTuple TypedDict Exception Enum IntEnum StrEnum Flag IntFlag TextChoices".split(" "),
);
const mostBases = 20;

/** Whether a class that the target's class inherits from provides the member, or is not in the repository. */
async function mayInherit(target: ReferenceTarget, tree: Tree, modules: PythonModules): Promise<boolean> {
  const waiting = [{ path: target.path, name: target.within!.split(".").at(-1)! }];
  for (let asked = 0; asked < waiting.length; asked++) {
    const { path, name } = waiting[asked]!;
    const file = await readFile(path, tree);
    const span = file && spanOfClass(file, name);
    // Of a nested class, or one that is made in another way, nothing is known.
    if (!file || !span || asked === mostBases) return asked > 0;
    if (declaresIn(file, span, target.name)) return true;
    for (const base of basesOf(file.tokens, span.start)) {
      const found = baseClass(base, file, modules);
      if (found === null) return true;
      if (found !== "plain") waiting.push(found);
    }
  }
  return false;
}

async function readFile(path: string, tree: Tree): Promise<CodeFile | null> {
  const bytes = await tree.read(path);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  return { path, text, tokens: tokens(text) };
}

/** `class A(B, c.D[T], metaclass=E)`: `B` and `c.D`. */
function basesOf(all: readonly CodeToken[], name: number): string[][] {
  const bases: string[][] = [];
  if (!isSignToken(all[name + 1], "(")) return bases;
  let depth = 0;
  for (let at = name + 1; at < all.length; at++) {
    if (isSignToken(all[at], "(", "[", "{")) depth++;
    else if (isSignToken(all[at], ")", "]", "}") && --depth === 0) return bases;
    const isFirst = depth === 1 && isSignToken(all[at], "(", ",") && all[at + 1]?.kind === "word";
    if (isFirst && !isSignToken(all[at + 2], "=")) bases.push([...dottedName(all, at + 1).parts]);
  }
  return bases;
}

/** Null if the base is not a class of the repository that can be read. */
function baseClass(
  base: readonly string[],
  file: CodeFile,
  modules: PythonModules,
): { path: string; name: string } | "plain" | null {
  const name = base.at(-1)!;
  if (plainBases.has(name)) return "plain";
  if (base.length === 1 && spanOfClass(file, name) !== null) return { path: file.path, name };
  for (const one of readImports(file).imports) {
    const isNamed = base.length === 1 && one.local === name && one.name !== null && one.name !== "*";
    const isQualified = base.length > 1 && one.local === base[0];
    if (!isNamed && !isQualified) continue;
    const whole = one.name === null ? one.module : `${one.module}${one.module.endsWith(".") ? "" : "."}${one.name}`;
    const path = modules.resolve(isNamed ? one.module : whole, file.path);
    return path === null ? null : { path, name: isNamed ? one.name! : name };
  }
  return null;
}

function declaresIn({ tokens: all }: CodeFile, span: { start: number; end: number }, name: string): boolean {
  for (let at = span.start; at < span.end; at++) {
    if (all[at]!.text !== name) continue;
    if (isWordToken(all[at - 1], "def", "class")) return true;
    if (isSignToken(all[at + 1], "=", ":") && (startsLine(all, at) || isSignToken(all[at - 1], "."))) return true;
    if (isWordToken(all[at - 2], "self") && isInAssignedTuple(all, at)) return true;
  }
  return false;
}

/** `self.a, self.b = pair` */
function isInAssignedTuple(all: readonly CodeToken[], name: number): boolean {
  if (!isSignToken(all[name + 1], ",")) return false;
  for (let at = name + 1; all[at]?.line === all[name]!.line; at++) {
    if (isSignToken(all[at], "=")) return true;
    if (!isSignToken(all[at], ",", ".") && all[at]!.kind !== "word") return false;
  }
  return false;
}

/** Whether an import of the repository's own modules still finds one. */
function leadsSomewhere({ module, name }: PythonImport, file: CodeFile, modules: PythonModules): boolean {
  if (!module.startsWith(".")) return true;
  if (name !== null && /^\.+$/.test(module)) return modules.resolve(`${module}${name}`, file.path) !== null;
  return modules.resolve(module, file.path) !== null;
}

/** Whether names of the module are made while it runs. */
function isDynamic(file: CodeFile, at: number): boolean {
  const { tokens: all } = file;
  const token = all[at];
  if (isWordToken(token, "__getattr__")) return isWordToken(all[at - 1], "def") && column(file, all[at - 1]!) === 0;
  if (isWordToken(token, "globals", "vars")) return isSignToken(all[at + 2], ")") && isSignToken(all[at + 3], "[", ".");
  return isWordToken(token, "setattr") && isWordToken(all[at + 2], "sys", "module", "mod", "globals");
}

function column({ text }: CodeFile, { at }: CodeToken): number {
  return at - text.lastIndexOf("\n", at - 1) - 1;
}

interface ReadImports {
  imports: PythonImport[];
  /** The tokens that belong to import statements. */
  inside: ReadonlySet<number>;
}

const readImports = oncePer((file: CodeFile): ReadImports => {
  const imports: PythonImport[] = [];
  const inside = new Set<number>();
  for (let at = 0; at < file.tokens.length; at++) {
    const first = startsLine(file.tokens, at) || isSignToken(file.tokens[at - 1], ";", ":");
    if (!first || !isWordToken(file.tokens[at], "import", "from")) continue;
    const end = isWordToken(file.tokens[at], "import")
      ? readPlainImport(file.tokens, at, imports)
      : readFromImport(file.tokens, at, imports);
    for (let token = at; token < end; token++) inside.add(token);
    if (end > at) at = end - 1;
  }
  return { imports, inside };
});

/** `import a.b, c as d` */
function readPlainImport(all: readonly CodeToken[], start: number, imports: PythonImport[]): number {
  let at = start + 1;
  for (;;) {
    const { parts, end } = dottedName(all, at);
    if (parts.length === 0) return at;
    at = end;
    const line = all[end - 1]!.line;
    let local = parts[0]!;
    if (isWordToken(all[at], "as") && all[at + 1]) {
      local = all[at + 1]!.text;
      at += 2;
    }
    imports.push({ module: parts.join("."), name: null, local, line, end: at });
    if (!isSignToken(all[at], ",")) return at;
    at++;
  }
}

/** `from ..a import (b, c as d)` */
function readFromImport(all: readonly CodeToken[], start: number, imports: PythonImport[]): number {
  let at = start + 1;
  let module = "";
  for (; isSignToken(all[at], ".", "...", ".."); at++) module += all[at]!.text;
  if (!isWordToken(all[at], "import")) {
    const { parts, end } = dottedName(all, at);
    module += parts.join(".");
    at = end;
  }
  if (module === "" || !isWordToken(all[at], "import")) return start;
  at++;
  const inParentheses = isSignToken(all[at], "(");
  if (inParentheses) at++;
  if (isSignToken(all[at], "*")) {
    imports.push({ module, name: "*", local: null, line: all[at]!.line, end: at + 1 });
    return at + 1;
  }
  while (all[at]?.kind === "word" || isSignToken(all[at], ",", "\\")) {
    const token = all[at]!;
    at++;
    if (token.kind !== "word") continue;
    const isRenamed = isWordToken(all[at], "as") && all[at + 1] !== undefined;
    const local = isRenamed ? all[at + 1]!.text : token.text;
    if (isRenamed) at += 2;
    imports.push({ module, name: token.text, local, line: token.line, end: at });
    // Without parentheses the statement ends with its line.
    if (!inParentheses && !isSignToken(all[at], ",")) break;
  }
  return at;
}

/** What a local name stands for: a module's file, or a name in it. */
interface Meaning {
  path: string;
  name: string;
  /** The dotted name as written, for `import a.b.c` without an alias. */
  chain: readonly string[];
}

class PythonReferences {
  private readonly file: CodeFile;
  private readonly modules: PythonModules;
  private readonly meanings = new Map<string, Meaning[]>();
  private readonly stars = new Set<string>();
  private readonly found: CodeReference[] = [];
  private readonly inImports: ReadonlySet<number>;

  constructor(file: CodeFile, modules: PythonModules) {
    this.file = file;
    this.modules = modules;
    this.inImports = readImports(file).inside;
  }

  to(targets: readonly ReferenceTarget[]): CodeReference[] {
    const byPath = Map.groupBy(targets, ({ path }) => path);
    for (const one of readImports(this.file).imports) this.readImport(one, byPath);
    // Types of this file can be qualified without an import.
    const own = byPath.get(this.file.path) ?? [];
    const unqualified = [...own, ...[...this.stars].flatMap((path) => byPath.get(path) ?? [])];
    for (const type of new Map(unqualified.map((one) => [one.within?.split(".")[0], one.path])))
      if (type[0] !== undefined) this.mean(type[0], { path: type[1], name: type[0], chain: [type[0]] });
    this.readUses(byPath, own);
    for (const target of targets) if (target.within !== null) this.readMember(target);
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  private mean(local: string, meaning: Meaning): void {
    this.meanings.set(local, [...(this.meanings.get(local) ?? []), meaning]);
  }

  private readImport(one: PythonImport, byPath: ReadonlyMap<string, ReferenceTarget[]>): void {
    const path = this.modules.resolve(one.module, this.file.path);
    const add = (target: ReferenceTarget, written: string) => {
      if (!isOptional(this.file, one.line)) this.found.push({ line: one.line, how: "import", written, target });
    };
    const whole = (path === null ? undefined : byPath.get(path))?.find(({ name }) => name === "*");
    if (whole) add(whole, one.module);
    if (one.name === null) {
      const chain = one.local === one.module.split(".")[0] ? one.module.split(".") : [one.local!];
      if (path !== null) this.mean(one.local!, { path, name: "*", chain });
      return;
    }
    if (one.name === "*") {
      if (path !== null) this.stars.add(path);
      return;
    }
    const named = (path === null ? undefined : byPath.get(path))?.find(
      ({ name, within }) => name === one.name && within === null,
    );
    if (named) add(named, `${one.module}.${one.name}`);
    const submodule = `${one.module}${one.module.endsWith(".") ? "" : "."}${one.name}`;
    const below = this.modules.resolve(submodule, this.file.path);
    const target = (below === null ? undefined : byPath.get(below))?.find(({ name }) => name === "*");
    if (target) add(target, submodule);
    if (below !== null) this.mean(one.local!, { path: below, name: "*", chain: [one.local!] });
    else if (path !== null) this.mean(one.local!, { path, name: one.name, chain: [one.local!] });
  }

  private readUses(byPath: ReadonlyMap<string, ReferenceTarget[]>, own: readonly ReferenceTarget[]): void {
    const { tokens: all } = this.file;
    const bare = [
      ...own.filter(({ within, name }) => within === null && name !== "*"),
      ...[...this.stars].flatMap((path) =>
        (byPath.get(path) ?? []).filter(({ within, name }) => within === null && name !== "*"),
      ),
    ];
    const free = new Map(bare.filter(({ name }) => !this.binds(name)).map((target) => [target.name, target]));
    const rebound = new Set([...this.meanings.keys()].filter((local) => this.assigns(local)));
    for (let at = 0; at < all.length; at++) {
      const token = all[at]!;
      if (token.kind !== "word" || this.inImports.has(at) || isSignToken(all[at - 1], ".")) continue;
      const target = free.get(token.text);
      if (target && !isSignToken(all[at + 1], "=")) this.use(token.line, token.text, target);
      if (rebound.has(token.text)) continue;
      for (const meaning of this.meanings.get(token.text) ?? []) this.readChain(at, meaning, byPath);
    }
  }

  /** `self.total` in its class is sure without parents; elsewhere the receiver's type is unknown. */
  private readMember(target: ReferenceTarget): void {
    const { tokens: all } = this.file;
    const isKnownLine = new Set(this.found.filter((one) => one.target === target).map(({ line }) => line));
    const isTelling = severalWords.test(target.name) && target.name.length > 5;
    const span = target.path === this.file.path ? spanOfClass(this.file, target.within!) : null;
    for (let at = 2; at < all.length; at++) {
      const { text, kind, line } = all[at]!;
      if (text !== target.name || kind !== "word" || !isSignToken(all[at - 1], ".") || isKnownLine.has(line)) continue;
      const isSelf = isWordToken(all[at - 2], "self", "cls") && !isSignToken(all[at - 3], ".");
      const isSure = isSelf && span !== null && !span.hasParents && span.start < at && at < span.end;
      if (!isSure && (!isTelling || this.isOfModule(at - 2))) continue;
      const written = isSelf ? `${all[at - 2]!.text}.${text}` : text;
      this.found.push({ line, how: "use", written, target, ...(!isSure && { byNameOnly: true }) });
      isKnownLine.add(line);
    }
  }

  /** Whether the name stands for a module, whose names are not those of a type. */
  private isOfModule(at: number): boolean {
    const { text } = this.file.tokens[at]!;
    return (
      !isSignToken(this.file.tokens[at - 1], ".") && (this.meanings.get(text) ?? []).some(({ name }) => name === "*")
    );
  }

  private use(line: number, written: string, target: ReferenceTarget): void {
    if (this.found.every((one) => one.line !== line || one.target !== target))
      this.found.push({ line, how: "use", written, target });
  }

  /** `module.name`, `Class.member` or `module.Class.member`. */
  private readChain(
    from: number,
    { path, name, chain }: Meaning,
    byPath: ReadonlyMap<string, ReferenceTarget[]>,
  ): void {
    const targets = byPath.get(path);
    if (targets === undefined) return;
    const { parts } = dottedName(this.file.tokens, from);
    if (!chain.every((part, index) => parts[index] === part)) return;
    const rest = [...(name === "*" ? [] : [name]), ...parts.slice(chain.length)];
    for (const target of targets) {
      if (target.name === "*") continue;
      const wanted = [...(target.within?.split(".") ?? []), target.name];
      // The import of the name itself has been found already.
      if (name !== "*" && wanted.length === 1) continue;
      if (wanted.every((part, index) => rest[index] === part))
        this.use(
          this.file.tokens[from]!.line,
          [...chain, ...parts.slice(chain.length, chain.length + wanted.length)].join("."),
          target,
        );
    }
  }

  /** Whether anything in the file may bind the name: then a bare use may mean that. */
  private binds(name: string): boolean {
    if (readImports(this.file).imports.some(({ local }) => local === name)) return true;
    return this.assigns(name) || isParameter(this.file.tokens, name);
  }

  private assigns(name: string): boolean {
    const { tokens: all } = this.file;
    return all.some((token, at) => {
      if (token.text !== name || token.kind !== "word" || isSignToken(all[at - 1], ".") || this.inImports.has(at))
        return false;
      if (
        isSignToken(all[at + 1], ":=") ||
        isWordToken(all[at - 1], "for", "as", "def", "class", "global", "nonlocal", "lambda")
      )
        return true;
      return startsLine(all, at) && isSignToken(all[at + 1], "=", ":", ",");
    });
  }
}

/** Whether the file is prepared for the import to fail: it is in a `try` that catches that. */
function isOptional({ text }: CodeFile, line: number): boolean {
  const lines = text.split("\n");
  const indent = (at: number) => /^[ \t]*/.exec(lines[at] ?? "")![0].length;
  let outer = indent(line - 1);
  for (let at = line - 2; at >= 0 && outer > 0; at--) {
    if (lines[at]!.trim() === "" || indent(at) >= outer) continue;
    outer = indent(at);
    if (/^\s*try\s*:/.test(lines[at]!))
      return /^\s*except(?:\s*:|\b.*(?:ImportError|ModuleNotFoundError|Exception))/m.test(text);
  }
  return false;
}

/** The tokens of a class at the top level; null if there is none of that name. */
function spanOfClass(file: CodeFile, name: string): { start: number; end: number; hasParents: boolean } | null {
  const { tokens: all } = file;
  const start = all.findIndex(
    (token, at) => token.text === name && isWordToken(all[at - 1], "class") && column(file, all[at - 1]!) === 0,
  );
  if (start < 0) return null;
  let end = start + 1;
  while (end < all.length && !(startsLine(all, end) && column(file, all[end]!) === 0 && !isSignToken(all[end], ")")))
    end++;
  return { start, end, hasParents: isSignToken(all[start + 1], "(") && !isWordToken(all[start + 2], "object") };
}

/** Whether some function has a parameter of that name. */
function isParameter(all: readonly CodeToken[], name: string): boolean {
  for (let at = 0; at < all.length; at++) {
    if (!isWordToken(all[at], "def", "lambda")) continue;
    let depth = 0;
    for (let next = at + 1; next < Math.min(all.length, at + 400); next++) {
      if (isSignToken(all[next], "(", "[")) depth++;
      else if (isSignToken(all[next], ")", "]")) depth--;
      else if (all[next]!.text === name && depth <= 1 && isSignToken(all[next - 1], "(", ",", "*", "lambda"))
        return true;
      if (isSignToken(all[next], ":") && depth <= 0) break;
    }
  }
  return false;
}
