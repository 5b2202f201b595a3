// A part of the figure that bench/canaries.ts gives: two of the eight encodings, and every start that fails.
import { expect, test } from "vitest";
import { encodings } from "./support/canaries/encodings.ts";
import { matrixOf, summed } from "./support/canaries/matrix.ts";
import { mishaps } from "./support/canaries/mishaps.ts";
import { seenPlaces, tellStory } from "./support/canaries/story.ts";

test("no canary is seen where it must not be: server, readers and git among those who repeat everything", async () => {
  const seen = await tellStory(encodings.slice(0, 2));
  const { leaks, allowed } = matrixOf(seen);
  expect(summed(leaks)).toEqual([]);
  // It was a real try: everybody had something to say, and the search finds what is there.
  expect(Object.entries(seen.counts).filter(([, count]) => count === 0)).toEqual([]);
  expect(seenPlaces.filter((place) => seen.texts[place].length === 0)).toEqual([]);
  expect(allowed).toBeGreaterThan(0);
}, 480_000);

test("a server that does not start says nothing of the secret that is in the wrong place", async () => {
  const starts = await mishaps();
  expect(starts.filter(({ said }) => said === "")).toEqual([]);
  expect(starts.filter(({ leaked }) => leaked.length > 0).map(({ name }) => name)).toEqual([]);
}, 240_000);
