import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { findingOf, quoteOf, textOf, type FindingOf } from "../../../test/support/finding-of.ts";
import type { Identity, Oid, ReviewHistory, PastFinding } from "../../change/change.ts";
import { patchesOf } from "../../change/hunk-patch.ts";
import { severities, type JudgedFinding } from "../finding.ts";
import { judge } from "../gate.ts";
import { cases } from "../../../test/support/cases.ts";

const path = "src/app.ts";
const old = { base: { [path]: "start();\n" }, head: { [path]: "start();\ntotal += price;\nreport(total);\n" } };
const grown = { base: old.base, head: { [path]: `${old.head[path]}again(total);\n` } };
const round = { base: "base" as Oid, head: "head" as Oid, hunks: patchesOf(changeOf(old).files) };

function judged(finding: FindingOf, past: Partial<ReviewHistory>, files = old, base = "base"): JudgedFinding {
  const config = { profile: "strict" } as const;
  const change = {
    ...changeOf({ ...files, config }),
    base: base as Oid,
    past: { rounds: [round], findings: [], ...past },
  };
  const facts = { change, text: textOf(files), today: "2026-01-01" };
  return judge([findingOf({ path, line: 2, text: "total += price;", ...finding })], facts)[0]!;
}

function outcome(...given: Parameters<typeof judged>): string {
  const { outcome: its, marks } = judged(...given);
  return [its, ...marks.filter(({ by }) => by === "past").map(({ why }) => why.kind)].join(" ");
}

const known: PastFinding = { identity: "1d" as Identity, state: "open", about: null, comment: "c", thread: "t" };

describe("what stands on the page", () => {
  test.each(severities)("is not said again, a %s one either", (severity) => {
    expect(outcome({ severity }, { findings: [known] })).toBe("suppressed already-posted");
  });

  test("comes back as new once it was fixed, under a name of its own", () => {
    const one = judged({}, { rounds: [], findings: [{ ...known, state: "fixed" }] });
    expect(one.outcome).toBe("inline");
    expect(one.finding.identity).not.toBe("1d");
  });
});

describe("on code that an earlier round has seen", () => {
  cases<[string, FindingOf, string]>("%s", (_name, finding) => outcome(finding, {}, grown), [
    ["critical", { severity: "critical", proof: "argued" }, "inline"],
    ["high and proven", { severity: "high" }, "inline"],
    ["high and argued", { severity: "high", proof: "argued" }, "held late"],
    ["medium", {}, "held late"],
    ["advisory anyhow: an earlier round showed it", { root: "DOC" }, "advisory"],
    ["proven of something that is missing, which can be brought about elsewhere", { claim: "absent" }, "inline"],
    ["argued of something that is missing", { claim: "absent", proof: "argued" }, "held late"],
  ]);

  test("beside a new line that it quotes too, it is posted", () => {
    const evidence: FindingOf["evidence"] = [quoteOf("total += price;", 2, path), quoteOf("again(total);", 4, path)];
    expect(outcome({ evidence }, {}, grown)).toBe("inline");
  });
});

test("on a new line it is posted", () => {
  expect(outcome({ line: 4, text: "again(total);" }, {}, grown)).toBe("inline");
});

describe("outside of what the change touches", () => {
  const outside = { line: 1, text: "start();" };

  test("it is late only when nothing at all is new", () => {
    expect(outcome(outside, {})).toBe("held late");
    expect(outcome(outside, {}, grown)).toBe("inline");
    expect(outcome(outside, {}, old, "moved")).toBe("inline");
  });
});
