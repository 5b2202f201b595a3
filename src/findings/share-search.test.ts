// All checks share one search.
import { describe, expect, test } from "vitest";
import type { Uses } from "../change/symbols/symbols.ts";
import { changeOf, codeOf } from "../../test/support/change-of.ts";
import { checked } from "./read-all.ts";
import type { Check } from "./report.ts";
import { runChecks } from "./run-checks.ts";
import { shareSearch } from "./share-search.ts";
import { textsOf } from "./texts.ts";

/** A search that finds every name nowhere and remembers what it was asked. */
function recorder(): { asked: (readonly string[])[]; search(names: readonly string[]): Promise<Uses> } {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    async search(names) {
      asked.push(names);
      return new Map(names.map((name) => [name, { at: [], cut: false }]));
    },
  };
}

describe("a shared search", () => {
  test("waits for all that search and asks once, each name once", async () => {
    const { asked, search } = recorder();
    const shared = shareSearch(search, 3);
    const first = shared.uses(["a", "b"]);
    const second = shared.uses(["b", "c"]);
    await Promise.resolve();
    expect(asked).toEqual([]);
    shared.ended();
    expect([...(await first).keys()]).toEqual(["a", "b", "c"]);
    expect(await second).toBe(await first);
    expect(asked).toEqual([["a", "b", "c"]]);
  });

  test("does not wait for checks that ended without searching", async () => {
    const { asked, search } = recorder();
    const shared = shareSearch(search, 2);
    shared.ended();
    shared.ended();
    await shared.uses(["late"]);
    await shareSearch(search, 0).uses(["alone"]);
    expect(asked).toEqual([["late"], ["alone"]]);
  });

  test("a later request searches again once the others are done", async () => {
    const { asked, search } = recorder();
    const shared = shareSearch(search, 2);
    await Promise.all([shared.uses(["a"]), shared.uses(["b"])]);
    const again = shared.uses(["c"]);
    shared.ended();
    await again;
    expect(asked).toEqual([["a", "b"], ["c"]]);
  });

  test("that fails, fails for all that asked", async () => {
    const shared = shareSearch(() => Promise.reject(new Error("git is gone")), 2);
    const both = await Promise.allSettled([shared.uses(["a"]), shared.uses(["b"])]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("the runner", () => {
  const files = { base: { "a.ts": "one\n" }, head: { "a.ts": "two\n" } };
  const check = (id: string, work: Check["run"], more: Partial<Check> = {}): Check => ({
    id,
    title: id,
    passes: [],
    explains: "",
    kinds: {},
    examples: { bad: [], good: [] },
    when: () => true,
    run: work,
    ...more,
  });
  const searching = (id: string, names: readonly string[], more: Partial<Check> = {}) =>
    check(
      id,
      async (change, { code }) => {
        await code.uses(names);
        return checked("correctness", [], change.files, "");
      },
      { searches: true, ...more },
    );

  async function run(checks: readonly Check[]) {
    const { asked, search } = recorder();
    const change = changeOf(files);
    const code = { ...codeOf(files), uses: search };
    const stop = new AbortController().signal;
    const reports = await runChecks(checks, change, code, { stop, now: () => 0, texts: textsOf(code) });
    return { asked, statuses: reports.map(({ status }) => status) };
  }

  test("makes one search for checks that search, skip, throw or are aborted", async () => {
    const { asked, statuses } = await run([
      searching("one", ["a"]),
      searching("two", ["b"]),
      searching("skipped", ["c"], { when: () => ({ kind: "turned-off" }) }),
      check("throws", () => Promise.reject(new Error("no")), { searches: true }),
      check("asks nothing", async (change) => checked("correctness", [], change.files, ""), { searches: true }),
    ]);
    expect(asked).toEqual([["a", "b"]]);
    expect(statuses).toEqual(["ran", "ran", "skipped", "failed", "ran"]);
  });

  test("makes none if nobody searches", async () => {
    expect((await run([check("quiet", async (change) => checked("correctness", [], change.files, ""))])).asked).toEqual(
      [],
    );
  });
});
