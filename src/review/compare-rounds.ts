// Computes what one review round stores for the next, and what the next round does with it. Pure.
import type { Change, ChangeRequest, Identity, ReviewHistory, PastFinding, Round } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import { patchesOf } from "../change/hunk-patch.ts";
import { checkIds, isFixed, isLive, keptQuote } from "../findings/carry.ts";
import { reachesAuthor, type JudgedFinding } from "../findings/finding.ts";
import type { Draft } from "./draft.ts";
import type { MarkerFields } from "./marker.ts";
import { redactForPosting } from "./redact-draft.ts";

/** A work-in-progress round holds findings back, so a later round must not report them as missed. */
export function roundRecord({ base, head, files, intent }: Change): Round {
  return { base, head, hunks: intent.wip ? [] : patchesOf(files) };
}

/** `standing` is `standingQuotes` of the change, if it was computed; without it, fewer findings count as fixed. */
export type RoundInput = Pick<Draft, "change" | "judged" | "reports"> & { standing?: readonly Identity[] };

export interface RoundComparison {
  /** Findings this round posts. */
  fresh: JudgedFinding[];
  /** Findings that earlier rounds posted or a person dismissed, and that still hold. */
  known: { judged: JudgedFinding; past: PastFinding }[];
  /** Open until now; they get a reply. */
  fixed: PastFinding[];
  /** Open and still present, or not checked again. */
  remaining: PastFinding[];
  /** Findings that an earlier round should have reported. */
  late: JudgedFinding[];
}

export function compareRounds(draft: RoundInput): RoundComparison {
  const { judged, change } = draft;
  const names = new Map(judged.map((one) => [one.finding.identity, one]));
  const live = change.past.findings.filter(isLive);
  const known = live.flatMap((past) => {
    const again = names.get(past.identity);
    return again ? [{ judged: again, past }] : [];
  });
  const open = live.filter(({ state }) => state === "open");
  const gone = open.filter(({ identity }) => !names.has(identity));
  const fixed = gone.filter((past) => isFixed(past, draft));
  return {
    fresh: judged.filter(reachesAuthor),
    known: known.filter(({ judged: one }) => !reachesAuthor(one)),
    fixed,
    remaining: open.filter((past) => !fixed.includes(past)),
    late: judged.filter(({ marks }) => marks.some(({ why }) => why.kind === "late")),
  };
}

export type PostedCommentIds = Pick<PastFinding, "comment" | "thread">;

/** Records to store once the review is posted. Records not listed stay unchanged. */
export function findingsToStore(
  draft: Draft,
  posted: ReadonlyMap<string, PostedCommentIds> = new Map(),
): PastFinding[] {
  const safe = redactForPosting(draft);
  const { fresh, known, fixed } = compareRounds(safe);
  const keep = (one: JudgedFinding, state: PastFinding["state"], at?: PostedCommentIds): PastFinding => ({
    identity: one.finding.identity,
    state,
    about: findingSubject(one),
    comment: at?.comment ?? null,
    thread: at?.thread ?? null,
  });
  const removed = safe.judged.filter(({ marks, outcome }) => outcome === "dropped" && marks.some(isRemoval));
  return [
    ...fixed.map((past) => ({ ...past, state: "fixed" as const })),
    // The current location, by which the next round recognizes it.
    ...known.map(({ judged, past }) => keep(judged, past.state, past)),
    ...fresh.map((one) => keep(one, "open", posted.get(one.finding.identity))),
    // Removed by the person who read the draft: not posted now or in the next round.
    ...removed
      .filter(({ finding }) => !known.some(({ judged }) => judged.finding === finding))
      .map((one) => keep(one, "dismissed")),
  ];
}

function isRemoval({ why }: JudgedFinding["marks"][number]): boolean {
  return why.kind === "removed-by-person";
}

function findingSubject({ finding, severity }: JudgedFinding): NonNullable<PastFinding["about"]> {
  const { path, start } = finding.at;
  return { check: checkIds(finding)[0]!, kind: finding.kind, path, line: start, quote: keptQuote(finding), severity };
}

/**
 * Reconstructs earlier findings from GitHub where the store has none. A resolved thread is still ours and is not
 * repeated, but only the store knows that a person dismissed it. A reply of ours below a finding means that it is
 * fixed.
 */
export function historyFromMarkers(
  output: readonly OwnComment[],
  readMarker: (body: string) => MarkerFields | null,
): ReviewHistory {
  const findings = new Map<string, PastFinding>();
  const requests: ChangeRequest[] = [];
  for (const { kind, id, body, thread, requestsChanges } of output) {
    if (requestsChanges) requests.push({ review: id, reasons: readMarker(body)?.reasons ?? [] });
    const identity = kind === "line" ? (readMarker(body)?.finding as Identity | undefined) : undefined;
    if (identity === undefined) continue;
    const before = findings.get(identity);
    const answers = before !== undefined && thread !== null && before.thread === thread.id;
    findings.set(
      identity,
      answers
        ? { ...before, state: "fixed" }
        : { identity, state: "open", about: null, comment: id, thread: thread?.id ?? null },
    );
  }
  return { rounds: [], findings: [...findings.values()], requests };
}
