// The plugin for coding agents: one version everywhere, and skills that name tools which exist. `.ci/plugins` runs the
// vendors' validators and real agents.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { agentTools } from "../src/app/mcp/tools/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "plugins/crosscheck");
const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, never>;

test("has the version of the package in every manifest", () => {
  const { version } = json("package.json");
  const manifests = ["plugin.json", ".claude-plugin/plugin.json", "gemini-extension.json"].map(
    (name) => json(`plugins/crosscheck/${name}`)["version"],
  );
  const server = json("plugins/server.json") as unknown as { version: string; packages: { version: string }[] };
  const market = json(".claude-plugin/marketplace.json") as unknown as { plugins: { version: string }[] };
  const all = [...manifests, server.version, server.packages[0]!.version, market.plugins[0]!.version];
  expect(new Set(all)).toEqual(new Set([version]));
});

test("starts the same server everywhere", () => {
  const [first, ...others] = [".mcp.json", "mcp.json", "gemini-extension.json"].map(
    (name) => json(`plugins/crosscheck/${name}`)["mcpServers"],
  );
  expect(first).toEqual({ crosscheck: { command: "npx", args: ["-y", "crosscheck-review", "mcp"] } });
  for (const other of others) expect(other).toEqual(first);
});

const skills = globSync("skills/*/SKILL.md", { cwd: folder });

test.each(skills)("%s has a header that agents read, and names only tools that exist", (path) => {
  const text = readFileSync(join(folder, path), "utf8");
  const [, header = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  expect(/^name: (.*)$/m.exec(header)?.[1]).toBe(dirname(path).split("/").at(-1));
  expect(/^description: (.*)$/m.exec(header)![1]!.length).toBeLessThan(1024);
  const names = agentTools.map(({ name }) => name);
  const named = [...body.matchAll(/`((?:review|get|look|submit|post|list|fix)_[a-z]+)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

test("there are two skills", () => expect(skills).toHaveLength(2));
