// `crosscheck backtest` from the command line: replay, store, judge, summarise.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { readBacktests } from "../../../review/backtest/read-backtests.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";

let repository: MadeRepository;
let scratch = "";

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "crosscheck-backtest-"));
  const focused = 'import { test } from "vitest";\n\ntest.only("one", () => {});\n';
  repository = await makeRepository(
    [
      { message: "feat: start", files: { "README.md": "# Shop\n", "a.test.ts": 'import { test } from "vitest";\n' } },
      { message: "test: look at one", files: { "a.test.ts": focused } },
      { message: "docs: say more", files: { "README.md": "# Shop\n\nMore.\n" } },
      { message: "test: look at all", files: { "a.test.ts": focused.replace(".only", "") } },
    ],
    process.env,
    new AbortController().signal,
  );
});
afterAll(() => {
  repository.remove();
  rmSync(scratch, { recursive: true, force: true });
});

const run = (...args: string[]) => crosscheck(["backtest", ...args], { cwd: scratch });

describe("a replay", () => {
  test("reports what each check would have posted, and what happened to the line since", async () => {
    const { code, out, err } = await run(repository.path, "--last", "10");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("3 merged changes replayed");
    expect(out).toMatch(/comment-hygiene +1 /);
    expect(out).toContain("1 finding would be posted by default, 0.33 a change");
    expect(out).toContain("1 were changed again within 30 days");
  });

  test("asks only the checks that are named", async () => {
    const { out } = await run(repository.path, "--check", "dependency-chain");
    expect(out).not.toContain("comment-hygiene");
  });

  test("includes only changes that touch a path", async () => {
    const { out } = await run(repository.path, "--touching", "*.md");
    expect(out).toContain("1 merged change replayed");
  });

  test("is stored, judged on a page, and summarised", async () => {
    const kept = join(scratch, "kept.json");
    writeFileSync(kept, (await run(repository.path, "--json")).out);
    const [backtest] = readBacktests(readFileSync(kept, "utf8"), kept);
    const finding = backtest!.changes.flatMap((change) => change.findings)[0]!;
    expect(finding).toMatchObject({ check: "comment-hygiene", path: "a.test.ts", line: 3, again: "changed" });

    const { code, err } = await run("--from", kept, "--page", "judge.html");
    expect([code, err]).toEqual([0, "Wrote judge.html\n"]);
    expect(readFileSync(join(scratch, "judge.html"), "utf8")).toContain(finding.id);

    const judged = join(scratch, "judgements.json");
    writeFileSync(judged, JSON.stringify({ judgements: { [finding.id]: "right" } }));
    const summed = await run("--from", kept, "--judged", judged);
    expect(summed.out).toMatch(/comment-hygiene +1 +1 +0 +0 +0 to 79%/);
  });
});

describe("invalid input", () => {
  test.each([
    ["a number that is none", ["--last", "many"], "--last takes a whole number"],
    ["a check that is none", ["--check", "nonsense"], 'There is no check "nonsense"'],
    ["a branch that is none", ["--branch", "nowhere"], 'There is no commit "nowhere"'],
    ["a file that is no backtest", ["--from", "package.json"], "package.json is not what a backtest wrote"],
    ["a page in a folder that is not there", ["--page", "no/where.html"], "no"],
  ])("%s is refused with a remedy", async (_what, args, says) => {
    writeFileSync(join(scratch, "package.json"), "{}");
    const { code, err, out } = await run(repository.path, ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
  });

  test("a folder without a repository is refused", async () => {
    const { code, err } = await run(scratch);
    expect(code).toBe(2);
    expect(err).toContain("repository");
  });
});
