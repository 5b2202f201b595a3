// Models that fail, in whole reviews: in every way and at every vendor. `bench/model-faults.ts` plays as many as one likes.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventOf } from "../src/review/decision.ts";
import { passTable } from "../src/findings/gaps.ts";
import { faultNames } from "./support/model-fault-kinds.ts";
import { brokenLaws } from "./support/model-fault-laws.ts";
import { openTheatre, storyOf, vendorOf, without, type Story, type Theatre } from "./support/model-fault-stories.ts";
import { vendors } from "./support/model-review.ts";

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(async () => {
  await theatre.close();
});

const stories = Array.from({ length: 40 }, (_, number) => storyOf(number, 7));

function told({ number, failing }: Story): string {
  return `${number}: ${[...failing].map(([unit, fault]) => `${unit} (${fault})`).join(", ")}`;
}

/** Several at a time: some wait until the vendor may be asked again. */
async function broken(all: readonly Story[]): Promise<string[]> {
  const found: string[] = [];
  const left = all.values();
  const play = async () => {
    for (const story of left)
      found.push(...brokenLaws(await theatre.play(story)).map((law) => `story ${told(story)}: ${law}`));
  };
  await Promise.all(Array.from({ length: 8 }, play));
  return found;
}

describe("where models fail", () => {
  test("each is named in every form, none is taken for clean, nothing is approved, no answer is lost, no key is told", async () => {
    expect(await broken(stories)).toEqual([]);
  });

  test("these stories have every fault, every vendor, and whoever can fail", () => {
    const faults = stories.flatMap(({ failing }) => [...failing.values()]);
    const failing = stories.flatMap((story) => [...story.failing.keys()].map((unit) => [unit, vendorOf(unit, story)]));
    expect(new Set(faults)).toEqual(new Set(faultNames));
    expect(new Set(failing.map(([, vendor]) => vendor))).toEqual(new Set(vendors));
    expect(failing.map(([unit]) => unit)).toEqual(
      expect.arrayContaining(["code-reviewer", "second-opinion", "arbiter"]),
    );
    expect(stories.filter(({ fullPass }) => fullPass).length).toBeGreaterThan(3);
    expect(stories.filter(({ looks }) => looks > 0).length).toBeGreaterThan(3);
  });
});

describe("where nobody fails", () => {
  const kinds = Map.groupBy(stories, ({ tier, fullPass, crossed }) => JSON.stringify([tier, fullPass, crossed]));
  const calm = [...kinds.values()].map(([story]) => without(story!));

  test.each(calm)(
    "the same review is approved: $tier, every pass: $fullPass, second opinion: $crossed",
    async (story) => {
      const { draft } = await theatre.play(story);
      expect(eventOf(draft.decision)).toBe("APPROVE");
      if (story.fullPass) expect(passTable(draft.reports).map(({ says }) => says)).not.toContain("gap");
    },
  );
});
