import { expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { openModel } from "./open-model.ts";

test.each([
  ["anthropic/claude-opus-5-5", true],
  ["compatible/llama3", true],
  ["codex", false],
  ["claude/opus", false],
])("%s is opened, whether or not it is installed", (use, isApi) => {
  const model = openModel({ use, ...(isApi && { baseUrl: "http://127.0.0.1:9/v1" }) }, { env: {} });
  expect(model.facts.name).toContain(use.split("/")[0]);
});

test.each(["gpt-5", "codex/--dangerous"])("%s is a user error", (use) => {
  expect(() => openModel({ use }, { env: {} })).toThrow(UserError);
});
