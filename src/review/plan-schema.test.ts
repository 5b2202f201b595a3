// Tests that a plan from a child process that read the change can contain only what `planPosting` would produce.
import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, pull, reportOf } from "../../test/support/finding-of.ts";
import type { Identity, Oid } from "../change/change.ts";
import { Refused } from "../errors.ts";
import { commentLimit } from "./comment-limits.ts";
import { formatMarker } from "./marker.ts";
import { readPlan } from "./plan-schema.ts";
import { planPosting, planSkip, type Plan } from "./plan.ts";

const head = "a".repeat(40) as Oid;
const base = "b".repeat(40) as Oid;
const at = "github.com/acme/shop#7";

function realPlan(request?: string): Plan {
  const change = onPull(changeOf({ head: { "src/app.ts": "total += price;\n" } }));
  const past = {
    rounds: [{ base, head: base, hunks: [] }],
    findings: [
      {
        identity: "01d" as Identity,
        state: "open" as const,
        about: { check: "sums", kind: "wrong-sum", path: "src/app.ts", line: 1, quote: "gone" },
        comment: "PRRC_kwDO1",
        thread: "PRRT_kwDO-_1",
      },
    ],
  };
  const draft = draftOf({ ...change, base, head, past }, [judgedOf({ identity: "f1" as Identity })], [reportOf()]);
  return planPosting(draft, "all", { checkRun: true, version: "1.0.0", ...(request !== undefined && { request }) })!;
}

/** As received from the other process. */
const sent = (plan: unknown): unknown => JSON.parse(JSON.stringify(plan));
const plan = realPlan();
const skip = { why: "no-review-tag", shown: "[no-review]" } as const;

describe("a plan of ours passes unchanged", () => {
  test.each<[string, Plan]>([
    ["of a review, its details, a check run and a reply", plan],
    ["that a comment asked for", realPlan("IC_kwDO77")],
    ["that says why nothing is reviewed", planSkip(skip, pull, head, { checkRun: true })],
    ["that does nothing", { ...plan, actions: [], remember: null }],
  ])("%s", (_, given) => {
    expect(readPlan(sent(given), pull)).toEqual(sent(given));
  });

  test("and this one has every kind of action in it", () => {
    expect(plan.actions.map((one) => one.do)).toEqual(["review", "details", "check-run", "reply"]);
    expect(plan.actions[0]).toMatchObject({ comments: [{ identity: "f1" }] });
  });
});

type Loose = Record<string, unknown>;
const actions = plan.actions as readonly Loose[];
const withAction = (index: number, edit: Loose): unknown => ({
  ...plan,
  actions: actions.map((one, nth) => (nth === index ? { ...one, ...edit } : one)),
});
const only = (...given: unknown[]): unknown => ({ ...plan, actions: given });
const [review, details, check, reply] = actions as [Loose, Loose, Loose, Loose];
const signed = (text: string, key: unknown, finding?: string) =>
  `${text}\n\n${formatMarker({ key: String(key), ...(finding !== undefined && { finding }) })}`;
const rekeyed = (one: Loose, key: string) => ({
  ...one,
  key,
  body: signed("x", key),
  ...(one["comments"] ? { comments: [] } : {}),
});
const comment = (review["comments"] as readonly Loose[])[0]!;
const place = comment["at"] as Loose;

describe("refused is a plan", () => {
  test.each<[string, unknown]>([
    ["that is none", null],
    ["that is a text", JSON.stringify(plan)],
    ["without a head", { ...plan, head: undefined }],
    ["whose head is the name of a branch", { ...plan, head: "main" }],
    ["for another pull request", { ...plan, pull: { ...pull, number: 8 } }],
    ["for another repository", { ...plan, pull: { ...pull, repo: "shop#7/x" } }],
    ["for another host", { ...plan, pull: { ...pull, host: "evil.example" } }],
    ["with a field more", { ...plan, also: 1 }],
    ["whose action has a field more", withAction(1, { path: "/etc/passwd" })],
    ["with an unknown action", only({ key: `${at}/merge`, do: "merge" })],
    [
      "that resolves",
      only({ key: `${at}/resolve/T`, do: "resolve", thread: "T", proof: { by: "person", evidence: "" } }),
    ],
    ["with the key of another pull request", only(rekeyed(details, "github.com/acme/shop#70/details"))],
    ["with the key of another head", only(rekeyed(review, `${at}@${base}/auto`))],
    ["whose review has the key of the details", only(rekeyed(review, `${at}/details`))],
    ["whose review has the key of the check run", only(rekeyed(review, `${at}@${head}/check`))],
    ["whose details have a key of their own", only(rekeyed(details, `${at}/details2`))],
    ["whose check run has a key of its own", only({ ...check, key: `${at}@${head}/check2` })],
    ["whose reply has the key of another thread", only({ ...reply, thread: "PRRT_other" })],
    ["with a marker that is not its key's", withAction(1, { body: signed("x", `${at}/other`) })],
    ["without a marker", withAction(1, { body: "x" })],
    ["whose marker is not at the end", withAction(1, { body: `${formatMarker({ key: `${at}/details` })}\n\nmore` })],
    ["whose line comment has no marker", withAction(0, { comments: [{ ...comment, body: "x" }] })],
    [
      "whose line comment has the marker of another finding",
      withAction(0, { comments: [{ ...comment, body: signed("x", review["key"], "f2") }] }),
    ],
    ["whose text is too long", withAction(1, { body: signed("x".repeat(commentLimit), details["key"]) })],
    ["whose text is empty", withAction(2, { body: "" })],
    ["with a line that there is not", withAction(0, { comments: [{ ...comment, at: { ...place, start: 0 } }] })],
    ["that ends before it starts", withAction(0, { comments: [{ ...comment, at: { ...place, start: 9, end: 3 } }] })],
    ["with another event", withAction(0, { event: "DISMISS" })],
    ["with another conclusion", withAction(2, { conclusion: "cancelled" })],
    ["with more comments than a review takes", withAction(0, { comments: Array.from({ length: 301 }, () => comment) })],
    [
      "with a thread that is no id",
      only({ ...reply, thread: "x y", key: `${at}/reply/x y/${String(reply["answers"])}` }),
    ],
    ["with two reviews", only(review, rekeyed(review, `${at}@${head}/second`))],
    ["that says one thing twice", only(details, details)],
    [
      "that remembers a finding in no known state",
      { ...plan, remember: { ...plan.remember, findings: [{ identity: "x" }] } },
    ],
  ])("%s", (_, given) => {
    expect(() => readPlan(sent(given), pull)).toThrow(Refused);
  });

  test("with a reason that does not echo the request", () => {
    const flood = withAction(1, { do: "x".repeat(100_000), ["y".repeat(100_000)]: 1 });
    const reading = () => readPlan(sent(flood), pull);
    expect(reading).toThrow(/^This plan is not performed: /);
    expect(reading).toThrow(expect.objectContaining({ message: expect.stringMatching(/^.{1,2100}$/s) }));
  });
});
