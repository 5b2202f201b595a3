// Reviews a pull request from its number to a draft of its current head.
import type { Change } from "../../change/change.ts";
import type { PullSnapshot } from "../../change/github.ts";
import { withUnreviewedCommits } from "../../review/edit-draft.ts";
import type { Draft } from "../../review/draft.ts";
import { read, reviewRead, type Progress, type ReviewInputs, type ReviewOptions } from "../../review-change.ts";
import type { Store } from "../../world/store/store.ts";
import type { GitHub } from "../open-github.ts";
import { openPullRequest, type OpenPull } from "./open-pull-request.ts";
import type { StoredKnowledge } from "../../change/stored-knowledge.ts";
import { readPast } from "./past-rounds.ts";
import { type PullRequestRef, pullRequestKey } from "../../pull-request.ts";

export interface ReviewPullNeeds {
  github: GitHub;
  store: Pick<Store, "findings" | "rounds">;
  /** The current folder; null if it is not in a repository. */
  localFolder: string | null;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  progress(step: Progress): void;
  /** All inputs except the repository. */
  reading(repository: OpenPull): Promise<Omit<ReviewInputs, "git" | "code" | "github" | "stop" | "progress">>;
  /** Stored knowledge about the repository; absent: none. */
  learned?(pull: PullRequestRef): Promise<StoredKnowledge>;
  /** Reviews the change in a child process; absent or null: in this one. */
  elsewhere?(change: Change, repository: OpenPull): Promise<Draft | null>;
  /** Called when new commits arrived during the review and it starts again. */
  moved(from: string, to: string): void;
}

/** How often a moving head is followed; then the review lists what it has not seen. */
const mostRounds = 3;

export async function reviewPull(pull: PullRequestRef, needs: ReviewPullNeeds, options: ReviewOptions): Promise<Draft> {
  for (let round = 1; ; round++) {
    needs.progress({ step: "asking" });
    const snapshot = await needs.github.reads.snapshot(pull);
    const draft = await reviewSnapshot(snapshot, needs, options);
    const { head } = await needs.github.reads.now(snapshot.pull);
    if (head === snapshot.head.sha) return draft;
    if (round === mostRounds) return withUnreviewedCommits(draft);
    needs.moved(snapshot.head.sha, head);
  }
}

async function reviewSnapshot(snapshot: PullSnapshot, needs: ReviewPullNeeds, options: ReviewOptions): Promise<Draft> {
  const { github, env, stop, progress, localFolder } = needs;
  const [before, learned] = await Promise.all([
    readPast(needs.store, pullRequestKey(snapshot.pull), snapshot.output),
    needs.learned?.(snapshot.pull),
  ]);
  const past = { ...before, ...(learned && { learned }) };
  const repository = await openPullRequest(snapshot, {
    localFolder,
    env,
    stop,
    token: github.token,
    progress: (percent) => progress({ step: "fetching", percent }),
  });
  try {
    const target = { kind: "pull", snapshot, past, clone: repository.clone } as const;
    const { git, code } = repository;
    const reading = { ...(await needs.reading(repository)), git, code, github: github.reads, stop, progress };
    const change = await read(target, reading, options);
    return (await needs.elsewhere?.(change, repository)) ?? (await reviewRead(change, reading, options));
  } finally {
    await repository.close();
  }
}
