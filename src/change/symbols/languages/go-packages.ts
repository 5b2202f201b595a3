// Resolves Go import paths to folders by go.mod and go.work: the own module, local replacements and workspaces.
import type { Tree } from "../../change.ts";
import { fileName, folderOf, foldersUp, inFolder, resolveFrom } from "../../paths.ts";
import { oncePer } from "../once-per.ts";

export interface GoPackages {
  /** The folder of the package that the path means for the importer; null if it is outside the repository. */
  resolve(importPath: string, importer: string): string | null;
  /** Whether the path may come from elsewhere: a required module, or unknown without go.mod. */
  mayBeForeign(importPath: string, importer: string): boolean;
  /** Whether a folder has a package that others can import. */
  isPackage(folder: string): boolean;
  /** The Go files of a folder. */
  filesIn(folder: string): readonly string[];
}

interface GoModule {
  root: string;
  name: string;
  /** Import path prefixes with the local folders that provide them. */
  replaced: ReadonlyMap<string, string>;
  required: readonly string[];
}

interface Workspace {
  root: string;
  folders: ReadonlySet<string>;
}

const mostManifests = 1000;

export const goPackages = oncePer(async (tree: Tree): Promise<GoPackages> => {
  const paths = await tree.paths();
  const read = async (path: string) => new TextDecoder().decode((await tree.read(path)) ?? new Uint8Array());
  const named = (name: string) =>
    paths.filter((path) => fileName(path) === name && !/(?:^|\/)vendor\//.test(path)).slice(0, mostManifests);
  const modules = await Promise.all(named("go.mod").map(async (path) => readModule(folderOf(path), await read(path))));
  const workspaces = await Promise.all(
    named("go.work").map(async (path) => readWorkspace(folderOf(path), await read(path))),
  );
  return new ModuleTable(paths, modules, workspaces);
});

/** The lines of a directive, alone or in parentheses, without comments. */
function directives(text: string, keyword: string): string[] {
  const found: string[] = [];
  let isInside = false;
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (isInside && line === ")") isInside = false;
    else if (isInside) found.push(line);
    else if (line.replace(/\s+/, " ") === `${keyword} (` || line === `${keyword}(`) isInside = true;
    else if (new RegExp(`^${keyword}\\s`).test(line)) found.push(line.slice(keyword.length).trim());
  }
  return found.filter((line) => line !== "").map((line) => line.replaceAll('"', ""));
}

function readModule(root: string, text: string): GoModule {
  const replaced = directives(text, "replace").flatMap((line): [string, string][] => {
    const [from, to] = line.split("=>").map((part) => part.trim());
    const folder = to !== undefined && /^\.\.?(?:\/|$)/.test(to) ? resolveFrom(root, to) : null;
    return folder === null ? [] : [[from!.split(/\s/)[0]!, folder]];
  });
  return {
    root,
    name: directives(text, "module")[0] ?? "",
    replaced: new Map(replaced),
    required: directives(text, "require").map((line) => line.split(/\s/)[0]!),
  };
}

function readWorkspace(root: string, text: string): Workspace {
  return { root, folders: new Set(directives(text, "use").flatMap((folder) => resolveFrom(root, folder) ?? [])) };
}

class ModuleTable implements GoPackages {
  private readonly byFolder: ReadonlyMap<string, string[]>;
  private readonly byRoot: ReadonlyMap<string, GoModule>;
  private readonly workspaces: readonly Workspace[];

  constructor(paths: readonly string[], modules: readonly GoModule[], workspaces: readonly Workspace[]) {
    this.byFolder = Map.groupBy(
      paths.filter((path) => path.endsWith(".go")),
      folderOf,
    );
    this.byRoot = new Map(modules.filter(({ name }) => name !== "").map((one) => [one.root, one]));
    this.workspaces = workspaces;
  }

  filesIn(folder: string): readonly string[] {
    return this.byFolder.get(folder) ?? [];
  }

  isPackage(folder: string): boolean {
    return this.filesIn(folder).some((path) => !path.endsWith("_test.go"));
  }

  resolve(importPath: string, importer: string): string | null {
    const own = this.moduleAbove(folderOf(importer));
    if (own === null) return null;
    let best: { name: string; root: string } | null = null;
    for (const one of this.visibleFrom(own))
      if (isBelow(importPath, one.name) && one.name.length > (best?.name.length ?? -1)) best = one;
    if (best === null || own.required.some((name) => isBelow(importPath, name) && name.length > best.name.length))
      return null;
    const rest = importPath.slice(best.name.length + 1);
    const folder = rest === "" ? best.root : inFolder(best.root, rest);
    // A module of its own inside is another import path.
    return this.moduleAbove(folder)?.root === best.root ? folder : null;
  }

  mayBeForeign(importPath: string, importer: string): boolean {
    const own = this.moduleAbove(folderOf(importer));
    return own === null || own.required.some((name) => isBelow(importPath, name));
  }

  private moduleAbove(folder: string): GoModule | null {
    for (const root of foldersUp(folder)) if (this.byRoot.has(root)) return this.byRoot.get(root)!;
    return null;
  }

  private *visibleFrom(own: GoModule): Generator<{ name: string; root: string }> {
    yield own;
    for (const [name, root] of own.replaced) yield { name, root };
    const workspace = this.workspaces.find(({ folders }) => folders.has(own.root));
    for (const root of workspace?.folders ?? []) {
      const used = this.byRoot.get(root);
      if (used) yield used;
    }
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
