// GitHub as the jobs see it, in memory, for thousands of pull requests: what is asked of one is answered from its story, and
// what is written is kept. The stand-in on a real wire tells the same to the same code, some hundred times slower.
import type { Oid } from "../../src/change/change.ts";
import type { OwnComment } from "../../src/change/github.ts";
import type { CheckRunToPost, GitHubWrites, PostedItem, ReviewToPost } from "../../src/review/github-writes.ts";
import type { Installation } from "../../src/app/server/installation.ts";
import type { PullState } from "./story.ts";
import type { PullRequestRef } from "../../src/pull-request.ts";

export interface LightPull {
  state: PullState;
  reviews: ReviewToPost[];
  comments: { id: string; body: string }[];
  runs: (CheckRunToPost & { id: string })[];
  /** Check runs that were made twice for one commit, comments that were made anew: each a fault. */
  doubled: string[];
}

export function newLightPull(state: PullState): LightPull {
  return { state, reviews: [], comments: [], runs: [], doubled: [] };
}

export function lightInstallation(pullOf: (pull: PullRequestRef) => LightPull): Installation {
  const writes = lightWrites(pullOf);
  return {
    readToken: async () => "ghs_reads",
    reads: {
      async now(pull) {
        const { head, ...rest } = pullOf(pull).state;
        return { head: head as Oid, ...rest };
      },
    },
    origin: never("origin"),
    permission: never("permission"),
    threads: never("threads"),
    writes: () => writes,
    conversation: { reads: never("conversation"), writes: never("conversation"), resolves: never("resolving") },
  };
}

function never(what: string): never {
  return new Proxy(() => {}, {
    get: () => unasked(what),
    apply: () => unasked(what),
  }) as never;
}

function unasked(what: string): never {
  throw new Error(`${what} is no part of this`);
}

function lightWrites(pullOf: (pull: PullRequestRef) => LightPull): GitHubWrites {
  const byId = new Map<string, { body: string }>();
  const posted = (kind: string, n: number): PostedItem => ({ id: `${kind}_${n}`, url: "" });
  return {
    output: async (pull) => ownOf(pullOf(pull)),
    async postReview(pull, review, still) {
      await still?.();
      const { reviews } = pullOf(pull);
      reviews.push(review);
      return posted("PRR", reviews.length);
    },
    async comment(pull, body, still) {
      await still?.();
      const { comments, doubled } = pullOf(pull);
      if (comments.length > 0) doubled.push("comment");
      const made = { id: `IC_${pull.number}x${comments.length}`, body };
      comments.push(made);
      byId.set(made.id, made);
      return { id: made.id, url: "" };
    },
    async updateComment(id, body, still) {
      await still?.();
      byId.get(id)!.body = body;
      return { id, url: "" };
    },
    reply: never("reply"),
    resolve: never("resolve"),
    dismissReview: never("dismissing a review"),
    async findCheckRun(pull, head, externalId) {
      const run = pullOf(pull).runs.find((one) => one.head === head && one.externalId === externalId);
      return run ? { id: run.id, url: "" } : null;
    },
    async createCheckRun(pull, run, still) {
      await still?.();
      const { runs, doubled } = pullOf(pull);
      if (runs.some((one) => one.externalId === run.externalId)) doubled.push("check run");
      runs.push({ ...run, id: `CR_${runs.length}` });
      return posted("CR", runs.length - 1);
    },
    async updateCheckRun(pull, id, run, still) {
      await still?.();
      Object.assign(
        pullOf(pull).runs.find((one) => one.id === id)!,
        run,
      );
      return { id, url: "" };
    },
  };
}

function ownOf({ reviews, comments }: LightPull): OwnComment[] {
  const own = (kind: OwnComment["kind"], id: string, body: string) => ({ kind, id, url: "", body, thread: null });
  return [
    ...reviews.map(({ body }, n) => own("review", `PRR_${n + 1}`, body)),
    ...comments.map(({ id, body }) => own("conversation", id, body)),
  ];
}
