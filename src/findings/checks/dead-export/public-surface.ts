// Tells which names a package exposes through its entry points.
import { inFolder } from "../../../change/paths.ts";
import type { Tree } from "../../../change/change.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import { entryFile } from "../../../change/symbols/module-file.ts";
import { publicTargets } from "../../../change/symbols/package-entry.ts";
import { resolverFor } from "../../../change/symbols/resolve-import.ts";
import type { JsonObject, RepositoryFiles } from "../../../change/symbols/repository-files.ts";

const mostFiles = 3000;

interface Surface {
  /** Files whose exports are all public; `named` lists public names of other files. */
  whole: Set<string>;
  named: Map<string, Set<string>>;
  /** Whether an entry is built from unknown files: then nothing counts as private. */
  unknown: boolean;
}

export class PublicSurface {
  private readonly tree: Tree;
  private readonly surfaces = new Map<string, Promise<Surface>>();

  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** Whether users of the package can import the name. */
  async includes(path: string, name: string): Promise<boolean> {
    const near = await resolverFor(this.tree).packageOf(path);
    if (!near) return false;
    const reading = this.surfaces.get(near.folder) ?? this.readSurface(near.folder, near.manifest);
    this.surfaces.set(near.folder, reading);
    const { whole, named: addNamed, unknown } = await reading;
    return unknown || whole.has(path) || addNamed.get(path)?.has(name) === true;
  }

  private async readSurface(folder: string, manifest: JsonObject): Promise<Surface> {
    const files = await resolverFor(this.tree).files();
    const surface: Surface = { whole: new Set(), named: new Map(), unknown: false };
    const entries: string[] = [];
    for (const target of publicTargets(manifest)) {
      if (/\.(?:json|css|s[ac]ss|md|svg|png|node|wasm|d\.ts)$/.test(target)) continue;
      const matches = target.includes("*")
        ? filesMatchingStar(files, folder, target)
        : [entryFile(files, folder, target)];
      for (const file of matches) if (file !== null) entries.push(file);
      if (matches.every((file) => file === null)) surface.unknown ||= /\.[cm]?[jt]sx?$/.test(target);
    }
    // Without entries, users see the index file.
    for (const index of ["index.ts", "index.js", "src/index.ts", "src/index.tsx", "src/index.js"])
      if (files.has(inFolder(folder, index))) entries.push(inFolder(folder, index));
    await this.addReachable(entries, surface);
    return surface;
  }

  private async addReachable(entries: readonly string[], surface: Surface): Promise<void> {
    const waiting = [...entries];
    for (let path = waiting.pop(); path !== undefined && surface.whole.size < mostFiles; path = waiting.pop()) {
      if (surface.whole.has(path)) continue;
      surface.whole.add(path);
      for (const one of (await linksOf(this.tree).of(path))?.exports ?? []) {
        if (one.from === null) {
          await this.addOrigin(path, one.name, surface);
          continue;
        }
        const target = await resolverFor(this.tree).resolve(one.from, path);
        if (target === null) continue;
        if (one.name === "*" || one.local === "*") waiting.push(target);
        else await this.named(target, one.local, surface);
      }
    }
  }

  private async addOrigin(path: string, name: string, surface: Surface): Promise<void> {
    const origin = await linksOf(this.tree).origin(path, name);
    if (origin && origin.path !== path) this.add(origin.path, origin.name, surface);
  }

  /** Follows one re-exported name; the files on the way make no other name public. */
  private async named(path: string, name: string, surface: Surface): Promise<void> {
    this.add(path, name, surface);
    const origin = await linksOf(this.tree).origin(path, name);
    if (origin) this.add(origin.path, origin.name, surface);
  }

  private add(path: string, name: string, { named, whole }: Surface): void {
    if (name === "*") whole.add(path);
    named.set(path, (named.get(path) ?? new Set()).add(name));
  }
}

/** The files that `./dist/*.js` or `./src/*` exposes, matched by prefix and suffix in source or output folders. */
function filesMatchingStar(files: RepositoryFiles, folder: string, target: string): string[] {
  const before = target.slice(0, target.indexOf("*")).replace(/^\.\//, "");
  const parts = before.split("/").slice(0, -1);
  const rest = parts.slice(1).join("/");
  const prefixes = [before, `src/${rest}${rest === "" ? "" : "/"}`, `src/${before}`].map((one) =>
    inFolder(folder, one),
  );
  return files.all.filter((path) => prefixes.some((prefix) => path.startsWith(prefix)));
}
