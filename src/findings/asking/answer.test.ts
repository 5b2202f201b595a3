import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf, type ChangeOf } from "../../../test/support/change-of.ts";
import { fitsStrictMode, jsonSchemaOf } from "../../world/models/answer-schema.ts";
import { passes } from "../finding.ts";
import { checkQuote } from "../quote.ts";
import { readerOf } from "./read-trees.ts";
import { answerSchema, toRawFindings, type AnsweredFinding } from "./answer.ts";
import { cases } from "../../../test/support/cases.ts";

const zero = "\u200b";
const story: ChangeOf = {
  base: { "src/old.ts": "export const a = 1;\nexport const b = 2;\nexport const c = 3;\nexport const d = 4;\n" },
  head: {
    "src/new.ts": "export const a = 1;\nexport const b = 2;\nexport const c = 3;\nexport const e = 5;\n",
    "pay.ts": `charge(order);\r\ncharge(order);\r\nconst id = "${zero}x";\r\n`,
  },
};

const files = changeOf(story).files;
const facts = { files, read: readerOf(codeOf(story)) };

const said = (overrides: Partial<AnsweredFinding> = {}): AnsweredFinding => ({
  kind: "double-charge",
  path: "pay.ts",
  side: "head",
  line: 2,
  quote: "charge(order);",
  endLine: null,
  also: [],
  claim: "present",
  severity: "high",
  confidence: 8,
  root: "CODE",
  category: "correctness",
  pass: "correctness",
  title: "The order is charged twice",
  explanation: "Every order is charged two times. Remove the second call.",
  fix: null,
  ...overrides,
});

const code = { id: "code-reviewer", passes: ["correctness"] as const };
const security = { id: "security-reviewer", passes: ["security"] as const };
const raw = async (overrides: Partial<AnsweredFinding>, reviewer: Parameters<typeof toRawFindings>[1] = code) =>
  (await toRawFindings({ findings: [said(overrides)] }, reviewer, facts))[0]!;

describe("the form of an answer", () => {
  test("has every key required and no others, for strict vendors", () => {
    const wrong: string[] = [];
    const look = (node: unknown, at: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { properties, required, additionalProperties, type } = node as Record<string, unknown>;
      if (type === "object" && properties !== undefined) {
        const keys = Object.keys(properties as object).toSorted();
        if (JSON.stringify(keys) !== JSON.stringify((required as string[]).toSorted()))
          wrong.push(`${at}: optional keys`);
        if (additionalProperties !== false) wrong.push(`${at}: more keys`);
      }
      // Bounds that some vendor's structured output refuses, and unions that are more than "or null".
      for (const [key, inner] of Object.entries(node)) {
        if (/^(?:min|max|exclusive|pattern|format|default|oneOf|allOf|\$ref)/.test(key)) wrong.push(`${at}: ${key}`);
        if (key === "anyOf" && (inner as { type?: string }[]).filter((one) => one.type !== "null").length !== 1)
          wrong.push(`${at}: a union`);
        look(inner, `${at}.${key}`);
      }
    };
    const schema = jsonSchemaOf(answerSchema);
    look(schema, "answer");
    expect(fitsStrictMode(schema)).toBe(true);
    expect(wrong).toEqual([]);
  });

  test("has no more unions than the strictest vendor accepts", () => {
    expect(JSON.stringify(jsonSchemaOf(answerSchema)).split("anyOf").length - 1).toBeLessThanOrEqual(8);
  });

  test("may leave out what it has nothing to say of, though not its findings and verdicts", () => {
    expect(answerSchema.parse({ findings: [], verdicts: [] })).toEqual({
      findings: [],
      verdicts: [],
      notes: [],
      goal: null,
      concerns: [],
      answers: [],
    });
    for (const incomplete of [{ findings: [] }, { verdicts: [] }, [], null, "none"])
      expect(answerSchema.safeParse(incomplete).success).toBe(false);
  });
});

test("an answer with a key too many is still an answer", () => {
  const nothing = { findings: [], verdicts: [], notes: [], goal: null, concerns: [], answers: [] };
  expect(answerSchema.parse({ ...nothing, summary: "LGTM", approve: true })).toEqual(nothing);
});

