// Follows references in Rust: `mod` and `use`, qualified paths, names of the own module and of globs, and members.
import type { Tree } from "../../change.ts";
import { fileName, folderOf } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { isSignToken, isWordToken } from "./code-tokens.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { rustCrates, type RustCrates, type RustPlace } from "./rust-crates.ts";
import { rustFile, rustTokens, type RustFile } from "./rust-file.ts";

export const rust: ReferenceLanguage = {
  name: "Rust",
  importsFiles: true,
  holds: (path) => path.endsWith(".rs"),
  tokens: rustTokens,
  declared: (file) => [...rustFile(file).declared],
  // A file can be a module of several crates; its names are also reached through re-exports.
  homeOf: ({ path }) => `module ${path}`,
  searchTerms({ path, name, within }) {
    if (name === "*") return [[moduleName(path)]];
    return [[name], [`::${name}`, `${within?.split(".").at(-1) ?? moduleName(path)}::${name}`]];
  },
  declares(file, { name, within }) {
    const read = rustFile(file);
    if (name === "*") return false;
    const module = read.modules.get(within ?? "");
    return (
      module?.items.has(name) === true ||
      module?.generated.has(name) === true ||
      (within !== null && read.members.get(within)?.has(name) === true)
    );
  },
  declaresMember: (file, name) => [...rustFile(file).members.values()].some((members) => members.has(name)),
  async references(file, targets, tree) {
    return await new RustReferences(file, targets, await rustCrates(tree)).all();
  },
  async stillResolves({ written, target, byNameOnly, line }, file, tree) {
    if (byNameOnly) return false;
    const crates = await rustCrates(tree);
    const within = rustFile(file).moduleAt(file.tokens.findIndex((token) => token.line >= line));
    if (target.kind === "macro") return (await macrosOf(tree, crates, target.path)).has(target.name);
    if (target.within !== null && !rustFile(file).modules.has(target.within) && isMember(target))
      return await hasMember(crates, target);
    const { status } = await crates.resolve(pathOf(written), { file: file.path, within });
    return status !== "missing";
  },
};

function moduleName(path: string): string {
  const name = fileName(path).replace(/\.rs$/, "");
  return name === "mod" || name === "lib" || name === "main" ? fileName(folderOf(path)) : name;
}

function writtenPath(path: readonly string[]): string {
  return path[0] === "::" ? `::${path.slice(1).join("::")}` : path.join("::");
}

function pathOf(written: string): string[] {
  if (written.startsWith("mod ")) return ["self", written.slice(4)];
  return written.startsWith("::") ? ["::", ...written.slice(2).split("::")] : written.split("::");
}

function isMember({ kind, within }: ReferenceTarget): boolean {
  return within !== null && /^(?:method|field|enum-member)$/.test(kind);
}

/** More files are not read; a macro or member may then be in them. */
const mostFiles = 400;

const macroFiles = oncePer((_tree: Tree) => new Map<string, Promise<ReadonlySet<string>>>());

/** The macros of a package. */
async function macrosOf(tree: Tree, crates: RustCrates, path: string): Promise<ReadonlySet<string>> {
  const folder = crates.packageFolder(path) ?? folderOf(path);
  const known = macroFiles(tree).get(folder) ?? readMacros(tree, folder);
  macroFiles(tree).set(folder, known);
  return await known;
}

async function readMacros(tree: Tree, folder: string): Promise<ReadonlySet<string>> {
  const macros = new Set<string>();
  const paths = (await tree.paths()).filter(
    (path) => path.endsWith(".rs") && (folder === "" || path.startsWith(`${folder}/`)),
  );
  for (const path of paths.slice(0, mostFiles * 2))
    for (const [, name] of new TextDecoder()
      .decode((await tree.read(path)) ?? new Uint8Array())
      .matchAll(/\bmacro_rules!\s*(\w+)/g))
      macros.add(name!);
  return macros;
}

/** Whether the type has the member in its file, in the target's, or in files beside them. */
async function hasMember(crates: RustCrates, { path, name, within, kind }: ReferenceTarget): Promise<boolean> {
  const type = within!.split(".").at(-1)!;
  const folders = [folderOf(path), path.replace(/\.rs$/, ""), folderOf(folderOf(path))];
  const near = folders.flatMap((folder) => crates.rustFilesIn(folder)).slice(0, mostFiles);
  for (const one of new Set([path, ...near])) {
    const read = await crates.file(one);
    if (read === null) continue;
    for (const [owner, members] of read.members)
      if (members.has(name) && (owner.split(".").at(-1) === type || read.ofTraits.has(name))) return true;
    if (kind === "enum-member") continue;
    for (const { items } of read.modules.values()) if (items.get(type)?.isDerived) return true;
  }
  return false;
}

