import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { detectCommands } from "./detect.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-detect-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const scripts = (given: object, more: object = {}) => JSON.stringify({ ...more, scripts: given });

test.each<[string, Record<string, string>, string[]]>([
  ["nothing", {}, []],
  [
    "scripts of a package",
    { "package.json": scripts({ build: "tsc", "type-check": "tsc", lint: "oxlint", test: "vitest" }) },
    ["npm run test", "npm run lint", "npm run type-check"],
  ],
  ["the other spelling", { "package.json": scripts({ typecheck: "tsc" }) }, ["npm run typecheck"]],
  [
    "npm's default script without tests",
    { "package.json": scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  ["scripts that are none", { "package.json": scripts({ test: 7, lint: "" }) }, []],
  ["pnpm by its lock", { "package.json": scripts({ test: "x" }), "pnpm-lock.yaml": "" }, ["pnpm run test"]],
  ["yarn by its lock", { "package.json": scripts({ test: "x" }), "yarn.lock": "" }, ["yarn run test"]],
  ["bun by its lock", { "package.json": scripts({ test: "x" }), "bun.lock": "" }, ["bun run test"]],
  [
    "as the package says",
    { "package.json": scripts({ test: "x" }, { packageManager: "pnpm@9.1.0" }), "yarn.lock": "" },
    ["pnpm run test"],
  ],
  [
    "an unknown package manager",
    { "package.json": scripts({ test: "x" }, { packageManager: "rm -rf@1" }) },
    ["npm run test"],
  ],
  ["a broken package", { "package.json": "{" }, []],
  ["a package that is no object", { "package.json": "null" }, []],
  ["Rust and Go", { "Cargo.toml": "", "go.mod": "" }, ["cargo test", "go test ./..."]],
  ["pytest by its file", { "pytest.ini": "" }, ["pytest"]],
  ["pytest by its section", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, ["pytest"]],
  ["pytest by conftest", { "tests/conftest.py": "" }, ["pytest"]],
  ["Python without pytest", { "pyproject.toml": "[project]\n" }, []],
])("%s", (_, files, commands) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(detectCommands(folder)).toEqual(commands);
});
