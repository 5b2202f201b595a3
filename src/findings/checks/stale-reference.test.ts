// Beyond the examples: what the check leaves alone, and what it says.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/change-of.ts";
import { staleReference } from "./stale-reference.ts";

type Files = Record<string, string>;

async function reported(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (staleReference.when(change) !== true) return [];
  const { findings } = await staleReference.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  return findings;
}

async function places(base: Files, head: Files): Promise<string[]> {
  return (await reported(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

const page = "# A page\n\nWith a text of its own that stays.\n";

describe("a file that moved", () => {
  test("the finding says where it is now", async () => {
    const [finding] = await reported(
      { "docs/a.md": page, "README.md": "See docs/a.md\n" },
      { "guide/a.md": page, "README.md": "See docs/a.md\n" },
    );
    expect(finding?.title).toContain("docs/a.md");
    expect(finding?.explanation).toContain("guide/a.md");
    expect(finding?.evidence[0].text).toBe("See docs/a.md");
  });

  test.each([
    ["a line that tells of the move", "docs/a.md was renamed.\n", "README.md"],
    ["a release note", "See docs/a.md\n", "docs/release-notes/1.2.md"],
    ["a fixture", "See docs/a.md\n", "test/fixtures/input.md"],
    ["a translation", "See docs/a.md\n", "locales/de/help.md"],
    ["git's own ignore list", "docs/a.md\n", ".gitignore"],
  ])("%s is left alone", async (_what, text, path) => {
    expect(await places({ "docs/a.md": page, [path]: text }, { "guide/a.md": page, [path]: text })).toEqual([]);
  });

  test("a made-up path in a test is not the file", async () => {
    const test1 = 'const files = { "a.js": 1 };\n';
    expect(await places({ "test/a.js": page, "test/x.test.js": test1 }, { "test/x.test.js": test1 })).toEqual([]);
  });
});

describe("a name that is gone", () => {
  const before = "export function parseOrder() {}\nexport const kept = 1;\n";
  const after = "export const kept = 1;\n";

  test("a comment that speaks of it is reported once a file, with the other lines", async () => {
    const notes = "// parseOrder reads it\nexport const x = 1;\n// as parseOrder does\n";
    const found = await reported({ "a.ts": before, "b.ts": notes }, { "a.ts": after, "b.ts": notes });
    expect(found.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`)).toEqual(["b.ts:1 name-in-docs"]);
    expect(found[0]?.explanation).toContain("Also on line 3");
    expect(found[0]?.evidence[1]).toMatchObject({ path: "a.ts", side: "base", start: 1 });
  });

  test("code of the same name keeps it quiet: it may be another thing", async () => {
    const other = "def parseOrder(): pass\n";
    const doc = "Call parseOrder first.\n";
    const files = { "c.py": other, "README.md": doc };
    expect(await places({ "a.ts": before, ...files }, { "a.ts": after, ...files })).toEqual([]);
  });

  test("plain words are no names", async () => {
    const doc = "We parse every order.\n";
    const base = { "a.ts": "export function order() {}\n", "README.md": doc };
    expect(await places(base, { "a.ts": "\n", "README.md": doc })).toEqual([]);
  });

  test("a string that stands in many places is a value of its own", async () => {
    const uses = Object.fromEntries(["b", "c", "d"].map((name) => [`${name}.ts`, 'export default "parseOrder";\n']));
    expect(await places({ "a.ts": before, ...uses }, { "a.ts": after, ...uses })).toEqual([]);
  });
});

describe("an import of what is gone", () => {
  test("a barrel that passes it on is reported, those behind it are not", async () => {
    const rest = {
      "src/index.ts": 'export { gone } from "./a.js";\n',
      "src/use.ts": 'import { gone } from "./index.js";\nexport const x = gone;\n',
    };
    const base = { "src/a.ts": "export const gone = 1;\nexport const kept = 2;\n", ...rest };
    expect(await places(base, { "src/a.ts": "export const kept = 2;\n", ...rest })).toEqual([
      "src/index.ts:1 import-of-removed",
    ]);
  });

  test("a module that still gives it by export * is quiet", async () => {
    const use = { "src/use.ts": 'import { gone } from "./a.js";\nexport const x = gone;\n' };
    const base = { "src/a.ts": "export const gone = 1;\n", ...use };
    const head = { "src/a.ts": 'export * from "./b.js";\n', "src/b.ts": "export const gone = 1;\n", ...use };
    expect(await places(base, head)).toEqual([]);
  });

  test("a module that moved is reported where it is imported by its old path", async () => {
    const body = "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n";
    const use = { "src/use.ts": 'import { one } from "./a";\nexport const x = one;\n' };
    expect(await places({ "src/a.ts": body, ...use }, { "src/lib/a.ts": body, ...use })).toEqual([
      "src/use.ts:1 import-of-removed",
    ]);
  });
});

describe("a package script that is gone", () => {
  const scripts = (names: string[]) =>
    JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, "x"])) });

  test("another package that has it keeps it quiet", async () => {
    const rest = {
      "b/package.json": '{\n  "scripts": {\n    "gen:api": "x"\n  }\n}\n',
      "README.md": "Run npm run gen:api\n",
    };
    expect(
      await places({ "package.json": scripts(["gen:api"]), ...rest }, { "package.json": scripts([]), ...rest }),
    ).toEqual([]);
  });

  test("the same words without a runner are not a command", async () => {
    const rest = { "README.md": "The gen:api step is slow.\n" };
    expect(
      await places({ "package.json": scripts(["gen:api"]), ...rest }, { "package.json": scripts([]), ...rest }),
    ).toEqual([]);
  });
});
