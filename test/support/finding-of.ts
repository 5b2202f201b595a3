// Findings, reports and drafts with sensible defaults, for tests that care about one or two fields; and what an
// attacker would put into them.
import type { Change, Identity, Quote } from "../../src/change/change.ts";
import { hunkId, pathOf } from "../../src/change/diff.ts";
import type { RawFinding } from "../../src/findings/build-finding.ts";
import type { Finding, JudgedFinding, Mark } from "../../src/findings/finding.ts";
import { applyMarks, type GateFacts } from "../../src/findings/gate.ts";
import { quotedFile, type QuotedFile } from "../../src/findings/quote.ts";
import type { Report } from "../../src/findings/report.ts";
import { decideReview } from "../../src/review/decide-review.ts";
import type { Draft } from "../../src/review/draft.ts";
import { changeOf, type ChangeOf } from "./change-of.ts";

export function quoteOf(text: string, line = 1, path = "src/app.ts", side: Quote["side"] = "head"): Quote {
  return { path, side, start: line, end: line + text.split("\n").length - 1, text };
}

/** Place and quote follow `path`, `line`, `side` and `text`; everything else can be overridden by its own name. */
export interface FindingOf extends Partial<Finding> {
  path?: string;
  line?: number;
  side?: Quote["side"];
  text?: string;
}

export function rawOf({ path, line, side, text, ...rest }: FindingOf = {}): RawFinding {
  const { id: _id, identity: _identity, ...given } = rest;
  const quote = quoteOf(text ?? "total += price;", line, path, side);
  const { text: _text, ...at } = quote;
  return {
    kind: "wrong-sum",
    at,
    evidence: [quote],
    claim: "present",
    proof: "proven",
    severity: "medium",
    confidence: 9,
    root: "CODE",
    category: "correctness",
    pass: "correctness",
    improvement: false,
    title: "The sum is wrong",
    explanation: "Prices are added twice.",
    sources: ["PRESCAN:sums"],
    ...given,
  };
}

export function findingOf(overrides: FindingOf = {}): Finding {
  return { ...rawOf(overrides), id: overrides.id ?? "sums-1", identity: overrides.identity ?? ("1d" as Identity) };
}

export function judgedOf(overrides: FindingOf = {}, marks: readonly Mark[] = []): JudgedFinding {
  return applyMarks(findingOf(overrides), marks);
}

export function reportOf(overrides: Partial<Report> = {}): Report {
  return { unit: "sums", by: "check", status: "ran", findings: [], verdicts: [], read: [], ms: 5, ...overrides };
}

/** A check that read every changed line and found nothing. */
export function readerOf({ files }: Pick<Change, "files">): Report {
  const read = files.flatMap((file) =>
    file.hunks.map((_, index) => ({ hunk: hunkId(pathOf(file), index), depth: "full" as const })),
  );
  return reportOf({ unit: "reader", read });
}

/** What the gates see of a change that is given as whole files. */
export function gateFactsOf(files: ChangeOf, overrides: Partial<Change> = {}, today = "2025-06-01"): GateFacts {
  return { change: { ...changeOf(files), ...overrides }, text: textOf(files), today };
}

export function textOf({ base = {}, head = {} }: Pick<ChangeOf, "base" | "head">): GateFacts["text"] {
  const sides = { base, head };
  return (path, side): QuotedFile | null => {
    const content = sides[side][path];
    if (content === undefined) return null;
    return quotedFile(typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
}

export function draftOf(change: Change, judged: readonly JudgedFinding[] = [], reports: readonly Report[] = []): Draft {
  const decision = decideReview(change, reports, judged);
  return { id: "d12af7000000", change, reports, judged, edits: [], decision };
}

export const pull = { host: "github.com", owner: "acme", repo: "shop", number: 7 };

export function onPull(change: Change): Change {
  return {
    ...change,
    from: {
      kind: "pull",
      pull,
      url: `https://${pull.host}/${pull.owner}/${pull.repo}/pull/${pull.number}`,
      viewer: null,
      fork: false,
    },
  };
}

/** What may act on a reader's screen or hide from a reader's eye: controls, escapes, directions, hidden marks. */
export const acting = /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff\u{e0000}-\u{e0fff}]/u;

/** A colour, a terminal's title, a return to the line's start, a direction change, hidden words, and a new line. */
export const hostile = "\u001b[31mred\u001b]0;owned\u0007\r\u202egpj.exe\u200b\u{e0041}\u009b2J\nsecond";

/** The same value with the attacker's text at the end of every string that is not one of ours. */
export function poisoned<T>(value: T, ours: readonly string[]): T {
  if (typeof value === "string") return `${value}${hostile}` as T;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, ours)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ours.includes(key) ? inner : poisoned(inner, ours)]),
  ) as T;
}
