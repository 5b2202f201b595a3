// Resolves Python module names to files by file layout: packages, namespace packages and relative imports.
import { folderOf, foldersUp, fileName, inFolder } from "../../paths.ts";
import { fileSet, folderSet, oncePer } from "../once-per.ts";

export interface PythonModules {
  /** The file of `a.b`, or of `..a.b` relative to the importer; null for modules outside the repository or if unclear. */
  resolve(module: string, importer: string): string | null;
  /** Whether the module exists, as a file or as a folder without `__init__.py`. */
  exists(module: string, importer: string): boolean;
}

export const pythonModules = oncePer((paths: readonly string[]): PythonModules => new ModuleLookup(paths));

export function isPython(path: string): boolean {
  return /\.pyi?$/.test(path);
}

/** The last segment of the name under which a file is imported. */
export function moduleName(path: string): string {
  const own = fileName(path).replace(/\.pyi?$/, "");
  return own === "__init__" ? fileName(folderOf(path)) : own;
}

class ModuleLookup implements PythonModules {
  private readonly files: ReadonlySet<string>;
  private readonly folders: ReadonlySet<string>;
  private readonly byName: ReadonlyMap<string, string[]>;

  constructor(paths: readonly string[]) {
    this.files = fileSet(paths);
    this.folders = folderSet(paths);
    this.byName = Map.groupBy(paths.filter(isPython), moduleName);
  }

  resolve(module: string, importer: string): string | null {
    const dots = /^\.*/.exec(module)![0].length;
    const inside = module.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      const folder = parentFolder(folderOf(importer), dots - 1);
      return folder === null ? null : this.fileAt(inFolder(folder, inside));
    }
    return this.absolute(inside, folderOf(importer));
  }

  exists(module: string, importer: string): boolean {
    if (this.resolve(module, importer) !== null) return true;
    const dots = /^\.*/.exec(module)![0].length;
    const inside = module.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      const folder = parentFolder(folderOf(importer), dots - 1);
      return folder !== null && this.folders.has(inFolder(folder, inside));
    }
    // Several folders can share the name of one module.
    const candidates = this.candidates(inside);
    if (candidates.length > 0) return true;
    for (const root of foldersUp(folderOf(importer))) if (this.folders.has(inFolder(root, inside))) return true;
    return false;
  }

  private fileAt(path: string): string | null {
    const files = path === "" || path.endsWith("/") ? [`${path}__init__.py`] : [`${path}.py`, `${path}/__init__.py`];
    return [...files, ...files.map((file) => `${file}i`)].find((file) => this.files.has(file)) ?? null;
  }

  /** The nearest root above the importer wins, else the only root that has it. */
  private absolute(inside: string, folder: string): string | null {
    const candidates = this.candidates(inside);
    if (candidates.length === 0) return null;
    for (const root of foldersUp(folder)) {
      const file = this.fileAt(inFolder(root, inside));
      if (file !== null && candidates.includes(file)) return file;
    }
    const roots = new Set(candidates.map((path) => rootOf(path, inside)));
    return roots.size === 1 && this.mayBeRoot([...roots][0]!, inside) ? candidates[0]! : null;
  }

  /** Files of that name below a folder that is no package itself, the module before its stub. */
  private candidates(inside: string): string[] {
    const ends = [`${inside}.py`, `${inside}/__init__.py`, `${inside}.pyi`, `${inside}/__init__.pyi`];
    return (this.byName.get(fileName(inside)) ?? []).filter(
      (path) => ends.some((end) => path === end || path.endsWith(`/${end}`)) && !this.isPackage(rootOf(path, inside)),
    );
  }

  private isPackage(folder: string): boolean {
    return folder !== "" && this.files.has(`${folder}/__init__.py`);
  }

  /** A folder of sources elsewhere; a single name there may as well be an installed package. */
  private mayBeRoot(root: string, inside: string): boolean {
    if (root === "" || inside.includes("/") || /^(?:src|lib|python|source|app)$/.test(fileName(root))) return true;
    return ["pyproject.toml", "setup.py", "setup.cfg", "manage.py"].some((file) => this.files.has(`${root}/${file}`));
  }
}

/** The folder in which `inside` leads to the path. */
function rootOf(path: string, inside: string): string {
  const plain = path.replace(/(?:\/__init__)?\.pyi?$/, "");
  return plain.slice(0, Math.max(0, plain.length - inside.length - 1));
}

function parentFolder(folder: string, levels: number): string | null {
  let at = folder;
  for (let level = 0; level < levels; level++) {
    if (at === "") return null;
    at = folderOf(at);
  }
  return at;
}
