// What the vendors would not take is not taken here either, and is said in their shape.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openModelStandin } from "./open.ts";
import type { ModelStandin } from "./story.ts";
import { objectFields, asList } from "./wire/shape.ts";

let standin: ModelStandin;
beforeAll(async () => {
  standin = await openModelStandin({ script: () => ({ is: "text", text: "yes" }) });
});
afterAll(() => standin.close());

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answered: unknown = await response.json();
  return { status: response.status, body: answered };
}

const user = { role: "user", content: "Judge." };

describe("Anthropic", () => {
  const good = { model: "claude", max_tokens: 10, messages: [user] };
  const ask = async (body: unknown, headers: Record<string, string> = { "anthropic-version": "2023-06-01" }) =>
    await post(`${standin.url("anthropic")}/messages`, body, headers);
  const mark = { cache_control: { type: "ephemeral" } };
  const use = { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "look", input: {} }] };
  const result = (id: string) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "x" }] });
  const format = (schema: unknown) => ({ ...good, output_config: { format: { type: "json_schema", schema } } });
  const closed = { type: "object", additionalProperties: false };
  const many = (count: number, schema: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, schema]));

  test("accepts a valid request", async () => {
    expect((await ask(good)).status).toBe(200);
    expect((await ask({ ...good, messages: [user, use, result("t1")] })).status).toBe(200);
    expect((await ask(format({ ...closed, properties: { a: { type: "string" } } }))).status).toBe(200);
  });

  test.each([
    ["no JSON", "{", "not valid JSON"],
    ["no model", { ...good, model: undefined }, "model: Field required"],
    ["no length", { ...good, max_tokens: undefined }, "max_tokens: Field required"],
    ["no messages", { ...good, messages: [] }, "at least one message"],
    ["unknown field", { ...good, prompt: "x" }, "prompt: Extra inputs are not permitted"],
    ["unknown role", { ...good, messages: [{ role: "robot", content: "x" }] }, "messages.0.role"],
    ["the model speaks first", { ...good, messages: [{ role: "assistant", content: "x" }] }, "first message must use"],
    ["an empty text", { ...good, messages: [{ role: "user", content: [{ type: "text", text: "" }] }] }, "non-empty"],
    ["a strange block", { ...good, messages: [{ role: "user", content: [{ type: "magic" }] }] }, "Input tag 'magic'"],
    ["a call without its result", { ...good, messages: [user, use, user] }, "without `tool_result` blocks"],
    ["a result without its call", { ...good, messages: [user, use, result("t2")] }, "without `tool_result`"],
    ["a result of nothing", { ...good, messages: [result("t1")] }, "unexpected `tool_use_id`"],
    [
      "five marks",
      {
        ...good,
        messages: [{ role: "user", content: Array.from({ length: 5 }, () => ({ type: "text", text: "x", ...mark })) }],
      },
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ],
    [
      "tools of one name",
      { ...good, tools: [0, 1].map(() => ({ name: "a", input_schema: { type: "object" } })) },
      "unique",
    ],
    ["a tool without a schema", { ...good, tools: [{ name: "a" }] }, "input_schema"],
    ["a choice of no tool", { ...good, tool_choice: { type: "tool", name: "x" } }, "not found in provided tools"],
    [
      "too many choices",
      format({ ...closed, properties: many(17, { anyOf: [] }) }),
      "too many parameters with union types (17",
    ],
    ["too many optional keys", format({ ...closed, properties: many(25, {}) }), "too many optional parameters (25)"],
    ["an open object", format({ type: "object" }), "'additionalProperties' must be explicitly set to false"],
    ["a bound", format({ ...closed, properties: { a: { type: "number", minimum: 1 } } }), "'minimum' is not supported"],
  ])("rejects %s", async (_name, body, message) => {
    expect(await ask(body)).toEqual({
      status: 400,
      body: {
        type: "error",
        error: { type: "invalid_request_error", message: expect.stringContaining(message) },
        request_id: expect.any(String),
      },
    });
  });

  test("requires a version header", async () => {
    expect((await ask(good, {})).status).toBe(400);
  });
});

const openSchema = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
const refusals = [
  ["an optional key", openSchema, "Missing 'a'"],
  ["an open object", { type: "object", properties: {} }, "'additionalProperties' is required"],
  ["a choice of one", { ...openSchema, required: ["a"], properties: { a: { oneOf: [] } } }, "'oneOf' is not permitted"],
  ["a list at the root", { type: "array", items: {} }, "must be a JSON Schema of 'type: \"object\"'"],
] as const;

/** What is wrong, the request, and what is said to it. */
type Case = [string, unknown, string];

const openaiError = (message: string) => ({
  error: {
    message: expect.stringContaining(message),
    type: "invalid_request_error",
    param: expect.toSatisfy((param: unknown) => param === null || typeof param === "string"),
    code: null,
  },
});

