// Looks up files of one tree and tells which missing files are expected to be missing.
import type { Tree } from "../../../change/change.ts";
import { fileSet, folderSet, oncePer } from "../../../change/symbols/once-per.ts";
import { ignoresOf } from "../../gitignore.ts";
import { findBuildSteps } from "./build-steps.ts";

/** A reference that leads nowhere. */
export interface BrokenReference {
  kind: string;
  /** What it names, in words that are the same at base and head, wherever the line has moved. */
  key: string;
  /** The file that it names, where several of one manifest are said together. */
  missingPath?: string;
  /** The job that it stands in, whose name may change as well. */
  owner?: string;
  line: number;
  /** Further lines that belong to it, such as the head of the job. */
  alsoLines?: readonly number[];
  title: string;
  explanation: string;
  /** Counts only when this path, or one of these, was there at base, where naming a missing file is often harmless. */
  onlyIfAtBase?: string | readonly string[];
  /** Where it is less sure, or matters less, than such things usually do. */
  confidence?: number;
}

export interface ConfigText {
  path: string;
  text: string;
}

/** Reads a configuration file by its path; null where there is none. */
export type ReadConfig = (path: string) => Promise<string | null>;

export type FindBroken = (file: ConfigText, layout: FileLayout, read: ReadConfig) => Promise<BrokenReference[]>;

export interface FileLayout {
  paths(): readonly string[];
  hasFile(path: string): boolean;
  hasDirectory(path: string): boolean;
  /** Whether any file's path starts like this, for patterns such as `src/icons/a-*`. */
  hasPrefix(prefix: string): boolean;
  /** Whether a missing path is expected to be missing: made by a build, installed, ignored, or inside a submodule. */
  isExpectedMissing(path: string): Promise<boolean>;
  /** Whether a script, a workflow or a generator's settings say that they write it, for a file of the package there. */
  isWrittenByStep(path: string, packageFolder: string): Promise<boolean>;
}

// Folders that builds write to. They count as output only while nothing in them is tracked: `lib` is often source.
// Of the second kind that is so whatever is tracked, and some of it often is.
const outputFolder = /^(?:dist|build|lib|out|output|es|esm|cjs|umd|types|typings|generated|compiled|pkg)(?:[-_.].*)?$/;
const alwaysOutput = /^(?:dist|generated|__generated__|\.generated)$/;
const neverTracked = /^(?:node_modules|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.yarn|\.pnp\..*)$/;

export async function readLayout(tree: Tree): Promise<FileLayout> {
  const paths = await tree.paths();
  const [files, folders] = [fileSet(paths), folderSet(paths)];
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
        // A folder that the tree lists as an entry is a submodule or a symbolic link: its inside is not known here.
        if (neverTracked.test(part) || alwaysOutput.test(part) || files.has(folder)) return true;
        if (outputFolder.test(part) && !folders.has(folder)) return true;
      }
      const last = path.slice(path.lastIndexOf("/") + 1);
      if (neverTracked.test(last) || (outputFolder.test(last) && !last.includes("."))) return true;
      // For a folder a rule often speaks of what lies in it: `client/*`, `zod/**/*.ts`.
      const inside = last.includes(".", 1) ? [] : usualFiles.map((name) => `${path}/${name}`);
      for (const one of [path, `${path}/`, ...inside]) if ((await ignores.ruleFor(one)) !== null) return true;
      return false;
    },
    isWrittenByStep: (path, packageFolder) => steps.writesFile(path, packageFolder),
  };
}

const usualFiles = ["index.ts", "index.js", "index.d.ts", "index.json"];

/** Made when first asked for: a walk over every path for each prefix takes a second in a large repository. */
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
