// Tests which broken references dependency-chain reports, beyond its examples.
import { resolveFrom } from "../../change/paths.ts";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { commandBuilds } from "./dependency-chain/build-contexts.ts";
import { isDockerfile } from "./dependency-chain/dockerfile.ts";
import { parseCopies } from "./dependency-chain/dockerfile-copies.ts";
import { parseDockerignore } from "./dependency-chain/dockerignore.ts";
import { findContextReads } from "./dependency-chain/context-reads.ts";
import { findCycle } from "./dependency-chain/workflow-needs.ts";
import { filesRunByScript } from "./dependency-chain/script-commands.ts";
import { dependencyChain } from "./dependency-chain.ts";
import { cases } from "../../../test/support/cases.ts";

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

  test("reading the output of a job that is not needed directly is reported once", async () => {
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

  test("a step that reads itself or a later one reads nothing; outputs of the job may read all", async () => {
    const head = workflow(
      "jobs:",
      "  a:",
      "    outputs:",
      "      late: ${{ steps.second.outputs.x }}",
      "    steps:",
      "      - id: first",
      "        run: echo ${{ steps.first.outputs.x }}",
      "      - run: echo ${{ steps.first.outputs.x }} ${{ steps.second.outputs.x }}",
      "      - id: second",
      "        run: x",
      "      - if: steps.second.outcome == 'success'",
      "        run: x",
    );
    expect(await report({}, head)).toEqual([
      ".github/workflows/ci.yml:7 missing-step",
      ".github/workflows/ci.yml:8 missing-step",
    ]);
  });

  test("outputs are checked for jobs with steps, not for called workflows or computed lists", async () => {
    const head = workflow(
      "jobs:",
      "  called:",
      "    uses: org/repo/.github/workflows/x.yml@v1",
      "  open:",
      "    outputs: ${{ fromJSON('{}') }}",
      "    steps: []",
      "  none:",
      "    steps: []",
      "  last:",
      "    needs: [called, open, none]",
      "    if: needs.called.outputs.a && needs.open.outputs.b",
      "    env:",
      "      C: ${{ needs.none.outputs.c }}",
    );
    expect(await report({}, head)).toEqual([".github/workflows/ci.yml:13 missing-output"]);
  });

  cases("a cycle of needs: %s", (_name, needs) => findCycle(new Map(Object.entries(needs))), [
    ["one that waits for itself", { a: ["a"] }, ["a"]],
    ["a ring behind others", { a: ["b"], b: ["c"], c: ["d"], d: ["b"] }, ["b", "c", "d"]],
    ["two ways to one place", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
    ["what is not there", { a: ["gone"] }, []],
  ]);

  test("a workflow of the repository itself may be named by `$/`", async () => {
    const head = workflow(
      "jobs:",
      "  a:",
      "    uses: $/.github/workflows/ci.yml",
      "  b:",
      "    uses: $/.github/workflows/no.yml",
    );
    expect(await report({}, head)).toEqual([".github/workflows/ci.yml:5 missing-workflow"]);
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

  test("a renamed job does not report its old problems again", async () => {
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

  test("invalid YAML is not reported", async () => {
    expect(await report({}, workflow("jobs:", "  a:", "  needs: [", "}"))).toEqual([]);
  });

  test("a local action in a submodule or behind a link is not reported", async () => {
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
  expect(findContextReads(text, condition, context).map(({ name }) => name)).toEqual(names);
});

cases("files that %j runs", filesRunByScript, [
  ["node scripts/a.js && tsx ./b.ts --flag", ["scripts/a.js", "./b.ts"]],
  ["NODE_ENV=production cross-env A=1 node --enable-source-maps a.mjs", ["a.mjs"]],
  ["node -r ./setup.js a.js", []],
  ["cd app && node a.js", []],
  ["node a.js; cd app; node b.js", ["a.js"]],
  ["node scripts/*.js", []],
  ["node ${FILE}.js", []],
  ["vite build", []],
]);

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

  test("an alias leads nowhere after its folder moved", async () => {
    const config = '{\n  "compilerOptions": {\n    "paths": {\n      "@lib/*": ["./src/lib/*"]\n    }\n  }\n}\n';
    const user = { "tsconfig.json": config, "src/a.ts": 'import { net } from "@lib/price";\n' };
    const base = { ...user, "src/lib/price.ts": "export const net = 1;\n" };
    const head = { ...user, "packages/lib/src/price.ts": "export const net = 1;\n" };
    expect(await report(base, head)).toEqual(["tsconfig.json:4 missing-alias-target"]);
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

  test("a template that is not JSON is not reported", async () => {
    expect(await report({}, { "package.json": '{ "main": {{ main }} }\n' })).toEqual([]);
  });
});

describe("Dockerfile", () => {
  const docker = (...lines: string[]) => `${lines.join("\n")}\n`;

  test("a source is found from the repository, the Dockerfile's folder and those between", async () => {
    const head = {
      "services/api/docker/Dockerfile": docker("FROM x", "COPY a.json b.json c.json d.json ./"),
      "a.json": "{}\n",
      "services/api/b.json": "{}\n",
      "services/api/docker/c.json": "{}\n",
    };
    expect(await report({}, head)).toEqual(["services/api/docker/Dockerfile:2 missing-copy-source"]);
  });

  test("a context that a compose file or a workflow names counts as well", async () => {
    const dockerfile = { "docker/Dockerfile": docker("FROM x", "COPY conf.json ./"), "other/conf.json": "{}\n" };
    const compose = {
      "compose.yml": docker(
        "services:",
        "  a:",
        "    build:",
        "      context: other",
        "      dockerfile: ../docker/Dockerfile",
      ),
    };
    const action = workflow(
      "jobs:",
      "  a:",
      "    steps:",
      "      - uses: docker/build-push-action@v6",
      "        with: { context: other, file: docker/Dockerfile }",
    );
    const command = workflow(
      "jobs:",
      "  a:",
      "    steps:",
      "      - run: docker build -f docker/Dockerfile -t x other",
    );
    const unknown = workflow("jobs:", "  a:", "    steps:", "      - run: docker build -f docker/Dockerfile $FOLDER");
    expect(await report({}, dockerfile)).toEqual(["docker/Dockerfile:2 missing-copy-source"]);
    for (const builder of [compose, action, command, unknown])
      expect(await report(builder, { ...builder, ...dockerfile })).toEqual([]);
  });

  test("a program that a pipeline provides is reported only if this change removes it", async () => {
    const head = { Dockerfile: docker("FROM x", "COPY server /server", "COPY conf/app.bin /app") };
    expect(await report({}, head)).toEqual([]);
    expect(await report({ ...head, server: "x\n", "conf/app.bin": "x\n" }, head)).toEqual([
      "Dockerfile:2 missing-copy-source",
      "Dockerfile:3 missing-copy-source",
    ]);
  });

  test("references that were already broken are not reported", async () => {
    const before = { Dockerfile: docker("FROM x", "COPY gone.json ./") };
    expect(await report(before, { Dockerfile: docker("FROM y", "", "COPY gone.json ./") })).toEqual([]);
  });

  cases("sources in %j", (text) => parseCopies(text).map(({ source }) => source), [
    ["COPY a b /c/", ["a", "b"]],
    ['COPY ["a", "b", "/c/"]', ["a", "b"]],
    ["COPY --chown=1:1 --link a \\\n  # note\n  b \\\n  /c/", ["a", "b"]],
    ["copy a .", ["a"]],
    ["COPY --from=build a .", []],
    ["COPY --parents a/b .", []],
    ["COPY a*.json $B ${C} . ./ /", []],
    ["ADD git@example.org:a/b.git https://example.org/x .", []],
    ["ONBUILD COPY a .", []],
    ["RUN <<EOF\nCOPY a .\nEOF\nCOPY b .", ["b"]],
    ["RUN <<EOF\nCOPY a .", []],
    ["# escape=`\nCOPY a `\n b .", ["a", "b"]],
  ]);

  cases("with %j, %s is kept out: %s", (text, path) => parseDockerignore(text).ignores(path, false), [
    ["node_modules", "node_modules/a", true],
    ["*.md", "a/b.md", false],
    ["**/*.md", "a/b.md", true],
    ["*\n!src", "src/a.ts", false],
    ["*\n!src", "package.json", true],
    ["/dist/", "dist", true],
    ["# dist", "dist", false],
  ]);

  test("a folder with a re-included part can be copied", () => {
    expect(parseDockerignore("docs\n!docs/api").ignores("docs", true)).toBe(false);
    expect(parseDockerignore("docs\n!src").ignores("docs", true)).toBe(true);
  });

  test("builds on the command line", () => {
    const script = "docker build .\ndocker buildx build \\\n  --file=a/Dockerfile \\\n  b && docker build -f c d";
    expect(commandBuilds(script, "").map(({ context, file }) => [context, file])).toEqual([
      [".", null],
      ["b", "a/Dockerfile"],
      ["d", "c"],
    ]);
  });

  cases("%s is a Dockerfile: %s", isDockerfile, [
    ["Dockerfile", true],
    ["a/Dockerfile.dev", true],
    ["a/prod.Dockerfile", true],
    ["Containerfile", true],
    ["Dockerfile.dockerignore", false],
    ["Dockerfile.j2", false],
    ["dockerfile.ts", false],
    ["Dockerfiles/readme", false],
  ]);
});

test("a change without such files is skipped", () => {
  const change = changeOf({ base: { "a.ts": "1\n" }, head: { "a.ts": "2\n" } });
  expect(dependencyChain.when(change)).toMatchObject({ kind: "nothing-to-check" });
});
