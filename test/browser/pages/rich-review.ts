// A review of a pull request with something in every part of it, for tests of the pages that show one.
import type { Identity, Oid } from "../../../src/change/change.ts";
import type { CrossModel } from "../../../src/findings/cross-model.ts";
import type { Draft } from "../../../src/review/draft.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf, onPull, reportOf } from "../../support/finding-of.ts";

const cost = { tokensIn: 12_000, cacheReads: 9_000, cacheWrites: 500, tokensOut: 1_800, money: 0.042 };

const base = {
  "src/cart.ts": `export function total(items: Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}
`,
};

const head = {
  "src/cart.ts": `export function total(items: Item[], coupon?: Coupon): number {
  let sum = 0;
  for (const item of items) sum += item.price * item.count;
  if (coupon) sum -= coupon.amount;
  return sum;
}
`,
  "src/coupons/redeem.ts": `import { db } from "../db.ts";

export async function redeem(code: string): Promise<Coupon> {
  const rows = await db.query("select * from coupons where code = '" + code + "'");
  return rows[0];
}
`,
  "docs/coupons.md": "# Coupons\n\nA coupon takes its amount off the total.\n",
};

const crossModel: CrossModel = {
  counts: { agreement: 1, "first-only": 1, "second-only": 0, contradiction: 0 },
  arbiter: "google/gemini",
  disputes: [
    {
      id: "n-1",
      finding: "code-reviewer-1",
      bucket: "first-only",
      place: "src/cart.ts:4",
      severity: "medium",
      flaggedBy: ["code-reviewer"],
      claim: "The total can fall below zero.",
      outcome: { is: "arbitrated", verdict: "REAL_BUG", reason: "nothing bounds it at line 4" },
      before: { confidence: 6 },
      after: { confidence: 8 },
    },
  ],
};

export function richReview(id = "ab0000000001", headOid = "5f2c9d1e7a3b4c6d8e9f0a1b2c3d4e5f6a7b8c9d"): Draft {
  const change = onPull(
    changeOf({
      base,
      head,
      title: "feat: coupons at the checkout",
      body: "Because marketing wants them.\n\nCloses #12",
      words: { author: "mira" },
    }),
  );
  const judged = [
    judgedOf({
      id: "security-reviewer-1",
      identity: "5ec0000000000001" as Identity,
      path: "src/coupons/redeem.ts",
      line: 4,
      text: `  const rows = await db.query("select * from coupons where code = '" + code + "'");`,
      title: "The code is put into the query as it comes",
      explanation: "A coupon code with a quote in it changes the query: whoever types one reads any table.",
      severity: "high",
      category: "security",
      pass: "security",
      sources: ["security-reviewer", "PRESCAN:sql"],
    }),
    judgedOf({
      id: "code-reviewer-1",
      identity: "c0de000000000001" as Identity,
      path: "src/cart.ts",
      line: 4,
      text: "  if (coupon) sum -= coupon.amount;",
      title: "The total can fall below zero",
      explanation: "A coupon worth more than the cart makes the shop pay the customer.",
      fix: {
        at: { path: "src/cart.ts", side: "head", start: 4, end: 4 },
        text: "  if (coupon) sum = Math.max(0, sum - coupon.amount);",
      },
      sources: ["code-reviewer"],
    }),
    judgedOf(
      {
        id: "docs-1",
        path: "docs/coupons.md",
        line: 3,
        text: "A coupon takes its amount off the total.",
        root: "DOC",
        severity: "low",
      },
      [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }],
    ),
  ];
  const reports = [
    reportOf({
      unit: "sql",
      findings: [judged[0]!.finding],
      read: [{ hunk: "src/coupons/redeem.ts#1", depth: "full" }],
    }),
    reportOf({
      unit: "code-reviewer",
      by: "reviewer",
      model: "anthropic/claude-sonnet",
      cost,
      ms: 4_200,
      findings: [judged[1]!.finding],
      read: [{ hunk: "src/cart.ts#1", depth: "full" }],
      verdicts: [{ pass: "correctness", says: "findings", evidence: "src/cart.ts:4" }],
    }),
    reportOf({
      unit: "security-reviewer",
      by: "reviewer",
      model: "openai/gpt",
      cost: { ...cost, money: null },
      ms: 6_900,
      findings: [judged[0]!.finding],
      read: [{ hunk: "src/coupons/redeem.ts#1", depth: "full" }],
    }),
    reportOf({
      unit: "linters",
      by: "execution",
      lint: [
        {
          linter: "eslint",
          kind: "lint",
          cwd: "",
          command: ["eslint", "src/cart.ts"],
          files: 2,
          onChanged: 0,
          elsewhere: 1,
          ms: 812,
          trouble: null,
        },
      ],
    }),
  ];
  const draft = draftOf(
    { ...change, head: headOid as Oid, triage: { ...change.triage, fullPass: "flag" } },
    judged,
    reports,
  );
  return { ...draft, id, crossModel };
}
