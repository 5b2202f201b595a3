// Tests that a server says when it cannot work: a store that only reads, and metrics that are not for everybody.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { answerOperator, openReadiness, type OperatorNeeds } from "./answer-operator.ts";
import { newMetrics } from "./metrics.ts";

const noJobs = { jobs: { depth: async () => [] }, records: { spent: async () => 0 }, pacing: { list: async () => [] } };

async function listen(more: Partial<OperatorNeeds>): Promise<(path: string, token?: string) => Promise<number>> {
  const store = noJobs as unknown as OperatorNeeds["store"];
  const needs = {
    store,
    metrics: newMetrics(),
    canWrite: async () => true,
    now: () => 0,
    stopping: () => false,
    ...more,
  };
  const server = createServer((request, response) => {
    void answerOperator(request.url!, request.headers, response, needs);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return async (path, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
  };
}

test("a server whose store cannot be written is not ready, and its log says why once", async () => {
  const lines: [string, unknown][] = [];
  let isFull = false;
  let [now, writes] = [0, 0];
  const turn = async () => {
    writes += 1;
    if (isFull) throw new Error("database or disk is full");
    return true;
  };
  const store = { pacing: { turn } } as unknown as OperatorNeeds["store"];
  const canWrite = openReadiness({ store, now: () => now, log: (what, { why }) => void lines.push([what, why]) });
  const ask = await listen({ canWrite });
  expect(await ask("/readyz")).toBe(200);
  isFull = true;
  // Whoever asks all the time causes few writes.
  expect([await ask("/readyz"), writes]).toEqual([200, 1]);
  for (now of [3_000, 6_000]) expect(await ask("/readyz")).toBe(503);
  isFull = false;
  now = 9_000;
  expect(await ask("/readyz")).toBe(200);
  expect(lines).toEqual([
    ["the store cannot be written", "database or disk is full"],
    ["the store can be written again", null],
  ]);
});

test("the metrics of a public server need a token", async () => {
  const statuses = async (more: Partial<OperatorNeeds>) => {
    const ask = await listen(more);
    return [await ask("/metrics"), await ask("/metrics", "a-token"), await ask("/metrics", "another")];
  };
  expect(await statuses({})).toEqual([200, 200, 200]);
  expect(await statuses({ isPublic: true })).toEqual([401, 401, 401]);
  expect(await statuses({ isPublic: true, metricsToken: "a-token" })).toEqual([401, 200, 401]);
});
