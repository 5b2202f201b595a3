import { expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";

test("speaks the protocol on standard output, and nothing else", async () => {
  const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  const ask = line({ id: 1, method: "initialize", params }) + line({ method: "notifications/initialized" });
  const ran = await crosscheck(["mcp", "--read-only"], {
    ownProcess: true,
    input: ask,
    heard: (out, child) => out.includes('"id":1') && child.kill("SIGTERM"),
  });
  const answers = ran.out
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { result?: { serverInfo: object } });
  expect(answers).toHaveLength(1);
  expect(answers[0]!.result!.serverInfo).toMatchObject({ name: "crosscheck" });
});

test("has an option for agents that must not write", async () => {
  const { out, code } = await crosscheck(["mcp", "--help"]);
  expect([code, out]).toEqual([0, expect.stringContaining("--read-only")]);
});
