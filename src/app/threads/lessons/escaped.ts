// Traces commits that fix a defect back to the reviewed pull request that introduced it.
import { pathOf, removedLines } from "../../../change/diff.ts";
import { parseDiff } from "../../../change/parse-diff.ts";
import type { Draft } from "../../../review/draft.ts";
import { parseDraft } from "../../../review/parse-draft.ts";
import { readersOfFile, parseFixCommit, pullNumberIn, type FixCommit } from "../../../threads/learn/escaped-defects.ts";
import type { History, GitAnswer } from "../../../world/git/history.ts";
import type { KeptEscape } from "../../../world/store/kept/learning.ts";
import type { Store } from "../../../world/store/store.ts";

type EscapeStore = Pick<Store, "drafts" | "rounds" | "feedback">;
type Round = Awaited<ReturnType<Store["feedback"]["reviewed"]>>[number];

export interface EscapesFound {
  /** Commits whose message says that they revert or fix something. */
  mendings: number;
  /** Of those, the number traced to a reviewed pull request. */
  blamed: number;
}

/** A file that a commit fixes and a reviewed pull request broke. */
export type TracedEscape = Pick<KeptEscape, "place" | "mendedBy" | "how" | "path" | "at">;

export async function findEscaped(
  repository: string,
  history: History,
  tip: string,
  { last, store }: { last: number; store: EscapeStore },
): Promise<EscapesFound> {
  const rounds = await store.feedback.reviewed(repository);
  const { mendings, traced } = await traceEscaped(repository, history, tip, { last, rounds });
  const rows: KeptEscape[] = [];
  for (const [place, ofPlace] of Map.groupBy(traced, (one) => one.place)) {
    const json = await reviewOf(place, store);
    const draft = json === null ? null : parseDraft(json);
    if (draft) rows.push(...ofPlace.flatMap((one) => escapesOf(one, draft).map((row) => ({ ...row, repository }))));
  }
  await store.feedback.keepEscaped(rows);
  return { mendings, blamed: new Set(rows.map(({ mendedBy }) => mendedBy)).size };
}

/** Uses the commits only; the reviews are looked up later. */
export async function traceEscaped(
  repository: string,
  history: History,
  tip: string,
  { last, rounds }: { last: number; rounds: readonly Round[] },
): Promise<{ mendings: number; traced: TracedEscape[] }> {
  const found: { mendings: number; traced: TracedEscape[] } = { mendings: 0, traced: [] };
  for (const commit of await history.recent(tip, last)) {
    const mending = parseFixCommit(commit);
    if (mending === null || commit.parent === null) continue;
    found.mendings += 1;
    const own = await pullOf(commit, repository, rounds, history);
    for (const { path, culprit } of await culprits(commit, mending, history)) {
      const place = await pullOf(culprit, repository, rounds, history);
      // A defect that a pull request introduces and fixes itself has not escaped.
      if (place !== null && place !== own)
        found.traced.push({ place, mendedBy: commit.sha, how: mending.how, path, at: commit.at });
    }
  }
  return found;
}

/** One row per check and reviewer that read the file. */
export function escapesOf(traced: TracedEscape, draft: Draft): Omit<KeptEscape, "repository">[] {
  return readersOfFile(draft, traced.path).map((looked) => ({ ...traced, ...looked }));
}

/** The commits that introduced the removed lines; for a revert, the reverted commit. */
async function culprits(
  { sha, parent }: GitAnswer,
  { reverts }: FixCommit,
  history: History,
): Promise<{ path: string; culprit: GitAnswer }[]> {
  const files = parseDiff(await history.patch(sha, parent!));
  const named = reverts === null ? null : await history.one(reverts);
  const found: { path: string; culprit: GitAnswer }[] = [];
  for (const file of files) {
    const path = file.oldPath ?? pathOf(file);
    if (named !== null) {
      found.push({ path, culprit: named });
      continue;
    }
    const lines = [...removedLines(file)].map(({ line }) => line);
    for (const one of await history.blame(parent!, path, lines)) {
      const culprit = await history.one(one);
      // In a shallow clone, blame attributes all older lines to the oldest commit.
      if (culprit !== null && culprit.parent !== null) found.push({ path, culprit });
    }
  }
  return found;
}

/** Found by the number in the subject, as of a squash merge, otherwise by the reviewed commits. */
async function pullOf(
  { sha, subject }: GitAnswer,
  repository: string,
  rounds: readonly Round[],
  history: History,
): Promise<string | null> {
  const number = pullNumberIn(subject);
  const named = number === null ? null : `${repository}#${number}`;
  if (named !== null && rounds.some(({ place }) => place === named)) return named;
  for (const { place, base, head } of rounds)
    if ((await history.isAncestor(sha, head)) && !(await history.isAncestor(sha, base))) return place;
  return null;
}

/** The latest posted review as JSON: one whose head has a round. */
export async function reviewOf(
  place: string,
  { drafts, rounds }: Pick<Store, "drafts" | "rounds">,
): Promise<string | null> {
  const [saved, posted] = await Promise.all([drafts.list({ place }), rounds.of(place)]);
  const heads = new Set(posted.map(({ head }) => head));
  return saved.find(({ head, state }) => state !== "cancelled" && heads.has(head))?.draft ?? null;
}