const severalWords = /^(?=.{6,}$)(?:[a-z\d]+_[a-z\d_]+|[A-Z][a-z\d]+[A-Z]\w*)$/;
/** Names that types of the standard library share. */
const commonMembers =
  /^(?:(?:as|to|into|from|try|with)_\w+|is_(?:some|none|ok|err|empty|null|nan|ascii\w*|alphabetic|numeric|alphanumeric|whitespace|digit|file|dir|symlink|absolute|relative|char_boundary|finished|positive|negative|power_of_two|uppercase|lowercase|control|sorted|some_and|ok_and)|(?:read|write)_(?:all|exact|to_end|to_string|str|fmt|vectored|line)|unwrap_\w+|or_\w+|map_\w+|and_then|poll_\w+|size_hint|source_\w+|push_str|split_\w+|starts_with|ends_with|file_name|current_dir|local_addr|peer_addr|set_(?:len|nonblocking|read_timeout|write_timeout|nodelay|ttl|permissions|extension|file_name|hook|var)|sort_\w+|get_mut|get_ref|get_or_\w+)$/;

class RustReferences {
  private readonly file: CodeFile;
  private readonly read: RustFile;
  private readonly crates: RustCrates;
  private readonly targets: ReadonlyMap<string, ReferenceTarget>;
  private readonly members: ReadonlyMap<string, ReferenceTarget[]>;
  private readonly macros: ReadonlyMap<string, ReferenceTarget>;
  private readonly names: ReadonlySet<string>;
  private readonly found: CodeReference[] = [];
  private readonly locals = new Map<string, boolean>();

  constructor(file: CodeFile, targets: readonly ReferenceTarget[], crates: RustCrates) {
    this.file = file;
    this.read = rustFile(file);
    this.crates = crates;
    this.targets = new Map(
      targets.map((one) => [
        placeKey({ file: one.path, within: one.within ?? "", name: one.name === "*" ? "" : one.name }),
        one,
      ]),
    );
    this.members = Map.groupBy(targets.filter(isMember), ({ name }) => name);
    this.macros = new Map(targets.flatMap((one) => (one.kind === "macro" ? [[one.name, one]] : [])));
    this.names = new Set(targets.map(({ name, path }) => (name === "*" ? moduleName(path) : name)));
  }