describe("a model's finding", () => {
  test("becomes one of ours: argued, with its reviewer as the source", async () => {
    expect(await raw({})).toEqual({
      kind: "double-charge",
      at: { path: "pay.ts", side: "head", start: 2, end: 2 },
      evidence: [{ path: "pay.ts", side: "head", start: 2, end: 2, text: "charge(order);" }],
      claim: "present",
      proof: "argued",
      severity: "high",
      confidence: 8,
      root: "CODE",
      category: "correctness",
      pass: "correctness",
      improvement: false,
      title: "The order is charged twice",
      explanation: "Every order is charged two times. Remove the second call.",
      sources: ["code-reviewer"],
    });
  });

  cases("confidence %s counts as %s", async (confidence) => (await raw({ confidence })).confidence, [
    [null, 6],
    [0, 1],
    [-3, 1],
    [11, 10],
    [7.4, 7],
    [1e300, 10],
  ]);

  test.each([
    ["./pay.ts", "head", "pay.ts"],
    ["b/pay.ts", "head", "pay.ts"],
    ["/pay.ts", "head", "pay.ts"],
    ["src\\new.ts", "head", "src/new.ts"],
    ["a/src/old.ts", "base", "src/old.ts"],
    ["src/new.ts", "base", "src/old.ts"],
    ["src/old.ts", "head", "src/new.ts"],
    ["nowhere.ts", "head", "nowhere.ts"],
    ["../../etc/passwd\nx", "head", "etc/passwd x"],
    ["", "head", "(no path)"],
  ] as const)("path %j at %s is %s", async (path, side, is) => {
    const finding = await raw({ path, side });
    expect([finding.at.path, finding.evidence[0].path]).toEqual([is, is]);
  });

  test("is kept without a quote, for the quote gate to judge", async () => {
    const finding = await raw({ quote: "  \n ", path: "nowhere.ts" });
    expect(finding.evidence).toEqual([{ path: "nowhere.ts", side: "head", start: 2, end: 2, text: "" }]);
    expect(checkQuote(finding.evidence[0], null)).toEqual({ is: "missing" });
  });

  test.each([
    ["as it was shown, with the hidden character written out", 'const id = "<U+200B>x";<U+000D>', 3],
    ["without the carriage return", 'const id = "<U+200B>x";', 3],
    ["with the number that stands before it", '+3|const id = "<U+200B>x";', 3],
    ["one line off", 'const id = "<U+200B>x";', 2],
  ])("a quote %s becomes the line of the file", async (_name, quote, line) => {
    const [first] = (await raw({ quote, line })).evidence;
    expect([first.start, first.text]).toEqual([3, `const id = "${zero}x";`]);
    expect(checkQuote(first, await facts.read("pay.ts", "head"))).toEqual({ is: "there" });
  });

  test("further quotes follow the first, without empty ones", async () => {
    const { evidence } = await raw({
      also: [
        { path: "src/old.ts", side: "base", line: 4, quote: "export const d = 4;" },
        { path: "pay.ts", side: "head", line: 1, quote: "" },
      ],
    });
    expect(evidence.map(({ path, side, start }) => `${side}:${path}:${start}`)).toEqual([
      "head:pay.ts:2",
      "base:src/old.ts:4",
    ]);
  });

  cases("kind %j is named %s", async (kind) => (await raw({ kind })).kind, [
    ["Missing Await!", "missing-await"],
    ["a/b_c d e f g h", "a-b-c-d-e"],
    ["42", "the-order-is-charged-twice"],
    ["<script>", "script"],
    ["", "the-order-is-charged-twice"],
  ]);

  test("titles are one line, and every length is limited", async () => {
    const long = await raw({
      title: `a\n${"b ".repeat(500)}`,
      explanation: "c".repeat(9999),
      quote: "d\n".repeat(9999),
    });
    expect(long.title).not.toContain("\n");
    expect(long.title.length).toBeLessThanOrEqual(160);
    expect(long.explanation.length).toBeLessThanOrEqual(3000);
    expect(long.evidence[0].text.length).toBeLessThanOrEqual(4000);
    expect((await raw({ title: " " })).title).toBe("Every order is charged two times. Remove the second call.");
  });
});

