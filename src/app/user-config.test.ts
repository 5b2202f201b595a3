// Tests the user's rules, from the config in the home folder to the review.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crosscheck } from "../../test/support/run-cli.ts";
import { makeRepository, type MadeRepository } from "../world/git/make-repository.ts";
import { readPersonalRules } from "../world/user-config.ts";
import { checks } from "../findings/checks/index.ts";
import { withPersonalRules } from "./user-config.ts";

let home = "";
let repository: MadeRepository;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "crosscheck-home-"));
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude/CLAUDE.md"), "# Mine\n\nNever use `Date.now()`.\n");
  repository = await makeRepository(
    [
      { message: "feat: start", files: { "a.ts": "f();\n", ".crosscheck.yml": "checks:\n  agent-rules: on\n" } },
      { message: "feat: now", files: { "a.ts": "f();\ng(Date.now());\n" } },
    ],
    process.env,
    new AbortController().signal,
  );
});
afterAll(() => {
  repository.remove();
  rmSync(home, { recursive: true, force: true });
});

describe("personalRules", () => {
  async function review(config: string) {
    writeFileSync(join(home, "config.yml"), config);
    const env = { HOME: home, CROSSCHECK_CONFIG: join(home, "config.yml") };
    const ran = await crosscheck(["review", "HEAD^..HEAD", "--repo", repository.path, "--json"], { env });
    expect(ran.err).toBe("");
    const draft = JSON.parse(ran.out) as {
      findings: { title: string; explanation: string }[];
      reports: { unit: string; status: string; why: { says?: string } | null }[];
    };
    return { ran, findings: draft.findings, report: draft.reports.find(({ unit }) => unit === "agent-rules") };
  }
  const rules = "personalRules:\n  - ~/.claude/CLAUDE.md\n";
  const trusting = () => `trust:\n  - ${repository.path}\n`;

  test("hold in a repository that is the user's", async () => {
    const { findings, ran } = await review(rules + trusting());
    expect(findings.map(({ title }) => title)).toContain("`Date.now()` is forbidden by a rule of yours");
    expect(ran.out).toContain("~/.claude/CLAUDE.md, line 3, says");
    expect(ran.out).not.toContain(home);
  });

  test("are those of ~/.claude/CLAUDE.md by default, unless a list says otherwise", async () => {
    const { findings } = await review(trusting());
    expect(findings.map(({ title }) => title)).toContain("`Date.now()` is forbidden by a rule of yours");
    expect((await review(`personalRules: []\n${trusting()}`)).findings).toEqual([]);
    expect((await review("")).findings).toEqual([]);
  });

  test("are not read in other repositories", async () => {
    const { findings, report } = await review("personalRules:\n  - ~/nowhere.md\n");
    expect([findings, report?.status]).toEqual([[], "ran"]);
  });

  test("that cannot be read are a line in the review", async () => {
    const { report, ran } = await review(`personalRules:\n  - ~/nowhere.md\n${trusting()}`);
    expect(report?.status).toBe("failed");
    expect(ran.out).toContain("personalRules names ~/nowhere.md, which cannot be read: there is no such file");
  });

  test("change nothing if there are none", async () => {
    expect(await withPersonalRules(checks, {}, {})).toBe(checks);
    const held = await withPersonalRules(checks, { personalRules: ["/x"] }, {});
    expect(held.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  });
});

test("a rules file is relative to the home folder", () => {
  const path = join(home, ".claude/CLAUDE.md");
  const named = (given: string, env: Record<string, string>) => readPersonalRules([given], env)[0]?.displayPath;
  expect(named(path, { HOME: home })).toBe("~/.claude/CLAUDE.md");
  expect(named("~/.claude/CLAUDE.md", { HOME: home })).toBe("~/.claude/CLAUDE.md");
  expect(named(path, { HOME: "/elsewhere" })).toBe(path);
});

test("a file that is too large holds no rules", () => {
  const path = join(home, "large.md");
  writeFileSync(path, "x".repeat(1_000_001));
  expect(() => readPersonalRules([path], { HOME: home })).toThrow(
    "~/large.md, which cannot be read: it is larger than 1 MB",
  );
});
