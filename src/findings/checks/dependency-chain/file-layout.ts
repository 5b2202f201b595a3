// Looks up files of one tree and tells which missing files are expected to be missing.
import type { Tree } from "../../../change/change.ts";
import { fileSet, folderSet, oncePer } from "../../../change/symbols/once-per.ts";
import { ignoresOf } from "../../gitignore.ts";
import { findBuildSteps } from "./build-steps.ts";

/** A reference to something that does not exist. */
export interface BrokenReference {
  kind: string;
  /** Identifies the target in the same way at base and head, independent of the line. */
  key: string;
  /** The missing file, to merge several findings of one manifest. */
  missingPath?: string;
  /** The job that contains the reference; the job may be renamed. */
  owner?: string;
  line: number;
  /** More lines that belong to it, such as the job's header. */
  alsoLines?: readonly number[];
  title: string;
  explanation: string;
  /** Reported only if one of these paths existed at base; naming a missing file is often harmless. */
  onlyIfAtBase?: string | readonly string[];
  /** Overrides the default confidence. */
  confidence?: number;
}

export interface ConfigText {
  path: string;
  text: string;
}

/** Reads a configuration file; null if it does not exist. */
export type ReadConfig = (path: string) => Promise<string | null>;

export type FindBroken = (file: ConfigText, layout: FileLayout, read: ReadConfig) => Promise<BrokenReference[]>;

export interface FileLayout {
  paths(): readonly string[];
  hasFile(path: string): boolean;
  hasDirectory(path: string): boolean;
  /** Whether any path starts with the prefix, for patterns such as `src/icons/a-*`. */
  hasPrefix(prefix: string): boolean;
  /** Whether the path is expected to be missing: built, installed, ignored, or inside a submodule. */
  isExpectedMissing(path: string): Promise<boolean>;
  /**
   * Whether a script, workflow or generator config writes the file; `packageFolder` is the package that contains it.
   */
  isWrittenByStep(path: string, packageFolder: string): Promise<boolean>;
}

// Build output folders. They count as output only if nothing in them is or was tracked, because `lib` is often source.
// `alwaysOutput` folders count as output regardless.
const outputFolder = /^(?:dist|build|lib|out|output|es|esm|cjs|umd|types|typings|generated|compiled|pkg)(?:[-_.].*)?$/;
const alwaysOutput = /^(?:dist|generated|__generated__|\.generated)$/;
const neverTracked = /^(?:node_modules|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.yarn|\.pnp\..*)$/;

/** `before` is the tree from which the change started. */
export async function readLayout(tree: Tree, before: Tree): Promise<FileLayout> {
  const paths = await tree.paths();
  const [files, folders, oldFolders] = [fileSet(paths), folderSet(paths), folderSet(await before.paths())];
  const isOutput = (part: string, folder: string) =>
    outputFolder.test(part) && !folders.has(folder) && !oldFolders.has(folder);
  const ignores = ignoresOf(tree);
  const steps = findBuildSteps(tree, paths);
  const hasDirectory = (path: string) => path === "" || folders.has(path);
  return {
    paths: () => paths,
    hasFile: (path) => files.has(path),
    hasDirectory,
    hasPrefix(prefix) {
      if (prefix === "" || (prefix.endsWith("/") && hasDirectory(prefix.slice(0, -1)))) return true;
      const sorted = sortedPaths(paths);
      return sorted[lowerBound(sorted, prefix)]?.startsWith(prefix) === true;
    },
    async isExpectedMissing(path) {
      let folder = "";
      for (const part of path.split("/").slice(0, -1)) {
        folder = folder === "" ? part : `${folder}/${part}`;
        // A folder that the tree lists as an entry is a submodule or symbolic link; its contents are unknown.
        if (neverTracked.test(part) || alwaysOutput.test(part) || files.has(folder)) return true;
        if (isOutput(part, folder)) return true;
      }
      const last = path.slice(path.lastIndexOf("/") + 1);
      if (neverTracked.test(last) || (isOutput(last, path) && !last.includes("."))) return true;
      // For a folder, a rule often matches its contents: `client/*`, `zod/**/*.ts`.
      const inside = last.includes(".", 1) ? [] : usualFiles.map((name) => `${path}/${name}`);
      for (const one of [path, `${path}/`, ...inside]) if ((await ignores.ruleFor(one)) !== null) return true;
      return false;
    },
    isWrittenByStep: (path, packageFolder) => steps.writesFile(path, packageFolder),
  };
}

const usualFiles = ["index.ts", "index.js", "index.d.ts", "index.json"];

/** Sorted lazily: scanning every path for each prefix takes a second in a large repository. */
const sortedPaths = oncePer((paths: readonly string[]): readonly string[] => paths.toSorted(compareText));

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function lowerBound(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
