import { describe, expect, test } from "vitest";
import { decisionOf } from "../../test/support/decision-of.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, readerOf } from "../../test/support/finding-of.ts";
import { UserError } from "../errors.ts";
import type { Change } from "../change/change.ts";
import type { Draft, Edit } from "./draft.ts";
import { chosenBy, eventOf, openObjections } from "./decision.ts";
import { editDraft, whyEventRefused } from "./edit-draft.ts";

const small = { head: { "src/app.ts": "total += price;\n" } };
/** The roster is empty, so only what a test adds stands against an approval. */
const change: Change = onPull(calm(changeOf(small)));
const high = judgedOf({ id: "sums-1", severity: "high" });
const nit = judgedOf({ id: "sums-2", severity: "nit", title: "A nit" });
const advisory = judgedOf({ id: "sums-3", title: "A doc" }, [
  { by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" },
]);

function calm(one: Change): Change {
  return { ...one, triage: { ...one.triage, roster: [], fullPass: null } };
}

function after(draft: Draft, ...edits: Edit[]): Draft {
  return edits.reduce(editDraft, draft);
}

function outcomes({ judged }: Draft): string[] {
  return judged.map(({ finding, outcome }) => `${finding.id} ${outcome}`);
}

describe("a person at the gate", () => {
  test("removes a finding, and the event follows", () => {
    const draft = draftOf(change, [high, nit]);
    expect(eventOf(draft.decision)).toBe("REQUEST_CHANGES");
    const edited = after(draft, { edit: "remove", finding: "sums-1" });
    expect(outcomes(edited)).toEqual(["sums-1 dropped", "sums-2 inline"]);
    expect(eventOf(edited.decision)).toBe("COMMENT");
    expect(edited.edits).toEqual([{ edit: "remove", finding: "sums-1" }]);
  });

  test("moves an advisory finding up, whatever gate held it, and down again", () => {
    const up = after(draftOf(change, [advisory]), { edit: "move", finding: "sums-3", to: "posted" });
    expect(outcomes(up)).toEqual(["sums-3 inline"]);
    const down = after(up, { edit: "move", finding: "sums-3", to: "advisory" });
    expect(outcomes(down)).toEqual(["sums-3 advisory"]);
  });

  test("rewords a finding; its quote stays", () => {
    const reword: Edit = {
      edit: "reword",
      finding: "sums-1",
      title: " The total is doubled ",
      explanation: "See line 1.\n",
    };
    const [one] = after(draftOf(change, [high]), reword).judged;
    expect(one?.finding).toMatchObject({ title: "The total is doubled", explanation: "See line 1." });
    expect(one?.finding.evidence).toEqual(high.finding.evidence);
  });

  test("is rejected for an unknown finding or an empty title", () => {
    const draft = draftOf(change, [high]);
    expect(() => after(draft, { edit: "remove", finding: "sums-9" })).toThrow(UserError);
    expect(() => after(draft, { edit: "reword", finding: "sums-1", title: " ", explanation: "" })).toThrow(/title/);
  });

  test("leaves the draft that was given as it was", () => {
    const draft = draftOf(change, [high]);
    const before = structuredClone(draft);
    after(draft, { edit: "remove", finding: "sums-1" });
    expect(draft).toEqual(before);
  });
});

describe("an event above a limit", () => {
  const gap: Change = { ...change, triage: { ...change.triage, roster: ["code-reviewer"] } };

  test("needs each limit acknowledged by name", () => {
    const draft = draftOf(gap, []);
    const approve: Edit = { edit: "event", event: "APPROVE", by: "kim" };
    expect(() => after(draft, approve)).toThrow(/not everything was reviewed/);
    const edited = after(draft, { edit: "acknowledge", rule: "coverage-gap", by: "kim" }, approve);
    expect([eventOf(edited.decision), chosenBy(edited.decision)]).toEqual(["APPROVE", "kim"]);
    expect(edited.decision.acknowledged).toEqual(["coverage-gap"]);
  });

  test("withdraws an approval when a blocking finding is moved up", () => {
    const held = judgedOf({ id: "sums-1", severity: "high" }, [
      { by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" },
    ]);
    const approved = after(
      draftOf(change, [held], [readerOf(change)]),
      { edit: "acknowledge", rule: "serious-advisory", by: "kim" },
      { edit: "event", event: "APPROVE", by: "kim" },
    );
    expect(eventOf(approved.decision)).toBe("APPROVE");
    const edited = after(approved, { edit: "move", finding: "sums-1", to: "posted" });
    expect(eventOf(edited.decision)).toBe("REQUEST_CHANGES");
    expect(chosenBy(edited.decision)).toBeNull();
  });

  test.each([
    ["a high finding", draftOf(change, [high]), /high finding/],
    [
      "work in progress",
      draftOf({ ...change, intent: { ...change.intent, wip: true } }, [], [readerOf(change)]),
      /work in progress/,
    ],
  ])("%s cannot be acknowledged away", (_, draft, why) => {
    const [limit] = openObjections(draft.decision);
    expect(() => after(draft, { edit: "acknowledge", rule: limit!.rule, by: "kim" })).toThrow(/acknowledged/);
    expect(() => after(draft, { edit: "event", event: "APPROVE", by: "kim" })).toThrow(why);
  });

  test("unseen commits cannot be acknowledged into an approval", () => {
    const decision = decisionOf({ hasUnreviewedCommits: true });
    expect(whyEventRefused(decision, "APPROVE")?.message).toMatch(/new commits have not been reviewed/);
    expect(() =>
      after({ ...draftOf(change), decision }, { edit: "acknowledge", rule: "unseen-delta", by: "kim" }),
    ).toThrow(/acknowledged/);
  });

  test("one's own pull request accepts only a comment", () => {
    const decision = decisionOf({ ownPull: true });
    expect(whyEventRefused(decision, "REQUEST_CHANGES")?.message).toMatch(/own pull request/);
    expect(whyEventRefused(decision, "COMMENT")).toBeNull();
  });

  test("a weaker event is always allowed", () => {
    const edited = after(draftOf(change, [high]), { edit: "event", event: "COMMENT", by: "kim" });
    expect([eventOf(edited.decision), chosenBy(edited.decision)]).toEqual(["COMMENT", "kim"]);
  });
});
