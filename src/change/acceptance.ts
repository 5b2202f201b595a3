// Extracts an issue's acceptance criteria: the list below their heading, as trackers and templates write it.
import { startOfText } from "../secrets/cut-text.ts";
import { prose } from "./prose.ts";

const mostCriteria = 10;
const longest = 200;
const heading = /^(?:#{1,6}[ \t]+|\*\*|__)?[ \t]*acceptance criteria\b[^\n]{0,40}$/i;
const item = /^[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.+)$/;
const nextHeading = /^(?:#{1,6}[ \t]|\*\*[^*\n]{1,80}\*\*:?[ \t]*$)/;

/** One line each, in order; empty if the issue has no such list. */
export function acceptanceCriteria(body: string): string[] {
  const lines = prose(body).split(/\r?\n/);
  const from = lines.findIndex((line) => heading.test(line.trim()));
  if (from < 0) return [];
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => nextHeading.test(line.trim()));
  return (end < 0 ? rest : rest.slice(0, end))
    .flatMap((line) => startOfText(item.exec(line)?.[1]?.trim() ?? "", longest))
    .filter((text) => text !== "")
    .slice(0, mostCriteria);
}
