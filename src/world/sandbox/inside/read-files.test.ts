// Tests the server that reads the files of one folder, as its own process.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";

const program = fileURLToPath(new URL("./read-files.ts", import.meta.url));

function folderWith(files: Record<string, string>): string {
  const folder = join(temporaryFolder("read-files"), "review");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function answersTo(folder: string, ...requests: object[]): unknown[] {
  const input = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("");
  const { stdout } = spawnSync(process.execPath, [program, folder], { input, env: {} });
  const lines = stdout.toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** The text that each call of a tool returns. */
function called(folder: string, ...calls: [name: string, args: object][]): string[] {
  const requests = calls.map(([name, args], id) => ({ id, method: "tools/call", params: { name, arguments: args } }));
  const answers = answersTo(folder, ...requests) as { result: { content: [{ text: string }] } }[];
  return answers.map(({ result }) => result.content[0].text);
}

test("it introduces itself, names its tools as reading only, and ignores notifications", () => {
  const params = { protocolVersion: "2025-06-18" };
  const [hello, list, unknown] = answersTo(
    folderWith({ "a.js": "" }),
    { id: 0, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: "list", method: "tools/list" },
    { id: 2, method: "resources/list" },
  );
  expect(hello).toMatchObject({ id: 0, result: { ...params, capabilities: { tools: {} } } });
  const { result } = list as { result: { tools: { name: string; annotations: object }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(["list_folder", "read_file", "search"]);
  for (const { annotations } of result.tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  expect(unknown).toEqual({ jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found" } });
});

test("it lists, reads and searches", () => {
  const folder = folderWith({ "head/src/a.js": "one\ntwo(\n", "head/b.js": "two(\n" });
  expect(
    called(
      folder,
      ["list_folder", { path: "head" }],
      ["read_file", { path: "head/src/a.js", from: 2 }],
      ["search", { text: "two(", path: "." }],
    ),
  ).toEqual(["b.js\nsrc/", "2\ttwo(\n3\t", "head/b.js:1:two(\nhead/src/a.js:2:two("]);
});

test("it reads nothing outside the folder, by whatever path or link", () => {
  const folder = folderWith({ "head/a.js": "a", "../secret.txt": "secret", "../review-other/b.txt": "secret" });
  symlinkSync(join(folder, "../secret.txt"), join(folder, "head/link.txt"));
  const paths = ["../secret.txt", "head/../../secret.txt", "head/link.txt", "../review-other/b.txt", "/../secret.txt"];
  for (const text of called(folder, ...paths.map((path) => ["read_file", { path }] as [string, object])))
    expect(text).toBe("it is outside the working folder");
  expect(called(folder, ["search", { text: "secret", path: "." }], ["list_folder", { path: ".." }])).toEqual([
    "",
    "it is outside the working folder",
  ]);
});

test("it says what is wrong with a call, and goes on", () => {
  const folder = folderWith({ "a.js": "x".repeat(100_000) });
  const [missing, unknown, long] = called(
    folder,
    ["read_file", { path: "b.js" }],
    ["write_file", { path: "a.js" }],
    ["read_file", { path: "a.js" }],
  );
  expect(missing).toContain("no such file");
  expect(unknown).not.toBe("");
  expect(long).toMatch(/x\n\[cut here\]$/);
});
