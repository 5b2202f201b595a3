// Compares two sides of reviewers without a model; silence never counts as a statement. For rows from a shell and for
// the findings of a review.
import type { CodeLocation } from "../change/change.ts";
import type { Bucket, Dispute } from "./cross-model.ts";
import { atLeast, severityRank, type Finding, type JudgedFinding, type Severity } from "./finding.ts";

export const reviewSides = ["first", "second"] as const;
export type ReviewSide = (typeof reviewSides)[number];
/** `ok` is said explicitly: a side that says nothing of a place has not called it sound. */
export const stances = ["flag", "ok"] as const;
export const roots = ["CODE", "DOC", "NEW"] as const satisfies readonly Finding["root"][];

/** How many exclusive findings are sent to arbitration where nobody says otherwise. */
export const defaultCap = 10;

export interface ReconcileRow {
  side: ReviewSide;
  stance: (typeof stances)[number];
  /** Rows with the same one speak of the same thing. */
  fingerprint: string;
  /** `path:line`. */
  place: string;
  severity: Severity;
  root: Finding["root"];
  summary: string;
}

/** `no-overcap`: in dispute, and past the cap. `no`: not in dispute, or a row that claims nothing. */
export const arbitrateWords = ["yes", "no-overcap", "no"] as const;
type Arbitrate = (typeof arbitrateWords)[number];

export interface ReconciledRow extends ReconcileRow {
  /** Shared by all rows of a fingerprint: it names what they speak of. */
  id: string;
  bucket: Bucket;
  arbitrate: Arbitrate;
}

interface Cap {
  /** Bounds the exclusive findings that are sent to arbitration, most severe first; contradictions are never bounded. */
  cap: number;
  /** In front of each id's number. */
  prefix: string;
}

/** Every row comes back, in its order. Ids are numbered by the first row of each fingerprint. */
export function reconcileRows(rows: readonly ReconcileRow[], { cap, prefix }: Cap): ReconciledRow[] {
  const groups = [...Map.groupBy(rows, ({ fingerprint }) => fingerprint).values()];
  const weights = groups.map(weightOf);
  const sent = arbitrations(weights, cap);
  const index = new Map(groups.map((group, at) => [group[0]!.fingerprint, at]));
  return rows.map((row) => {
    const at = index.get(row.fingerprint)!;
    const { bucket } = weights[at]!;
    // Only a claim can be sent: what its opponent says goes along with it.
    const arbitrate = row.stance === "flag" ? sent[at]! : "no";
    return { id: `${prefix}${at + 1}`, bucket, arbitrate, ...row };
  });
}

/** How often each bucket occurs among what is flagged at all. */
export function countRows(rows: readonly ReconciledRow[]): Record<Bucket, number> {
  const flagged = new Map(rows.filter(({ stance }) => stance === "flag").map(({ id, bucket }) => [id, bucket]));
  return countBuckets([...flagged.values()]);
}

interface Weight {
  bucket: Bucket;
  severity: Severity;
  root: Finding["root"];
  /** Somebody claims that it is wrong. */
  claimed: boolean;
}

/** As grave as its gravest claim. */
function weightOf(group: readonly ReconcileRow[]): Weight {
  const claims = group.filter(({ stance }) => stance === "flag");
  const spoke = (stance: ReconcileRow["stance"]) => sidesOf(group.filter((row) => row.stance === stance));
  const speaking = claims.length > 0 ? claims : group;
  const worst = speaking.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))[0]!;
  return {
    bucket: bucketOf(claims.length > 0 ? spoke("flag") : spoke("ok"), claims.length > 0 ? spoke("ok") : new Set()),
    severity: worst.severity,
    root: speaking.some(({ root }) => root === "CODE") ? "CODE" : worst.root,
    claimed: claims.length > 0,
  };
}

function sidesOf(rows: readonly ReconcileRow[]): Set<ReviewSide> {
  return new Set(rows.map(({ side }) => side));
}

/**
 * A side that flags something which the other calls sound contradicts it, even where that other side flags it too: a
 * needless question to the arbiter is cheap, an agreement that is none hides a bug.
 */
function bucketOf(flags: ReadonlySet<ReviewSide>, oks: ReadonlySet<ReviewSide>): Bucket {
  if ((flags.has("first") && oks.has("second")) || (flags.has("second") && oks.has("first"))) return "contradiction";
  if (flags.size === 2) return "agreement";
  return flags.has("first") ? "first-only" : "second-only";
}

