// Finds added files that belong to one machine, such as backups, editor state and locks.
import { fileName } from "../../../change/paths.ts";
import type { Code } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";
import { firstAddedLine, findNewFiles } from "./new-files.ts";
import { isTestInputOrForeign } from "./test-material.ts";

const localFileKinds: readonly [RegExp, string][] = [
  [/(?:^|\/)\.DS_Store$/, "a macOS folder index"],
  [/(?:^|\/)Thumbs\.db$/, "a Windows thumbnail cache"],
  [/(?:^|\/)\.idea\/workspace\.xml$/, "one person's editor state"],
  [/(?:^|\/)\.remember\//, "one person's session notes"],
  [/(?:^|\/)\.claude\/settings\.local\.json$/, "one person's own settings"],
  [/(?:^|\/)\.aider\.(?:chat|input)\.history/, "one person's session notes"],
  [/(?:^|\/)(?:\.ipynb_checkpoints|__pycache__|\.history)\//, "a tool's own cache"],
  [/(?:^|\/)(?:npm-debug|yarn-error|hs_err_pid\d+)\.log$/, "a log of one crash"],
  [/(?:^|\/)\.[^/]+\.sw[a-p]$|\.sw[op]$/, "an editor's swap file"],
  [/(?:^|\/)\.~lock\.[^/]+#$|(?:^|\/)\.#[^/]+$/, "an editor's lock"],
  [/\.(?:bak|orig|rej)$|(?:^|\/)settings\.[^/]*bak[^/]*$|[^/]~$/, "a backup copy"],
  [/\.pid$/, "a process id"],
];

export async function findLocalFiles(files: readonly FileDiff[], code: Pick<Code, "base">): Promise<FindingInput[]> {
  const added = findNewFiles(files);
  const temporary = await findNewTemporaryFolders(added, code);
  return added.flatMap(({ file, path }) => {
    const what =
      localFileKinds.find(([pattern]) => pattern.test(path))?.[1] ??
      (isProcessLock(file, path) ? "a process's lock" : undefined) ??
      (temporary.get(topFolder(path)) === path ? "something temporary" : undefined);
    // Tests of tools that read such files need them.
    if (what === undefined || isTestInputOrForeign(path)) return [];
    return {
      kind: "local-file",
      path,
      ...firstAddedLine(file),
      title: `${fileName(path)} looks like ${what}, added by accident`,
      explanation:
        "It is of use only on the machine where it was made. Remove it from the change and add " +
        "its name to .gitignore.",
    };
  });
}

/** New top-level folders for temporary files, each with its first added file. */
async function findNewTemporaryFolders(
  added: readonly { path: string }[],
  { base }: Pick<Code, "base">,
): Promise<ReadonlyMap<string, string>> {
  const first = new Map<string, string>();
  for (const { path } of added) {
    const folder = topFolder(path);
    // Dotfiles keep a folder in git, and a README explains it.
    if (!/^\.?(?:tmp|temp)$/i.test(folder) || /(?:^|\/)(?:\.[^/]*|README[^/]*)$/i.test(path)) continue;
    if (!first.has(folder)) first.set(folder, path);
  }
  if (first.size > 0) for (const path of await base.paths()) first.delete(topFolder(path));
  return first;
}

/** The top-level folder of a path; empty for a top-level file. */
function topFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf("/")));
}

/** A package manager's lock lists packages; a process lock is empty or holds a number or name. */
function isProcessLock(file: FileDiff, path: string): boolean {
  if (!path.endsWith(".lock") || file.binary || file.additions > 1) return false;
  const [line] = [...addedLines(file)];
  return line === undefined || /^\s*(?:\d{1,10}|[\w.-]+[:@]\d{1,10}|[\w.-]+@[\w.-]+\.\d+)?\s*$/.test(line.text);
}
