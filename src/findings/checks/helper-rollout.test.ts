// Tests which remaining calls helper-rollout reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { helperRollout } from "./helper-rollout.ts";
import { callsFunction } from "./helper-rollout/replacements.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function findings(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (helperRollout.when(change) !== true) return [];
  return (await helperRollout.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

const places = async (base: Files, head: Files) =>
  (await findings(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);

describe("its own examples", () => {
  const { bad, good } = helperRollout.examples;
  test.each([...bad, ...good].map((one) => [one.name, one] as const))(
    "%s",
    async (_name, { base, head, expect: expected }) => {
      expect(await places(base, head)).toEqual(expected ?? []);
    },
  );
});

/** A helper in its own file, three replaced calls in a second file, one remaining call in a third. */
function rollout(extension: string, helper: string, direct: string, wrapped: string, left = direct) {
  const three = (call: string) => `${call}\n\n${call}\n\n${call}\n`;
  const base = { [`src/a.${extension}`]: three(direct), [`src/b.${extension}`]: `${left}\n` };
  return {
    base,
    head: {
      [`src/h.${extension}`]: helper,
      [`src/a.${extension}`]: three(wrapped),
      [`src/b.${extension}`]: `${left}\n`,
    },
  };
}

describe("every language with functions", () => {
  test.each([
    [
      "rust",
      "rs",
      "pub fn load(path: &str) -> Text {\n    fs::read(path)\n}\n",
      'let a = fs::read("a");',
      'let a = load("a");',
    ],
    ["ruby", "rb", "def load(path)\n  File.read(path)\nend\n", 'a = File.read("a")', 'a = load("a")'],
    [
      "php",
      "php",
      "<?php\nfunction load($path) {\n  return file_get_contents($path);\n}\n",
      "$a = file_get_contents($b);",
      "$a = load($b);",
    ],
    [
      "java",
      "java",
      "class H {\n  static Text load(String path) {\n    return Files.read(path);\n  }\n}\n",
      "a = Files.read(b);",
      "a = H.load(b);",
    ],
    [
      "kotlin",
      "kt",
      "fun load(path: String): Text {\n  return Files.read(path)\n}\n",
      "val a = Files.read(b)",
      "val a = load(b)",
    ],
    [
      "c",
      "c",
      "static int load(const char *path) {\n  return file_read(path);\n}\n",
      "a = file_read(b);",
      "a = load(b);",
    ],
    [
      "a constructor",
      "ts",
      "export function client(url: string) {\n  return new Client(url);\n}\n",
      "const a = new Client(b);",
      "const a = client(b);",
    ],
    [
      "several parameters over several lines",
      "ts",
      "export function send(\n  url: string,\n  body: Body,\n) {\n  return http.post(url, body);\n}\n",
      "http.post(a, b);",
      "send(a, b);",
    ],
  ])("%s", async (_name, extension, helper, direct, wrapped) => {
    const { base, head } = rollout(extension, helper, direct, wrapped);
    const missed = await findings(base, head);
    expect(missed.map(({ kind }) => kind)).toEqual(["missed-call"]);
  });
});

test("the finding counts the replaced calls and quotes the remaining ones", async () => {
  const { base, head } = rollout(
    "ts",
    "export function send(body: Body) {\n  return http.post(body);\n}\n",
    "http.post(a);",
    "send(a);",
  );
  const [one] = await findings(base, head);
  expect(one!.title).toBe("send replaces http.post at 3 places, and 1 still calls it directly");
  expect(one!.explanation).toContain("src/b.ts:1");
  expect(one!.evidence.map(({ path, text }) => [path, text])).toEqual([
    ["src/h.ts", "export function send(body: Body) {"],
    ["src/b.ts", "http.post(a);"],
  ]);
});

describe("reports nothing", () => {
  test.each([["two replaced calls are no rollout", (call: string) => `${call}\n\n${call}\n`]])(
    "%s",
    async (_name, twice) => {
      const helper = "export function send(body: Body) {\n  return http.post(body);\n}\n";
      const base = { "src/a.ts": twice("http.post(a);"), "src/b.ts": "http.post(a);\n" };
      expect(await places(base, { ...base, "src/h.ts": helper, "src/a.ts": twice("send(a);") })).toEqual([]);
    },
  );

  test("about a method of what the helper is given, or of the object itself", async () => {
    for (const helper of [
      "export function send(client: Client, body: Body) {\n  return client.post(client, body);\n}\n",
      "export function send(body: Body) {\n  return this.post(body);\n}\n",
    ]) {
      const { base, head } = rollout("ts", helper, "client.post(client, a);", "send(client, a);");
      expect(await places(base, head)).toEqual([]);
    }
  });

  test("about a method of a variable, which may be another one in the next file", async () => {
    for (const helper of [
      "const tool = make();\nexport function send(body: Body) {\n  return tool.post(body);\n}\n",
      "export function send(body: Body) {\n  for (const tool of tools) tool.post(body);\n}\n",
    ]) {
      const { base, head } = rollout("ts", helper, "tool.post(a);", "send(a);");
      expect(await places(base, head)).toEqual([]);
    }
  });

  test("about a call in another package, which may not know the helper", async () => {
    const { base, head } = rollout(
      "ts",
      "export function send(body: Body) {\n  return http.post(body);\n}\n",
      "http.post(a);",
      "send(a);",
    );
    const others = {
      "package.json": "{}",
      "tools/package.json": "{}",
      "tools/x.ts": "http.post(a);\n",
      "src/b.ts": "",
    };
    expect(await places({ ...base, ...others }, { ...head, ...others })).toEqual([]);
  });

  test("about a function that was there before, and only changed", async () => {
    const helper = "export function send(body: Body) {\n  return http.post(body);\n}\n";
    const { base, head } = rollout("ts", helper, "http.post(a);", "send(a);");
    expect(await places({ ...base, "src/h.ts": "export function send(body: Body) {}\n" }, head)).toEqual([]);
  });

  test("about files that the change touches", async () => {
    const { base, head } = rollout(
      "ts",
      "export function send(body: Body) {\n  return http.post(body);\n}\n",
      "http.post(a);",
      "send(a);",
    );
    expect(await places(base, { ...head, "src/b.ts": "http.post(a);\nmore();\n" })).toEqual([]);
  });
});

cases("%s calls %s: %s", callsFunction, [
  ["http.post(a)", "http.post", true],
  ["x = http.post<Answer>(a)", "http.post", true],
  ["my.http.post(a)", "http.post", false],
  ["http.poster(a)", "http.post", false],
  ["http.post", "http.post", false],
  ["def post(a):", "post", false],
  ["new Client(a)", "new Client", true],
]);
