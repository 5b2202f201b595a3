// Runs the examples of every check: bad ones are reported at the named lines, good ones are not.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import type { Check, Example } from "../report.ts";
import { checks } from "./index.ts";

async function report(check: Check, example: Example): Promise<string[]> {
  const change = changeOf({ ...example, title: example.title ?? "" });
  if (check.when(change) !== true) return [];
  const { findings } = await check.run(change, { code: codeOf(example) }, AbortSignal.timeout(20_000));
  return findings.map((finding) => `${finding.at.path}:${finding.at.start} ${finding.kind}`);
}

describe.each(checks.map((check) => [check.id, check] as const))("%s", (_id, check) => {
  test.each(check.examples.bad.map((example) => [example.name, example] as const))(
    "reports: %s",
    async (_name, example) => {
      expect(example.expect?.length, "a bad example says what is reported").toBeGreaterThan(0);
      expect(await report(check, example)).toEqual(example.expect);
    },
  );

  test.each(check.examples.good.map((example) => [example.name, example] as const))(
    "is quiet about: %s",
    async (_name, example) => {
      expect(await report(check, example)).toEqual([]);
    },
  );

  test("shows every kind of finding in an example", () => {
    const kinds = new Set(
      check.examples.bad.flatMap((example) => example.expect ?? []).map((line) => line.split(" ").at(-1)),
    );
    expect(kinds).toEqual(new Set(Object.keys(check.kinds)));
  });
});
