// A reader that reads nothing: what it plans follows from the pull request, its head and what its title asks for. What is
// left alone is left alone by the same rules as the real one's.
import { createHash } from "node:crypto";
import type { Oid } from "../../src/change/change.ts";
import { skipOf } from "../../src/change/skip.ts";
import type { PullRequestReview } from "../../src/app/child/tasks/review-pull-request.ts";
import { formatMarker } from "../../src/review/marker.ts";
import { planSkip } from "../../src/review/plan.ts";
import { intentIn } from "../../src/app/server/events/pull-request.ts";
import type { PullState } from "./story.ts";
import { type PullRequestRef, pullRequestKey } from "../../src/pull-request.ts";

const base = "b".repeat(40);

export function lightly(pull: PullRequestRef, request: string | null, now: PullState): PullRequestReview {
  const head = now.head as Oid;
  const skip = skipOf(now, { reviewDrafts: false });
  const rest = { asked: null, learned: null };
  if (skip) return { plan: planSkip(skip, pull, head, { checkRun: true }), draft: null, ...rest };
  const place = pullRequestKey(pull);
  const key = `${place}@${head}/${request ?? "auto"}`;
  const details = `${place}/details`;
  const actions = [
    { key, do: "review", event: "COMMENT", body: `Read\n\n${formatMarker({ key })}`, comments: [] },
    { key: details, do: "details", body: `${detailsText(now)}\n\n${formatMarker({ key: details })}` },
    { key: `${place}@${head}/check`, do: "check-run", conclusion: "success", title: "Fine", body: checkText(now) },
  ];
  const remember = { round: { base, head, hunks: [] }, findings: [] };
  const id = shortHash(`${place} ${head} ${intentIn(now.title)}`);
  return {
    plan: { pull, head, actions, remember },
    draft: { id, json: "{}", publish: "auto", facts: lightFacts },
    ...rest,
  };
}

export function detailsText({ head, title }: Pick<PullState, "head" | "title">): string {
  return `Details of ${head}, asked ${shortHash(intentIn(title))}`;
}

export function checkText({ title }: Pick<PullState, "title">): string {
  return `Fine, asked ${shortHash(intentIn(title))}`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

const lightFacts = {
  title: "a light review",
  author: null,
  event: "COMMENT",
  worst: null,
  posted: 0,
  advisory: 0,
  files: 0,
  money: null,
  tookMs: null,
  units: [],
} as const;
