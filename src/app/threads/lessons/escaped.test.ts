// A defect is blamed back to the review that let it pass, on a real repository.
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { changeOf } from "../../../../test/support/change-of.ts";
import { databases, openForTest } from "../../../../test/support/databases.ts";
import { draftOf, judgedOf, reportOf } from "../../../../test/support/finding-of.ts";
import { openHistory, type History } from "../../../world/git/history.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";
import type { Store } from "../../../world/store/store.ts";
import { findEscaped } from "./escaped.ts";

const repository = "github.com/acme/shop";
const { signal: stop } = new AbortController();
let shop: MadeRepository;
let history: History;
let store: Store;

beforeEach(async () => {
  shop = await makeRepository(
    [{ message: "feat: a shop", files: { "a.js": "1\n2\n3\n", "b.js": "1\n" } }],
    process.env,
    stop,
  );
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  store = await openForTest(place);
});
afterEach(() => {
  history.close();
  shop.remove();
});

/** The pull request was reviewed: one check spoke of a.js, a reviewer read it and did not. */
async function reviewed(number: number, base: string, head: string): Promise<void> {
  const place = `${repository}#${number}`;
  const read = [{ hunk: "a.js#1", depth: "full" as const }];
  const reports = [reportOf({ unit: "sums", read }), reportOf({ unit: "code-reviewer", by: "reviewer", read })];
  const draft = draftOf(changeOf({}), [judgedOf({ path: "a.js" })], reports);
  const saved = { id: `d${number}`, place, head, draft: JSON.stringify(draft), savedAt: 1, facts: null };
  await store.drafts.save({ ...saved, state: "posted" });
  await store.rounds.add({ place, base, head, hunks: [], at: 1 });
}

const head = async () => await shop.git("rev-parse", "HEAD");
async function escapes() {
  history = openHistory(shop.path, process.env, stop);
  const found = await findEscaped(repository, history, await head(), { last: 50, store });
  const rows = await store.feedback.escaped(repository);
  return {
    ...found,
    rows: rows.map(({ place, how, path, unit, said }) => [place.split("#")[1], how, path, unit, said]),
  };
}

test("a fix of lines from a reviewed pull request is traced to its review and to the units that missed it", async () => {
  const base = await head();
  await shop.commit({ message: "feat: sums", files: { "a.js": "1\nwrong\n3\n" } });
  await reviewed(7, base, await head());
  await shop.commit({ message: "chore: unrelated", files: { "b.js": "2\n" } });
  await shop.commit({ message: "fix: the sum", files: { "a.js": "1\n2\n3\n" } });
  expect(await escapes()).toEqual({
    mendings: 1,
    blamed: 1,
    rows: [
      ["7", "fix", "a.js", "code-reviewer", false],
      ["7", "fix", "a.js", "sums", true],
    ],
  });
});

test("a revert is traced by commit, or after a squash by the number in its subject", async () => {
  await shop.commit({ message: "feat: sums (#9)", files: { "a.js": "1\nwrong\n3\n" } });
  await reviewed(9, "0".repeat(40), "1".repeat(40));
  const sha = await head();
  await shop.commit({
    message: `Revert "feat: sums (#9)"\n\nThis reverts commit ${sha}.`,
    files: { "a.js": "1\n2\n3\n" },
  });
  const { blamed, rows } = await escapes();
  expect([blamed, rows.map(([place, how]) => `${place} ${how}`)]).toEqual([1, ["9 revert", "9 revert"]]);
});

test("changes without review, commits that fix nothing, and fixes within a pull request count for nobody", async () => {
  const base = await head();
  await shop.commit({ message: "feat: sums", files: { "a.js": "1\nwrong\n3\n" } });
  await shop.commit({ message: "fix: the sum", files: { "a.js": "1\nless wrong\n3\n" } });
  await reviewed(7, base, await head());
  await shop.commit({ message: "refactor: the sum", files: { "a.js": "1\n2\n3\n" } });
  await shop.commit({ message: "fix: b", files: { "b.js": "2\n" } });
  expect(await escapes()).toEqual({ mendings: 2, blamed: 0, rows: [] });
});
