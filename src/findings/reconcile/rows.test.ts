import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { UserError } from "../../errors.ts";
import { disputesIn, verdictsOn } from "./disputes.ts";
import { readReconciledRows, readRows, reconciledLines } from "./rows.ts";
import { reconcileRows } from "../reconcile.ts";
import { cases } from "../../../test/support/cases.ts";

const good = "first\tflag\tf\ta.ts:1\tlow\tCODE\ts";
const reconciled = "n-1\tfirst-only\tyes\tfirst\tf\ta.ts:1\tlow\tCODE\ts";

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof UserError) return `${error.message} | ${error.remedy}`;
    throw error;
  }
  return "taken";
}

describe("a row", () => {
  test("ignores case, line endings and whitespace around cells", () => {
    expect(readRows(`\ufeff\r\n${good.toUpperCase()} \r\n`, "x")).toEqual([
      { side: "first", stance: "flag", fingerprint: "F", place: "A.TS:1", severity: "low", root: "CODE", summary: "S" },
    ]);
    expect(readRows(good.replace("a.ts:1", "a:b c.ts:12"), "x")[0]?.place).toBe("a:b c.ts:12");
  });

  test.each<[string, string, RegExp]>([
    ["too few columns", `${good}\nfirst\tflag`, /^Line 2 of x has 2 columns instead of 7 \| A line is side, stance/],
    ["a tab in the summary", `${good}\tmore`, /^Line 1 of x has 8 columns/],
    [
      "another side",
      `\n${good.replace("first", "third")}`,
      /^Line 2 of x: "third" is not a valid side \| .* first, second\.$/,
    ],
    [
      "another stance",
      good.replace("flag", "maybe"),
      /"maybe" is not a valid stance \| The stance is one of flag, ok\.$/,
    ],
    [
      "another severity",
      good.replace("low", "bad"),
      /"bad" is not a valid severity \| .*critical, high, medium, low, nit\.$/,
    ],
    [
      "another root",
      good.replace("CODE", "ROOT"),
      /"ROOT" is not a valid root \| The root is one of CODE, DOC, NEW\.$/,
    ],
    ["no fingerprint", good.replace("\tf\t", "\t \t"), /^Line 1 of x: the fingerprint is empty/],
    ["no summary", good.replace(/s$/, " "), /the summary is empty/],
    [
      "a place without a line",
      good.replace("a.ts:1", "a.ts"),
      /"a\.ts" is not a place \| A place is a file and a line/,
    ],
    ["line zero", good.replace("a.ts:1", "a.ts:0"), /is not a place/],
    ["a line without a file", good.replace("a.ts:1", ":1"), /is not a place/],
    ["broken JSON", "[{", /^x begins like JSON and is none/],
    ["JSON without rows", "{}", /^x holds no list of rows/],
    ["a row that is not an object", "[1]", /^Row 1 of x is not an object/],
    ["a row without a side", '[{"stance":"flag"}]', /^Row 1 of x: the side is missing/],
    ["a row with a number", '[{"side":1}]', /the side is no text/],
    ["what only its prototype has", '[{"__proto__":{"side":"first"}}]', /the side is missing/],
  ])("with %s is refused with its line and a remedy", (_name, text, says) => {
    expect(refusal(() => readRows(text, "x"))).toMatch(says);
  });

  test("rejected input cannot control the terminal", () => {
    expect(refusal(() => readRows(good.replace("first", hostile.replace("\n", "")), "x"))).not.toMatch(acting);
  });
});

describe("a reconciled row", () => {
  test("is read as it was printed", () => {
    const rows = reconcileRows(readRows(`${good}\n${good.replace("first\tflag", "second\tok")}`, "x"), {
      cap: 10,
      prefix: "n-",
    });
    const back = rows.map(({ stance: _stance, ...rest }) => rest);
    expect(readReconciledRows(reconciledLines(rows), "x")).toEqual(back);
    expect(readReconciledRows(JSON.stringify({ rows }), "x")).toEqual(back);
  });

  test.each<[string, string, RegExp]>([
    ["not reconciled", good, /^Line 1 of x has 7 columns instead of 9 \| A line is id, bucket, arbitrate/],
    [
      "of another bucket",
      reconciled.replace("first-only", "none"),
      /"none" is not a valid bucket \| .*agreement, first-only/,
    ],
    [
      "of another word",
      reconciled.replace("yes", "perhaps"),
      /"perhaps" is not a valid arbitrate \| .*yes, no-overcap, no\.$/,
    ],
    ["with an id that is none", reconciled.replace("n-1", "n 1"), /"n 1" is not an id/],
    [
      "with an id of something else",
      `${reconciled}\n${reconciled.replace("\tf\t", "\tg\t")}`,
      /^Line 2 of x: the id "n-1" means something else at Line 1 of x \| Reconcile all rows in one go/,
    ],
  ])("%s is refused", (_name, text, says) => {
    expect(refusal(() => readReconciledRows(text, "x"))).toMatch(says);
  });
});

