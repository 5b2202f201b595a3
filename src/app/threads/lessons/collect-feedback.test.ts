// Reads feedback on findings from a simulated GitHub, without storing it.
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { databases, openForTest } from "../../../../test/support/databases.ts";
import { runCommand } from "../../../../test/support/run-command.ts";
import { openThreadShop, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { formatMarker } from "../../../review/marker.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openFeedbackReads } from "../../../world/github/feedback-reads.ts";
import type { Store } from "../../../world/store/store.ts";
import { lessonsCommand } from "../../cli/commands/lessons.ts";
import { collectFeedback } from "./collect-feedback.ts";
import { readLearned } from "./learned.ts";
import { pullRequestKey, repositoryKey } from "../../../pull-request.ts";

let shop: ThreadShop;
beforeEach(async () => void (shop = await openThreadShop()));
afterEach(async () => await shop.close());

/** A comment of ours, as `kim` posts it, and what the store keeps of it. */
async function posted(identity: string, state: "open" | "fixed", store: Store) {
  const body = `Wrong.\n${formatMarker({ key: "k", finding: identity })}`;
  const comment = { path: "src/till.js", line: 1, side: "RIGHT", startLine: null, startSide: null, body } as const;
  await shop.github.review(shop.pull, "kim", { event: "COMMENT", comments: [comment] });
  const about = JSON.stringify({ check: "sums", kind: "wrong-sum", path: "src/till.js", line: 1, quote: "x" });
  await store.findings.keep([{ place: pullRequestKey(shop.ref), identity, state, about, comment: null, thread: null }]);
  return shop.github.state.threads.at(-1)!;
}

function reads() {
  const token = async () => shop.env["GH_ENTERPRISE_TOKEN"]!;
  const { signal: stop } = new AbortController();
  return openFeedbackReads({ api: apiOf(shop.github.host), token, clock: wallClock, stop });
}

test("a maintainer's thumb, resolution and fix count, others' do not, and a repeat changes nothing", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place);
  const [down, closed, fixed, strangers] = [
    await posted("aa", "open", store),
    await posted("bb", "open", store),
    await posted("cc", "fixed", store),
    await posted("dd", "open", store),
  ];
  const comment = (thread: typeof down) => shop.github.state.reviewComments.find((one) => one.thread === thread.id)!;
  shop.github.react({ kind: "review-comment", id: comment(down).id }, "kim", "-1");
  shop.github.react({ kind: "review-comment", id: comment(strangers).id }, "eve", "-1");
  shop.github.resolve(closed, "kim");
  expect(fixed).toBeDefined();
  for (const now of [5, 9]) {
    const { reactions, ignored } = await collectFeedback(shop.ref, reads(), store, now);
    expect(reactions.map(({ identity, signal, actor }) => [identity, signal, actor])).toEqual([
      ["aa", "thumbs-down", "kim"],
      ["bb", "resolved-unchanged", "kim"],
    ]);
    // ada, whose pull request it is, may not write either: that she mended one is not counted.
    expect(ignored).toBe(2);
  }
  const repository = repositoryKey(shop.ref);
  expect((await store.feedback.of(repository)).map(({ at }) => at)).toEqual([5, 5]);
  expect((await readLearned(store, repository)).tallies).toEqual([{ unit: "sums", judged: 2, dismissed: 2 }]);
});

test("a removed thumb no longer counts", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place);
  const thread = await posted("aa", "open", store);
  shop.github.resolve(thread, "kim");
  await collectFeedback(shop.ref, reads(), store, 5);
  shop.github.unresolve(thread, "kim");
  await collectFeedback(shop.ref, reads(), store, 6);
  expect(await store.feedback.of(repositoryKey(shop.ref))).toEqual([]);
});

test("a dismissal by mention is not withdrawn by the state of the thread", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place);
  await posted("aa", "open", store);
  const repository = repositoryKey(shop.ref);
  const said = { place: pullRequestKey(shop.ref), identity: "aa", reason: "by design", at: 3 };
  const row = { ...said, repository, unit: "sums", signal: "dismissed" };
  await store.dismissals.keep({ ...said, saidBy: "kim", comment: "IC_1" });
  await store.feedback.record([
    { ...row, actor: "kim" },
    { ...row, actor: "lee" },
  ]);
  await collectFeedback(shop.ref, reads(), store, 5);
  expect((await store.feedback.of(repository)).map(({ actor }) => actor)).toEqual(["kim"]);
});

test("the command prints the feedback, and rejects input without a pull request", async () => {
  const run = async (pr: string) =>
    await runCommand(lessonsCommand, { pr }, { cwd: shop.clone, env: shop.env }, ["feedback"]);
  expect((await run(`${shop.ref.number}`)).out).toBe(
    "Nobody with write permission has given feedback on the findings.\n",
  );
  await expect(run("main")).rejects.toThrow("does not name a pull request");
});