/** The conflict set, and which part of it is sent. Among equally severe ones the earlier goes first. */
function arbitrations(weights: readonly Weight[], cap: number): Arbitrate[] {
  const exclusive = weights.filter(
    (one) => one.claimed && isExclusive(one) && (atLeast(one.severity, "medium") || one.root === "CODE"),
  );
  const bySeverity = exclusive.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity));
  const rank = new Map(bySeverity.map((one, at) => [one, at]));
  return weights.map((one) => {
    if (one.bucket === "contradiction") return "yes";
    const at = rank.get(one);
    return at === undefined ? "no" : at < cap ? "yes" : "no-overcap";
  });
}

function isExclusive({ bucket }: Weight): boolean {
  return bucket === "first-only" || bucket === "second-only";
}

/** What a side looked at and called sound. */
export interface Sound {
  side: ReviewSide;
  at: CodeLocation;
}

export interface ReconcileOptions extends Cap {
  /** The source that is the second side; every other one is the first. */
  second: string;
  sound?: readonly Sound[];
  /** The ids of findings that the code contradicts; they are disputes without a second side too. */
  doubted?: ReadonlySet<string>;
}

/** A dispute that nobody has looked at yet. */
export interface OpenDispute extends Omit<Dispute, "outcome" | "after"> {
  arbitrate: "yes" | "no-overcap";
}

export interface Reconciled {
  /** Of the findings that take part, all of them: also those that are in no dispute. */
  counts: Readonly<Record<Bucket, number>>;
  /** In the order of the findings. */
  disputes: readonly OpenDispute[];
  /** Findings that take no part, since they are dropped or suppressed whatever a model says of them. */
  apart: number;
  cap: number;
}

/** Null where the second side has found nothing and no finding is doubted: then there is nothing to decide. */
export function reconcileJudged(judged: readonly JudgedFinding[], options: ReconcileOptions): Reconciled | null {
  const { second, cap, prefix, sound = [], doubted = new Set() } = options;
  const hasSecond = judged.some(({ finding }) => finding.sources.includes(second));
  if (!hasSecond && doubted.size === 0) return null;
  const parties = judged.filter(
    ({ outcome, finding }) =>
      outcome !== "dropped" && outcome !== "suppressed" && (hasSecond || doubted.has(finding.id)),
  );
  const weights = parties.map((one): Weight => ({
    bucket: doubted.has(one.finding.id)
      ? "contradiction"
      : bucketOf(flaggers(one.finding, second), soundBy(one.finding, sound)),
    severity: one.severity,
    root: one.finding.root,
    // What a program has shown is not put to a vote.
    claimed: one.finding.proof !== "proven",
  }));
  const sent = arbitrations(weights, cap);
  const disputes = parties.flatMap((one, at) => {
    const { bucket } = weights[at]!;
    const arbitrate = sent[at]!;
    return bucket === "agreement" || arbitrate === "no" ? [] : [{ ...disputed(one), bucket, arbitrate }];
  });
  return {
    counts: countBuckets(weights.map(({ bucket }) => bucket)),
    disputes: disputes.map((one, at) => ({ id: `${prefix}${at + 1}`, ...one })),
    apart: judged.length - parties.length,
    cap,
  };
}

function flaggers({ sources }: Finding, second: string): Set<ReviewSide> {
  return new Set(sources.map((source) => (source === second ? "second" : "first")));
}

function soundBy({ at }: Finding, sound: readonly Sound[]): Set<ReviewSide> {
  const here = (place: CodeLocation) =>
    place.path === at.path && place.side === at.side && place.start <= at.end && at.start <= place.end;
  return new Set(sound.filter((one) => here(one.at)).map(({ side }) => side));
}

function disputed({ finding, severity, confidence }: JudgedFinding) {
  const { path, start } = finding.at;
  return {
    finding: finding.id,
    // What stood only in a commit on the way has a file and no line.
    place: start < 1 ? path : `${path}:${start}`,
    severity,
    flaggedBy: finding.sources.map((source) => source.replace(/^PRESCAN:/, "")),
    claim: finding.explanation.trim() === "" ? finding.title : `${finding.title}: ${finding.explanation}`,
    before: { confidence },
  };
}

function countBuckets(given: readonly Bucket[]): Record<Bucket, number> {
  const counts = { agreement: 0, "first-only": 0, "second-only": 0, contradiction: 0 };
  for (const bucket of given) counts[bucket]++;
  return counts;
}
