// Resolves Rust paths such as `crate::shop::Cart` by Cargo.toml, the tree of modules, imports and re-exports.
import type { Tree } from "../../change.ts";
import { fileName, folderOf, foldersUp, inFolder, resolveFrom } from "../../paths.ts";
import { fileSet, oncePer } from "../once-per.ts";
import { rustFile, rustTokens, type RustFile, type RustModule } from "./rust-file.ts";

/** An item of a file; a module if `inner` is its content. */
export interface RustPlace {
  file: string;
  within: string;
  name: string;
  inner: { file: string; within: string } | null;
}

/** A module: the file and the modules inside it, joined by `.`. */
interface RustScope {
  file: string;
  within: string;
}

interface RustResolution {
  /** `unknown`: outside the repository, or made by a macro. */
  status: "found" | "missing" | "unknown";
  /** Every item that the path goes through, by the index of the segment; re-exports too. */
  steps: readonly (readonly RustPlace[])[];
}

interface CargoPackage {
  folder: string;
  name: string;
  /** The name under which others import it. */
  library: string;
  libraryRoot: string;
  roots: readonly string[];
  /** Names of dependencies in code, with the package that is meant; null for one outside the repository. */
  dependencies: ReadonlyMap<string, string | null>;
  /** Packages of the repository that replace published ones. */
  patched: ReadonlySet<string>;
}

export interface RustCrates {
  file(path: string): Promise<RustFile | null>;
  resolve(path: readonly string[], scope: RustScope): Promise<RustResolution>;
  packageFolder(path: string): string | null;
  rustFilesIn(folder: string): readonly string[];
}

const largestFile = 1_000_000;
const mostManifests = 500;
/** Longer chains of re-exports are not followed. */
const deepest = 12;

export const rustCrates = oncePer(async (tree: Tree): Promise<RustCrates> => {
  const paths = await tree.paths();
  const manifests = paths.filter((path) => fileName(path) === "Cargo.toml").slice(0, mostManifests);
  const packages = await Promise.all(
    manifests.map(async (path) => {
      const text = new TextDecoder().decode((await tree.read(path)) ?? new Uint8Array());
      return readManifest(folderOf(path), text, paths);
    }),
  );
  return new CrateTable(tree, paths, packages);
});

function readManifest(folder: string, text: string, paths: readonly string[]): CargoPackage {
  const dependencies = new Map<string, string | null>();
  const patched = new Set<string>();
  const roots: string[] = [];
  let section = "";
  let name = "";
  let library = "";
  let libraryRoot = inFolder(folder, "src/lib.rs");
  for (const raw of text.split("\n")) {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    const header = /^\[\[?([^\]]+)\]\]?$/.exec(line);
    if (header) {
      section = header[1]!.trim();
      const of = /dependencies\.([\w-]+)$/.exec(section)?.[1];
      if (of !== undefined) dependencies.set(underscored(of), null);
      continue;
    }
    const [, key = "", value = ""] = /^"?([\w.-]+)"?\s*=\s*(.*)$/.exec(line) ?? [];
    const string = /^"([^"]*)"/.exec(value)?.[1];
    if (section === "package" && key === "name") name = string ?? "";
    else if (section === "lib" && key === "name") library = string ?? "";
    else if (section === "lib" && key === "path") libraryRoot = resolveFrom(folder, string ?? "") ?? libraryRoot;
    else if (/^(?:bin|test|example|bench)$/.test(section) && key === "path")
      roots.push(resolveFrom(folder, string ?? "") ?? "");
    else if (section.startsWith("patch.") && /\bpath\s*=/.test(value)) patched.add(key);
    else if (/dependencies$/.test(section) && key !== "") {
      const [local = ""] = key.split(".");
      const isLocal = /\bpath\s*=|\bworkspace\s*=\s*true/.test(value) || /\.(?:path|workspace)$/.test(key);
      const renamed = /\bpackage\s*=\s*"([^"]+)"/.exec(value)?.[1];
      dependencies.set(underscored(local), isLocal ? (renamed ?? local) : null);
    } else {
      const of = /dependencies\.([\w-]+)$/.exec(section)?.[1];
      if (of !== undefined && (key === "path" || key === "workspace")) dependencies.set(underscored(of), of);
    }
  }
  const inside = paths.filter((path) => folder === "" || path.startsWith(`${folder}/`));
  const conventional = inside.filter((path) =>
    /^(?:src\/(?:lib|main)|build|(?:src\/bin|tests|examples|benches)\/(?:[^/]+|[^/]+\/main))\.rs$/.test(
      path.slice(folder === "" ? 0 : folder.length + 1),
    ),
  );
  const all = [...new Set([libraryRoot, ...roots, ...conventional])];
  return { folder, name, library: underscored(library || name), libraryRoot, roots: all, dependencies, patched };
}

function underscored(name: string): string {
  return name.replaceAll("-", "_");
}

