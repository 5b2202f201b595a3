// Tests edit distances and the nearest word.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, hasSwappedLetters, nearestWord } from "./edit-distance.ts";
import { cases } from "../../test/support/cases.ts";

describe("edit distance", () => {
  cases("%j to %j is %d", (left, right) => editDistance(left, right, 9), [
    ["same", "same", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["strict-reveiw", "strict-review", 2],
    ["flaw", "lawn", 2],
  ]);

  test("words beyond the limit have no distance", () => {
    expect(editDistance("kitten", "sitting", 2)).toBeNull();
    expect(editDistance("a", "a".repeat(1_000_000), 2)).toBeNull();
  });

  test("the limit does not change smaller distances, and the order of the words does not matter", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.nat(8), (left, right, atMost) => {
        const exact = editDistance(left, right, 100)!;
        expect(editDistance(left, right, atMost)).toBe(exact <= atMost ? exact : null);
        expect(editDistance(right, left, 100)).toBe(exact);
        expect(exact === 0).toBe(left === right);
      }),
    );
  });

  test("dropping a letter costs one, and no way round is shorter than the way", () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, word, (one, two, three) => {
        expect(editDistance(`a${one}`, one, 9)).toBe(1);
        const around = editDistance(one, two, 99)! + editDistance(two, three, 99)!;
        expect(editDistance(one, three, 99)).toBeLessThanOrEqual(around);
      }),
    );
  });
});

describe("nearest word", () => {
  test("is the nearest, and the first of equals", () => {
    expect(nearestWord("profle", ["profiles", "profile", "probe"], 2)).toBe("profile");
    expect(nearestWord("bat", ["cat", "hat"], 1)).toBe("cat");
    expect(nearestWord("cat", ["hat", "cat"], 2)).toBe("cat");
  });
  test("is none when all are far", () => expect(nearestWord("foobar", ["wip", "draft"], 2)).toBeNull());
});

cases("swapped letters in %j and %j: %j", hasSwappedLetters, [
  ["strict-reveiw", "strict-review", true],
  ["same", "same", false],
  ["strcit-reveiw", "strict-review", false],
  ["no-reviw", "no-review", false],
]);
