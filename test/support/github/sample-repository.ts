// The story that most tests of the stand-in begin with: Ada's shop, Bob who reviews, and a pull request.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStandin, setClock, type GitHubStandinOptions } from "../../../src/standin/github/standin.ts";

export const lines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join("");

export async function openShop(options: Partial<GitHubStandinOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-standin-"));
  const clock = setClock();
  const standin = await openStandin({ folder, clock, ...options });
  standin.user("ada", { email: "ada@example.com" });
  standin.user("bob");
  const repository = await standin.repository("ada", "shop", [
    { message: "Open the shop", files: { "till.ts": lines(40) } },
  ]);
  const changed = { "till.ts": lines(40, { 10: "changed" }) };
  await standin.push(repository, "feature", [{ message: "Change the till", files: changed }], { from: "main" });
  const pull = await standin.openPull(repository, "ada", {
    title: "Change the till",
    body: "Faster.",
    head: "feature",
  });
  const tokens = { ada: standin.token("ada"), bob: standin.token("bob") };

  const ask = async (method: string, path: string, token: string | null, body?: unknown, headers = {}) => {
    const response = await fetch(`${standin.url}${path}`, {
      method,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (response.headers.get("content-type") ?? "").includes("json") && text !== "" ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    standin,
    clock,
    repository,
    pull,
    tokens,
    ask,
    rest: async (method: string, path: string, token: string | null, body?: unknown, headers = {}) =>
      await ask(method, `/api/v3/repos/ada/shop${path}`, token, body, headers),
    graphql: async (query: string, token: string | null, variables = {}) =>
      await ask("POST", "/api/graphql", token, { query, variables }),
    close: async () => {
      await standin.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
