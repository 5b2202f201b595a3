import { describe, expect, test } from "vitest";
import { parseIntent, type Intent, type IntentInput } from "../../change/intent.ts";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { intentBreakdown, intentLine } from "./intent-texts.ts";
import { cases } from "../../../test/support/cases.ts";

function intentOf(input: Partial<IntentInput>): Intent {
  return parseIntent({ title: "", body: null, commits: [], ...input });
}

function commitsOf(...messages: string[]) {
  return messages.map((message, index) => ({ sha: `${"abcdef0123456789"[index]}`.repeat(40), message }));
}

describe("every signal is listed with its place", () => {
  cases<[string, Partial<IntentInput>, string[]]>("%s", (_name, input) => intentBreakdown(intentOf(input)), [
    ["nothing", {}, []],
    ["a tag in the title", { title: "[WIP] x" }, ["[wip] in title"]],
    ["a tag in a commit", { commits: commitsOf("[style-ok] x") }, ["[style-ok] in commit aaaaaaa"]],
    [
      "a tag that only the title may carry",
      { commits: commitsOf("[no-review] x") },
      ["ignored [no-review] in commit aaaaaaa: only the title can skip a review"],
    ],
    ["an unknown tag", { title: "[foobar] x" }, ["ignored [foobar]"]],
    ["a tag with a slip", { title: "[strict-reveiw] x" }, ["ignored [strict-reveiw] (did you mean [strict-review]?)"]],
    ["a type", { title: "Feat: x" }, ["type Feat"]],
    [
      "a type with a scope and a mark",
      { title: "feat(api)!: x" },
      ["type feat (api) with !", 'breaking change in title ("feat(api)!: x")'],
    ],
    ["no unknown type", { title: "wibble: x" }, []],
    ["a revert by git", { title: 'Revert "feat!: x"' }, ["type Revert"]],
    [
      "a breaking change in the body",
      { body: "BREAKING CHANGE: no more v1" },
      ['breaking change in body ("BREAKING CHANGE: no more v1")'],
    ],
    [
      "a breaking change in a commit",
      { commits: commitsOf("feat!: x") },
      ['breaking change in commit aaaaaaa ("feat!: x")'],
    ],
    [
      "once what title and commit say alike",
      { title: "feat!: x", commits: commitsOf("feat!: x", "feat!: y") },
      ["type feat with !", 'breaking change in title ("feat!: x")', 'breaking change in commit bbbbbbb ("feat!: y")'],
    ],
    ["an issue", { title: "[ABC-1] x [#2]" }, ["issue ABC-1, #2"]],
  ]);

  test("says how many commits were read, if not all", () => {
    expect(intentBreakdown(intentOf({ commits: commitsOf("x"), commitsTotal: 300 }))).toEqual([
      "1 of 300 commits scanned",
    ]);
  });

  test("says that nothing could be read, and why", () => {
    const failed = { ...intentOf({}), failed: "out of memory" };
    expect(intentLine(failed)).toBe(
      "the author's signals could not be read (out of memory); the review went on without them",
    );
  });
});

describe("no signal is listed twice", () => {
  test("an unknown tag in the title and again in the commits", () => {
    const title = "[foobar] x";
    expect(intentBreakdown(intentOf({ title, commits: commitsOf(title, "[foobar] y") }))).toEqual(["ignored [foobar]"]);
  });

  test("but a recognised one is listed with each place", () => {
    const title = "[wip] x";
    expect(intentBreakdown(intentOf({ title, commits: commitsOf(title) }))).toEqual([
      "[wip] in title",
      "[wip] in commit aaaaaaa",
    ]);
  });
});

test("no control characters get through", () => {
  const intent: Intent = {
    ...intentOf({ title: "feat(api)!: x", commits: commitsOf("feat!: x") }),
    failed: hostile,
    issues: [hostile],
    tags: [{ tag: hostile, recognised: false, source: "title", sha: null, suggestion: null, ignored: null }],
    breaking: [{ source: "body", sha: null, excerpt: hostile }],
    conventional: {
      type: hostile,
      rawType: hostile,
      known: true,
      scope: hostile,
      breaking: true,
      source: "title",
      subject: hostile,
    },
  };
  for (const part of intentBreakdown(intent)) expect(part).not.toMatch(acting);
  expect(intentBreakdown(intent)).toHaveLength(5);
  expect(intentLine(intentOf({}))).toBeNull();
});
