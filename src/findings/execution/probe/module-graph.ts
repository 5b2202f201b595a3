// Resolves imports to files of the repository: exactly for JavaScript, by file layout for other languages.
import type { Tree } from "../../../change/change.ts";
import { folderOf, fileName, resolveFrom } from "../../../change/paths.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import { resolverFor } from "../../../change/symbols/resolve-import.ts";
import type { Imported } from "../../../change/symbols/symbols.ts";
import { familyOf, type LanguageFamily, type ProbeSource } from "./probe-sources.ts";

/** An import can name a folder of many files. */
const mostFiles = 40;

type Lookup = (imported: Imported, importer: string, files: Files) => string[];

export class ModuleGraph {
  private readonly head: Tree;
  private readonly files: Files;

  private constructor(head: Tree, paths: readonly string[]) {
    this.head = head;
    this.files = new Files(paths);
  }

  static async of(head: Tree): Promise<ModuleGraph> {
    return new ModuleGraph(head, await head.paths());
  }

  /** Files that an import resolves to; none for external packages. */
  async filesOf(imported: Imported, importer: string): Promise<readonly string[]> {
    const family = familyOf(importer);
    if (family === "script") return await this.script(imported, importer);
    const lookup = family && lookups[family];
    return lookup ? lookup(imported, importer, this.files).slice(0, mostFiles) : [];
  }

  private async script({ from, name }: Imported, importer: string): Promise<string[]> {
    const target = await resolverFor(this.head).resolve(from, importer);
    if (target === null) return [];
    const origin = name === "*" || name === "" ? null : await linksOf(this.head).origin(target, name);
    return [...new Set([origin?.path ?? target, target])];
  }

  /** Files of one package see each other without imports. */
  isSamePackage(a: string, b: string): boolean {
    const family = familyOf(a);
    return a === b || ((family === "go" || family === "java") && family === familyOf(b) && folderOf(a) === folderOf(b));
  }

  /** The other files of its package. */
  siblings(path: string): readonly string[] {
    const family = familyOf(path);
    if (family !== "go" && family !== "java") return [];
    return this.files
      .inFolder(folderOf(path))
      .filter((one) => one !== path && familyOf(one) === family)
      .slice(0, mostFiles);
  }

  async leadsTo(source: ProbeSource, target: string): Promise<boolean> {
    if (this.isSamePackage(source.path, target)) return true;
    for (const imported of source.symbols.imports)
      if ((await this.filesOf(imported, source.path)).includes(target)) return true;
    return false;
  }
}

class Files {
  private readonly byName: ReadonlyMap<string, string[]>;
  private readonly byFolder: ReadonlyMap<string, string[]>;

  constructor(paths: readonly string[]) {
    this.byName = Map.groupBy(paths, fileName);
    this.byFolder = Map.groupBy(paths, folderOf);
  }

  inFolder(folder: string): readonly string[] {
    return this.byFolder.get(folder) ?? [];
  }

  /** Files whose path equals or ends with this one. */
  ending(path: string): string[] {
    return (this.byName.get(fileName(path)) ?? []).filter((one) => one === path || one.endsWith(`/${path}`));
  }

  /** The folder with the longest common ending of an import path. */
  folderEnding(path: string): string | null {
    const parts = path.split("/");
    for (let from = 0; from < parts.length; from++) {
      const folder = parts.slice(from).join("/");
      if (this.byFolder.has(folder)) return folder;
    }
    return null;
  }
}

const lookups: Partial<Record<LanguageFamily, Lookup>> = {
  python({ from, name }, importer, files) {
    const dots = /^\.*/.exec(from)![0].length;
    const inside = from.slice(dots).replaceAll(".", "/");
    const names = [...(name === "*" || name === "" ? [] : [joined(inside, name)]), inside].filter((one) => one !== "");
    const wanted = names.flatMap((one) => [`${one}.py`, `${one}/__init__.py`]);
    if (dots === 0) return wanted.flatMap((one) => files.ending(one));
    const folder = resolveFrom(folderOf(importer), "../".repeat(dots - 1));
    if (folder === null) return [];
    return wanted.map((one) => joined(folder, one)).filter((one) => files.ending(one).includes(one));
  },
  go({ from }, _importer, files) {
    const folder = files.folderEnding(from);
    return folder === null ? [] : files.inFolder(folder).filter((path) => path.endsWith(".go"));
  },
  rust({ from, name }, _importer, files) {
    const last = from.split("::").findLast((part) => !["crate", "self", "super", ""].includes(part));
    return [last ?? "", name].flatMap((one) =>
      /^\w+$/.test(one) ? [...files.ending(`${one}.rs`), ...files.ending(`${one}/mod.rs`)] : [],
    );
  },
  java({ from, name }, _importer, files) {
    const folder = from.replaceAll(".", "/");
    if (name === "*")
      return files.folderEnding(folder) === null ? [] : [...files.inFolder(files.folderEnding(folder)!)];
    const named = files.ending(`${folder}/${name}.java`);
    return named.length > 0 ? named : files.ending(`${folder}.java`);
  },
};

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
