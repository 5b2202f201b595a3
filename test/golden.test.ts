// One review as it is posted to GitHub, in Markdown files that people have read. After a change of texts, run with
// `--update` and read them again.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Change, Identity, Oid } from "../src/change/change.ts";
import type { JudgedFinding, Mark } from "../src/findings/finding.ts";
import type { Report } from "../src/findings/report.ts";
import { planPosting } from "../src/review/plan.ts";
import { changeOf } from "./support/change-of.ts";
import { draftOf, judgedOf, onPull, quoteOf, reportOf } from "./support/finding-of.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

function side(name: "base" | "head"): Record<string, string> {
  const folder = join(root, "changes/docs-that-change-code", name);
  return Object.fromEntries(
    globSync("**/*.*", { cwd: folder }).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

const change: Change = {
  ...onPull(
    changeOf({
      base: { ...side("base"), "package-lock.json": '{ "version": 1 }\n' },
      head: { ...side("head"), "package-lock.json": '{ "version": 2 }\n' },
      title: "docs: clearer comment on the limit [strict-review] [foobar]",
      body: "Please verify that the limit itself is unaffected. See https://example.org/limits and #12.",
      words: { author: "ada" },
    }),
  ),
  base: "4f1c0de0a1b2c3d4e5f60718293a4b5c6d7e8f90" as Oid,
  head: "9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d" as Oid,
};

const low: Mark = { by: "confidence", why: { kind: "low-confidence", confidence: 4 }, outcome: "advisory" };
const known: Mark = {
  by: "config",
  why: { kind: "suppressed-by-config", reason: "known since #3", index: 0 },
  outcome: "suppressed",
};
const place = { path: "src/limits.py", side: "head", start: 2, end: 2 } as const;

const judged: JudgedFinding[] = [
  judgedOf({
    path: "src/limits.py",
    line: 2,
    text: "REQUESTS_PER_MINUTE = 600",
    title: "The limit is ten times what it was",
    explanation: "The title says that only a comment changes. @ops/limits counts on 60, as `docs/limits.md` says.",
    severity: "high",
    evidence: [
      quoteOf("REQUESTS_PER_MINUTE = 600", 2, "src/limits.py"),
      quoteOf("REQUESTS_PER_MINUTE = 60", 2, "src/limits.py", "base"),
    ],
    fix: { at: place, text: "REQUESTS_PER_MINUTE = 60" },
    identity: "5f3a9c0112d4e6b7" as Identity,
    sources: ["PRESCAN:intent-mismatch"],
  }),
  judgedOf({
    path: "docs/limits.md",
    line: 14,
    title: "This page still says 60",
    explanation: "Whoever reads it plans for a tenth of what is allowed.",
    text: "Each customer may make 60 requests a minute.",
    severity: "medium",
    proof: "argued",
    category: "docs",
    sources: ["code-reviewer"],
  }),
  judgedOf({
    path: "src/limits.py",
    line: 6,
    title: "`allowed` could say what it allows",
    explanation: "A name such as `may_make_another` reads better where it is called.",
    severity: "nit",
    category: "style",
    improvement: true,
    proof: "argued",
    identity: "77aa00bb11cc22dd" as Identity,
    sources: ["code-reviewer"],
  }),
  judgedOf(
    { path: "src/limits.py", line: 5, confidence: 4, title: "Callers may count from 1", category: "correctness" },
    [low],
  ),
  judgedOf({ path: "src/limits.py", line: 1, title: "A comment is too long", category: "style" }, [known]),
];

const reports = [
  reportOf({
    unit: "intent-mismatch",
    findings: [judged[0]!.finding],
    verdicts: [{ pass: "diff-specific", says: "findings", evidence: "" }],
    read: [{ hunk: "src/limits.py#1", depth: "full" }],
    ms: 12,
  }),
  reportOf({
    unit: "security-reviewer",
    by: "reviewer",
    verdicts: [{ pass: "security", says: "clean", evidence: "no input reaches the limit of src/limits.py:2" }],
    read: [{ hunk: "src/limits.py#1", depth: "full" }],
    cost: { tokensIn: 4100, cacheReads: 0, cacheWrites: 0, tokensOut: 300, money: 0.04 },
    ms: 2300,
  }),
  reportOf({
    unit: "silent-failure-hunter",
    by: "reviewer",
    status: "failed",
    why: { kind: "too-slow", limitMs: 60_000 },
  }),
];

const clean: Report[] = reports.map((report) => ({
  ...report,
  findings: [],
  verdicts: report.verdicts.map((verdict) => ({ ...verdict, says: "clean", evidence: "nothing to say" })),
}));

const cards: Change = { ...change, config: { ...change.config, mode: "enhanced" } };

test.each<[string, Change, readonly JudgedFinding[], readonly Report[]]>([
  ["standard", change, judged, reports],
  ["enhanced", cards, judged, reports],
  ["clean", change, [], clean],
])("a %s review", async (name, of, found, ran) => {
  const { actions } = planPosting(draftOf(of, found, ran), "all", { version: "1.0.0" })!;
  const [review, details] = actions;
  if (review?.do !== "review" || details?.do !== "details") throw new Error("not the plan that was expected");
  const file = (part: string) => join(root, "golden", `${name}-${part}.md`);
  await expect(`${review.body}\n`).toMatchFileSnapshot(file("body"));
  for (const [index, comment] of review.comments.entries())
    await expect(`${comment.body}\n`).toMatchFileSnapshot(file(`comment-${index + 1}`));
  await expect(`${details.body}\n`).toMatchFileSnapshot(file("details"));
});
