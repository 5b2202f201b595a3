// A git directory of our own that borrows a repository's objects and refs. A repository's config, attributes and
// hooks can make git run programs on a mere diff (filter.clean, core.fsmonitor, diff.external, textconv): here git
// never sees them. What we write (trees of staged and working files) stays in this directory and goes with it.
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newTemporaryFolder, ownedName, removeLeftoversOnce } from "../sandbox/temporary-folder.ts";
import { readGitFile, type RepositoryPlace } from "./discover.ts";

/** Larger files are neither read nor diffed as text. */
export const largestFile = 10 * 1024 * 1024;

export interface OwnDirectory {
  path: string;
  env: Record<string, string>;
  shallow: boolean;
  emptyTree: string;
  remove(): void;
}

export function makeOwnDirectory(
  place: RepositoryPlace,
  outside: Readonly<Record<string, string | undefined>>,
): OwnDirectory {
  removeLeftoversOnce();
  const path = newTemporaryFolder(ownedName("git"));
  try {
    const config = readIfThere(join(place.commonDir, "config"));
    const sha256 = /^\s*objectformat\s*=\s*"?sha256"?\s*$/im.test(config);
    const emptyTree = sha256
      ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
      : "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    mkdirSync(join(path, "objects", "info"), { recursive: true });
    mkdirSync(join(path, "info"));
    writeFileSync(join(path, "objects", "info", "alternates"), `${quoted(join(place.commonDir, "objects"))}\n`);
    writeFileSync(join(path, "HEAD"), readIfThere(join(place.gitDir, "HEAD")));
    writeFileSync(join(path, "config"), ownConfig(config, sha256, emptyTree));
    borrow(join(place.commonDir, "refs"), join(path, "refs"));
    borrow(join(place.commonDir, "packed-refs"), join(path, "packed-refs"));
    borrow(join(place.commonDir, "logs"), join(path, "logs"));
    const shallow = borrow(join(place.commonDir, "shallow"), join(path, "shallow"));
    return {
      path,
      env: gitEnvironment(path, outside),
      shallow,
      emptyTree,
      remove: () => rmSync(path, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** The few settings that describe how files are stored on this disk; never one that names a program. */
function ownConfig(theirs: string, sha256: boolean, emptyTree: string): string {
  const keep = ["autocrlf", "eol", "filemode", "symlinks", "ignorecase", "precomposeunicode"].flatMap((key) => {
    const value = new RegExp(`^\\s*${key}\\s*=\\s*(true|false|input|lf|crlf|native)\\s*$`, "im").exec(theirs)?.[1];
    return value === undefined ? [] : [`\t${key} = ${value}`];
  });
  return [
    "[core]",
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    ...keep,
    "\tfsmonitor = false",
    "\tattributesFile = /dev/null",
    "\thooksPath = /dev/null",
    "\tquotePath = true",
    `\tbigFileThreshold = ${largestFile}`,
    "[attr]",
    // Newer git reads attributes from HEAD in bare repositories, which could hide a file's text.
    `\ttree = ${emptyTree}`,
    ...(sha256 ? ["[extensions]", "\tobjectFormat = sha256"] : []),
    "[gc]",
    "\tauto = 0",
    "",
  ].join("\n");
}

function gitEnvironment(path: string, outside: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return {
    ...Object.fromEntries(
      ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP"].flatMap((name) =>
        outside[name] === undefined ? [] : [[name, outside[name]]],
      ),
    ),
    LC_ALL: "C",
    GIT_DIR: path,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}

function readIfThere(file: string): string {
  return existsSync(file) ? readGitFile(file) : "";
}

/** Creates symbolic links, or copies files where the system does not allow links. */
function borrow(original: string, link: string): boolean {
  if (!existsSync(original)) return false;
  try {
    symlinkSync(original, link, "junction");
  } catch {
    copyFileSync(original, link);
  }
  return true;
}

/** The alternates file takes one path a line, or a C-quoted one. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
