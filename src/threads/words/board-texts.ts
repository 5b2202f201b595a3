// Defines the texts of the board: author, age, class, and what was not fetched.
import type { Board, BoardComment, BoardRow, BoardTriage, BoardVerdict, LeftOutThreads } from "../publishers/board.ts";
import type { Classification } from "../thread-payloads.ts";
import type { Phase } from "../thread-state.ts";
import type { AuthorKind } from "../thread.ts";
import { count, list, oneLine, shorten } from "../../review/words/text.ts";

export const boardWords = {
  product: "Crosscheck",
  title: "Review threads",
  threads: "Threads",
  skip: "Skip to the threads",
  class: "Class",
  next: "Next",
  reply: "Reply",
  resolve: "Resolve",
  draft: "Draft of a reply (not posted)",
  code: "The code before and after",
  before: "Line then",
  after: "Line now",
  text: "Code",
  open: "Open on GitHub",
  noPlace: "(no place)",
  noThreads: "No threads to show.",
  columns: ["#", "Place", "By", "Age", "Class", "Reply", "Resolve"],
  scope: "Only inline review threads are shown, not comments in the conversation or summaries of reviews.",
  dryRun: "Nothing was stored, and the pull request's phase has not changed (--dry-run).",
  readOnly: "Nothing was posted, answered or resolved.",
} as const;

export function className(classification: Classification): string {
  return classification.replaceAll("_", " ");
}

/** Explanation of each class. */
export const classMeaning: Record<Classification, string> = {
  valid: "a real issue, to be fixed",
  already_fixed: "the code has been changed since",
  stale: "the code it is about no longer exists",
  invalid: "rests on a wrong assumption",
  needs_human: "a person has to decide",
};

const kinds: Record<AuthorKind, string> = { human: "human", bot: "bot", self: "you" };

export function authorLine({ author, kind }: { author: string | null; kind: AuthorKind }): string {
  return `${author === null ? "a deleted account" : oneLine(author)} (${kinds[kind]})`;
}

/** Short form for a column: a bot's name usually says that it is one. */
export function shortAuthor({ author, kind }: { author: string | null; kind: AuthorKind }): string {
  const name = author === null ? "(gone)" : oneLine(author);
  return kind === "human" || name.endsWith("[bot]") ? name : `${name} (${kinds[kind]})`;
}

export function placeOfThread({ path, line, startLine, originalLine }: BoardRow): string {
  if (path === null) return boardWords.noPlace;
  const at = line ?? originalLine;
  const lines =
    at === null ? "" : startLine !== null && line !== null && startLine < line ? `:${startLine}-${line}` : `:${at}`;
  return `${oneLine(path)}${lines}`;
}

/** For display below the file's name. */
export function lineOfThread({ line, startLine, originalLine }: BoardRow): string {
  if (line === null) return originalLine === null ? "On the file" : `Written on line ${originalLine}`;
  return startLine !== null && startLine < line ? `Lines ${startLine} to ${line}` : `Line ${line}`;
}

const units = [
  ["y", "year", 365 * 86_400_000],
  ["mo", "month", 30 * 86_400_000],
  ["d", "day", 86_400_000],
  ["h", "hour", 3_600_000],
  ["min", "minute", 60_000],
] as const;

/** `short`: for a column. */
export function ageOf(createdAt: string | null, at: string, form: "short" | "long"): string {
  const ms = createdAt === null ? NaN : Date.parse(at) - Date.parse(createdAt);
  if (Number.isNaN(ms)) return form === "short" ? "" : "at an unknown time";
  const unit = units.find(([, , length]) => ms >= length);
  if (unit === undefined) return form === "short" ? "now" : "just now";
  const number = Math.floor(ms / unit[2]);
  return form === "short" ? `${number} ${unit[0]}` : `${count(number, unit[1])} ago`;
}

export function metaLine(row: BoardRow, at: string): string {
  return [
    authorLine({ author: row.author, kind: row.authorKind }),
    ageOf(row.createdAt, at, "long"),
    count(row.comments, "comment"),
    ...(row.isResolved ? ["resolved"] : []),
    ...(row.isOutdated ? ["outdated"] : []),
  ].join(" · ");
}

