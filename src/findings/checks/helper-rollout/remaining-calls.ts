// Finds direct calls that the change leaves in place.
import { readText } from "../../changed-text.ts";
import { folderOf, foldersUp } from "../../../change/paths.ts";
import type { Tree } from "../../../change/change.ts";
import { categoryOf, isExample, isFixture, isNotHandWritten, isProse } from "../../../change/file-kinds.ts";
import type { NameUses, NameUse } from "../../../change/symbols/symbols.ts";
import { languageFor } from "../../text/languages.ts";
import { codeOn, scan } from "../../text/scan.ts";
import type { WrapperHelper } from "./new-helpers.ts";
import { callsFunction, type ReplacedCalls } from "./replacements.ts";

const mostFiles = 40;

/** Returns null if there are too many: the call is common, and the helper was not meant for all of them. */
export async function findRemainingCalls(
  helper: WrapperHelper,
  callee: string,
  replaced: ReplacedCalls,
  uses: NameUses,
  changed: ReadonlySet<string>,
  head: Tree,
): Promise<NameUse[] | null> {
  if (uses.cut) return null;
  const kinds = new Set([...replaced.files].map(categoryOf));
  const packageOf = await packageFolderLookup(head);
  const packages = new Set([helper.path, ...replaced.files].map(packageOf));
  const lines = uses.at.filter(
    ({ path, text }) =>
      !changed.has(path) &&
      languageFor(path)?.family === helper.family &&
      kinds.has(categoryOf(path)) &&
      packages.has(packageOf(path)) &&
      !(isNotHandWritten(path) || isFixture(path) || isExample(path) || isProse(path)) &&
      callsFunction(text, callee),
  );
  const byFile = Map.groupBy(lines, ({ path }) => path);
  if (byFile.size > mostFiles) return null;
  const calls: NameUse[] = [];
  for (const [path, fileLines] of byFile) {
    const scanned = scan((await readText(head, path)) ?? "", languageFor(path)!);
    calls.push(...fileLines.filter(({ line }) => callsFunction(codeOn(scanned, line), callee)));
  }
  return calls;
}

const manifest =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|[^/]+\.(?:csproj|gemspec))$/;

/** Maps a file to its package folder: a helper is not reachable from packages that do not depend on it. */
async function packageFolderLookup(tree: Tree): Promise<(path: string) => string> {
  const folders = new Set((await tree.paths()).filter((path) => manifest.test(path)).map(folderOf));
  return (path) => {
    for (const folder of foldersUp(folderOf(path))) if (folders.has(folder)) return folder;
    return "";
  };
}

export function searchTermForCallee(callee: string): string {
  return callee.replace(/^new\s+/, "");
}
