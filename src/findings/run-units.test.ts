import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { rawOf, textOf } from "../../test/support/finding-of.ts";
import type { Report, Unit, UnitResult } from "./report.ts";
import { runUnits, type RunFacts } from "./run-units.ts";

const files = { head: { "src/app.ts": "total += price;\n" } };
const change = changeOf({ ...files, config: { checks: { off: "off", advisory: "advisory" } } });
const nothing: UnitResult = { findings: [], verdicts: [], read: [] };
const never = new Promise<UnitResult>(() => {});

function unitOf(id: string, run: Unit<string>["run"], when: Unit<string>["when"] = () => true): Unit<string> {
  return { id, title: id, passes: ["correctness"], run, when };
}

function factsOf(overrides: Partial<RunFacts> = {}): RunFacts {
  const text = textOf(files);
  return {
    change,
    stop: new AbortController().signal,
    limitMs: 60_000,
    now: () => 0,
    text: async (path, side) => text(path, side),
    ...overrides,
  };
}

function runAll(units: readonly Unit<string>[], overrides: Partial<RunFacts> = {}): Promise<Report[]> {
  return runUnits("check", units, "what it needs", factsOf(overrides));
}

const fine = unitOf("fine", async () => nothing);

describe("a unit's report", () => {
  test("lists at most 200 findings, and counts the others", async () => {
    const verdicts = [{ pass: "correctness", says: "findings", evidence: "many sums" }] as const;
    const findings = Array.from({ length: 230 }, () => rawOf());
    const flood = unitOf("sums", async () => ({ ...nothing, findings, verdicts: [...verdicts] }));
    const [report] = await runAll([flood]);
    expect(report?.findings).toHaveLength(200);
    expect(report?.verdicts[0]?.evidence).toBe("many sums; 30 more findings are not listed");
  });

  test("returns its findings with id and identity", async () => {
    const verdicts = [{ pass: "correctness", says: "findings", evidence: "1 sum" }] as const;
    const read = [{ hunk: "src/app.ts#1", depth: "full" }] as const;
    const unit = unitOf("sums", async () => ({
      findings: [rawOf(), rawOf()],
      verdicts: [...verdicts],
      read: [...read],
    }));
    const [report] = await runAll([unit]);
    expect(report).toMatchObject({ unit: "sums", by: "check", status: "ran", verdicts, read });
    expect(report!.findings.map((finding) => finding.id)).toEqual(["sums-1", "sums-2"]);
    expect(new Set(report!.findings.map((finding) => finding.identity)).size).toBe(2);
    expect(report).not.toHaveProperty("why");
  });

  test("reports its duration in whole milliseconds", async () => {
    const clock = [100, 112.7];
    const [report] = await runAll([fine], { now: () => clock.shift()! });
    expect(report!.ms).toBe(13);
  });

  test("keeps the unit's cost and runs", async () => {
    const cost = { tokensIn: 10, cacheReads: 0, cacheWrites: 0, tokensOut: 2, money: 0.1 };
    const ran = [{ command: ["npm", "test"], result: "passed" as const, ms: 3, summary: "5 passed" }];
    const [report] = await runAll([unitOf("tests", async () => ({ ...nothing, cost, ran }))]);
    expect(report).toMatchObject({ cost, ran });
  });

  test("gives the unit the change, its dependencies and a signal", async () => {
    const seen: unknown[] = [];
    await runAll([
      unitOf("curious", async (...given) => {
        seen.push(...given);
        return nothing;
      }),
    ]);
    expect(seen.slice(0, 2)).toEqual([change, "what it needs"]);
    expect(seen[2]).toBeInstanceOf(AbortSignal);
  });
});

