import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { openApiModel } from "./api-model.ts";
import { readUse } from "./model-use.ts";

test.each([
  ["anthropic", "claude-sonnet-4-5"],
  ["openai", "gpt-5.4"],
  ["google", "gemini-2.5-pro"],
  ["compatible", "qwen3:8b"],
  ["compatible", "meta-llama/Llama-3.3-70B"],
])("%s/%s is an API's", (vendor, id) => {
  expect(readUse(`${vendor}/${id}`)).toMatchObject({ is: "api", vendor: { id: vendor }, id });
});

test.each([
  ["codex", "codex", null],
  ["codex/gpt-5", "codex", "gpt-5"],
  ["gemini", "gemini", null],
  ["claude/opus", "claude", "opus"],
])("%s is a program", (use, program, id) => {
  expect(readUse(use)).toEqual({ is: "program", program, id });
});

describe("an invalid model name is a user error", () => {
  test.each([
    "",
    "gpt-5",
    "openai",
    "openai/",
    "mistral/large",
    "openai/a b",
    "openai/-x",
    "google/../../x",
    "codex/--yolo",
    "claude/",
  ])("%j", (use) => {
    expect(() => readUse(use)).toThrow(UserError);
    expect(() => readUse(use)).toThrow(/^models: .* does not name a model$/);
  });
});

describe("an invalid address is a user error", () => {
  const env = { KEY: "sk-0123456789" };
  test.each([
    ["none for a compatible server", { use: "compatible/llama3" }, /has no baseUrl/],
    ["no address", { use: "compatible/llama3", baseUrl: "llama.local" }, /is not the address of a server/],
    ["another protocol", { use: "compatible/llama3", baseUrl: "file:///etc/passwd" }, /is not the address of a server/],
    [
      "a password in it",
      { use: "openai/gpt-5", baseUrl: "https://me:secret@host/v1", key: "KEY" },
      /is not the address of a server/,
    ],
    ["an unencrypted key", { use: "openai/gpt-5", baseUrl: "http://host.example/v1", key: "KEY" }, /unencrypted/],
  ])("%s", (_, settings, message) => {
    expect(() => openApiModel(settings, { env })).toThrow(UserError);
    expect(() => openApiModel(settings, { env })).toThrow(message);
  });

  test.each([
    { use: "compatible/llama3", baseUrl: "http://nas.local:11434/v1" },
    { use: "compatible/llama3", baseUrl: "http://localhost:8000/v1", key: "KEY" },
    { use: "openai/gpt-5", baseUrl: "https://proxy.example/v1/", key: "KEY" },
    { use: "anthropic/claude-opus-5-5" },
  ])("%j is accepted", (settings) => {
    expect(openApiModel(settings, { env }).facts.name).toBe(settings.use);
  });
});

test("the vendor's usual variables are read in order, and named if none is set", async () => {
  const model = openApiModel({ use: "google/gemini-2.5-pro" }, { env: { GEMINI_API_KEY: " " } });
  const request = {
    prompt: { instructions: "", shared: "", own: "" },
    schema: {},
    tools: [],
    earlier: [],
    limits: { steps: 1, outputTokens: 1, ms: 1 },
  };
  const answer = model.converse(request, { began() {}, used() {} }, new AbortController().signal);
  await expect(answer).rejects.toMatchObject({
    fault: "no-key",
    message: "GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY or GOOGLE_API_KEY is not set",
  });
});
