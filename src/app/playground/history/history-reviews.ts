// The findings of the playground's generated history: each a change of one line, and what was said of it.
import type { Category, Severity } from "../../../findings/finding.ts";

export interface HistoryReview {
  title: string;
  path: string;
  before: string;
  after: string;
  /** Null: nothing was found. */
  found: {
    unit: string;
    by: "check" | "reviewer";
    kind: string;
    category: Category;
    severity: Severity;
    title: string;
    explanation: string;
    /** Of ten people, how many fix it. */
    fixedOf10: number;
  } | null;
}

const check = { by: "check" as const };
const reviewer = { by: "reviewer" as const };

export const historyReviews: readonly HistoryReview[] = [
  {
    title: "feat: search by name",
    path: "src/search/query.ts",
    before: 'const rows = await db.query("select * from items where name = $1", [name]);',
    after: "const rows = await db.query(`select * from items where name = '${name}'`);",
    found: {
      ...reviewer,
      unit: "security-reviewer",
      kind: "sql-injection",
      category: "security",
      severity: "critical",
      title: "A name from the request becomes part of the SQL",
      explanation: "Whoever searches for `' or '1'='1` reads every row. Keep the parameter.",
      fixedOf10: 10,
    },
  },
  {
    title: "fix: retry uploads",
    path: "src/upload/send.ts",
    before: "if (attempt < 3) return await send(file, attempt + 1);",
    after: "if (attempt <= 3) return await send(file, attempt);",
    found: {
      ...reviewer,
      unit: "code-reviewer",
      kind: "endless-retry",
      category: "correctness",
      severity: "high",
      title: "The attempt never grows, so a failing upload is sent for ever",
      explanation: "`attempt` was increased at each call and is now handed on unchanged.",
      fixedOf10: 9,
    },
  },
  {
    title: "refactor: one place for errors",
    path: "src/session/load.ts",
    before: 'catch (error) { log.warn("session", error); throw error; }',
    after: "catch { return null; }",
    found: {
      ...check,
      unit: "silent-failure",
      kind: "swallowed-error",
      category: "error-handling",
      severity: "medium",
      title: "A failed load looks like no session",
      explanation: "The error is neither logged nor rethrown. Log it, or catch only the expected one.",
      fixedOf10: 7,
    },
  },
  {
    title: "docs: new names of the options",
    path: "docs/options.md",
    before: "Set `maxItems` to limit the page.",
    after: "Set `maxItem` to limit the page.",
    found: {
      ...check,
      unit: "stale-reference",
      kind: "missing-name",
      category: "docs",
      severity: "low",
      title: "`maxItem` is not an option",
      explanation: "The option is called `maxItems` in `src/options.ts`.",
      fixedOf10: 8,
    },
  },
  {
    title: "chore: clean up comments",
    path: "src/cart/total.ts",
    before: "// Prices are in cents.",
    after: "// Prices are numbers.",
    found: {
      ...reviewer,
      unit: "comment-analyzer",
      kind: "vague-comment",
      category: "style",
      severity: "nit",
      title: "The comment no longer says which unit prices have",
      explanation: "Readers need to know that these are cents.",
      fixedOf10: 3,
    },
  },
  {
    title: "test: speed up the suite",
    path: "test/cart.test.ts",
    before: 'test("adds up", () => {',
    after: 'test.only("adds up", () => {',
    found: {
      ...check,
      unit: "non-code",
      kind: "focused-test",
      category: "tests",
      severity: "medium",
      title: "A focus was left in, so no other test of the file runs",
      explanation: "Remove `.only`.",
      fixedOf10: 10,
    },
  },
  {
    title: "feat: larger pages",
    path: "src/list/page.ts",
    before: "export const perPage = 20;",
    after: "export const perPage = 50;",
    found: null,
  },
];
