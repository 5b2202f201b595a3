import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRoot, firstSentence, visibleText, isBefore, threadContext, truncated, type Turn } from "./conversation.ts";
import { cases } from "../../test/support/cases.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, second)).toISOString().replace(".000", "");
const turn = (id: number, body = `Turn ${id}. And more of it.`, more: Partial<Turn> = {}): Turn => ({
  id,
  author: `user${id}`,
  body,
  createdAt: at(id),
  updatedAt: at(id),
  ...more,
});

describe("the first comment of a thread", () => {
  const chain: Record<number, number | null> = { 1: null, 2: 1, 3: 2, 8: 9, 9: 8, 5: 5 };
  const read = async (id: number) => (id in chain ? { id, inReplyTo: chain[id] ?? null } : null);

  cases("is %s", async (_, from) => (await findRoot(from, read))?.id ?? null, [
    ["itself", 1, 1],
    ["its parent", 2, 1],
    ["its parent's parent", 3, 1],
    ["one that answers itself", 5, 5],
    ["none that is gone", 4, null],
    ["none of two that answer each other", 8, null],
  ]);
});

describe("earlier comments", () => {
  test("are those before the question, as they were then", () => {
    const turns = [
      turn(5),
      turn(2),
      turn(9),
      turn(3, "changed since", { updatedAt: at(8) }),
      turn(4, "in the same second, before", { createdAt: at(7), updatedAt: at(7) }),
      turn(8, "in the same second, after", { createdAt: at(7), updatedAt: at(7) }),
      turn(7, "the question itself"),
      turn(1, "of no time", { createdAt: "never" }),
    ];
    expect(turns.filter(isBefore({ id: 7, at: at(7) })).map(({ id }) => id)).toEqual([5, 2, 4]);
  });
});

describe("limits", () => {
  test("the last three whole, those before by their first sentence", () => {
    const text = threadContext(
      [1, 2, 3, 4, 5].map((id) => turn(id)),
      8000,
    );
    expect(text.split("\n\n")).toEqual([
      `user1, ${at(1)}:\nTurn 1.`,
      `user2, ${at(2)}:\nTurn 2.`,
      `user3, ${at(3)}:\nTurn 3. And more of it.`,
      `user4, ${at(4)}:\nTurn 4. And more of it.`,
      `user5, ${at(5)}:\nTurn 5. And more of it.`,
    ]);
  });

  test("at most a hundred, the newest, with a note", () => {
    const text = threadContext(
      Array.from({ length: 130 }, (_, id) => turn(id)),
      50_000,
      5,
    );
    expect(text).toMatch(/^\(35 earlier comments are left out\.\)\n\nuser30, /);
    expect(text.match(/^user\d+, /gm)).toHaveLength(100);
  });

  test("too much text is cut from the oldest on", () => {
    const turns = [turn(1, "a".repeat(900)), turn(2, "b".repeat(900)), turn(3, "c".repeat(300))];
    const text = threadContext(turns, 1000);
    expect(text).toHaveLength(1000);
    expect(text).toContain("c".repeat(300));
    expect(text).toContain(truncated);
    expect(text).not.toContain("a".repeat(20));
  });

  test("hidden characters are removed, and no character is split", () => {
    expect(visibleText("a\u200bb\u202ec\r\nd")).toBe("abc\nd");
    expect(threadContext([turn(1, "😀".repeat(2000))], 1001).isWellFormed()).toBe(true);
  });

  cases("the first sentence of %j is %j", firstSentence, [
    ["One. Two.", "One."],
    ["\n\nIs it? Yes", "Is it?"],
    ["v1.2 is out", "v1.2 is out"],
    ["no end\nnext", "no end"],
    ["", ""],
  ]);

  const turns = fc
    .array(fc.tuple(fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(30)), { maxLength: 120 })
    .map((bodies) => bodies.map(([body, times], id) => turn(id, body.repeat(times))));

  test("never more than the budget, never cut where it fits, always the same", () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 1000, max: 50_000 }), fc.nat(3), (said, budget, earlier) => {
        const text = threadContext(said, budget, earlier);
        expect(text.length).toBeLessThanOrEqual(budget);
        expect(text.isWellFormed()).toBe(true);
        expect(threadContext(said, budget, earlier)).toBe(text);
        const all = threadContext(said, Number.MAX_SAFE_INTEGER, earlier);
        if (all.length <= budget) expect(text).toBe(all);
        else expect(text).toContain(truncated);
        const last = said.at(-1);
        if (last && visibleText(last.body).length < 900) expect(text.endsWith(visibleText(last.body))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
