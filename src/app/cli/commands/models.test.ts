import { afterEach, describe, expect, test } from "vitest";
import { openDesk, threeModels, type Desk } from "../../../../test/support/with-models.ts";

const commits = [{ message: "feat: start", files: { a: "a\n" } }];
let desk: Desk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function opened(config: string, env: Record<string, string> = {}): Promise<Desk> {
  desk = await openDesk({ commits, config, env, says: () => ({ is: "json", value: { ok: true } }) });
  return desk;
}

describe("crosscheck models", () => {
  test("shows which model serves which reviewer, the price, and that each responds", async () => {
    const { run, models } = await opened(threeModels);
    const ran = await run("models");
    expect(ran.code).toBe(0);
    expect(ran.said).toMatch(
      /anthropic\/claude-sonnet-4-5 For goal-reviewer, code-reviewer, .* Price 3 dollars for a million tokens in, 15 out/,
    );
    expect(ran.said).toMatch(/openai\/gpt-5 For second-opinion Price/);
    expect(ran.said).toMatch(/google\/gemini-2\.5-pro For arbiter Price/);
    expect(ran.said.match(/Tried answers/g)).toHaveLength(3);
    expect(models.asked.map(({ vendor }) => vendor).toSorted()).toEqual(["anthropic", "google", "openai-responses"]);
  });

  test("distinguishes a missing key, a wrong key and a missing program; the exit code is 2", async () => {
    const config = `${threeModels}  - use: codex\n`;
    const { run } = await opened(config, {
      ANTHROPIC_API_KEY: "",
      OPENAI_API_KEY: "sk-not-this-one",
      PATH: "/nonexistent",
    });
    const ran = await run("models", "--json");
    expect(ran.code).toBe(2);
    const { models } = JSON.parse(ran.out) as { models: { use: string; tried: { works: boolean; fault?: string } }[] };
    expect(models.map(({ use, tried }) => `${use} ${tried.works ? "works" : tried.fault}`)).toEqual([
      "anthropic/claude-sonnet-4-5 no-key",
      "openai/gpt-5 unauthorised",
      "google/gemini-2.5-pro works",
      "codex not-installed",
    ]);
    expect(ran.out).not.toContain("sk-not-this-one");
  });

  test("--no-try makes no request", async () => {
    const { run, models } = await opened(threeModels);
    expect((await run("models", "--no-try")).said).not.toContain("Tried");
    expect(models.asked).toEqual([]);
  });

  test("no models configured: explains how to add one, without an error", async () => {
    const ran = await (await opened("trust: []\n")).run("models");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("reviews run with checks alone") as string });
  });

  test.each([
    ["a vendor that is none", "models:\n  - use: acme/gpt\n", /models\.0\.use|must be anthropic/],
    [
      "a key instead of a variable's name",
      "models:\n  - use: codex\n    key: sk-ant-abc\n",
      /name of an environment variable/,
    ],
    [
      "an effort that is none",
      "models:\n  - use: codex\n    effort: maximal\n",
      /models\.0\.effort must be one of low, medium, high/,
    ],
    [
      "an effort for a program that takes none",
      "models:\n  - use: gemini\n    effort: low\n",
      /no option for the effort/,
    ],
    ["a time limit of no time", "models:\n  - use: codex\n    timeout: 0\n", /models\.0\.timeout/],
    [
      "an arbiter that is a party",
      `${threeModels}reviewers:\n  arbiter: openai/gpt-5\n`,
      /already gives another opinion/,
    ],
  ])("refuses %s, and names the place", async (_name, config, says) => {
    const ran = await (await opened(config)).run("models");
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(says);
  });
});
