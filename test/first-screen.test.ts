// What the first screen of a review shows, for examples of every check.
import { beforeAll, describe, expect, test } from "vitest";
import { checks } from "../src/findings/checks/index.ts";
import type { Example } from "../src/findings/report.ts";
import type { Draft } from "../src/review/draft.ts";
import { reviewRead } from "../src/review-change.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { changeOf, codeOf } from "./support/change-of.ts";
import { draftOf } from "./support/finding-of.ts";
import { screenFaults, worstOf } from "./support/first-screen.ts";

const stop = new AbortController().signal;
const common = {
  checks,
  user: {},
  largestFile,
  clock: { now: () => 0, today: () => "2026-01-05" },
  stop,
  progress() {},
};

/** Of each check, enough to be many and quick. */
const examples = checks.flatMap(({ id, examples: { bad, good } }) =>
  [...bad.slice(0, 3), ...good.slice(0, 1)].map((example) => ({ name: `${id}: ${example.name}`, example })),
);

async function draftOfExample({ base, head, title }: Example): Promise<Draft> {
  const files = { base, head };
  const change = changeOf({ ...files, title: title ?? "" });
  return await reviewRead(change, { ...common, git: undefined as never, code: { at: () => codeOf(files) } });
}

describe("the first screen", () => {
  const drafts: Draft[] = [];

  beforeAll(async () => {
    for (const { example } of examples) drafts.push(await draftOfExample(example));
  }, 120_000);

  test("there are samples of both kinds", () => {
    const quiet = drafts.filter((draft) => worstOf(draft).length === 0).length;
    expect(drafts.length - quiet).toBeGreaterThanOrEqual(30);
    expect(quiet).toBeGreaterThanOrEqual(10);
  });

  test.each(examples.map(({ name }, index) => [name, index] as const))("%s", (_, index) => {
    expect(screenFaults(drafts[index]!)).toEqual([]);
  });

  test("all of their findings in one review", () => {
    const { change } = drafts[0]!;
    expect(
      screenFaults(
        draftOf(
          change,
          drafts.flatMap(({ judged }) => judged),
        ),
      ),
    ).toEqual([]);
  });
});
