// Tests which rules and usages doc-rule-example parses, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { docRuleExample } from "./doc-rule-example.ts";
import { occursAlone } from "./doc-rule-example/breaks-rule.ts";
import { parseDocRules } from "./doc-rule-example/doc-rules.ts";
import { findShownUsages } from "./doc-rule-example/shown-usages.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (docRuleExample.when(change) !== true) return [];
  return (await docRuleExample.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

const doc = async (...lines: string[]) =>
  (await findingsIn({ "AGENTS.md": lines.join("\n") })).map(({ at, kind }) => `${at.start} ${kind}`);

describe("rules", () => {
  test.each([
    ["Never run `npm install`.", "npm install"],
    ["You MUST NOT use `git push --force`.", "git push --force"],
    ["- Do not run `make all` - use `make test`.", "make all"],
    ["Always use `uv run pytest` instead of `pytest -x`.", "pytest -x"],
    ["Use `pnpm exec tsc`, not `npx tsc`.", "npx tsc"],
    ["There is no `pnpm test:watch`.", "pnpm test:watch"],
    ["`npm ci` fails.", "npm ci"],
    ["Do not import from `ui/src/internal`.", "ui/src/internal"],
    ["Never call `console.log()`.", "console.log()"],
  ])("%s", (text, forbidden) => {
    expect(parseDocRules(text).map((rule) => rule.forbidden)).toEqual([forbidden]);
  });

  test.each([
    "pnpm commands from the repo root will fail.",
    "Never run `pnpm` from the repository root.",
    "`pnpm install` at the root does not work.",
  ])("at the root: %s", (text) => {
    expect(parseDocRules(text)).toMatchObject([{ forbidden: "pnpm", prescribed: [], where: "root" }]);
  });

  test.each([
    "If the lock is stale, never run `npm install`.",
    "Never run `npm install` without a lock.",
    "You can also use `make add` instead of `uv add`.",
    "Never use `id` or `a`.",
    "Never commit secrets.",
    "`second try` fails",
    "### `npm ci` fails",
    "Do not run `make <target>`.",
  ])("none: %s", (text) => {
    expect(parseDocRules(text)).toEqual([]);
  });

  test("the condition may be on the previous line", () => {
    expect(parseDocRules("`npm ci` will fail.", "If the lock is missing,")).toEqual([]);
    expect(parseDocRules("`npm ci` will fail.", "The lock is missing.")).toHaveLength(1);
  });

  test("any line is parsed, and only its own text is forbidden", () => {
    for (const unit of ["`a` ", "never use ", "use `a`, not ", ". ", "from the root "]) parseDocRules(unit.repeat(400));
    fc.assert(
      fc.property(fc.array(fc.constantFrom("Never", " run ", "`npm ci`", ", not ", "use", ".", "`")), (parts) => {
        for (const { forbidden } of parseDocRules(parts.join(""))) expect(parts.join("")).toContain(forbidden);
      }),
    );
  });
});

describe("what breaks them", () => {
  test("a block and a sentence that asks for it, each once", async () => {
    expect(
      await doc(
        "Never run `npm install`.",
        "",
        "## Start",
        "",
        "```sh",
        "npm install",
        "```",
        "",
        "Then run `npm install` again.",
      ),
    ).toEqual(["6 broken-by-change", "9 broken-by-change"]);
  });

  const shown = (rule: string, language: string, line: string) =>
    doc("# Guide", "", rule, "", `\`\`\`${language}`, line, "```");

  test.each([
    ["Use space-separated `rgb()`, not comma-separated.", "css", "a { color: rgb(10, 20, 30); }"],
    ["Use `uv run pytest` instead of `pytest`.", "sh", "pytest tests/unit"],
    ["`yarn` is forbidden in this repository.", "sh", "cd web && yarn add left-pad"],
    ["Never import from `ui/src` internal paths.", "ts", 'import { Button } from "ui/src/button";'],
    ["You MUST NOT use `any`.", "ts", "function send(body: any) {}"],
    ["- Don't use `var`.", "js", "var total = 0;"],
    ["`docker-compose` does not work here; run `docker compose`.", "", "docker-compose up -d"],
    ["**Never** call `time.sleep` in tests.", "python", "def test_wait(): time.sleep(5)"],
    ["Run modules with `python -m`: `python setup.py install` fails.", "bash", "python setup.py install"],
    ["Hex colours: `#fff` must not appear.", "css", "a { color: #fff; }"],
    [
      "There is no root `package.json`; `pnpm` commands from the repo root will fail.",
      "sh",
      "pnpm install && pnpm test",
    ],
  ])("%s, right before its example", async (rule, language, line) => {
    expect(await shown(rule, language, line)).toEqual(["6 broken-by-change"]);
  });

  test.each([
    ["Use space-separated `rgb()`, not comma-separated.", "css", "a { color: rgb(10 20 30); }"],
    ["Use `uv run pytest` instead of `pytest`.", "sh", "uv run pytest tests"],
    ["`yarn` is forbidden.", "sh", "echo yarn"],
    ["You MUST NOT use `any`.", "ts", 'Promise.any(["any"]); // any order'],
    ["**Never** call `time.sleep` in tests.", "python", "time.sleep(5)"],
    ["Do not use `git push --force` on shared branches.", "sh", "git push --force"],
  ])("not: %s, before other code", async (rule, language, line) => {
    expect(await shown(rule, language, line)).toEqual([]);
  });

  test("blocks are fenced, indented, or named as in reStructuredText", async () => {
    const indented = ["Use `rg`, not `grep`.", "", '    grep -rn "TODO" src'];
    expect(await doc(...indented)).toEqual(["3 broken-by-change"]);
    const named = ["Don't run ``sudo pip install``.", "", ".. code-block:: sh", "", "   sudo pip install shop"];
    expect(await doc(...named)).toEqual(["5 broken-by-change"]);
  });

  test("a folder that does not exist, named elsewhere", async () => {
    expect(await doc("There is no `src/legacy` folder.", "", "Handlers are in `src/legacy/handlers.ts`.")).toEqual([
      "3 broken-by-change",
    ]);
  });

  test.each([
    ["another command that ends alike", ["pnpm install"]],
    ["a longer word", ["npm installer"]],
    ["a warning in the block", ["# do not do this", "npm install"]],
    ["a warning on the line", ["npm install # wrong"]],
  ])("not %s", async (_name, lines) => {
    expect(await doc("Never run `npm install`.", "", "## Start", "", "```sh", ...lines, "```")).toEqual([]);
  });

  test("not removed lines, nor text below a warning heading", async () => {
    expect(
      await doc("Never run `npm install`.", "", "## Start", "", "```diff", "- npm install", "+ pnpm install", "```"),
    ).toEqual([]);
    expect(await doc("Never run `npm install`.", "", "## Common mistakes", "", "```sh", "npm install", "```")).toEqual(
      [],
    );
  });

  test("not the line that shows the prescribed form", async () => {
    expect(
      await doc("Use `uv run pytest -x`, not `pytest -x`.", "", "## Test", "", "```sh", "uv run pytest -x", "```"),
    ).toEqual([]);
  });

  test("the finding quotes both lines", async () => {
    const [finding] = await findingsIn({
      "AGENTS.md": "Never run `npm install`.\n\n## Start\n\n```sh\nnpm install\n```\n",
    });
    expect(finding?.evidence.map(({ start, text }) => `${start} ${text}`)).toEqual([
      "6 npm install",
      "1 Never run `npm install`.",
    ]);
    expect(finding?.claim).toBe("mismatch");
  });

  test("unchanged lines of other documents are not reported", async () => {
    const base = { "docs/a.md": "# A\n\n```sh\nnpm install\n```\n" };
    expect(await findingsIn({ ...base, "AGENTS.md": "Never run `npm install`.\n" }, base)).toEqual([]);
  });
});

cases("%s shows npm install: %s", (text) => occursAlone(text, "npm install"), [
  ["npm install", true],
  ["$ npm install -g x", true],
  ["pnpm install", false],
  ["npm install-test", false],
  ["npm install:all", false],
  ["(npm install)", true],
]);

test("every line of a block is shown under its heading", () => {
  const usages = findShownUsages("# A\n\nRun it:\n\n```sh\none\ntwo\n```\n\nand use `three`.\n");
  expect(usages.map(({ line, code: text, heading }) => [line, text, heading])).toEqual([
    [6, "one", "# A"],
    [7, "two", "# A"],
    [10, "three", "# A"],
  ]);
});
