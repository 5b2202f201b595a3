// Reads the imports and exports of each file of a tree once, and finds where an export is declared.
import type { Tree } from "../change.ts";
import { oncePer } from "./once-per.ts";
import { resolverFor } from "./resolve-import.ts";
import { scanImports, type ModuleLinks } from "./scan-imports.ts";
import { holdsScript } from "./script-blocks.ts";

export interface Links {
  /** Null if there is no such file or it contains no script. */
  of(path: string): Promise<ModuleLinks | null>;
  /** Prefetches many files, which needs far fewer round trips to git. */
  ahead(paths: readonly string[]): Promise<void>;
  /**
   * The file that declares what `path` exports under a name, and the name there; `*` for the whole file. Null if the
   * file does not export the name or gets it from outside the repository.
   */
  origin(path: string, name: string): Promise<LinkOrigin | null>;
  /** Whether the file may export the name: true too if that depends on code that cannot be read. */
  mayExport(path: string, name: string): Promise<boolean>;
}

export interface LinkOrigin {
  path: string;
  name: string;
}

/** Larger files are bundles and data. */
const largestModule = 3_000_000;
/** How many files are read at once; bounds memory. */
const together = 64;
/** Maximum number of re-exports between a name and its declaration. */
const longestChain = 12;

export const linksOf = oncePer((tree: Tree): Links => new TreeLinks(tree));

/** By file type, for files with the same bytes. */
const scansOf = oncePer<Uint8Array, Map<string, ModuleLinks>>(() => new Map());

function scanned(path: string, bytes: Uint8Array): ModuleLinks {
  const scans = scansOf(bytes);
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const links = scans.get(ending) ?? scanImports(path, new TextDecoder().decode(bytes));
  scans.set(ending, links);
  return links;
}

class TreeLinks implements Links {
  private readonly tree: Tree;
  private readonly scanned = new Map<string, Promise<ModuleLinks | null>>();
  private readonly origins = new Map<string, Promise<LinkOrigin | null>>();

  constructor(tree: Tree) {
    this.tree = tree;
  }

  of(path: string): Promise<ModuleLinks | null> {
    const links = this.scanned.get(path) ?? this.scan(path);
    this.scanned.set(path, links);
    return links;
  }

  async ahead(paths: readonly string[]): Promise<void> {
    const unread = paths.filter((path) => !this.scanned.has(path));
    for (let from = 0; from < unread.length; from += together)
      await Promise.all(unread.slice(from, from + together).map((path) => this.of(path)));
  }

  private async scan(path: string): Promise<ModuleLinks | null> {
    const bytes = holdsScript(path) ? await this.tree.read(path) : null;
    return bytes === null || bytes.length > largestModule ? null : scanned(path, bytes);
  }

  origin(path: string, name: string): Promise<LinkOrigin | null> {
    const key = `${path}\n${name}`;
    const answer = this.origins.get(key) ?? this.follow(path, name, new Set());
    this.origins.set(key, answer);
    return answer;
  }

  async mayExport(path: string, name: string): Promise<boolean> {
    return await this.mayPass(path, name, new Set());
  }

  private async mayPass(path: string, name: string, seen: Set<string>): Promise<boolean> {
    if (seen.has(path) || seen.size > longestChain * 40) return false;
    seen.add(path);
    const links = await this.of(path);
    if (links === null || links.exports.some((one) => one.name === name)) return true;
    if (name === "default") return links.commonJs;
    for (const { name: all, from } of links.exports) {
      if (all !== "*" || from === null) continue;
      const target = await resolverFor(this.tree).resolve(from, path);
      if (target === null || (await this.mayPass(target, name, seen))) return true;
    }
    return false;
  }

  private async follow(path: string, name: string, seen: Set<string>): Promise<LinkOrigin | null> {
    const key = `${path}\n${name}`;
    if (name === "*") return { path, name };
    if (seen.has(key) || seen.size > 400) return null;
    seen.add(key);
    const links = await this.of(path);
    const own = links?.exports.find((one) => one.name === name);
    if (!links) return null;
    if (own?.from === null) return await this.followLocal(path, own.local, name, links, seen);
    if (own) return await this.followTo(path, own.from, own.local, seen);
    if (name === "default") return null;
    for (const all of links.exports) {
      if (all.name !== "*" || all.from === null) continue;
      const origin = await this.followTo(path, all.from, name, seen);
      if (origin) return origin;
    }
    return null;
  }

  /** Follows `import { a } from "./b"; export { a }`. */
  private async followLocal(path: string, local: string, name: string, links: ModuleLinks, seen: Set<string>) {
    const imported = links.imports.find((one) => one.local === local && one.how === "import" && one.from !== "");
    const passedOn = imported && (await this.followTo(path, imported.from, imported.name, seen));
    return passedOn ?? { path, name };
  }

  private async followTo(path: string, from: string, name: string, seen: Set<string>): Promise<LinkOrigin | null> {
    if (seen.size > longestChain * 40) return null;
    const target = await resolverFor(this.tree).resolve(from, path);
    return target === null ? null : await this.follow(target, name, seen);
  }
}
