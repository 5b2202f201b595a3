import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { withServerBudgets } from "./server-context.ts";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function serverOf(body: string, status = 200) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return { requests, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const listed = (...data: unknown[]) => JSON.stringify({ object: "list", data });
const env = { LOCAL_KEY: "secret" };

async function budgetFrom(body: string, status = 200) {
  const { baseUrl } = await serverOf(body, status);
  const [settings] = await withServerBudgets([{ use: "compatible/coder", baseUrl }], { env });
  return settings!.budget;
}

test.each<[string, unknown, number]>([
  ["vLLM", { id: "coder", max_model_len: 65_536 }, 32_768],
  ["OpenRouter", { id: "coder", context_length: 1_000_000 }, 100_000],
  ["Groq", { id: "coder", context_window: 131_072 }, 65_536],
  ["llama.cpp", { id: "coder", meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, 4_096],
])("a context that %s reports sets the budget", async (_server, entry, budget) => {
  expect(await budgetFrom(listed({ id: "other", max_model_len: 4_000 }, entry))).toBe(budget);
});

test.each<[string, string, number?]>([
  ["no such model", listed({ id: "other", max_model_len: 65_536 })],
  ["no size", listed({ id: "coder", object: "model", meta: null })],
  ["a size of another type", listed({ id: "coder", max_model_len: "65536" })],
  ["an impossible size", listed({ id: "coder", max_model_len: -1, context_length: 12 })],
  ["no list", "[]"],
  ["no JSON", "<html>"],
  ["no such page", "{}", 404],
])("%s changes nothing", async (_name, body, status) => {
  expect(await budgetFrom(body, status)).toBeUndefined();
});

test("the user's budget takes precedence, vendors and programs get no request, and nothing is thrown", async () => {
  const { requests, baseUrl } = await serverOf(listed({ id: "coder", max_model_len: 65_536 }));
  const models = [
    { use: "compatible/coder", baseUrl, budget: 9_000 },
    { use: "anthropic/claude-haiku-4-5", baseUrl },
    { use: "codex" },
    { use: "compatible/coder", baseUrl: "no address" },
    { use: "compatible/coder", baseUrl, key: "NOT_SET" },
  ];
  expect(await withServerBudgets(models, { env })).toEqual(models);
  expect(requests).toEqual([]);
});

test("the key goes to the configured server", async () => {
  const { requests, baseUrl } = await serverOf(listed());
  await withServerBudgets([{ use: "compatible/coder", baseUrl, key: "LOCAL_KEY" }], { env });
  expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/v1/models", "Bearer secret"]]);
});