describe("the disputes of rows", () => {
  const lines = [
    "n-1\tcontradiction\tno\tfirst\te\te.ts:7\tlow\tDOC\tthe value is a constant",
    "n-1\tcontradiction\tyes\tsecond\te\te.ts:7\tmedium\tDOC\tinjection",
    "n-2\tfirst-only\tyes\tfirst\tf\tf.ts:1\tlow\tCODE\tleaks",
    "n-2\tfirst-only\tyes\tfirst\tf\tf.ts:2\thigh\tDOC\tleaks a lot",
    "n-2\tfirst-only\tno\tfirst\tf\tf.ts:2\thigh\tDOC\tis fine",
    "n-3\tsecond-only\tno-overcap\tsecond\tg\tg.ts:1\tmedium\tNEW\tnew",
    "n-4\tagreement\tno\tfirst\th\th.ts:1\thigh\tCODE\tboth",
    "n-5\tsecond-only\tno\tsecond\ti\ti.ts:1\tlow\tDOC\tlight",
  ];
  const disputes = disputesIn(readReconciledRows(lines.join("\n"), "x"));

  test("are claims of one side, with all claims and counterclaims", () => {
    expect(disputes).toEqual([
      {
        id: "n-1",
        bucket: "contradiction",
        arbitrate: "yes",
        flaggedBy: ["second"],
        fingerprint: "e",
        place: "e.ts:7",
        severity: "medium",
        root: "DOC",
        claim: "injection",
        defence: "the value is a constant",
      },
      {
        id: "n-2",
        bucket: "first-only",
        arbitrate: "yes",
        flaggedBy: ["first"],
        fingerprint: "f",
        place: "f.ts:2",
        severity: "high",
        root: "CODE",
        claim: "leaks\nleaks a lot",
      },
      {
        id: "n-3",
        bucket: "second-only",
        arbitrate: "no-overcap",
        flaggedBy: ["second"],
        fingerprint: "g",
        place: "g.ts:1",
        severity: "medium",
        root: "NEW",
        claim: "new",
      },
    ]);
  });

  const told = (asked: Parameters<typeof verdictsOn>[1]) =>
    verdictsOn(disputes, asked).map(({ verdict, effect, why }) => [verdict, effect, why?.kind ?? ""].join(" ").trim());

  cases<[string, Parameters<typeof verdictsOn>[1], string[]]>("with %s", (_name, asked) => told(asked), [
    [
      "two false positives",
      { by: "m", text: "ARB n-1 FALSE_POSITIVE — a\nARB n-2 FALSE_POSITIVE — b\nARB n-3 FALSE_POSITIVE — c" },
      ["FALSE_POSITIVE lower", "FALSE_POSITIVE disputed", "UNCHANGED none over-cap"],
    ],
    [
      "one of two",
      { by: "m", text: "ARB n-2 REAL_BUG" },
      ["UNCHANGED none no-verdict", "REAL_BUG raise", "UNCHANGED none over-cap"],
    ],
    ["none", { by: "m", text: "" }, ["UNCHANGED none failed", "UNCHANGED none failed", "UNCHANGED none over-cap"]],
    [
      "nobody to ask",
      { why: { kind: "no-arbiter" } },
      ["UNCHANGED none no-arbiter", "UNCHANGED none no-arbiter", "UNCHANGED none no-arbiter"],
    ],
  ]);

  test("a real bug of the second side alone counts as one of the code", () => {
    const alone = disputes.slice(2).map((one) => ({ ...one, arbitrate: "yes" as const }));
    expect(verdictsOn(alone, { by: "m", text: "ARB n-3 REAL_BUG — x" })[0]?.effect).toBe("raise-as-code");
  });
});
