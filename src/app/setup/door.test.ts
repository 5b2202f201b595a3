import fc from "fast-check";
import { expect, test } from "vitest";
import { openSetupAccess } from "./setup-access.ts";

test("the token opens once; the session it gave goes on", () => {
  const door = openSetupAccess();
  expect([door.enter("guess"), door.isInside(""), door.isInside("guess")]).toEqual([null, false, false]);
  const session = door.enter(door.token)!;
  expect([door.isInside(session), door.enter(door.token), door.isToken(door.token)]).toEqual([true, null, true]);
  expect([door.isInside(door.token), session === door.token]).toEqual([false, false]);
});

test("each state value is accepted once, unless returned; guesses never are", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("new", "take", "give", "guess"), { maxLength: 20 }), (moves) => {
      const door = openSetupAccess();
      const out: string[] = [];
      const taken: string[] = [];
      for (const move of moves) {
        if (move === "guess") expect(door.takeState("x".repeat(43))).toBeNull();
        if (move === "new") out.push(door.newState("x"));
        if (move === "give" && taken.length > 0) {
          const state = taken.pop()!;
          door.giveBack(state, "x");
          out.push(state);
        }
        if (move !== "take" || out.length === 0) continue;
        const state = out.pop()!;
        expect([door.takeState(state), door.takeState(state)]).toEqual(["x", null]);
        taken.push(state);
      }
    }),
  );
});

test("only the newest twenty marks are known", () => {
  const door = openSetupAccess();
  const all = Array.from({ length: 25 }, () => door.newState("x"));
  expect(all.map((state) => door.takeState(state)).filter((about) => about !== null)).toHaveLength(20);
  expect(new Set(all).size).toBe(25);
});
