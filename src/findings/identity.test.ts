import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { rawOf, textOf, type FindingOf } from "../../test/support/finding-of.ts";
import { enclosingLine, identify, mergeKey } from "./identity.ts";
import type { QuotedFile } from "./quote.ts";
import { cases } from "../../test/support/cases.ts";

const cart = [
  "export function total(prices) {",
  "  let sum = 0;",
  "  sum += prices[0];",
  "  return sum;",
  "}",
  "",
].join("\n");

type Files = Record<string, string>;

/** The identities of findings in a change from `base` to `head`. */
function identitiesIn(base: Files, head: Files, ...findings: FindingOf[]): string[] {
  const facts = { files: changeOf({ base, head }).files, text: textOf({ base, head }) };
  return identify("sums", findings.map(rawOf), facts).map((finding) => finding.identity);
}

function identityIn(base: Files, head: Files, finding: FindingOf): string {
  return identitiesIn(base, head, { path: "src/cart.ts", text: "sum += prices[0];", ...finding })[0]!;
}

const original = identityIn({}, { "src/cart.ts": cart }, { line: 3 });

describe("an identity survives", () => {
  test("lines that are put above it", () => {
    expect(identityIn({}, { "src/cart.ts": `import x from "x";\n\n${cart}` }, { line: 5 })).toBe(original);
  });

  test("a rename of its file", () => {
    const found = identityIn({ "src/cart.ts": cart }, { "src/basket.ts": cart }, { path: "src/basket.ts", line: 3 });
    expect(found).toBe(original);
  });

  test("indenting the file in another way", () => {
    const tabs = cart.replaceAll("  ", "\t");
    expect(identityIn({}, { "src/cart.ts": tabs }, { line: 3, text: "\tsum += prices[0];" })).toBe(original);
  });

  test("Windows line endings", () => {
    const text = "  sum += prices[0];\r";
    expect(identityIn({}, { "src/cart.ts": cart.replaceAll("\n", "\r\n") }, { line: 3, text })).toBe(original);
  });

  test("a change of the lines around it", () => {
    const longer = cart.replace("let sum = 0;", "let sum = 0;\n\n  log(prices);\n  check(prices);");
    expect(identityIn({}, { "src/cart.ts": longer }, { line: 6 })).toBe(original);
  });

  test("a line number that is a little off, on a blank line even", () => {
    const spaced = cart.replace("  sum", "\n  sum");
    expect(identityIn({}, { "src/cart.ts": spaced }, { line: 3 })).toBe(original);
  });
});

describe("an identity differs", () => {
  const inHead = (head: string, finding: FindingOf) => identityIn({}, { "src/cart.ts": head }, { line: 3, ...finding });

  test.each<[string, string]>([
    ["in another function", inHead(cart.replace("total", "subtotal"), {})],
    ["for another kind of issue", inHead(cart, { kind: "unused" })],
    ["for another line of code", inHead(cart, { text: "let sum = 0;", line: 2 })],
    ["in another file", identityIn({}, { "src/tax.ts": cart }, { path: "src/tax.ts", line: 3 })],
  ])("%s", (_name, identity) => expect(identity).not.toBe(original));

  test("in a copy of the file, which is no rename", () => {
    const [file] = changeOf({ base: { "src/cart.ts": cart }, head: { "src/copy.ts": cart } }).files;
    const facts = { files: [{ ...file!, status: "copied" as const }], text: textOf({ head: { "src/copy.ts": cart } }) };
    const [finding] = identify("sums", [rawOf({ path: "src/copy.ts", line: 3, text: "sum += prices[0];" })], facts);
    expect(finding!.identity).not.toBe(original);
  });
});

describe("equal findings", () => {
  const twice = cart.replace("  return", "  sum += prices[0];\n  return");
  const one = { path: "src/cart.ts", text: "sum += prices[0];", line: 3 };
  const two = { ...one, line: 4 };

  test("have different identities, and the first keeps its own", () => {
    const [first, second] = identitiesIn({}, { "src/cart.ts": twice }, one, two);
    expect(first).toBe(original);
    expect(second).not.toBe(original);
  });

  test("are numbered by their order in the file, not in the report", () => {
    const [first, second] = identitiesIn({}, { "src/cart.ts": twice }, one, two);
    expect(identitiesIn({}, { "src/cart.ts": twice }, two, one)).toEqual([second, first]);
  });

  test("all have different identities, however many there are", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }), (lines) => {
        const facts = { files: [], text: () => null };
        const found = identify(
          "sums",
          lines.map((line) => rawOf({ line })),
          facts,
        );
        expect(new Set(found.map((finding) => finding.identity)).size).toBe(lines.length);
        expect(found.map((finding) => finding.id)).toEqual(lines.map((_, index) => `sums-${index + 1}`));
      }),
    );
  });
});

describe("the enclosing declaration", () => {
  const lines = (text: string): QuotedFile => ({ lines: text.split("\n") });

  cases<[string, string, number, string]>("is %s", (_name, text, line) => enclosingLine(lines(text), line), [
    ["a function", "function a() {\n  if (x) {\n    y();\n  }\n}", 3, "function a() {"],
    ["a method, not its class", "class A {\n  run(x) {\n    y();\n  }\n}", 3, "run(x) {"],
    ["an arrow function", "const a = (x) => {\n  y();\n};", 2, "const a = (x) => {"],
    ["a Python function", "class A:\n    def run(self):\n        y()", 3, "def run(self):"],
    ["a Rust function", "pub(crate) fn run() {\n    y();\n}", 2, "pub(crate) fn run() {"],
    ["a job of a workflow", "jobs:\n  build:\n    runs-on: x", 3, "build:"],
    [
      "the declaration before, not the one beside",
      "function a() {\n  y();\n}\nfunction b() {\n  z();\n}",
      5,
      "function b() {",
    ],
    ["nothing, at the top level", "function a() {\n}\ny();", 3, ""],
    ["nothing, past the end", "function a() {\n}", 40, ""],
  ]);
});

describe("the merge key", () => {
  const key = (overrides: FindingOf) => mergeKey(rawOf({ path: "a.ts", line: 11, ...overrides }));

  test("holds within a few lines of one file", () => expect(key({ line: 15 })).toBe(key({ line: 11 })));

  test.each<[string, FindingOf]>([
    ["farther away", { line: 16 }],
    ["in another file", { path: "b.ts" }],
    ["on the other side", { side: "base" }],
    ["of another kind", { kind: "unused" }],
  ])("differs %s", (_name, overrides) => expect(key(overrides)).not.toBe(key({})));
});