describe("a unit that does not get through is a line in the review", () => {
  const thrown = (what: unknown): Unit<string> => unitOf("broken", () => Promise.reject(what));

  test.each<[string, Unit<string>, Partial<Report>]>([
    ["it throws", thrown(new Error("no grammar")), { status: "failed", why: { kind: "threw", message: "no grammar" } }],
    ["it throws something else", thrown("a word"), { status: "failed", why: { kind: "threw", message: "a word" } }],
    [
      "it throws before it promises anything",
      unitOf("hasty", () => {
        throw new Error("at once");
      }),
      { status: "failed", why: { kind: "threw", message: "at once" } },
    ],
    [
      "its question whether to run throws",
      unitOf(
        "unsure",
        async () => nothing,
        () => {
          throw new Error("no idea");
        },
      ),
      { status: "failed", why: { kind: "threw", message: "no idea" } },
    ],
    ["it takes too long", unitOf("slow", () => never), { status: "failed", why: { kind: "too-slow", limitMs: 5 } }],
    [
      "it has nothing to do",
      unitOf(
        "idle",
        () => never,
        () => ({ kind: "nothing-to-check", what: "no workflow" }),
      ),
      { status: "skipped", why: { kind: "nothing-to-check", what: "no workflow" } },
    ],
    ["it is turned off", unitOf("off", () => never), { status: "skipped", why: { kind: "turned-off" } }],
  ])("%s", async (_name, unit, expected) => {
    const [report, other] = await runAll([unit, fine], { limitMs: 5 });
    expect(report).toMatchObject({ unit: unit.id, findings: [], verdicts: [], read: [], ...expected });
    expect(other).toMatchObject({ unit: "fine", status: "ran" });
  });

  test("one that is advisory still runs", async () => {
    expect(await runAll([unitOf("advisory", async () => nothing)])).toMatchObject([{ status: "ran" }]);
  });

  test("a slow unit is aborted", async () => {
    let told: AbortSignal | undefined;
    const slow = unitOf("slow", (_change, _needs, stop) => {
      told = stop;
      return never;
    });
    await runAll([slow], { limitMs: 1 });
    expect(told?.aborted).toBe(true);
  });
});

describe("several units", () => {
  test("run side by side: each can wait for another that comes later", async () => {
    const { promise, resolve } = Promise.withResolvers<UnitResult>();
    const waiting = unitOf("waiting", () => promise);
    const releasing = unitOf("releasing", async () => {
      resolve(nothing);
      return nothing;
    });
    expect((await runAll([waiting, releasing])).map(({ unit, status }) => [unit, status])).toEqual([
      ["waiting", "ran"],
      ["releasing", "ran"],
    ]);
  });

  test("are reported as they end, and returned in order", async () => {
    const { promise, resolve } = Promise.withResolvers<UnitResult>();
    const ended: string[] = [];
    const reports = await runAll([unitOf("last", () => promise), fine], {
      ended: (report) => {
        ended.push(report.unit);
        if (report.unit === "fine") resolve(nothing);
      },
    });
    expect(ended).toEqual(["fine", "last"]);
    expect(reports.map((report) => report.unit)).toEqual(["last", "fine"]);
  });
});

describe("Ctrl-C", () => {
  test("stops the whole review, including units that hang", async () => {
    const control = new AbortController();
    const seen: AbortSignal[] = [];
    const stuck = unitOf("stuck", (_change, _needs, stop) => {
      seen.push(stop);
      return never;
    });
    const running = runAll([stuck, fine, stuck], { stop: control.signal });
    control.abort(new Error("the person stopped it"));
    await expect(running).rejects.toThrow("the person stopped it");
    expect(seen.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  test("before the start: nothing runs", async () => {
    let started = 0;
    const unit = unitOf("stuck", () => {
      started++;
      return never;
    });
    await expect(runAll([unit], { stop: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
    expect(started).toBe(0);
  });

  test("after all have ended: no effect", async () => {
    const control = new AbortController();
    const hasty = unitOf("hasty", () => {
      throw new Error("at once");
    });
    const reports = await runAll([hasty, fine], { stop: control.signal });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    control.abort(new Error("too late"));
    // Node tells of unhandled rejections once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect(reports.map((report) => report.status)).toEqual(["failed", "ran"]);
  });
});