class CrateTable implements RustCrates {
  private readonly tree: Tree;
  private readonly files: ReadonlySet<string>;
  private readonly byFolder: ReadonlyMap<string, string[]>;
  private readonly packages: ReadonlyMap<string, CargoPackage>;
  private readonly byName: ReadonlyMap<string, CargoPackage>;
  private readonly patched: ReadonlyMap<string, string>;
  private readonly roots: ReadonlySet<string>;
  private readonly read = new Map<string, Promise<RustFile | null>>();
  private readonly parents = new Map<string, Promise<RustScope | null>>();

  constructor(tree: Tree, paths: readonly string[], packages: readonly CargoPackage[]) {
    this.tree = tree;
    this.files = fileSet(paths);
    this.byFolder = Map.groupBy(
      paths.filter((path) => path.endsWith(".rs")),
      folderOf,
    );
    const named = packages.filter(({ name }) => name !== "");
    this.packages = new Map(named.map((one) => [one.folder, one]));
    this.byName = new Map(named.map((one) => [one.name, one]));
    this.patched = new Map(packages.flatMap((one) => [...one.patched].map((name) => [underscored(name), name])));
    this.roots = new Set(named.flatMap(({ roots }) => roots));
  }

  rustFilesIn(folder: string): readonly string[] {
    return this.byFolder.get(folder) ?? [];
  }

  async file(path: string): Promise<RustFile | null> {
    const known = this.read.get(path) ?? this.readFile(path);
    this.read.set(path, known);
    return await known;
  }

  private async readFile(path: string): Promise<RustFile | null> {
    const bytes = this.files.has(path) ? await this.tree.read(path) : null;
    if (bytes === null || bytes.length > largestFile) return null;
    const text = new TextDecoder().decode(bytes);
    return rustFile({ path, text, tokens: rustTokens(text) });
  }

  packageFolder(path: string): string | null {
    return this.packageOf(path)?.folder ?? null;
  }

  private packageOf(path: string): CargoPackage | null {
    for (const folder of foldersUp(folderOf(path))) if (this.packages.has(folder)) return this.packages.get(folder)!;
    return null;
  }

  /** The module that declares the file with `mod`. */
  private async parentOf(path: string): Promise<RustScope | null> {
    const known = this.parents.get(path) ?? this.findParent(path);
    this.parents.set(path, known);
    return await known;
  }

  private async findParent(path: string): Promise<RustScope | null> {
    if (this.roots.has(path)) return null;
    const isFolder = fileName(path) === "mod.rs";
    const folder = isFolder ? folderOf(folderOf(path)) : folderOf(path);
    const name = isFolder ? fileName(folderOf(path)) : fileName(path).replace(/\.rs$/, "");
    const beside = this.rustFilesIn(folder).filter((one) => one !== path && this.roots.has(one));
    for (const parent of [inFolder(folder, "mod.rs"), `${folder}.rs`, ...beside]) {
      const module = (await this.file(parent))?.modules.get("");
      if (module?.items.get(name)?.kind === "module") return { file: parent, within: "" };
    }
    // A module inside another file: `mod a { mod b; }`.
    const outer = `${folderOf(folder)}/${fileName(folder)}`;
    for (const parent of [
      inFolder(folderOf(folder), "mod.rs"),
      `${folderOf(folder)}.rs`,
      ...this.rustFilesIn(folderOf(outer)).filter((one) => this.roots.has(one)),
    ]) {
      const module = (await this.file(parent))?.modules.get(fileName(folder));
      if (module?.items.get(name)?.kind === "module") return { file: parent, within: fileName(folder) };
    }
    return null;
  }

  private async rootOf(path: string): Promise<string | null> {
    let at = path;
    for (let depth = 0; depth < 30; depth++) {
      if (this.roots.has(at)) return at;
      const parent = await this.parentOf(at);
      if (parent === null) return null;
      at = parent.file;
    }
    return null;
  }

  /** The file of `mod name;`; null if there is none. */
  private childFile({ file, within }: RustScope, name: string, attribute: string): string | null {
    const folder = folderOf(file);
    if (attribute !== "") {
      const path = resolveFrom(folder, attribute);
      return path !== null && this.files.has(path) ? path : null;
    }
    const isOwner = this.roots.has(file) || fileName(file) === "mod.rs";
    const own = isOwner ? folder : inFolder(folder, fileName(file).replace(/\.rs$/, ""));
    const at = within === "" ? own : inFolder(own, within.replaceAll(".", "/"));
    return [inFolder(at, `${name}.rs`), inFolder(at, `${name}/mod.rs`)].find((path) => this.files.has(path)) ?? null;
  }

  async resolve(path: readonly string[], scope: RustScope): Promise<RustResolution> {
    return await this.follow(path, scope, 0);
  }

