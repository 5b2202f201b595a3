// Renders diffs: the lines above a thread, and a pull request's changes.
import { pathOf, type FileDiff } from "../../../change/diff.ts";
import { diffHead } from "../../../review/publishers/html/diff-rows.ts";
import { codeLine } from "../../../review/publishers/html/code-line.ts";
import { exactHtml, html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words } from "../../../review/words/playground-texts.ts";
import { boardWords } from "../../../threads/words/board-texts.ts";
import type { Pull, SimulatedThread } from "../../../standin/github/state.ts";

/** One more than GitHub shows. */
const mostLines = 5;
/** For a whole pull request, because a visitor can paste a long text. */
const mostShown = { files: 30, lines: 400 };

export function diffHunk({ diffHunk: text, path }: Pick<SimulatedThread, "diffHunk" | "path">): Html {
  const rows = numbered(text).slice(-mostLines);
  return html`<figure class="was">${table(path, rows, rows.at(-1))}</figure>`;
}

/** Collapsed. If a visitor expands it, it stays open until the next push. */
export function changedFiles(files: readonly FileDiff[], { id, head }: Pull): Html {
  return html`<details class="panel pg-files" id="files-${id}-${head.oid.slice(0, 12)}" hx-preserve>
    <summary>${words.files(files.length)}</summary>
    ${files.slice(0, mostShown.files).map((file) => {
      const rows = file.hunks.flatMap((hunk) =>
        numbered([`@@ -${hunk.oldStart} +${hunk.newStart} @@`, ...hunk.lines].join("\n")),
      );
      return html`<figure class="was">
        <figcaption class="path">${pathOf(file)}</figcaption>
        ${table(pathOf(file), rows.slice(0, mostShown.lines))}
      </figure>`;
    })}
  </details>`;
}

function table(path: string, rows: readonly Row[], marked?: Row): Html {
  return exactHtml`<table class=diff aria-label="${boardWords.code}: ${path}">${tableHead}<tbody>${rows.map(
    (row) =>
      exactHtml`<tr class="${classes[row.sign] ?? ""}${row === marked && " t"}"><td>${row.old}<td>${row.now}<td>${codeLine(row.code)}`,
  )}</table>`;
}

const tableHead = diffHead(boardWords.before, boardWords.after, boardWords.text);
const classes: Readonly<Record<string, string>> = { "+": "a", "-": "d" };

interface Row {
  sign: string;
  old: number | null;
  now: number | null;
  code: string;
}

function numbered(text: string): Row[] {
  const [head = "", ...lines] = text.split("\n");
  const [, oldStart = "1", newStart = "1"] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head) ?? [];
  let [old, now] = [Number(oldStart), Number(newStart)];
  return lines
    .filter((line) => !line.startsWith("\\"))
    .map((line) => {
      const sign = line.slice(0, 1);
      return { sign, old: sign === "+" ? null : old++, now: sign === "-" ? null : now++, code: line.slice(1) };
    });
}
