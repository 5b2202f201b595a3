// Determines the state of a pull request: whether Crosscheck is working on it, and the id of its review.
import type { Store } from "../../../world/store/store.ts";
import type { CheckRun, Pull } from "../../../standin/github/state.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { pullRequestKey } from "../../../pull-request.ts";

export type ReviewProgress =
  | { is: "reviewing" }
  | { is: "answering" }
  /** Drafted; waiting for confirmation. */
  | { is: "waits"; review: string }
  | { is: "reviewed" }
  | { is: "closed" };

export async function standingOf(
  ground: PlaygroundSession,
  pull: Pull,
  { drafts }: Pick<Store, "drafts">,
): Promise<{ standing: ReviewProgress; review: string | null; runs: readonly CheckRun[] }> {
  const { state, host } = ground.github;
  const { repository, confirms } = ground.of(pull);
  const { owner, name } = repository;
  const reviews = await drafts.page({
    place: pullRequestKey({ host, owner, repo: name, number: pull.number }),
    limit: 1,
  });
  const newest = reviews[0] ?? null;
  const runs = state.checkRuns.filter((run) => run.headSha === pull.head.oid && run.repository === pull.repository);
  const about = { review: newest?.id ?? null, runs };
  if (pull.state === "closed") return { standing: { is: "closed" }, ...about };
  const isOfHead = newest?.head === pull.head.oid;
  if (isOfHead && newest.state === "waiting" && confirms)
    return { standing: { is: "waits", review: newest.id }, ...about };
  const isDone = runs.some((run) => run.status === "completed") || (isOfHead && newest.state === "cancelled");
  if (!isDone) return { standing: { is: "reviewing" }, ...about };
  return { standing: { is: isHeard(ground, pull) ? "answering" : "reviewed" }, ...about };
}

/** A 👀 reaction means that a reply is on its way. */
function isHeard({ github: { state } }: PlaygroundSession, pull: Pull): boolean {
  const eyes = state.reactions.filter(({ content }) => content === "eyes").map(({ subject }) => subject.id);
  const comments = [
    ...state.reviewComments.filter((one) => one.pull === pull.id),
    ...state.issueComments.filter((one) => one.repository === pull.repository && one.number === pull.number),
  ];
  return comments.some(({ id }) => eyes.includes(id));
}
