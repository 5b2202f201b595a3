// From a commit that mends something to the review that let it pass (BEY-10).
import { pathOf, removedLines } from "../../change/diff.ts";
import { parseDiff } from "../../change/parse-diff.ts";
import type { Draft } from "../../review/draft.ts";
import { lookedAt, mendingOf, pullNamedIn, type Mending } from "../../threads/learn/escaped.ts";
import type { History, Told } from "../../world/git/history.ts";
import type { KeptEscape, Store } from "../../world/store/store.ts";

type EscapeStore = Pick<Store, "drafts" | "feedback">;
type Round = Awaited<ReturnType<Store["feedback"]["reviewed"]>>[number];

export interface EscapesFound {
  /** Commits that say that they revert or mend something. */
  mendings: number;
  /** Of those, what goes back to a reviewed pull request. */
  blamed: number;
}

export async function findEscaped(
  repository: string,
  history: History,
  tip: string,
  { last, store }: { last: number; store: EscapeStore },
): Promise<EscapesFound> {
  const rounds = await store.feedback.reviewed(repository);
  const drafts = new Map<string, Promise<Draft | null>>();
  const draftOf = (place: string) => {
    const draft = drafts.get(place) ?? reviewOf(place, store);
    drafts.set(place, draft);
    return draft;
  };
  const found = { mendings: 0, blamed: 0 };
  for (const commit of await history.recent(tip, last)) {
    const mending = mendingOf(commit);
    if (mending === null || commit.parent === null) continue;
    found.mendings += 1;
    const rows: KeptEscape[] = [];
    for (const { path, culprit } of await culprits(commit, mending, history)) {
      const place = await pullOf(culprit, repository, rounds, history);
      // What a pull request mends of itself has not escaped.
      if (place === null || place === (await pullOf(commit, repository, rounds, history))) continue;
      const draft = await draftOf(place);
      const about = { repository, place, mendedBy: commit.sha, how: mending.how, path, at: commit.at };
      if (draft !== null) rows.push(...lookedAt(draft, path).map((looked) => ({ ...about, ...looked })));
    }
    await store.feedback.keepEscaped(rows);
    found.blamed += Number(rows.length > 0);
  }
  return found;
}

/** Who brought the lines that the commit takes away; of a revert that names a commit, that one. */
async function culprits(
  { sha, parent }: Told,
  { reverts }: Mending,
  history: History,
): Promise<{ path: string; culprit: Told }[]> {
  const files = parseDiff(await history.patch(sha, parent!));
  const named = reverts === null ? null : await history.one(reverts);
  const found: { path: string; culprit: Told }[] = [];
  for (const file of files) {
    const path = file.oldPath ?? pathOf(file);
    if (named !== null) {
      found.push({ path, culprit: named });
      continue;
    }
    const lines = [...removedLines(file)].map(({ line }) => line);
    for (const one of await history.blame(parent!, path, lines)) {
      const culprit = await history.one(one);
      if (culprit !== null) found.push({ path, culprit });
    }
  }
  return found;
}

/** By the commits that were reviewed, or, where they were squashed, by the number that the commit names. */
async function pullOf(
  { sha, subject }: Told,
  repository: string,
  rounds: readonly Round[],
  history: History,
): Promise<string | null> {
  const number = pullNamedIn(subject);
  const named = number === null ? null : `${repository}#${number}`;
  if (named !== null && rounds.some(({ place }) => place === named)) return named;
  for (const { place, base, head } of rounds)
    if ((await history.isAncestor(sha, head)) && !(await history.isAncestor(sha, base))) return place;
  return null;
}

/** The last one that was posted. */
async function reviewOf(place: string, { drafts }: Pick<Store, "drafts">): Promise<Draft | null> {
  const [newest] = await drafts.list({ place, state: "posted" });
  return newest === undefined ? null : (JSON.parse(newest.draft) as Draft);
}
