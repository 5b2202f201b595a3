// Tests the export of one repository or all, on both databases, with bounded memory.
import { describe, expect, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import type { ExportedRow, Store } from "./store.ts";

const place = (repository: string) => `${repository}#7`;

/** Something of everything. */
async function fill(store: Store, repository: string, drafts: number): Promise<void> {
  const at = { place: place(repository) };
  for (let n = 0; n < drafts; n += 1)
    await store.drafts.save({
      id: `${repository} ${n}`,
      ...at,
      head: "h",
      draft: `draft ${n}`,
      state: "waiting",
      savedAt: n,
      facts: null,
    });
  const output = { ...at, kind: "check", hash: "x", again: false };
  await store.outputs.take(`${at.place}@h/check`, output, "me", 1, 2);
  await store.findings.keep([{ ...at, identity: "i", state: "open", about: null, comment: null, thread: null }]);
  await store.rounds.add({ ...at, base: "b", head: "h", hunks: ["x"], at: 1 });
  const call = { run: "r", repository, unit: "u", model: "m", at: 1, money: 0.5, call: "{}" };
  await store.records.keepCall(call);
  await store.records.keepReview({ id: repository, run: "r", repository, at: 1, given: "{}", draft: "{}" });
  await store.threads.save(at.place, "{}", 1);
  await store.turns.take({ ...at, comment: "c", thread: "t", at: 1, author: "eve" }, 5);
  await store.dismissals.keep({ ...at, identity: "i", reason: "no", saidBy: "ada", comment: "c", at: 1 });
  await store.threadOutcomes.keep({ ...at, thread: "t", state: "resolved", saidBy: "person", at: 1 });
  await store.journal.keep(at.place, "read", "{}", 1);
  await store.installations.seen(repository, 7, 1);
  const rule = { repository, id: "l", rule: "Be kind", unit: null, kind: null, pull: 7, seen: 1, at: 1 };
  await store.lessons.propose(rule);
  const pattern = { unit: "u", category: "c", language: null, look: "l" };
  await store.lessons.see(repository, at.place, { sightings: [{ unit: "u", kind: "k" }], patterns: [pattern] });
  await store.lessons.promote(pattern, { times: 3, by: "ada", at: 1 });
  const feedback = { repository, ...at, identity: "i", unit: "u", signal: "fixed", actor: "ada", reason: null, at: 1 };
  await store.feedback.record([feedback]);
  await store.feedback.reset(repository, "u", { by: "ada", at: 1 });
  const escape = { repository, ...at, mendedBy: "m", how: "fix", path: "p", unit: "u", said: true, at: 1 } as const;
  await store.feedback.keepEscaped([escape]);
  await store.deliveries.accept({ id: repository, event: "pull_request", body: "{}", receivedAt: 1 });
  await store.deliveries.finish(repository, `review-pull ${at.place}`);
  await store.jobs.add({ kind: "review-pull", key: at.place, data: { repository } });
  await store.jobs.add({ kind: "merge-group", key: `${repository}@abc`, data: { repository } });
  await store.pacing.take("github.com 7", "holder-canary", 1, 2, "{}");
}

async function all(rows: AsyncIterable<ExportedRow>): Promise<ExportedRow[]> {
  const list: ExportedRow[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

describe.each(databases)("in $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("exports everything of a repository and nothing of one with a similar name", async () => {
    const { place: at } = await newPlace();
    const store = await openForTest(at);
    const [shop, other] = ["github.com/acme/shop", "github.com/acme/shop-2"];
    await fill(store, shop, 25);
    await fill(store, other, 1);
    const own = await all(store.exported(shop));
    const counts = Object.fromEntries(
      [...Map.groupBy(own, ({ table }) => table)].map(([name, rows]) => [name, rows.length]),
    );
    expect(counts).toEqual({
      drafts: 25,
      outputs: 1,
      findings: 1,
      rounds: 1,
      deliveries: 1,
      jobs: 2,
      modelCalls: 1,
      recordedReviews: 1,
      installedRepositories: 1,
      threadOutcomes: 1,
      journal: 1,
      threadStates: 1,
      lessons: 1,
      sightings: 1,
      patterns: 1,
      feedback: 1,
      feedbackResets: 1,
      escaped: 1,
      conversations: 1,
      turns: 1,
      dismissals: 1,
    });
    expect(JSON.stringify(own)).not.toMatch(/shop-2|holder-canary/);
    expect(own.find(({ table }) => table === "jobs")).toMatchObject({ kind: "review-pull", key: place(shop) });
    const everything = await all(store.exported(null));
    const tables = new Set(everything.map(({ table }) => table));
    expect([...tables].toSorted()).toEqual([...Object.keys(counts), "promotedPatterns"].toSorted());
    expect(JSON.stringify(everything)).toContain("shop-2");
    expect(JSON.stringify(everything)).not.toContain("holder-canary");
    expect(await all(store.exported("github.com/acme/sho_"))).toEqual([]);
  });

  test.skipIf(skip)("the reader of an export may stop early, and the store still works", async () => {
    const { place: at } = await newPlace();
    const store = await openForTest(at);
    await fill(store, "github.com/acme/shop", 25);
    for await (const row of store.exported(null)) if (row.table === "drafts") break;
    await store.threads.save("github.com/acme/shop#8", "{}", 1);
    expect((await all(store.exported(null))).filter(({ table }) => table === "threadStates")).toHaveLength(2);
  });
});
