// Runs a change's own tests with real node:test, bubblewrap and the real command line.
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { makeRepository, type CommitFixture, type MadeRepository } from "../src/world/git/make-repository.ts";
import { openStandin } from "../src/standin/github/standin.ts";
import { crosscheck } from "./support/run-cli.ts";
import { skipWithoutSandbox } from "./support/sandbox.ts";

const stop = new AbortController().signal;
const made: MadeRepository[] = [];
afterEach(() => made.splice(0).forEach((one) => one.remove()));

async function repository(...commits: CommitFixture[]): Promise<MadeRepository> {
  const one = await makeRepository(commits, process.env, stop);
  made.push(one);
  return one;
}

/** A PATH on which there is git and no sandbox. */
function withGitAlone(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "git-alone-"));
  const found = (process.env["PATH"] ?? "").split(delimiter).find((one) => readdirSafely(one).includes("git"));
  symlinkSync(join(found ?? "/usr/bin", "git"), join(folder, "git"));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function readdirSafely(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const manifest = JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } });
const total = (body: string) => `export function total(prices) {\n  ${body}\n}\n`;
const wrong = total("return prices.reduce((sum, price) => sum + price);");
const right = total("return prices.reduce((sum, price) => sum + price, 0);");
const tests = (...bodies: string[]) =>
  `import test from "node:test";\nimport assert from "node:assert/strict";\nimport { total } from "../src/total.js";\n\n${bodies.join("\n")}\n`;
const adds = `test("adds prices", () => assert.equal(total([1, 2]), 3));`;
const empty = `test("an empty cart costs nothing", () => assert.equal(total([]), 0));`;
const shop: CommitFixture = {
  message: "feat: totals",
  files: { "package.json": manifest, "src/total.js": wrong, "test/total.test.js": tests(adds) },
};

interface Told {
  decision: { event: string; rules: { rule: string; says: string }[] };
  verification: { check: string; result: string; ok: boolean; command: string[] | null }[];
  findings: {
    title: string;
    severity: string;
    outcome: string;
    sources: string[];
    path?: string;
    at: { path: string; start: number };
  }[];
  tests: { proof: { is: string; says: string } | null; runs: { failed: { name: string; since: string }[] }[] } | null;
  reports: { unit: string; status: string; says: string | null }[];
}

async function review({ path }: MadeRepository, ...more: string[]): Promise<Told> {
  const ran = await crosscheck(["review", "HEAD^..HEAD", "--repo", path, "--json", ...more]);
  expect(ran.code).toBe(0);
  return JSON.parse(ran.out) as Told;
}

