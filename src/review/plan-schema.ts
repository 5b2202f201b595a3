// Validates a plan that comes from a process which has read a change's text, before any of it is performed.
import * as z from "zod";
import { Refused } from "../errors.ts";
import { commentLimit } from "./comment-limits.ts";
import { parseMarker } from "./marker.ts";
import type { Plan } from "./plan.ts";
import { pullRequestKey, type PullRequestRef, pullRequestSchema } from "../pull-request.ts";

/** GitHub's limit per review. */
const mostComments = 300;
const mostActions = 500;

const oid = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const key = z.string().min(1).max(500);
const body = z.string().min(1).max(commentLimit);
const nodeId = z.string().regex(/^[\w=+/-]{1,300}$/);
const place = z
  .strictObject({
    path: z.string().min(1).max(4096),
    side: z.enum(["base", "head"]),
    start: z.int().min(1),
    end: z.int().min(1),
  })
  .refine(({ start, end }) => start <= end, "ends before it starts");
const event = z.enum(["APPROVE", "COMMENT", "REQUEST_CHANGES"]);

const action = z.discriminatedUnion("do", [
  z.strictObject({
    key,
    do: z.literal("review"),
    event,
    body,
    comments: z.array(z.strictObject({ at: place, body, identity: z.string().max(64) })).max(mostComments),
  }),
  z.strictObject({ key, do: z.enum(["details", "notice"]), body }),
  z.strictObject({
    key,
    do: z.literal("check-run"),
    conclusion: z.enum(["success", "neutral", "failure"]),
    title: z.string().min(1).max(255),
    body,
  }),
  z.strictObject({ key, do: z.literal("reply"), thread: nodeId, answers: nodeId, body }),
  z.strictObject({ key, do: z.literal("lift"), review: nodeId }),
  // Not `resolve`: a process that reads the change's text must not resolve threads; `threads/` plans those in the
  // performing process.
]);

const pastFinding = z.strictObject({
  identity: z.string().max(64),
  state: z.enum(["open", "fixed", "dismissed"]),
  about: z
    .strictObject({
      check: z.string().max(200),
      kind: z.string().max(200),
      path: z.string().max(4096),
      line: z.int().min(0),
      quote: z.string().max(20_000),
      severity: z.string().max(20).optional(),
    })
    .nullable(),
  comment: nodeId.nullable(),
  thread: nodeId.nullable(),
});

const plan = z.strictObject({
  pull: pullRequestSchema(z).strict(),
  head: oid,
  actions: z.array(action).max(mostActions),
  remember: z
    .strictObject({
      round: z.strictObject({ base: oid, head: oid, hunks: z.array(z.string().max(64)).max(1_000_000) }),
      findings: z.array(pastFinding).max(100_000),
    })
    .nullable(),
});

/** Restricts the actions to this pull request. */
export function readPlan(given: unknown, pull: PullRequestRef): Plan {
  const read = plan.safeParse(given);
  if (!read.success) throw notThisPlan(z.prettifyError(read.error));
  const { data } = read;
  const at = pullRequestKey(pull);
  if (pullRequestKey(data.pull) !== at) throw notThisPlan("it is for another pull request");
  for (const one of data.actions) checkAction(one, at, data.head);
  // Keys are unique, so one plan posts at most one review, one comment and one check run.
  if (new Set(data.actions.map((one) => one.key)).size < data.actions.length || reviewsIn(data.actions) > 1)
    throw notThisPlan("it says the same thing twice");
  const asksAgain = data.actions.some((one) => one.do === "review" && one.event === "REQUEST_CHANGES");
  if (asksAgain && data.actions.some((one) => one.do === "lift"))
    throw notThisPlan("it asks for changes and withdraws the request for them");
  // The schema equals the type except for branded ids.
  return data as unknown as Plan;
}

type CheckedAction = z.infer<typeof action>;

function checkAction(one: CheckedAction, at: string, head: string): void {
  if (!isKeyOf(one, at, head)) throw notThisPlan(`the key ${one.key} is not one of this pull request's ${one.do}`);
  if (!("body" in one) || one.do === "check-run") return;
  if (parseMarker(one.body)?.key !== one.key) throw notThisPlan(`the ${one.do}'s marker is not that of its key`);
  if (one.do !== "review") return;
  for (const { body: text, identity } of one.comments) {
    const marked = parseMarker(text);
    if (marked?.key !== one.key || marked.finding !== identity)
      throw notThisPlan("a line comment's marker is not that of its review and finding");
  }
}

/** Keys as `planPosting` and `planSkip` make them. */
function isKeyOf(one: CheckedAction, at: string, head: string): boolean {
  switch (one.do) {
    case "review":
      return one.key.startsWith(`${at}@${head}/`) && one.key !== `${at}@${head}/check`;
    case "details":
      return one.key === `${at}/details`;
    case "notice":
      return one.key === `${at}/details` || one.key === `${at}/config`;
    case "check-run":
      return one.key === `${at}@${head}/check`;
    case "reply":
      return one.key === `${at}/reply/${one.thread}/${one.answers}`;
    case "lift":
      return one.key === `${at}/lift/${one.review}`;
  }
}

function reviewsIn(actions: readonly CheckedAction[]): number {
  return actions.filter((one) => one.do === "review").length;
}

function notThisPlan(why: string): Refused {
  return new Refused("the plan's check", 422, `This plan is not performed: ${why.slice(0, 2000)}`);
}
