// Files that belong to one person's machine: backups, editor state, process ids, locks.
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { Found } from "../../build.ts";
import { firstLine, newFiles } from "./first-line.ts";
import { isTestMaterial } from "./test-material.ts";

const kinds: readonly [RegExp, string][] = [
  [/(?:^|\/)\.DS_Store$/, "a macOS folder index"],
  [/(?:^|\/)Thumbs\.db$/, "a Windows thumbnail cache"],
  [/(?:^|\/)\.idea\/workspace\.xml$/, "one person's editor state"],
  [/(?:^|\/)\.remember\//, "one person's session notes"],
  [/(?:^|\/)\.[^/]+\.sw[op]$|\.sw[op]$/, "an editor's swap file"],
  [/(?:^|\/)\.~lock\.[^/]+#$|(?:^|\/)\.#[^/]+$/, "an editor's lock"],
  [/\.(?:bak|orig|rej)$/, "a backup copy"],
  [/\.pid$/, "a process id"],
];

export function localFiles(files: readonly FileDiff[]): Found[] {
  return newFiles(files).flatMap(({ file, path }) => {
    const what =
      kinds.find(([pattern]) => pattern.test(path))?.[1] ??
      (isProcessLock(file, path) ? "a process's lock" : undefined);
    // Tests of tools that read such files need them.
    if (what === undefined || isTestMaterial(path)) return [];
    return {
      kind: "local-file",
      path,
      ...firstLine(file),
      title: `${nameOf(path)} looks like ${what}, added by accident`,
      explanation:
        "It means nothing on another machine and changes with every use. Take it out of the change and add " +
        "its name to .gitignore.",
    };
  });
}

/** A package manager's lock lists packages; a process's lock is empty or holds a number or a name. */
function isProcessLock(file: FileDiff, path: string): boolean {
  if (!path.endsWith(".lock") || file.binary || file.additions > 1) return false;
  const [line] = [...addedLines(file)];
  return line === undefined || /^\s*(?:\d{1,10}|[\w.-]+[:@]\d{1,10}|[\w.-]+@[\w.-]+\.\d+)?\s*$/.test(line.text);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
