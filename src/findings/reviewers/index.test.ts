// Tests rules that hold for all reviewers; their instructions are Markdown files beside them.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { reportOf } from "../../../test/support/finding-of.ts";
import { categories, passes, severities } from "../finding.ts";
import { passTable } from "../gaps.ts";
import { answerSchema } from "../asking/answer.ts";
import { hides } from "../asking/boundary.ts";
import { arbiter, laterReviewers, reviewers } from "./index.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const text = (name: string) => readFileSync(new URL(`${name}.md`, import.meta.url), "utf8");
const all = [...reviewers, ...laterReviewers];

describe("the list of reviewers", () => {
  test("has one for each Markdown file, and one Markdown file for each", () => {
    const files = globSync("*.md", { cwd: folder }).map((file) => basename(file, ".md"));
    expect(all.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
    for (const { id } of all) expect(globSync(`${id}.ts`, { cwd: folder })).toEqual([`${id}.ts`]);
  });

  test("has every reviewer that triage can choose", () => {
    const head = {
      "src/api/a.ts": "x\n".repeat(900),
      "src/db/b.sql": "x\n",
      "web/c.vue": "x\n",
      "package.json": "{}\n",
      ".github/workflows/ci.yml": "on: push\n",
    };
    const { triage } = changeOf({ head });
    expect(triage.roster.toSorted()).toEqual(reviewers.map(({ id }) => id).toSorted());
    for (const reviewer of reviewers) expect(reviewer.when({ ...changeOf({}), triage })).toBe(true);
    expect(arbiter.when({ ...changeOf({}), triage })).toMatchObject({ kind: "nothing-to-check" });
  });

  test("assigns each pass to its reviewers", () => {
    for (const { id, passes: owned } of all) {
      const speaks = passes.filter((pass) => {
        const report = reportOf({ unit: id, by: "reviewer", verdicts: [{ pass, says: "clean", evidence: "read" }] });
        return passTable([report]).find((row) => row.pass === pass)!.says === "clean";
      });
      expect([id, owned.toSorted()]).toEqual([id, speaks.toSorted()]);
    }
  });

  test("hides the author's text from security reviewers and the second opinion", () => {
    const seeing = Map.groupBy(all, ({ sees }) => sees);
    expect(seeing.get("words")!.map(({ id }) => id)).toEqual(["goal-reviewer"]);
    expect(seeing.get("code")!.map(({ id }) => id)).toEqual([
      "security-reviewer",
      "supply-chain-checker",
      "actions-auditor",
      "adversary",
      "second-opinion",
      "arbiter",
      "editor",
    ]);
  });
});

describe("their instructions", () => {
  const names = globSync("{,shared/}*.md", { cwd: folder }).map((file) => file.replace(/\.md$/, ""));

  test.each(names)("%s is prose: a heading, no hidden character, no place for data", (name) => {
    const said = text(name);
    expect(said).toMatch(/^# \S/);
    expect(said.endsWith("\n")).toBe(true);
    expect(hides(said)).toBe(false);
    expect(said).not.toMatch(/\{\{(?! …)|\$\{(?!\{ …)|%s|<%/);
  });

  test("names the values that an answer can have", () => {
    const said = ["evidence", "finding", "answer", "passes"].map((name) => text(`shared/${name}`)).join("\n");
    const answer = answerSchema.out.shape;
    const { claim, root } = answer.findings.element.shape;
    for (const value of [...claim.options, ...root.options, ...severities]) expect(said).toContain(`\`${value}\``);
    for (const key of ["findings", "verdicts", "notes", "goal", "concerns"]) expect(said).toContain(`\`${key}\``);
    const goal = text("goal-reviewer");
    for (const value of answer.goal.unwrap().shape.verdict.options) expect(goal).toContain(`\`${value}\``);
    for (const value of answer.concerns.element.shape.status.options) expect(goal).toContain(`\`${value}\``);
    expect(categories).toContain("security");
  });

  test.each(names)("%s keeps nobody from standing behind what checks found", (name) =>
    expect(text(name)).not.toMatch(/do not report (?:it|them) (?:again|as)/),
  );

  test("asks for defects in moved code, in new checks, in new public functions and at callers", () => {
    const said = text("shared/finding");
    const [never = "", wanted = ""] = said.slice(said.indexOf("Never report:")).split("Do report:");
    for (const word of ["caller", "moves", "check, guard, filter or test", "public"]) expect(wanted).toContain(word);
    expect(never).not.toMatch(/compiler|only moved|neither adds/);
    for (const kind of ["wrong-default", "wrong-text", "broken-caller"])
      expect(text("shared/answer")).toContain(`\`${kind}\``);
  });
});