describe.skipIf(await skipWithoutSandbox())("a review that runs the change's tests", () => {
  test("a bugfix whose test fails without it is proven", async () => {
    const fixed = { "src/total.js": right, "test/total.test.js": tests(adds, empty) };
    const told = await review(await repository(shop, { message: "fix: an empty cart", files: fixed }), "--run-tests");
    expect(told.verification.map(({ check, result }) => [check, result])).toEqual([
      ["Unit tests (node-test)", "2 of 2 related tests pass"],
      ["Fix-revert proof", "proven: 1 changed test fails on the base's source and passes with the fix"],
    ]);
    expect(told.findings.filter(({ sources }) => sources.includes("TEST"))).toEqual([]);
    expect(told.decision.rules.map(({ rule }) => rule)).not.toContain("tests-not-run");
  });

  test("a bugfix whose test passes without it is not proven", async () => {
    const twice = `test("adds them twice", () => assert.equal(total([2, 2]), 4));`;
    const fixed = { "src/total.js": right, "test/total.test.js": tests(adds, twice) };
    const told = await review(await repository(shop, { message: "fix: an empty cart", files: fixed }), "--run-tests");
    expect(told.tests?.proof?.is).toBe("not-proven");
    expect(told.findings.map(({ title }) => title)).toContain("The changed tests pass without the fix");
  });

  test("a test that newly fails is a finding, at the changed line that its trace names, and asks for changes", async () => {
    const broken = total("throw new Error(`no total of ${prices.length}`);");
    const told = await review(
      await repository(shop, { message: "refactor: total", files: { "src/total.js": broken } }),
      "--run-tests",
    );
    expect(told.decision).toMatchObject({
      event: "REQUEST_CHANGES",
      rules: expect.arrayContaining([expect.objectContaining({ rule: "new-test-failure" })]),
    });
    const failure = told.findings.find(({ sources }) => sources.includes("TEST"));
    expect(failure).toMatchObject({ severity: "high", outcome: "inline", at: { path: "src/total.js", start: 2 } });
    expect(failure?.title).toBe('The test "adds prices" fails');
  });

  test("a test that failed before is distinguished", async () => {
    const before = { ...shop, files: { ...shop.files, "test/total.test.js": tests(adds, empty) } };
    const told = await review(
      await repository(before, { message: "docs: a word", files: { "src/total.js": `// Sums up.\n${wrong}` } }),
      "--run-tests",
    );
    expect(told.tests?.runs[0]?.failed).toMatchObject([{ name: "an empty cart costs nothing", since: "before" }]);
    expect(told.decision.event).toBe("COMMENT");
    expect(told.decision.rules.map(({ rule }) => rule)).toContain("other-failing-tests");
    expect(told.findings.filter(({ sources }) => sources.includes("TEST"))).toEqual([]);
  });

  test("untrusted code is not run unless requested", async () => {
    const told = await review(await repository(shop, { message: "fix: x", files: { "src/total.js": right } }));
    expect(told.reports.find(({ unit }) => unit === "tests")).toMatchObject({
      status: "skipped",
      says: expect.stringContaining("give --run-tests"),
    });
    expect(told.verification).toEqual([]);
  });

  test("a quick review runs nothing, even if both are requested", async () => {
    const told = await review(
      await repository(shop, { message: "fix: x", files: { "src/total.js": right } }),
      "--quick",
      "--run-tests",
    );
    expect(told.reports.find(({ unit }) => unit === "tests")?.says).toContain("quick review");
  });

  test("the project's configured command is run", async () => {
    const config = "execution:\n  commands:\n    - run: node --test --test-reporter=tap\n";
    const named = { ...shop, files: { ...shop.files, ".crosscheck.yml": config } };
    const told = await review(
      await repository(named, { message: "fix: x", files: { "src/total.js": right } }),
      "--run-tests",
    );
    expect(told.verification[0]).toMatchObject({ ok: true, command: ["node", "--test", "--test-reporter=tap"] });
  });

  test("nothing is left behind, and the repository is unchanged", async () => {
    const one = await repository(shop, { message: "fix: x", files: { "src/total.js": right } });
    const temporary = mkdtempSync(join(tmpdir(), "left-behind-"));
    chmodSync(temporary, 0o755);
    try {
      const args = ["review", "HEAD^..HEAD", "--repo", one.path, "--json", "--run-tests"];
      const { out } = await crosscheck(args, { env: { TMPDIR: temporary } });
      expect((JSON.parse(out) as Told).verification[0]?.result).toBe("1 of 1 related test passes");
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    expect((await one.git("worktree", "list")).split("\n")).toHaveLength(1);
    expect(await one.git("status", "--porcelain")).toBe("");
  });
});

describe.skipIf(await skipWithoutSandbox())("a pull request of one's own repository", () => {
  test("has its tests run by a process without a token, and says so where it is posted", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crosscheck-executed-"));
    const github = await openStandin({
      folder: join(folder, "hub"),
      clock: { now: Date.now },
      path: process.env["PATH"] ?? "",
    });
    try {
      for (const login of ["ada", "kim"]) github.user(login);
      github.organization("acme", [{ login: "kim", role: "admin" }]);
      const hub = await github.repository("acme", "shop", [{ message: shop.message, files: shop.files }]);
      // A test that tells what it can see: whatever token there were would stand in the review.
      const nosy = `test("an empty cart costs nothing", () => { assert.equal(total([]), 0, JSON.stringify(process.env)); });`;
      const broken = total("return prices.length + 1;");
      const files = { "src/total.js": broken, "test/total.test.js": tests(adds, nosy) };
      await github.push(hub, "side", [{ message: "fix: an empty cart", files }], { from: "main", by: "ada" });
      const pull = await github.openPull(hub, "ada", { title: "fix: an empty cart", head: "side", body: "" });
      const token = github.token("kim");
      const ran = await crosscheck(["review", `${github.url}/acme/shop/pull/${pull.number}`, "--post", "code"], {
        cwd: folder,
        env: { GH_ENTERPRISE_TOKEN: token, HOME: folder, CROSSCHECK_DATA: join(folder, "data") },
      });
      expect([ran.code, ran.err]).toEqual([0, expect.stringMatching(/Review: posted/)]);
      const written = JSON.stringify(github.ledger.wire());
      expect(written).toContain("Verification Summary");
      expect(written).toContain("newly failing (an empty cart costs nothing)");
      expect(github.ledger.wire("review")[0]?.body).toContain("**Request changes**");
      expect(written).not.toContain(token);
      expect(written).not.toContain("GH_ENTERPRISE_TOKEN");
    } finally {
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("without a sandbox it says so, and what to do", async () => {
  const one = await repository(shop, { message: "fix: x", files: { "src/total.js": right } });
  const alone = withGitAlone();
  const args = ["review", "HEAD^..HEAD", "--repo", one.path, "--json", "--run-tests"];
  const bare = await crosscheck(args, { env: { PATH: alone.path } });
  alone.remove();
  const told = JSON.parse(bare.out) as Told;
  expect(told.reports.find(({ unit }) => unit === "tests")).toMatchObject({
    status: "skipped",
    says: expect.stringMatching(/no sandbox to run it in .*install bubblewrap/),
  });
  expect(told.decision.rules.map(({ rule }) => rule)).toContain("tests-not-run");
});