export function commentLine(comment: BoardComment): string {
  const text = comment.preview === "" ? "(no text)" : oneLine(comment.preview);
  return `${comment.author === null ? "(gone)" : oneLine(comment.author)}: ${text}`;
}

export const deciderNames: Record<BoardTriage["by"], string> = {
  rules: "by rule",
  model: "by a model",
  payload: "as given",
  stored: "as stored",
};

export function classLine({ classification, confidence, reason, by }: BoardTriage): string {
  return `${className(classification)}, ${confidence} confidence, ${deciderNames[by]}: ${shorten(oneLine(reason), 600)}`;
}

const verdicts: Record<BoardVerdict["is"], string> = {
  ready: "ready",
  "to-prove": "to prove",
  blocked: "blocked",
  done: "done",
};

export function verdictWord({ is }: BoardVerdict): string {
  return verdicts[is];
}

export function boardVerdictLine(verdict: BoardVerdict): string {
  return `${verdictWord(verdict)}: ${oneLine(verdict.says)} (${verdict.rule})`;
}

/** How many threads are shown, and why the others are not. */
export function shownLine({ scan, rows }: Board): string {
  const of = scan.total !== null && scan.total !== rows.length ? ` of ${scan.total}` : "";
  const why = leftOutThreadsLine(scan.leftOut);
  return `${count(rows.length, "thread")}${of} shown${why === null ? "" : `; left out: ${why}`}.`;
}

const leftOutWords: Record<keyof LeftOutThreads, string> = {
  resolved: "resolved",
  outdated: "outdated",
  author: "by other authors",
  path: "in other files",
};

export function leftOutThreadsLine(leftOut: LeftOutThreads): string | null {
  const parts = (Object.keys(leftOutWords) as (keyof LeftOutThreads)[])
    .filter((why) => leftOut[why] > 0)
    .map((why) => `${leftOut[why]} ${leftOutWords[why]}`);
  return parts.length === 0 ? null : list(parts);
}

export function incompleteLine({ scan }: Board): string | null {
  if (scan.is === "complete") return null;
  const of = scan.total === null ? "" : ` of ${scan.total}`;
  return `Incomplete: ${scan.fetched}${of} threads were fetched. Raise --max-threads to fetch the rest.`;
}

/** Such as `2 valid · 1 needs human`. */
export function classCounts(rows: readonly BoardRow[]): { classification: Classification; threads: number }[] {
  const order: readonly Classification[] = ["needs_human", "valid", "invalid", "already_fixed", "stale"];
  return order.flatMap((classification) => {
    const threads = rows.filter(({ triage }) => triage?.classification === classification).length;
    return threads === 0 ? [] : [{ classification, threads }];
  });
}

export function triagedLine({ by, models, money, notes }: Board["triage"]): string | null {
  if (by === "none") return null;
  if (by === "payload") return "Classified by --triage-payload.";
  if (by === "rules")
    return `Classified by rules alone: ${money === 0 && notes.length === 0 ? "no model was asked" : "no model's answer could be used"}.`;
  const cost = money === null ? "" : `, $${money.toFixed(money < 0.1 ? 4 : 2)}`;
  return `Classified by rules, and the rest by ${list(models.map(oneLine))}${cost}.`;
}

export function untriagedHint(number: number): string {
  return `Not triaged. To classify them: \`crosscheck comments --pr ${number} --triage auto\`.`;
}

export function boardFooter(version: string, at: string): string {
  return `Crosscheck ${version} · as of ${at.replace("T", " ").replace(/\.\d+Z$|Z$/, " UTC")} · ${boardWords.readOnly}`;
}

export function fetchingLine(fetched: number, total: number | null): string {
  return `Reading threads: ${fetched}${total === null ? "" : ` of ${total}`}`;
}

export function readingCode(percent: number | null): string {
  return percent === null ? "Reading the code…" : `Fetching its commits: ${percent}%`;
}

export function askingModelLine(model: string): string {
  return `Asking ${oneLine(model)}…`;
}

export function phaseLine(phase: Phase, why: string, next: { command: string | null; says: string }): string {
  const then = next.command === null ? "" : ` Next: \`${next.command}\` (${next.says}).`;
  return `Phase ${phase}: ${why}${then}`;
}

export function wroteBoardLine(file: string): string {
  return `Wrote ${oneLine(file)}\n`;
}
