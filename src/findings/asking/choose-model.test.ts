import { describe, expect, test } from "vitest";
import type { ModelSettings } from "../../change/config.ts";
import { UserError } from "../../errors.ts";
import { chooseModels } from "./choose-model.ts";

const known = ["code-reviewer", "security-reviewer", "second-opinion", "arbiter"];
const claude: ModelSettings = { use: "anthropic/claude" };
const opus: ModelSettings = { use: "anthropic/opus", name: "big" };
const codex: ModelSettings = { use: "codex" };
const gemini: ModelSettings = { use: "google/gemini" };

describe("which model serves which reviewer", () => {
  test("none if no model is listed", () => {
    const choice = chooseModels({}, known);
    expect(known.map((unit) => choice.of(unit))).toEqual([null, null, null, null]);
  });

  test("one model answers for all, and gives no second opinion on itself", () => {
    const choice = chooseModels({ models: [claude] }, known);
    expect(known.map((unit) => choice.of(unit))).toEqual([claude, claude, null, null]);
  });

  test("of three listed, the second gives the second opinion and the third arbitrates", () => {
    const choice = chooseModels({ models: [claude, codex, gemini] }, known);
    expect(known.map((unit) => choice.of(unit))).toEqual([claude, claude, codex, gemini]);
  });

  test("the editor asks the first model, another one, or none", () => {
    const editorOf = (reviewers: Record<string, string>) =>
      chooseModels({ models: [claude, opus], reviewers }, [...known, "editor"]).of("editor");
    expect([{}, { editor: "big" }, { editor: "off" }].map((one) => editorOf(one as Record<string, string>))).toEqual([
      claude,
      opus,
      null,
    ]);
  });

  test("reviewers: sets one apart by its model's name", () => {
    const reviewers = { default: "codex", "security-reviewer": "big", "second-opinion": "anthropic/claude" };
    const choice = chooseModels({ models: [claude, opus, codex, gemini], reviewers }, known);
    expect(known.map((unit) => choice.of(unit))).toEqual([codex, opus, claude, opus]);
  });
});

test.each<[string, Parameters<typeof chooseModels>[0], RegExp, RegExp]>([
  [
    "a reviewer that is none",
    { models: [claude], reviewers: { coder: "anthropic/claude" } },
    /no reviewer "coder"/,
    /code-reviewer/,
  ],
  [
    "a name that is no model",
    { models: [claude], reviewers: { default: "gpt" } },
    /"gpt", which is not a model/,
    /anthropic\/claude/,
  ],
  [
    "a reviewer that cannot be left out",
    { models: [claude], reviewers: { "code-reviewer": "off" } },
    /"off", which is not a model/,
    /anthropic\/claude/,
  ],
  ["no models at all", { reviewers: { default: "gpt" } }, /not a model/, /lists none yet/],
  [
    "its own second opinion",
    { models: [claude], reviewers: { "second-opinion": "anthropic/claude" } },
    /already gives another/,
    /its own/,
  ],
  [
    "an arbiter that is a party",
    { models: [claude, codex], reviewers: { arbiter: "codex" } },
    /already gives another/,
    /its own/,
  ],
  [
    "two of one name",
    { models: [claude, { use: "codex", name: "anthropic/claude" }] },
    /Two models are called/,
    /Rename one of them/,
  ],
])("refused, with a remedy: %s", (_name, user, message, remedy) => {
  const choose = () => chooseModels(user, known);
  expect(choose).toThrow(UserError);
  expect(choose).toThrow(message);
  expect(choose).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
});
