import { describe, expect, test } from "vitest";
import { acting, hostile, judgedOf, quoteOf, reportOf } from "../../../test/support/finding-of.ts";
import { outcomeText, fullReport, messageParts, notRunLine, plainReport } from "./message-texts.ts";
import { cases } from "../../../test/support/cases.ts";

describe("a finding's message", () => {
  test("is its title and its explanation, as sentences", () => {
    expect(messageParts(judgedOf({ title: "Does it hold?" }))).toEqual(["Does it hold?", "Prices are added twice."]);
    expect(messageParts(judgedOf())[0]).toBe("The sum is wrong.");
    expect(messageParts(judgedOf({ explanation: "" }))).toEqual(["The sum is wrong."]);
  });

  test("says so if its lines are those before the change", () => {
    expect(messageParts(judgedOf({ side: "base", line: 3 }))[1]).toBe(
      "This is about line 3 of the file as it was before the change.",
    );
    expect(messageParts(judgedOf({ side: "base", line: 3, text: "a\nb" }))[1]).toContain("lines 3 to 4 of");
  });
});

test("as a compiler would print it: place, weight, rule and title, then every quoted line", () => {
  const one = judgedOf({ evidence: [quoteOf("  total +=\n    price;", 3), { ...quoteOf("key"), masked: "k…" }] });
  expect(plainReport(one, "sums/wrong-sum")).toBe(
    "src/app.ts:1: medium sums/wrong-sum: The sum is wrong\n  total +=\n  price;\n  k…",
  );
  expect(fullReport(one, "a/b")).toMatch(/\nPrices are added twice\.\nConfidence 9\/10\n$/);
});

test("the outcome of a finding, and why", () => {
  const held = judgedOf({}, [{ by: "profile", why: { kind: "below-severity", floor: "low" }, outcome: "held" }]);
  expect(outcomeText(held)).toBe("held: below low, the lowest severity that this profile posts");
});

cases("why a unit did not run", notRunLine, [
  [reportOf({ status: "failed", why: { kind: "threw", message: "no" } }), "sums: it failed: no"],
  [reportOf({ status: "skipped", why: { kind: "turned-off" } }), "sums did not run: turned off in .crosscheck.yml"],
  [reportOf({ status: "skipped" }), "sums did not run: no reason is known"],
]);

test("hostile text contains no control characters", () => {
  const one = judgedOf({ path: hostile, title: hostile, explanation: hostile, text: hostile, side: "base" });
  const said = [...messageParts(one), fullReport(one, "a/b")].join("\n");
  expect(said.replaceAll("\n", "")).not.toMatch(acting);
});
