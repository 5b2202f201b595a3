// Lists a repository's own checks.
import { ownCheckFolder } from "../../change/own-checks.ts";
import { list, oneLine } from "./text.ts";

/** Below the list of all checks; nothing if the repository has none. */
export function ownChecksLine(ids: readonly string[]): string {
  if (ids.length === 0) return "";
  const [are, which] = ids.length === 1 ? ["check is", "It runs"] : ["checks are", "They run"];
  return `\nThis repository's own ${are} ${oneLine(list(ids))} (${ownCheckFolder} at HEAD). ${which} in a sandbox, where the\nrepository is yours: docs/own-checks.md.\n`;
}

export function ownCheckPage(id: string): string {
  return `${oneLine(id)} is a check of this repository's own: ${oneLine(`${ownCheckFolder}/${id}.ts`)} says what it finds.\n`;
}
