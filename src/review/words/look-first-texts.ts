// Lists the files of a larger change in the order in which to look at them, each with the facts behind it.
import type { Change } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { recentText } from "../../change/look-first.ts";
import { codeText, tableLines } from "./code-text.ts";
import { count, oneLine } from "./text.ts";

export const lookFirstTitle = "Where to look first";

export interface LookFirstRow {
  path: string;
  lines: string;
  /** Empty if the file did not change lately. */
  says: string;
}

const mostRows = 20;

/** No rows for changes of few code files, and none for what reviewers need not read. */
export function lookFirstRows({ files, triage }: Pick<Change, "files" | "triage">): {
  rows: LookFirstRow[];
  more: string | null;
} {
  if (!triage.lookFirst) return { rows: [], more: null };
  const triaged = new Map(triage.files.map((file) => [file.path, file]));
  const read = files.filter((file) => triaged.get(pathOf(file))?.depth !== "left-out");
  const rows = read.slice(0, mostRows).map((file) => {
    const path = pathOf(file);
    const recent = triaged.get(path)?.recent;
    return {
      path: oneLine(path),
      lines: `+${file.additions} −${file.deletions}`,
      says: recent ? recentText(recent) : "",
    };
  });
  return { rows, more: read.length > rows.length ? `and ${count(read.length - rows.length, "more file")}` : null };
}

/** As a Markdown table. */
export function lookFirstLines(change: Pick<Change, "files" | "triage">): string[] {
  const { rows, more } = lookFirstRows(change);
  if (rows.length === 0) return [];
  const cells = rows.map(({ path, lines, says }) => [codeText(path), lines, says]);
  return [...tableLines(["File", "Lines", "Before this change"], cells), ...(more === null ? [] : ["", more])];
}
