import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull } from "../../../test/support/finding-of.ts";
import type { Draft } from "../../review/draft.ts";
import { askAtGate, type GatePrompts } from "./confirmation-gate.ts";

const change = onPull(changeOf({ head: { "src/app.ts": "total += price;\n" } }));
const draft = draftOf(change, [
  judgedOf({ id: "sums-1", severity: "high" }),
  judgedOf({ id: "sums-2", title: "A doc" }, [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }]),
]);

/** A person who gives these answers, one after the other, and would leave where no answer is left. */
function person(answers: readonly string[], writes = "") {
  const left = [...answers];
  const seen: Draft[] = [];
  const previews: string[] = [];
  const told: string[] = [];
  const kept: Draft[] = [];
  const asking: GatePrompts = {
    who: "kim",
    show: (one) => void seen.push(one),
    preview: (_one, choice) => void previews.push(choice),
    async choose(_question, offered) {
      const answer = left.shift();
      if (answer === undefined) return null;
      const chosen = offered.find(({ value }) => value === answer);
      if (!chosen) throw new Error(`"${answer}" was not offered, but ${offered.map(({ value }) => value).join(", ")}`);
      return chosen.value;
    },
    edit: async (text) => writes || text,
    tell: (text) => void told.push(text),
  };
  return { asking, seen, previews, told, kept, keep: async (one: Draft) => void kept.push(one) };
}

describe("at the gate", () => {
  test.each([
    ["code", "code"],
    ["all", "all"],
    ["cancel", null],
  ])("%s is a choice", async (answer, choice) => {
    const { asking, keep } = person([answer]);
    expect(await askAtGate(draft, asking, keep)).toEqual({ draft, choice });
  });

  test("what would be posted can be read first, and nothing is posted by that", async () => {
    const { asking, keep, previews, seen } = person(["preview", "preview-all", "code"]);
    expect(await askAtGate(draft, asking, keep)).toEqual({ draft, choice: "code" });
    expect([previews, seen.length]).toEqual([["code", "all"], 1]);
  });

  test("cancelling posts nothing", async () => {
    const { asking, keep } = person([]);
    expect((await askAtGate(draft, asking, keep)).choice).toBeNull();
  });

  describe("a grave finding that an arbiter calls a false positive", () => {
    const mark = {
      by: "arbitration",
      why: { kind: "disputed", by: "google/gemini", reason: "it is checked" },
      confidence: 4,
    } as const;
    const disputed = draftOf(change, [judgedOf({ id: "sums-1", severity: "high", proof: "argued" }, [mark])]);

    test.each([
      ["keep", "inline"],
      ["leave-out", "advisory"],
    ])("%s: it is %s", async (answer, outcome) => {
      const { asking, keep } = person(["code", answer]);
      const chosen = await askAtGate(disputed, asking, keep);
      expect([chosen.choice, chosen.draft.judged[0]?.outcome]).toEqual(["code", outcome]);
    });

    test("cancelling the question posts nothing", async () => {
      const { asking, keep } = person(["code"]);
      expect((await askAtGate(disputed, asking, keep)).choice).toBeNull();
    });
  });

  test("after an edit the draft is shown again, and the edit is stored at once", async () => {
    const { asking, seen, keep, kept } = person(["edit", "remove", "sums-1", "code"]);
    const chosen = await askAtGate(draft, asking, keep);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(chosen.draft);
    expect(kept).toEqual([chosen.draft]);
    expect(chosen.draft.judged[0]?.outcome).toBe("dropped");
  });

  test("a finding is moved, and reworded in the editor", async () => {
    const { asking, keep } = person(
      ["edit", "move", "sums-2", "edit", "reword", "sums-2", "code"],
      "# a note\nA better title\n\nAnd why.\n",
    );
    const { draft: edited } = await askAtGate(draft, asking, keep);
    expect(edited.judged[1]).toMatchObject({
      outcome: "inline",
      finding: { title: "A better title", explanation: "And why." },
    });
  });

  test("an emptied file changes nothing", async () => {
    const { asking, keep } = person(["edit", "reword", "sums-1", "code"], "# only a note\n");
    expect((await askAtGate(draft, asking, keep)).draft.judged).toEqual(draft.judged);
  });

  test("a forbidden approval is explained, and the question is asked again", async () => {
    const { asking, told, keep } = person(["edit", "event", "APPROVE", "cancel"]);
    expect((await askAtGate(draft, asking, keep)).draft.decision).toEqual(draft.decision);
    expect(told.join()).toMatch(/cannot be approved.*high finding/);
  });

  test("leaving an edit half-way goes back to the review", async () => {
    const { asking, seen, keep } = person(["edit", "back", "cancel"]);
    await askAtGate(draft, asking, keep);
    expect(seen).toEqual([draft, draft]);
  });
});