describe("a fix", () => {
  const fixed = async (fix: AnsweredFinding["fix"], more: Partial<AnsweredFinding> = {}) =>
    (await raw({ ...more, fix })).fix;

  test("is kept if it replaces whole existing lines", async () => {
    expect(await fixed({ startLine: 1, endLine: 2, text: "charge(order);\r\n" })).toEqual({
      at: { path: "pay.ts", side: "head", start: 1, end: 2 },
      text: "charge(order);",
    });
  });

  test.each([
    ["is empty", { startLine: 2, endLine: 2, text: " \n" }, {}],
    ["changes nothing", { startLine: 2, endLine: 2, text: "charge(order);" }, {}],
    ["ends before it starts", { startLine: 2, endLine: 1, text: "x" }, {}],
    ["goes beyond the file", { startLine: 2, endLine: 4, text: "x" }, {}],
    ["is about later lines", { startLine: 3, endLine: 3, text: "x" }, {}],
    ["is about other lines", { startLine: 1, endLine: 1, text: "x" }, {}],
    ["names half a line", { startLine: 1.5, endLine: 2, text: "x" }, {}],
    ["is for the base", { startLine: 2, endLine: 2, text: "x" }, { side: "base", path: "src/old.ts" }],
    ["is for a file that is not there", { startLine: 2, endLine: 2, text: "x" }, { path: "nowhere.ts" }],
    ["brings in what nobody sees", { startLine: 2, endLine: 2, text: `charge(${zero}order);` }, {}],
  ] as const)("that %s is left out", async (_name, fix, more) => expect(await fixed(fix, more)).toBeUndefined());
});

describe("security findings", () => {
  test.each([
    ["critical", "DOC", "CODE"],
    ["high", "NEW", "CODE"],
    ["medium", "CODE", "CODE"],
    ["medium", "NEW", "DOC"],
    ["low", "CODE", "DOC"],
    ["nit", "CODE", "DOC"],
  ] as const)("%s with root %s are %s", async (severity, root, is) => {
    expect((await raw({ severity, root }, security)).root).toBe(is);
    expect((await raw({ severity, root })).root).toBe(root);
  });
});

test("any JSON is rejected by the schema or becomes valid findings", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("pay.ts", "src/old.ts", "charge(order);", "\n", ""),
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: 1, max: 4 }),
  );
  const side = fc.constantFrom("base" as const, "head" as const);
  const citation = fc.record({ path: text, side, line: number, quote: text });
  const finding = fc.record({
    kind: text,
    path: text,
    side,
    line: number,
    quote: text,
    endLine: fc.option(number),
    also: fc.array(citation, { maxLength: 9 }),
    claim: fc.constantFrom("present" as const, "mismatch" as const),
    severity: fc.constantFrom("critical" as const, "nit" as const),
    confidence: fc.option(number),
    root: fc.constantFrom("CODE" as const, "NEW" as const),
    category: fc.constantFrom("security" as const, "ci" as const),
    pass: fc.constantFrom(...passes),
    title: text,
    explanation: text,
    fix: fc.option(fc.record({ startLine: number, endLine: number, text })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        finding.map((one) =>
          JSON.stringify({ findings: [one], verdicts: [], notes: [], goal: null, concerns: [], answers: [] }),
        ),
      ),
      async (json) => {
        const parsed = answerSchema.safeParse(JSON.parse(json));
        if (!parsed.success) return;
        for (const one of await toRawFindings(parsed.data, code, facts)) {
          expect(one.evidence.length).toBeGreaterThan(0);
          expect(one.confidence).toBeGreaterThanOrEqual(1);
          expect(one.confidence).toBeLessThanOrEqual(10);
          expect(one.at.start).toBeLessThanOrEqual(one.at.end);
          expect(one.at.start).toBeGreaterThanOrEqual(1);
          expect(one.kind).toMatch(/^[a-z][a-z0-9-]*$/);
          expect(one.title).toMatch(/^.+$/);
          for (const { path } of one.evidence) expect(path).toMatch(/^(?!\.\.?(?:\/|$)|\/)(?:(?!\/\.\.?(?:\/|$)).)+$/);
        }
      },
    ),
  );
});
