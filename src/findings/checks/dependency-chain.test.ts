import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/change-of.ts";
import { namesRead } from "./dependency-chain/expressions.ts";
import { filesRun } from "./dependency-chain/package-json.ts";
import { resolveFrom } from "./dependency-chain/layout.ts";
import { dependencyChain } from "./dependency-chain.ts";

type Files = Record<string, string>;

async function report(base: Files, head: Files): Promise<string[]> {
  const change = changeOf({ base, head });
  if (dependencyChain.when(change) !== true) return [];
  const { findings } = await dependencyChain.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  for (const { at, evidence } of findings) expect(head[at.path]?.split("\n")[at.start - 1]).toBe(evidence[0].text);
  return findings.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

const workflow = (...lines: string[]) => ({ ".github/workflows/ci.yml": `${lines.join("\n")}\n` });

describe("workflows", () => {
  test("a job that needs itself by an old name, once in a list and once alone", async () => {
    const head = workflow("jobs:", "  a:", "    runs-on: x", "  b:", "    needs: [a, gone]", "  c:", "    needs: lost");
    expect(await report({}, head)).toEqual([
      ".github/workflows/ci.yml:5 missing-job",
      ".github/workflows/ci.yml:7 missing-job",
    ]);
  });

  test("what a job reads of jobs that others need is empty, and is said once", async () => {
    const head = workflow(
      "jobs:",
      "  a: { runs-on: x }",
      "  b:",
      "    needs: a",
      "  c:",
      "    needs: b",
      "    runs-on: ${{ needs.a.outputs.runner }}",
      "    steps:",
      "      - run: |",
      "          # ${{ needs.a.result }}",
      "          echo ${{ needs.a.result }} ${{ needs.b.result }}",
    );
    expect(await report({}, head)).toEqual([".github/workflows/ci.yml:7 undeclared-need"]);
  });

  test("lines in scripts and quoted conditions are the ones named", async () => {
    const head = workflow(
      "jobs:",
      "  a:",
      "    steps:",
      "      - id: real",
      "        run: |",
      "          one",
      "          two ${{ steps.unreal.outputs.x }}",
      "      - if: 'steps.other.outcome == ''failure'''",
      "        run: x",
    );
    expect(await report({}, head)).toEqual([
      ".github/workflows/ci.yml:7 missing-step",
      ".github/workflows/ci.yml:8 missing-step",
    ]);
  });

  test("a job that is renamed does not break again what was broken in it", async () => {
    const job = (name: string) =>
      workflow("jobs:", `  ${name}:`, "    steps:", "      - run: ${{ steps.none.outputs.x }}");
    expect(await report(job("old"), job("new"))).toEqual([]);
  });

  test("anchors are followed", async () => {
    const head = workflow(
      "jobs:",
      "  a:",
      "    steps: &steps",
      "      - id: one",
      "        run: x",
      "      - run: ${{ steps.one.outputs.x }}",
      "  b:",
      "    steps: *steps",
      "  c:",
      "    needs: &all [a, b]",
      "  d:",
      "    needs: *all",
      "    if: needs.a.result && needs.b.result",
    );
    expect(await report({}, head)).toEqual([]);
  });

  test("a file that is no YAML is another check's business", async () => {
    expect(await report({}, workflow("jobs:", "  a:", "  needs: [", "}"))).toEqual([]);
  });

  test("a local action in a submodule or behind a link is not missed", async () => {
    const head = { ...workflow("jobs:", "  a:", "    steps:", "      - uses: ./tools/setup"), tools: "../elsewhere" };
    expect(await report({}, head)).toEqual([]);
  });
});

test.each([
  ["${{ needs.a.result }} needs.b", false, "needs", ["a"]],
  ["needs.a && contains('needs.b', x) && needs['c-d'].result", true, "needs", ["a", "c-d"]],
  ["inputs.needs.a || my-needs.b", true, "needs", []],
  ["steps.a.outputs.b == steps.c", true, "steps", ["a"]],
  ["needs.*.result", true, "needs", []],
  ["${{ needs.a", false, "needs", []],
] as const)("expressions in %j", (text, condition, context, names) => {
  expect(namesRead(text, condition, context).map(({ name }) => name)).toEqual(names);
});

test.each([
  ["node scripts/a.js && tsx ./b.ts --flag", ["scripts/a.js", "./b.ts"]],
  ["NODE_ENV=production cross-env A=1 node --enable-source-maps a.mjs", ["a.mjs"]],
  ["node -r ./setup.js a.js", []],
  ["cd app && node a.js", []],
  ["node a.js; cd app; node b.js", ["a.js"]],
  ["node scripts/*.js", []],
  ["node ${FILE}.js", []],
  ["vite build", []],
])("files that %j runs", (script, files) => {
  expect(filesRun(script)).toEqual(files);
});

test("paths resolve inside the repository only", () => {
  expect(resolveFrom("a/b", "../c/./d")).toBe("a/c/d");
  expect(resolveFrom("a", "..")).toBe("");
  expect(resolveFrom("a", "../../b")).toBeNull();
});

describe("tsconfig", () => {
  test("aliases start from an inherited baseUrl", async () => {
    const files = {
      "base.json": '{ "compilerOptions": { "baseUrl": "./src" } }\n',
      "app/tsconfig.json":
        '{ "extends": "../base.json",\n  "compilerOptions": { "paths": { "a": ["a"], "b": ["b"] } } }\n',
      "src/a.ts": "export {};\n",
    };
    expect(await report({}, files)).toEqual(["app/tsconfig.json:2 missing-alias-target"]);
  });

  test("an alias is not judged where a package decides its baseUrl", async () => {
    const files = {
      "tsconfig.json":
        '{ "extends": "@tsconfig/node24/tsconfig.json", "compilerOptions": { "paths": { "a": ["gone"] } } }\n',
    };
    expect(await report({}, files)).toEqual([]);
  });

  test("comments and trailing commas are fine, and fixtures are left alone", async () => {
    const text = '{\n  // shared\n  "extends": "./gone.json",\n}\n';
    expect(await report({}, { "tsconfig.build.json": text, "test/fixtures/tsconfig.json": text })).toEqual([
      "tsconfig.build.json:3 missing-config",
    ]);
  });
});

describe("package.json", () => {
  test("a file that is only published counts when this change removes it", async () => {
    const text = '{ "files": ["LICENSE", "extra/notes.txt"] }\n';
    expect(await report({}, { "package.json": text })).toEqual([]);
    expect(await report({ "package.json": text, "extra/notes.txt": "x\n" }, { "package.json": text })).toEqual([
      "package.json:1 missing-entry",
    ]);
  });

  test("patterns lead to a folder, and conditions nest", async () => {
    const text =
      '{ "exports": { "./a/*": "./src/a/*.js", ".": { "import": { "types": "./index.d.ts", "default": "./index.js" } } } }\n';
    expect(await report({}, { "package.json": text, "src/a/x.js": "x\n", "index.ts": "x\n" })).toEqual([]);
    expect(await report({}, { "package.json": text, "index.js": "x\n", "src/b.js": "x\n" })).toEqual([
      "package.json:1 missing-entry",
    ]);
  });

  test("nothing is said about a template that is no JSON", async () => {
    expect(await report({}, { "package.json": '{ "main": {{ main }} }\n' })).toEqual([]);
  });
});

test("a change without any of this is not looked at", () => {
  const change = changeOf({ base: { "a.ts": "1\n" }, head: { "a.ts": "2\n" } });
  expect(dependencyChain.when(change)).toMatchObject({ kind: "nothing-to-check" });
});
