// Parses rows of findings, tab-separated or JSON; errors name the line.
import { startOfText } from "../../secrets/cut-text.ts";
import { UserError } from "../../errors.ts";
import { buckets } from "../cross-model.ts";
import { severities } from "../finding.ts";
import { arbitrateWords, reviewSides, roots, stances, type ReconciledRow, type ReconcileRow } from "../reconcile.ts";
import { showHiddenCharacters } from "../asking/boundary.ts";
import { unwrapAnswer } from "./unwrap-answer.ts";

/** `from` is what people call the text: a file's name, or standard input. */
export function readRows(text: string, from: string): ReconcileRow[] {
  return cellsOf(text, from, rowColumns).map((cells) => rowOf(cells));
}

/** As `reconcile` gives them. Who is right about which row is told by the bucket, so that they need no stance. */
export type DisputedRow = Omit<ReconciledRow, "stance">;

export function readReconciledRows(text: string, from: string): DisputedRow[] {
  const firstOf = new Map<string, { row: DisputedRow; where: string }>();
  return cellsOf(text, from, reconciledColumns).map((cells) => {
    const { stance: _stance, ...rest } = rowOf({
      ...cells,
      read: (column) => (column === "stance" ? "flag" : cells.read(column)),
    });
    const row = {
      id: idOf(cells),
      bucket: oneOf(cells, "bucket", buckets),
      arbitrate: oneOf(cells, "arbitrate", arbitrateWords),
      ...rest,
    };
    const first = firstOf.get(row.id) ?? { row, where: cells.where };
    firstOf.set(row.id, first);
    // A verdict goes to its id: one that means two things would decide something that nobody looked at.
    if (first.row.fingerprint !== row.fingerprint || first.row.bucket !== row.bucket)
      throw new UserError(
        `${cells.where}: the id ${quoted(row.id)} means something else at ${first.where}`,
        "Reconcile all rows in one go, or give each part an --id-prefix of its own.",
      );
    return row;
  });
}

const rowColumns = ["side", "stance", "fingerprint", "place", "severity", "root", "summary"] as const;
const reconciledColumns = [
  "id",
  "bucket",
  "arbitrate",
  "side",
  "fingerprint",
  "place",
  "severity",
  "root",
  "summary",
] as const;

interface Cells {
  where: string;
  read(column: string): string;
}

function rowOf(cells: Cells): ReconcileRow {
  return {
    side: oneOf(cells, "side", reviewSides),
    stance: oneOf(cells, "stance", stances),
    fingerprint: filled(cells, "fingerprint"),
    place: placeOf(cells),
    severity: oneOf(cells, "severity", severities),
    root: oneOf(cells, "root", roots),
    summary: filled(cells, "summary"),
  };
}

/** Whatever its case. */
function oneOf<Word extends string>(cells: Cells, column: string, words: readonly Word[]): Word {
  const given = cells.read(column).trim().toLowerCase();
  const word = words.find((one) => one.toLowerCase() === given);
  if (word !== undefined) return word;
  throw new UserError(
    `${cells.where}: ${quoted(cells.read(column))} is not a valid ${column}`,
    `The ${column} is one of ${words.join(", ")}.`,
  );
}

function filled(cells: Cells, column: string): string {
  const text = cells.read(column).trim();
  if (text !== "") return text;
  throw new UserError(`${cells.where}: the ${column} is empty`, `Every row needs a ${column}.`);
}

function placeOf(cells: Cells): string {
  const text = cells.read("place").trim();
  if (/^[^]+:[1-9]\d{0,8}$/.test(text)) return text;
  throw new UserError(
    `${cells.where}: ${quoted(text)} is not a place`,
    "A place is a file and a line in it, as in src/app.ts:12.",
  );
}

function idOf(cells: Cells): string {
  const id = cells.read("id").trim();
  if (/^[\w.-]{1,80}$/.test(id)) return id;
  throw new UserError(
    `${cells.where}: ${quoted(id)} is not an id`,
    "Give the rows as `crosscheck reconcile` prints them: an id has letters, digits, dots and hyphens.",
  );
}

function quoted(text: string): string {
  const short = text.length > 60 ? `${startOfText(text, 60)}…` : text;
  return `"${showHiddenCharacters(short.replaceAll(/\s/g, " "))}"`;
}

function cellsOf(text: string, from: string, columns: readonly string[]): Cells[] {
  const given = unwrapAnswer(text.replace(/^\ufeff/, ""));
  return /^\s*[[{]/.test(given) ? ofJson(given, from, columns) : ofLines(given, from, columns);
}

function ofLines(text: string, from: string, columns: readonly string[]): Cells[] {
  return text.split("\n").flatMap((raw, index) => {
    const line = raw.replace(/\r$/, "");
    if (line.trim() === "") return [];
    const where = `Line ${index + 1} of ${from}`;
    const cells = line.split("\t");
    if (cells.length !== columns.length)
      throw new UserError(
        `${where} has ${cells.length} columns instead of ${columns.length}`,
        `A line is ${columns.join(", ").replace("place", "file:line")}, with one tab between two of them and none within.`,
      );
    return [{ where, read: (column) => cells[columns.indexOf(column)] ?? "" }];
  });
}

function ofJson(text: string, from: string, columns: readonly string[]): Cells[] {
  return listIn(text, from, columns).map((row, index) => {
    const where = `Row ${index + 1} of ${from}`;
    if (typeof row !== "object" || row === null)
      throw new UserError(`${where} is not an object`, `A row is an object with ${columns.join(", ")}.`);
    const read = (column: string): string => {
      const value: unknown = Object.hasOwn(row, column) ? (row as Record<string, unknown>)[column] : undefined;
      if (typeof value === "string") return value;
      throw new UserError(
        `${where}: the ${column} is ${value === undefined ? "missing" : "no text"}`,
        `A row is an object with ${columns.join(", ")}, each of them a string.`,
      );
    };
    return { where, read };
  });
}

function listIn(text: string, from: string, columns: readonly string[]): readonly unknown[] {
  const remedy = `Give a list of objects with ${columns.join(", ")}, or an object that has it as "rows".`;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new UserError(`${from} begins like JSON and is none`, remedy);
  }
  const list: unknown = Array.isArray(data) ? data : (data as { rows?: unknown }).rows;
  if (Array.isArray(list)) return list as readonly unknown[];
  throw new UserError(`${from} holds no list of rows`, remedy);
}

/** One line a row; a cell keeps to its cell, and acts on nobody's screen. */
export function tabLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join("\t")}\n`).join("");
}

function cell(text: string): string {
  return showHiddenCharacters(text.replaceAll(/[\t\r\n]+/g, " "));
}

export function reconciledLines(rows: readonly ReconciledRow[]): string {
  return tabLines(rows.map((row) => reconciledColumns.map((column) => row[column])));
}