describe("OpenAI Chat Completions", () => {
  const good = { model: "gpt", messages: [user] };
  const ask = async (body: unknown) => await post(`${standin.url("openai-chat")}/chat/completions`, body);
  const call = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
  const assistant = { role: "assistant", content: null, tool_calls: [call] };
  const result = { role: "tool", tool_call_id: "c1", content: "x" };
  const format = (schema: unknown) => ({
    ...good,
    response_format: { type: "json_schema", json_schema: { name: "response", strict: true, schema } },
  });

  test("accepts a valid request", async () => {
    expect((await ask({ ...good, messages: [user, assistant, result] })).status).toBe(200);
  });

  test.each<Case>([
    ["no model", { messages: [user] }, "you must provide a model parameter"],
    ["no messages", { model: "gpt" }, "Missing required parameter: 'messages'"],
    ["an unknown role", { ...good, messages: [{ role: "robot", content: "" }] }, "Invalid value: 'robot'"],
    ["a call without its result", { ...good, messages: [user, assistant, user] }, "did not have response messages: c1"],
    ["a result without its call", { ...good, messages: [user, result] }, "must be a response to a preceding message"],
    ["JSON that nobody speaks of", { ...good, response_format: { type: "json_object" } }, "the word 'json'"],
    ...refusals.map(([name, schema, message]): Case => [name, format(schema), message]),
  ])("rejects %s", async (_name, body, message) => {
    expect(await ask(body)).toEqual({ status: 400, body: openaiError(message) });
  });
});

describe("OpenAI Responses", () => {
  const good = { model: "gpt", input: [user] };
  const ask = async (body: unknown) => await post(`${standin.url("openai-responses")}/responses`, body);
  const call = { type: "function_call", call_id: "c1", name: "look", arguments: "{}" };
  const result = { type: "function_call_output", call_id: "c1", output: "x" };
  const format = (schema: unknown) => ({
    ...good,
    text: { format: { type: "json_schema", name: "response", strict: true, schema } },
  });

  test("accepts a valid request and remembers its response", async () => {
    expect((await ask({ ...good, input: [user, call, result] })).status).toBe(200);
    const { body } = await ask(good);
    const [message] = asList(objectFields(body)["output"]).map(objectFields);
    expect((await ask({ ...good, input: [user, { type: "item_reference", id: message?.["id"] }, user] })).status).toBe(
      200,
    );
    expect(standin.asked.at(-1)?.turns[1]).toEqual({ role: "assistant", text: "yes" });
  });

  test("does not store a response if told not to", async () => {
    const { body } = await ask({ ...good, store: false });
    const [message] = asList(objectFields(body)["output"]).map(objectFields);
    const input = [user, { type: "item_reference", id: message?.["id"] }];
    expect((await ask({ ...good, input })).status).toBe(404);
  });

  test.each<Case>([
    ["no input", { model: "gpt" }, "Missing required parameter: 'input'"],
    ["an unknown role", { ...good, input: [{ role: "robot", content: "" }] }, "Invalid value: 'robot'"],
    ["a call without its result", { ...good, input: [user, call] }, "No tool output found for function call c1"],
    ["a result without its call", { ...good, input: [user, result] }, "No tool call found for function call output"],
    ...refusals.map(([name, schema, says]): Case => [name, format(schema), says]),
  ])("rejects %s", async (_name, body, says) => {
    expect(await ask(body)).toEqual({ status: 400, body: openaiError(says) });
  });
});

describe("Gemini", () => {
  const turn = (role: string, ...parts: unknown[]) => ({ role, parts });
  const question = turn("user", { text: "Judge." });
  const calls = turn("model", { functionCall: { name: "look", args: {} }, thoughtSignature: "x" });
  const answers = turn("user", { functionResponse: { name: "look", response: { content: "x" } } });
  const good = { contents: [question] };
  const ask = async (body: unknown, model = "gemini-3-pro") =>
    await post(`${standin.url("google")}/models/${model}:generateContent`, body);
  const declared = [{ functionDeclarations: [{ name: "look" }] }];
  const json = { responseMimeType: "application/json", responseJsonSchema: { type: "object" } };

  test("accepts a valid request", async () => {
    expect((await ask({ contents: [question, calls, answers] })).status).toBe(200);
    expect((await ask({ ...good, tools: declared, generationConfig: json })).status).toBe(200);
  });

  test.each([
    ["no contents", {}, "contents is not specified"],
    ["an unknown role", { contents: [turn("robot", { text: "x" })] }, "valid role: user, model"],
    ["an unknown field", { ...good, prompt: "x" }, 'Unknown name "prompt"'],
    ["a call without its result", { contents: [question, calls, question] }, "number of function response parts"],
    ["a result without its call", { contents: [question, answers] }, "number of function response parts"],
    ["a result of nothing", { contents: [answers] }, "immediately after a function call turn"],
    [
      "a call without its signature",
      { contents: [question, turn("model", { functionCall: { name: "look", args: {} } }), answers] },
      "missing a `thought_signature`",
    ],
    ["a schema without its type", { ...good, generationConfig: { ...json, responseMimeType: undefined } }, "mime type"],
  ])("rejects %s", async (_name, body, says) => {
    expect(await ask(body)).toEqual({
      status: 400,
      body: { error: { code: 400, message: expect.stringContaining(says), status: "INVALID_ARGUMENT" } },
    });
  });

  test("rejects a schema together with tools for older models", async () => {
    const { status } = await ask({ ...good, tools: declared, generationConfig: json }, "gemini-2.5-pro");
    expect(status).toBe(400);
  });
});

test("an unknown path is not found", async () => {
  expect((await post(`${standin.url("anthropic")}/nothing`, {})).status).toBe(404);
});
