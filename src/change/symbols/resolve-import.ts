// Resolves an import to a file of the repository, from the tree's files, manifests and configs, without installing or
// running anything.
import { folderOf, foldersUp, inFolder, resolveFrom } from "../paths.ts";
import type { Tree } from "../change.ts";
import { entryFile, moduleFile } from "./module-file.ts";
import { ownImport, packageFile } from "./package-entry.ts";
import { oncePer } from "./once-per.ts";
import { aliasesOf, aliasTargets, configsByFolder, type Aliases } from "./path-aliases.ts";
import { asObject, repositoryFiles, type JsonObject, type RepositoryFiles } from "./repository-files.ts";
import { workspacePackages, type WorkspacePackage } from "./workspaces.ts";
import { once } from "../../once.ts";

export interface Resolver {
  /** The file that `specifier` names in `importer`; null for external packages and missing files. */
  resolve(specifier: string, importer: string): Promise<string | null>;
  /** The nearest package that contains the file, with or without a name. */
  packageOf(path: string): Promise<{ folder: string; manifest: JsonObject } | null>;
  /** The workspace packages of the repository by name. */
  packages(): Promise<ReadonlyMap<string, WorkspacePackage>>;
  files(): Promise<RepositoryFiles>;
}

/** One resolver per tree, so that all callers share its caches. */
export const resolverFor = oncePer(makeResolver);

function makeResolver(tree: Tree): Resolver {
  const world = once(async () => {
    const files = await repositoryFiles(tree);
    return { files, configs: configsByFolder(files.all), aliases: new Map<string, Promise<Aliases>>() };
  });
  const packages = once(async () => workspacePackages((await world()).files));
  const answers = new Map<string, Promise<string | null>>();
  const look = async (specifier: string, importer: string) =>
    new Lookup(await world(), packages).find(specifier, importer);
  return {
    resolve(specifier, importer) {
      // All files of a folder resolve a specifier alike.
      const key = `${folderOf(importer)}\n${specifier}`;
      const answer = answers.get(key) ?? look(specifier, importer);
      answers.set(key, answer);
      return answer;
    },
    packages,
    files: async () => (await world()).files,
    packageOf: async (path) => nearestPackage((await world()).files, folderOf(path)),
  };
}

async function nearestPackage(
  files: RepositoryFiles,
  from: string,
): Promise<{ folder: string; manifest: JsonObject } | null> {
  for (const folder of foldersUp(from)) {
    const manifest = await files.json(inFolder(folder, "package.json"));
    // A manifest that only sets the module type is not a package of its own.
    if (manifest && Object.keys(manifest).some((key) => key !== "type" && key !== "sideEffects"))
      return { folder, manifest };
  }
  return null;
}

interface World {
  files: RepositoryFiles;
  configs: ReadonlyMap<string, readonly string[]>;
  aliases: Map<string, Promise<Aliases>>;
}

class Lookup {
  private readonly world: World;
  private readonly packages: () => Promise<ReadonlyMap<string, WorkspacePackage>>;

  constructor(world: World, packages: () => Promise<ReadonlyMap<string, WorkspacePackage>>) {
    this.world = world;
    this.packages = packages;
  }

  async find(specifier: string, importer: string): Promise<string | null> {
    // `./icon.svg?url`, `raw!./x`: the bundler's suffixes and prefixes are ignored.
    const plain = specifier.slice(specifier.lastIndexOf("!") + 1).replace(/(?<=.)\?.*$/s, "");
    const folder = folderOf(importer);
    if (plain === "" || /^[a-z][\w+.-]+:/i.test(plain)) return null;
    if (/^\.{1,2}(?:\/|$)/.test(plain)) return await this.relative(folder, plain);
    if (plain.startsWith("/")) return this.fromRoot(folder, plain.slice(1));
    return (await this.byAlias(folder, plain)) ?? (await this.byPackage(folder, plain));
  }

  private async relative(folder: string, specifier: string): Promise<string | null> {
    const path = resolveFrom(folder, specifier);
    return path === null ? null : ((await this.file(path)) ?? (await this.builtFrom(path)));
  }

  /** Tests often import build output: `../lib/a.js` for `src/a.ts`. */
  private async builtFrom(path: string): Promise<string | null> {
    const near = await nearestPackage(this.world.files, folderOf(path));
    if (!near || !path.startsWith(inFolder(near.folder, ""))) return null;
    return entryFile(this.world.files, near.folder, path.slice(inFolder(near.folder, "").length));
  }

  /** A file, or a folder through its manifest. */
  private async file(path: string): Promise<string | null> {
    const { files } = this.world;
    const moduleAtPath = moduleFile(files, path);
    if (moduleAtPath !== null) return moduleAtPath;
    const manifest = await files.json(inFolder(path, "package.json"));
    return manifest === null ? null : packageFile(files, path, manifest, ".");
  }

  /** The web root of a page is one of its parent folders; the existing file decides which. */
  private fromRoot(folder: string, path: string): string | null {
    for (const root of foldersUp(folder)) {
      const file = moduleFile(this.world.files, inFolder(root, path));
      if (file !== null) return file;
    }
    return null;
  }

  private async byAlias(from: string, specifier: string): Promise<string | null> {
    const { files, configs, aliases } = this.world;
    for (const folder of foldersUp(from)) {
      const here = configs.get(folder);
      if (!here) continue;
      const reading = aliases.get(folder) ?? aliasesOf(files, here);
      aliases.set(folder, reading);
      for (const target of aliasTargets(await reading, specifier)) {
        const file = await this.file(target);
        if (file !== null) return file;
      }
    }
    return null;
  }

  private async byPackage(from: string, specifier: string): Promise<string | null> {
    if (specifier.startsWith("#")) return await this.ownImport(from, specifier);
    const { name, subpath } = packageName(specifier);
    const { files } = this.world;
    const linked = (await this.packages()).get(name) ?? (await this.ownOrLinked(from, name));
    return linked ? packageFile(files, linked.folder, linked.manifest, subpath) : null;
  }

  private async ownImport(from: string, specifier: string): Promise<string | null> {
    const near = await nearestPackage(this.world.files, from);
    if (!near) return null;
    const { file, packageName: other } = ownImport(this.world.files, near.folder, near.manifest, specifier);
    return file ?? (other === null || other.startsWith("#") ? null : await this.byPackage(from, other));
  }

  /** A package can import itself by name, and others through `file:` and `link:` without a workspace. */
  private async ownOrLinked(from: string, name: string): Promise<{ folder: string; manifest: JsonObject } | null> {
    const { files } = this.world;
    const near = await nearestPackage(files, from);
    if (!near || near.manifest["name"] === name) return near;
    for (const field of ["dependencies", "devDependencies", "peerDependencies"]) {
      const version = asObject(near.manifest[field])?.[name];
      const path = typeof version === "string" ? /^(?:file|link|portal):(.+)$/.exec(version)?.[1] : undefined;
      const folder = path === undefined ? null : resolveFrom(near.folder, path);
      const manifest = folder === null ? null : await files.json(inFolder(folder, "package.json"));
      if (folder !== null && manifest) return { folder, manifest };
    }
    return null;
  }
}

/** Splits `@scope/name/sub/path` into package and subpath. */
export function packageName(specifier: string): { name: string; subpath: string } {
  const end = specifier.indexOf("/", specifier.startsWith("@") ? specifier.indexOf("/") + 1 : 0);
  const name = end < 0 ? specifier : specifier.slice(0, end);
  return { name, subpath: end < 0 ? "." : `.${specifier.slice(end)}` };
}
