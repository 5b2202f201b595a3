// Publishes the board for a terminal: a table of all threads, then each thread with its comments, class and possible
// actions.
import {
  ageOf,
  boardWords,
  classCounts,
  classLine,
  className,
  commentLine,
  incompleteLine,
  metaLine,
  placeOfThread,
  shortAuthor,
  shownLine,
  triagedLine,
  untriagedHint,
  boardVerdictLine,
  verdictWord,
} from "../words/board-texts.ts";
import type { Classification } from "../thread-payloads.ts";
import { oneLine, shorten } from "../../review/words/text.ts";
import { painter, type Paint, type Style } from "../../review/publishers/paint.ts";
import { fit, fitPath, lengthOf, pad, wrap } from "../../review/publishers/wrap.ts";
import type { Board, BoardCode, BoardOptions, BoardRow, BoardVerdict, CodeLine } from "./board.ts";
import { pullRequestShortName } from "../../pull-request.ts";

interface Screen {
  paint: Paint;
  width: number;
}

const classStyles: Record<Classification, Style[]> = {
  needs_human: ["bold", "magenta"],
  valid: ["bold", "red"],
  invalid: ["yellow"],
  already_fixed: ["green"],
  stale: ["dim"],
};

export function boardText(
  board: Board,
  options: Pick<BoardOptions, "colour" | "width"> & { dryRun?: boolean },
): string {
  const screen: Screen = { paint: painter(options.colour), width: Math.max(40, Math.min(options.width, 120)) };
  const sections = [
    heading(board, screen),
    board.rows.length > 1 ? overview(board, screen) : [],
    ...board.rows.map((row, index) => threadRows(index + 1, row, board, screen)),
    ending(board, options.dryRun === true, screen),
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.map((line) => line.trimEnd()).join("\n"))
    .join("\n\n")}\n`;
}

function heading(board: Board, screen: Screen): string[] {
  const { paint, width } = screen;
  const incomplete = incompleteLine(board);
  return [
    `${paint(boardWords.product, "bold")} ${fit(`${oneLine(pullRequestShortName(board.pull))} at ${board.head.slice(0, 7)}`, width - 11)}`,
    ...indented(shownLine(board), 2, screen),
    ...(incomplete === null ? [] : indented(incomplete, 2, screen, "bold", "yellow")),
    ...indented(boardWords.scope, 2, screen, "dim"),
  ];
}

function indented(text: string, margin: number, { paint, width }: Screen, ...styles: Style[]): string[] {
  return wrap(text, width - margin).map((line) => `${" ".repeat(margin)}${paint(line, ...styles)}`);
}

/** The policy column is shown only if there is room. */
const wideEnough = 72;

/** One line per thread. Location and author share the width that the other columns leave. */
function overview({ rows, at }: Board, { paint, width }: Screen): string[] {
  const triaged = rows.some(({ triage }) => triage !== null);
  const others = [8, ...(triaged ? [15] : []), ...(triaged && width >= wideEnough ? [10, 8] : [])];
  const number = String(rows.length).length + 2;
  const rest = others.reduce((room, column) => room - column, width - number - 2);
  const by = Math.min(Math.floor(rest * 0.42), 2 + Math.max(2, ...rows.map((row) => lengthOf(byCell(row)))));
  const place = Math.min(rest - by, 2 + Math.max(5, ...rows.map((row) => lengthOf(placeOfThread(row)))));
  const [mark, ...names] = boardWords.columns;
  const head = [place, by, ...others].map((column, index) => pad(names[index] ?? "", column)).join("");
  return [
    paint(`${mark.padStart(number)}  ${head}`.trimEnd(), "dim"),
    ...rows.map((row, index) => {
      const cells = [
        cell(fitPath(placeOfThread(row), place - 2), place, paint, "cyan"),
        cell(fit(byCell(row), by - 2), by, paint),
        cell(ageOf(row.createdAt, at, "short"), 8, paint, "dim"),
        ...classCells(row, paint).slice(0, others.length - 1),
      ];
      return `${paint(String(index + 1).padStart(number), "bold")}  ${cells.join("")}`;
    }),
  ];
}

function byCell({ author, authorKind }: BoardRow): string {
  return shortAuthor({ author, kind: authorKind });
}

function classCells({ triage, policy }: BoardRow, paint: Paint): string[] {
  return [
    triage === null
      ? " ".repeat(15)
      : cell(className(triage.classification), 15, paint, ...classStyles[triage.classification]),
    verdictCell(policy?.reply, 10, paint),
    verdictCell(policy?.resolve, 8, paint),
  ];
}

function verdictCell(verdict: BoardVerdict | undefined, width: number, paint: Paint): string {
  return verdict === undefined
    ? " ".repeat(width)
    : cell(verdictWord(verdict), width, paint, ...verdictStyles[verdict.is]);
}

/** Padding has no colour, so that trailing blanks can be trimmed. */
function cell(text: string, width: number, paint: Paint, ...styles: Style[]): string {
  return `${paint(text, ...styles)}${" ".repeat(Math.max(0, width - lengthOf(text)))}`;
}

const verdictStyles: Record<BoardVerdict["is"], Style[]> = {
  ready: ["green"],
  "to-prove": ["yellow"],
  blocked: ["red"],
  done: ["dim"],
};

const margin = 5;

function threadRows(mark: number, row: BoardRow, { at }: Board, screen: Screen): string[] {
  const { paint, width } = screen;
  const place = fitPath(placeOfThread(row), width - margin);
  const { triage, policy } = row;
  return [
    `${paint(pad(`  ${mark} `, margin), "bold")}${paint(place, "bold", "cyan")}`,
    ...indented(metaLine(row, at), margin, screen, "dim"),
    ...(row.first === null ? [] : quoted(commentLine(row.first), screen)),
    ...(row.latest === null ? [] : quoted(commentLine(row.latest), screen)),
    ...(row.code === null ? [] : codeRows(row.code, screen)),
    ...(triage === null
      ? []
      : labelled(boardWords.class, classLine(triage), screen, ...classStyles[triage.classification])),
    ...(triage === null ? [] : labelled(boardWords.next, shorten(oneLine(triage.recommendedAction), 400), screen)),
    ...(policy === null
      ? []
      : labelled(boardWords.reply, boardVerdictLine(policy.reply), screen, ...verdictStyles[policy.reply.is])),
    ...(policy === null
      ? []
      : labelled(boardWords.resolve, boardVerdictLine(policy.resolve), screen, ...verdictStyles[policy.resolve.is])),
    ...(row.url === null ? [] : [`${" ".repeat(margin)}${paint(oneLine(row.url), "dim")}`]),
  ];
}

function quoted(text: string, { paint, width }: Screen): string[] {
  return wrap(text, width - margin - 2).map((line) => `${" ".repeat(margin)}${paint("│", "dim")} ${line}`);
}

/** A label in its own column; the start of the text, up to the comma or colon, is coloured. */
function labelled(label: string, text: string, { paint, width }: Screen, ...styles: Style[]): string[] {
  const column = 9;
  const [first = "", ...rest] = wrap(text, width - margin - column);
  const end = /[,:]/.exec(first)?.index ?? first.length;
  const lead = styles.length === 0 ? first : paint(first.slice(0, end), ...styles) + first.slice(end);
  const gap = " ".repeat(margin);
  return [
    `${gap}${cell(label, column, paint, "dim")}${lead}`,
    ...rest.map((line) => `${gap}${" ".repeat(column)}${line}`),
  ];
}

const signs = { context: " ", removed: "-", added: "+" } as const;

function codeRows({ lines, says }: BoardCode, screen: Screen): string[] {
  const digits = Math.max(...lines.map(({ before, after }) => String(after ?? before ?? "").length), 1);
  return [...indented(oneLine(says), margin, screen, "dim"), ...lines.map((line) => codeRow(line, digits, screen))];
}

/** Lines are truncated beyond the width of any screen. */
const longestLine = 1000;

function codeRow({ kind, before, after, text, commented }: CodeLine, digits: number, { paint, width }: Screen): string {
  const number = String(after ?? before ?? "").padStart(digits);
  const code = fit(oneLine(text.slice(0, longestLine)), width - margin - digits - 5);
  const style: Style[] = kind === "added" ? ["green"] : kind === "removed" ? ["red"] : [];
  const mark = commented ? paint("›", "bold", "cyan") : " ";
  return `${" ".repeat(margin)}${mark} ${paint(number, "dim")} ${paint(`${signs[kind]} ${code}`, ...style)}`;
}

function ending(board: Board, dryRun: boolean, screen: Screen): string[] {
  const triaged = triagedLine(board.triage);
  const isUntriaged = board.rows.some(({ triage, isResolved }) => triage === null && !isResolved);
  return [
    ...countLines(board, screen),
    ...(triaged === null ? [] : indented(triaged, 2, screen, "dim")),
    ...(isUntriaged ? indented(untriagedHint(board.pull.number), 2, screen, "dim") : []),
    ...board.triage.notes.flatMap((note) => indented(oneLine(note), 2, screen, "yellow")),
    ...(board.phase === null ? [] : indented(board.phase.says, 2, screen, "bold")),
    ...(dryRun ? indented(boardWords.dryRun, 2, screen, "dim") : []),
  ];
}

/** Wrapped before colouring; each count is then located in its line. */
function countLines({ rows }: Board, { paint, width }: Screen): string[] {
  const counts = classCounts(rows).map((one) => ({ ...one, text: `${one.threads} ${className(one.classification)}` }));
  const lines = wrap(counts.map(({ text }) => text.replaceAll(" ", "\u00a0")).join(" · "), width - 2);
  return lines
    .filter((line) => line !== "")
    .map((line) =>
      counts.reduce(
        (painted, { text, classification }) => painted.replace(text, paint(text, ...classStyles[classification])),
        `  ${line.replaceAll("\u00a0", " ")}`,
      ),
    );
}