  async all(): Promise<CodeReference[]> {
    for (const [within, module] of this.read.modules) {
      for (const { path, local, line } of module.uses) {
        const target = this.targetIn((await this.crates.resolve(path, { file: this.file.path, within })).steps.flat());
        if (target !== null && (path.some((part) => this.names.has(part)) || local === null))
          this.add(line, "import", writtenPath(path), target);
      }
      for (const [name, { kind, file, line }] of module.items) {
        if (kind !== "module" || file === null || !this.names.has(name)) continue;
        const { steps } = await this.crates.resolve(["self", name], { file: this.file.path, within });
        const whole = this.targetIn(steps.flat().filter((place) => place.name === ""));
        if (whole !== null) this.add(line, "import", `mod ${name}`, whole);
      }
    }
    const { tokens: all } = this.file;
    for (let at = 0; at < all.length; at++) {
      const token = all[at]!;
      if (token.kind !== "word" || this.read.declaring.has(at)) continue;
      if (isSignToken(all[at - 1], ".")) {
        if (!isSignToken(all[at - 2], ".")) await this.readMember(at);
        continue;
      }
      if (isSignToken(all[at - 1], "::") && all[at - 2]?.kind === "word") continue;
      at = await this.readPath(at);
    }
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  private add(line: number, how: "import" | "use", written: string, target: ReferenceTarget, byNameOnly = false): void {
    if (this.found.every((one) => one.line !== line || one.target !== target))
      this.found.push({ line, how, written, target, ...(byNameOnly && { byNameOnly }) });
  }

  private targetIn(places: readonly RustPlace[]): ReferenceTarget | null {
    for (const place of places.toReversed()) {
      const target = this.targets.get(placeKey(place));
      if (target !== undefined) return target;
    }
    return null;
  }

  /** `a::b::c`, or a single name. Returns the index of its last token. */
  private async readPath(from: number): Promise<number> {
    const { tokens: all } = this.file;
    const parts: string[] = [];
    const at: number[] = [];
    let end = from;
    for (;;) {
      parts.push(all[end]!.text);
      at.push(end);
      if (!isSignToken(all[end + 1], "::") || all[end + 2]?.kind !== "word") break;
      end += 2;
    }
    if (!parts.some((part) => this.names.has(part))) return end;
    const within = this.read.moduleAt(from);
    const isCall = isSignToken(all[end + 1], "!") && !isSignToken(all[end + 2], "=");
    if (isCall) {
      const macro = this.macros.get(parts.at(-1)!);
      if (macro && this.crates.packageFolder(macro.path) === this.crates.packageFolder(this.file.path))
        this.add(all[end]!.line, "use", writtenPath(parts), macro);
      return end;
    }
    const owner = parts[0] === "Self" ? this.read.ownerAt(from) : null;
    const path = owner === null ? parts : [owner, ...parts.slice(1)];
    if (path.length === 1) {
      if (isSignToken(all[end + 1], ":") || isSignToken(all[from - 1], "'") || this.isLocal(parts[0]!)) {
        await this.readField(from);
        return end;
      }
      // A name that is imported by itself is reported there.
      if (this.isImported(parts[0]!)) return end;
    }
    const { steps } = await this.crates.resolve(path, { file: this.file.path, within });
    const isImportedFirst = owner === null && this.isImported(parts[0]!);
    for (const [index, places] of steps.entries()) {
      if (index === 0 && (isImportedFirst || owner !== null)) continue;
      const target = this.targetIn(places);
      if (target === null) continue;
      this.add(all[at[index] ?? end]!.line, "use", writtenPath(path), target);
      return end;
    }
    await this.readAssociated(path, steps, end);
    return end;
  }

  /** `Type::name` where the implementation is in another file than the type. */
  private async readAssociated(
    path: readonly string[],
    steps: readonly (readonly RustPlace[])[],
    end: number,
  ): Promise<void> {
    for (const target of this.members.get(path.at(-1)!) ?? []) {
      const type = steps[path.length - 2]?.at(-1);
      if (
        type === undefined ||
        type.name !== target.within!.split(".").at(-1) ||
        !isSamePackage(this.crates, type.file, target.path)
      )
        continue;
      this.add(this.file.tokens[end]!.line, "use", writtenPath(path), target);
    }
  }

  /** Whether anything in the file binds the name, so that it may be a variable. */
  private isLocal(name: string): boolean {
    const known = this.locals.get(name) ?? this.binds(name);
    this.locals.set(name, known);
    return known;
  }

  private binds(name: string): boolean {
    const { tokens: all } = this.file;
    // An item inside a function.
    const isItem = (at: number) =>
      isWordToken(all[at - 1], "fn", "struct", "enum", "const", "static", "type", "trait", "use");
    if (all.some(({ text }, at) => text === name && isItem(at) && !this.read.declaring.has(at))) return true;
    return (
      /^[a-z_]/.test(name) &&
      all.some(
        (token, at) =>
          token.text === name &&
          token.kind === "word" &&
          !isSignToken(all[at - 1], ".", "::") &&
          (isWordToken(all[at - 1], "let", "mut", "ref", "for") ||
            (isSignToken(all[at + 1], ":") && isSignToken(all[at - 1], "(", ",", "|", "&")) ||
            (isSignToken(all[at - 1], "|", "(", ",") &&
              isSignToken(all[at + 1], "|", ")", ",") &&
              !isSignToken(all[at + 1], "("))),
      )
    );
  }

  /** By itself, or by a module around that a glob reaches. */
  private isImported(name: string): boolean {
    return [...this.read.modules.values()].some(({ uses }) => uses.some(({ local }) => local === name));
  }

  /** `Type { name: … }` */
  private async readField(at: number): Promise<void> {
    const { tokens: all } = this.file;
    const brace = this.read.enclosing(at);
    const type = all[brace - 1];
    if (!isSignToken(all[brace], "{") || type?.kind !== "word" || !isSignToken(all[at - 1], "{", ",")) return;
    const name = type.text === "Self" ? this.read.ownerAt(at) : type.text;
    for (const target of this.members.get(all[at]!.text) ?? []) {
      if (target.kind !== "field" || name === null || name !== target.within!.split(".").at(-1)) continue;
      const scope = { file: this.file.path, within: this.read.moduleAt(at) };
      const { steps } = await this.crates.resolve([name], scope);
      if (steps[0]?.at(-1)?.file === target.path) this.add(all[at]!.line, "use", `${name}::${target.name}`, target);
    }
  }

  private async readMember(at: number): Promise<void> {
    const { tokens: all } = this.file;
    const { text, line } = all[at]!;
    for (const target of this.members.get(text) ?? []) {
      if (target.kind === "enum-member") continue;
      const isOwn = isWordToken(all[at - 2], "self") && this.read.ownerAt(at) === target.within!.split(".").at(-1);
      if (isOwn && this.file.path === target.path) this.add(line, "use", `self.${text}`, target);
      else if (severalWords.test(text) && !commonMembers.test(text)) this.add(line, "use", text, target, true);
    }
  }
}

function isSamePackage(crates: RustCrates, a: string, b: string): boolean {
  return crates.packageFolder(a) === crates.packageFolder(b);
}

function placeKey({ file, within, name }: Pick<RustPlace, "file" | "within" | "name">): string {
  return `${file}\n${within}\n${name}`;
}
