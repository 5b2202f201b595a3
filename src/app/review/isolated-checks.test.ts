import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { hostileChecks } from "../../../test/support/hostile-checks.ts";
import { runChecks } from "../../findings/run-checks.ts";
import { textsOf } from "../../findings/texts.ts";
import { reasonText } from "../../review/words/reasons.ts";
import { isolateChecks } from "./isolated-checks.ts";

const program = new URL("../../../test/support/hostile-check-host.ts", import.meta.url);
const limits = { blockedMs: 1_500, memoryMb: 40, program };

describe("checks in a process of their own", () => {
  test("read and search the code of the change, and report their errors", async () => {
    expect(await outcomes(["reads", "searches", "searches-too", "throws"])).toEqual([
      "reads: total += price;\n",
      "searches: total,price",
      "searches-too: total,price",
      "throws: it failed: no such thing",
    ]);
  });

  test("that never let go are ended, and the others are not", async () => {
    expect(await outcomes(["searches", "hangs", "reads", "searches-too"])).toEqual([
      "searches: total,price",
      "hangs: it took longer than 1.5 s and was stopped",
      "reads: total += price;\n",
      "searches-too: total,price",
    ]);
  });

  test("that take too much memory are ended, and the others are not", async () => {
    expect(await outcomes(["reads", "grows", "searches"])).toEqual([
      "reads: total += price;\n",
      "grows: it needed more than 40 MB of memory and was stopped",
      "searches: total",
    ]);
  });

  test("stop with the review", async () => {
    const stop = new AbortController();
    const running = outcomes(["waits"], stop.signal);
    stop.abort(new Error("Ctrl-C"));
    await expect(running).rejects.toThrow("Ctrl-C");
  });
});

async function outcomes(ids: readonly string[], stop = new AbortController().signal): Promise<string[]> {
  const files = { base: { "src/a.ts": "total = price;\n" }, head: { "src/a.ts": "total += price;\n" } };
  const [change, code] = [changeOf(files), codeOf(files)];
  const searching = new Set(["searches", "searches-too"]);
  const all = hostileChecks.map((check) => (searching.has(check.id) ? { ...check, searches: true as const } : check));
  const checks = isolateChecks(all, { user: {}, env: {} }, limits).filter(({ id }) => ids.includes(id));
  const ordered = ids.map((id) => checks.find((check) => check.id === id)!);
  const reports = await runChecks(ordered, change, code, { stop, now: () => 0, texts: textsOf(code) });
  return reports.map(({ unit, why, notes }) => `${unit}: ${why ? reasonText(why) : notes?.join()}`);
}
