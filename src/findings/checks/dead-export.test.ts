// Tests which unused exports dead-export reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { deadExport } from "./dead-export.ts";
import { isLoadedByName } from "./dead-export/framework-conventions.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function dead(head: Files, base: Files = {}): Promise<string[]> {
  const change = changeOf({ base, head });
  if (deadExport.when(change) !== true) return [];
  const { findings } = await deadExport.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  return findings.map(({ at, title }) => `${at.path}:${at.start} ${title.split(" ")[3]}`);
}

describe("its own examples", () => {
  const { bad, good } = deadExport.examples;
  test.each([...bad, ...good].map((one) => [one.name, one] as const))(
    "%s",
    async (_name, { base, head, expect: expected }) => {
      expect(await dead(head, base)).toEqual(
        (expected ?? []).map((line) => expect.stringContaining(line.split(" ")[0]!)),
      );
    },
  );
});

describe("every way to declare an export", () => {
  test.each([
    ["export const lonely = 1;", "lonely"],
    ["export function lonely() {}", "lonely"],
    ["export async function* lonely() {}", "lonely"],
    ["export class Lonely {}", "Lonely"],
    ["export enum Lonely { A }", "Lonely"],
    ["export const { lonely } = make();", "lonely"],
  ])("%s", async (text, name) => {
    expect(await dead({ "src/part.ts": `${text}\n` })).toEqual([`src/part.ts:1 ${name}`]);
  });

  test.each([
    ["a type", "export type Lonely = 1;"],
    ["an interface", "export interface Lonely {}"],
    ["what is only declared", "export declare const lonely: 1;"],
    ["a default, which others may load by the file's name", "export default function lonely() {}"],
    ["what another module exports", 'export { lonely } from "./other";'],
    ["a name that frameworks ask for", "export const metadata = {};"],
  ])("%s is left alone", async (_name, text) => {
    expect(await dead({ "src/part.ts": `${text}\n` })).toEqual([]);
  });
});

describe("who counts as a user", () => {
  const part = "export const lonely = 1;\n";
  test.each([
    [
      "an alias",
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        "app.ts": 'import { lonely } from "@/part";\n',
      },
    ],
    ["a Vue component", { "App.vue": '<script setup>\nimport { lonely } from "./src/part";\n</script>\n' }],
    ["a type import", { "a.ts": 'import type { lonely } from "./src/part";\n' }],
    ["an import type", { "a.ts": 'type A = typeof import("./src/part").lonely;\n' }],
    ["a dynamic import of the whole", { "a.ts": 'const part = await import("./src/part");\nregister(part);\n' }],
    ["a mock of the whole", { "a.test.ts": 'vi.mock("./src/part");\n' }],
    ["a page", { "index.html": '<script type="module">\nimport { lonely } from "./src/part.js";\n</script>\n' }],
    ["an import that cannot be followed", { "a.ts": 'import { lonely } from "app/part";\n' }],
    ["a global", { "a.js": "lonely();\n" }],
  ])("%s", async (_name, others) => {
    expect(await dead({ "src/part.ts": part, ...others })).toEqual([]);
  });

  test.each([
    ["a comment", { "a.ts": "// see lonely\n" }],
    ["prose", { "README.md": "Call `lonely`.\n" }],
    [
      "a namesake of another module",
      { "a.ts": 'import { lonely } from "./b";\n', "b.ts": "export const lonely = 2;\nuse(lonely);\n" },
    ],
    ["a namesake of a package", { "a.ts": 'import { lonely } from "lodash";\n' }],
  ])("not %s", async (_name, others) => {
    expect(await dead({ "src/part.ts": part, ...others })).toContain("src/part.ts:1 lonely");
  });
});

describe("packages", () => {
  const part = { "src/part.ts": "export const lonely = 1;\n" };
  test("an entry that resolves to an unknown file makes everything public", async () => {
    expect(await dead({ ...part, "package.json": '{ "main": "./made/by-a-tool.js" }' })).toEqual([]);
  });

  test("a re-exported name makes no other name public", async () => {
    const files = {
      "package.json": '{ "name": "x", "main": "src/index.ts" }',
      "src/index.ts": 'export { known } from "./part";\n',
      "src/part.ts": "export const known = 1;\nexport const lonely = 1;\n",
    };
    expect(await dead(files)).toEqual(["src/part.ts:2 lonely"]);
  });

  test("another package re-exports it", async () => {
    const files = {
      "package.json": '{ "workspaces": ["packages/*"] }',
      "packages/core/package.json": '{ "name": "core", "private": true }',
      "packages/core/src/part.ts": "export const lonely = 1;\n",
      "packages/kit/package.json": '{ "name": "kit", "exports": "./src/public.ts" }',
      "packages/kit/src/public.ts": 'export * from "./inner";\n',
      "packages/kit/src/inner.ts": 'export { lonely } from "core/src/part";\n',
    };
    expect(await dead(files)).toEqual([]);
  });

  test("a program's own file is an entry", async () => {
    expect(await dead({ ...part, "package.json": '{ "name": "x", "bin": { "x": "./src/part.ts" } }' })).toEqual([]);
  });
});

test("a glob that is written to be slow holds nothing up", async () => {
  const name = `src/${"a".repeat(200)}.ts`;
  const files = {
    [name]: "export const lonely = 1;\n",
    "src/load.ts": `const all = import.meta.glob("./*${"a*".repeat(40)}b.ts");\n`,
  };
  const before = process.cpuUsage();
  expect(await dead(files)).toEqual([`${name}:1 lonely`]);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});

test("an export that was there before is not new, wherever it was", async () => {
  const base = { "src/a.ts": "export const moved = 1;\n", "src/b.ts": "export const kept = 1;\n" };
  const head = { "src/c.ts": "export const moved = 1;\n", "src/b.ts": "export const kept = 2;\n" };
  expect(await dead(head, base)).toEqual([]);
});

cases("%s is loaded by name: %s", isLoadedByName, [
  ["src/price.ts", false],
  ["src/price.test.ts", true],
  ["src/price.d.ts", true],
  ["src/Picker.ios.tsx", true],
  ["src/Button.stories.tsx", true],
  ["app/blog/page.tsx", true],
  ["pages/blog.tsx", true],
  ["src/routes/+server.ts", true],
  ["next.config.mjs", true],
  [".storybook/preview.ts", true],
  ["server/api/users.get.ts", true],
  ["src/db/migrations/2024-init.ts", true],
  ["examples/basic/src/part.ts", true],
  ["src/part.py", true],
]);