  private async follow(path: readonly string[], scope: RustScope, depth: number): Promise<RustResolution> {
    const steps: RustPlace[][] = [];
    const ends = (status: RustResolution["status"]) => ({ status, steps });
    if (depth > deepest) return ends("unknown");
    let at: RustScope | null = scope;
    let index = 0;
    let type: RustPlace | null = null;
    for (; index < path.length; index++) {
      const name = path[index]!;
      steps[index] = [];
      if (index === 0 && name === "crate") {
        const root = await this.rootOf(scope.file);
        at = root === null ? null : { file: root, within: "" };
      } else if (name === "self" && index === 0) continue;
      else if (name === "super") {
        if (at.within !== "")
          at = { file: at.file, within: at.within.slice(0, Math.max(0, at.within.lastIndexOf("."))) };
        else at = await this.parentOf(at.file);
      } else if (index === 0 && name === "::") continue;
      else if (index === 1 && path[0] === "::") at = this.externCrate(name, scope.file) ?? null;
      else if (type !== null) {
        const found = await this.memberOf(type, name);
        if (found === null) return ends("unknown");
        steps[index]!.push(found);
        return ends(index === path.length - 1 ? "found" : "unknown");
      } else {
        const found = await this.lookUp(name, at, depth);
        if (found.status !== "found") {
          const outside = index === 0 ? this.externCrate(name, scope.file) : undefined;
          if (index > 0 || outside === undefined) return ends(found.status);
          if (outside === null) return ends("unknown");
          at = outside;
          continue;
        }
        steps[index]!.push(...found.places);
        const last = found.places.at(-1)!;
        if (last.inner !== null) at = last.inner;
        else type = last;
        continue;
      }
      if (at === null) return ends("unknown");
    }
    return ends("found");
  }

  /** The root module of a dependency; null if it is outside the repository, undefined if there is none of that name. */
  private externCrate(name: string, from: string): RustScope | null | undefined {
    const own = this.packageOf(from);
    if (own === null || /^(?:std|core|alloc|proc_macro|test)$/.test(name)) return null;
    if (name === own.library && from !== own.libraryRoot)
      return this.files.has(own.libraryRoot) ? { file: own.libraryRoot, within: "" } : undefined;
    const dependency = own.dependencies.get(name);
    if (dependency === undefined) return undefined;
    const found = this.byName.get(dependency ?? this.patched.get(name) ?? "");
    return found && this.files.has(found.libraryRoot) ? { file: found.libraryRoot, within: "" } : null;
  }

  /** A variant or associated item; null if something that is not read may have it. */
  private async memberOf(type: RustPlace, name: string): Promise<RustPlace | null> {
    const full = type.within === "" ? type.name : `${type.within}.${type.name}`;
    const members = (await this.file(type.file))?.members.get(full);
    return members?.has(name) ? { file: type.file, within: full, name, inner: null } : null;
  }

  private async lookUp(
    name: string,
    scope: RustScope,
    depth: number,
  ): Promise<{ status: RustResolution["status"]; places: RustPlace[] }> {
    const { file, within } = scope;
    const module = (await this.file(file))?.modules.get(within);
    if (module === undefined) return { status: "unknown", places: [] };
    const item = module.items.get(name);
    if (item !== undefined) {
      const place: RustPlace = { file, within, name, inner: null };
      if (item.kind !== "module") return { status: "found", places: [place] };
      if (item.file === null) place.inner = { file, within: within === "" ? name : `${within}.${name}` };
      else {
        const child = this.childFile(scope, name, item.file);
        if (child === null) return { status: item.file === "" ? "missing" : "unknown", places: [place] };
        place.inner = { file: child, within: "" };
        // The module is also the file itself.
        return { status: "found", places: [place, { file: child, within: "", name: "", inner: place.inner }] };
      }
      return { status: "found", places: [place] };
    }
    return await this.lookUpImports(name, module, scope, depth);
  }

  private async lookUpImports(
    name: string,
    module: RustModule,
    scope: RustScope,
    depth: number,
  ): Promise<{ status: RustResolution["status"]; places: RustPlace[] }> {
    let status: RustResolution["status"] = module.generated.has(name) ? "unknown" : "missing";
    if (depth > deepest) return { status: "unknown", places: [] };
    for (const { path, local } of module.uses) {
      if (local !== null && local !== name) continue;
      // `use shop;` names the crate itself.
      const isItself = local !== null && path.length === 1 && path[0] === name;
      const found = isItself
        ? await this.crateNamed(name, scope)
        : await this.follow(local === null ? [...path, name] : path, scope, depth + 1);
      const places = found.steps.at(-1) ?? [];
      if (found.status === "found" && places.length > 0) return { status: "found", places: [...places] };
      if (found.status !== "missing") status = "unknown";
      // The module or crate of a glob cannot be read.
      if (found.status === "found") status = "unknown";
    }
    return { status, places: [] };
  }

  private async crateNamed(name: string, scope: RustScope): Promise<RustResolution> {
    const root = this.externCrate(name, scope.file);
    if (root === undefined) return { status: "missing", steps: [] };
    if (root === null) return { status: "unknown", steps: [] };
    return { status: "found", steps: [[{ file: root.file, within: "", name: "", inner: root }]] };
  }
}
