// What holds for every runner that writes a report of its own.
import fc from "fast-check";
import { expect, test } from "vitest";
import { reportFolder } from "../../src/findings/execution/sandbox-runner.ts";
import type { Runner, RunnerUse } from "../../src/findings/execution/runner.ts";
import { endOf } from "./js-project.ts";

/** `shaped` puts any JSON where the runner's report has its tests. */
export function holdsForReports(runner: Runner, used: RunnerUse, name: string, shaped: (json: string) => string): void {
  const path = `${reportFolder}/${name}`;

  test("whatever a report or the output holds, reading it throws nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.json().map(shaped)),
        fc.string(),
        fc.nat(2),
        (text, output, code) => {
          const read = runner.read(endOf({ code, output, reports: [{ path, text }] }), used);
          expect(["results", "unreadable"]).toContain(read.is);
        },
      ),
    );
  });

  test.each([
    ["it took too long", { is: "too-slow", code: null, why: "It took longer than 300 s.", output: "still at it" }],
    ["there is no report", { code: 1, output: "\u001b[31mstill at it\u001b[39m" }],
    ["the report is empty", { code: 0, output: "still at it", reports: [{ path, text: "" }] }],
    ["it could not be started", { is: "not-started", code: null, why: "still at it" }],
  ] as const)("without results, what it said last is why: %s", (_, end) => {
    const why = expect.stringMatching(/still at it$/) as string;
    expect(runner.read(endOf(end), used)).toEqual({ is: "unreadable", why });
  });
}
