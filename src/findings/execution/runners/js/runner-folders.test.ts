import { describe, expect, test } from "vitest";
import { projectOf } from "../../../../../test/support/js-project.ts";
import { jest } from "../jest.ts";
import { mocha } from "../mocha.ts";
import { nodeTest } from "../node-test.ts";
import { vitest } from "../vitest.ts";
import { cases } from "../../../../../test/support/cases.ts";

async function detected(files: Readonly<Record<string, string>>): Promise<string[]> {
  const project = projectOf(files);
  const found = await Promise.all([vitest, jest, mocha, nodeTest].map((runner) => runner.detect(project)));
  return found.flat().map(({ runner, cwd }) => `${runner} ${cwd || "."}`);
}

function manifest(
  scripts: Readonly<Record<string, string>>,
  dependencies: readonly string[] = [],
  more: object = {},
): string {
  return JSON.stringify({
    scripts,
    devDependencies: Object.fromEntries(dependencies.map((name) => [name, "1"])),
    ...more,
  });
}

describe("one package", () => {
  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ["a script", { "package.json": manifest({ test: "vitest run" }, ["vitest"]) }, ["vitest ."]],
    [
      "a script after others",
      { "package.json": manifest({ test: "tsc && NODE_ENV=test npx jest --ci" }, ["jest"]) },
      ["jest ."],
    ],
    [
      "a coverage tool before it",
      { "package.json": manifest({ test: "c8 --reporter text mocha" }, ["mocha"]) },
      ["mocha ."],
    ],
    [
      "a config",
      { "package.json": manifest({ test: "turbo test" }, ["vitest"]), "vitest.config.ts": "" },
      ["vitest ."],
    ],
    [
      "settings in vite's config",
      {
        "package.json": manifest({ test: "x" }, ["vitest"]),
        "vite.config.ts": "export default { test: { globals: true } }",
      },
      ["vitest ."],
    ],
    [
      "vite without tests",
      { "package.json": manifest({ dev: "vite" }, ["vite"]), "vite.config.ts": "export default {}" },
      [],
    ],
    [
      "a field of the manifest",
      { "package.json": manifest({ test: "wireit" }, ["jest"], { jest: { preset: "x" } }) },
      ["jest ."],
    ],
    [
      "mocha's config",
      { "package.json": manifest({ test: "node Makefile.js" }, ["mocha"]), ".mocharc.yml": "ui: bdd" },
      ["mocha ."],
    ],
    [
      "no more than a dependency",
      { "package.json": manifest({ test: "node Makefile.js test" }, ["mocha"]) },
      ["mocha ."],
    ],
    ["two dependencies, and no telling", { "package.json": manifest({ test: "make" }, ["mocha", "jest"]) }, []],
    [
      "a config that outlived its runner",
      { "package.json": manifest({ test: "vitest" }, ["vitest"]), ".mocharc.json": "{}" },
      ["vitest ."],
    ],
    ["a script for what is not installed", { "package.json": manifest({ test: "jest" }) }, []],
    ["node's own", { "package.json": manifest({ test: "node --import tsx --test 'test/**/*.ts'" }) }, ["node-test ."]],
    ["node's own by tsx", { "package.json": manifest({ test: "tsx --test test/a.test.ts" }) }, ["node-test ."]],
    [
      "node's own by glob",
      { "package.json": manifest({ test: 'glob -c "tsx --test" "test/**/*.ts"' }) },
      ["node-test ."],
    ],
    ["node without a word of tests", { "package.json": manifest({ test: "node test.js" }), "a.test.js": "" }, []],
    [
      "two that each have a script",
      { "package.json": manifest({ test: "vitest", "test:node": "node --test" }, ["vitest"]) },
      ["vitest .", "node-test ."],
    ],
    [
      "jest by its file",
      { "package.json": manifest({ test: "node --experimental-vm-modules node_modules/jest/bin/jest.js" }, ["jest"]) },
      ["jest ."],
    ],
    [
      "jest inside another",
      { "package.json": manifest({ test: "react-scripts test" }, ["react-scripts", "jest"], { jest: {} }) },
      [],
    ],
    ["benchmarks alone", { "package.json": manifest({ bench: "vitest bench" }) }, []],
    ...["ava", "tap", "bun test", "deno test", "karma start", "cypress run", "playwright test"].map(
      (script): [string, Record<string, string>, string[]] => [
        script,
        { "package.json": manifest({ test: script }, [script.split(" ")[0]!]), "a.test.js": "" },
        [],
      ],
    ),
    ["a manifest that is broken", { "package.json": "{" }, []],
    ["a manifest of another shape", { "package.json": '{"scripts":[1],"devDependencies":"x","jest":null}' }, []],
    ["none", { "a.test.js": "" }, []],
  ])("%s", async (_, files, expected) => {
    expect(await detected(files)).toEqual(expected);
  });
});

describe("a workspace", () => {
  const root = manifest({ test: "vitest" }, ["vitest"], { workspaces: ["packages/*"] });
  cases<[string, Readonly<Record<string, string>>, string[]]>("%s", async (_, files) => await detected(files), [
    [
      "packages with scripts of their own, the runner at the root",
      {
        "package.json": manifest({ test: "turbo test" }, ["vitest"], { workspaces: ["packages/*"] }),
        "packages/a/package.json": manifest({ test: "vitest run" }),
        "packages/b/package.json": manifest({ test: "vitest run --config ../../unit.ts" }),
        "packages/c/package.json": manifest({ build: "tsc" }),
      },
      ["vitest packages/a", "vitest packages/b"],
    ],
    [
      "a root that runs all, by its projects",
      {
        "package.json": root,
        "vitest.config.ts": "export default { test: { projects: ['packages/*'] } }",
        "packages/a/package.json": manifest({ test: "vitest" }, ["vitest"]),
        "packages/a/vitest.config.ts": "",
        "other/package.json": manifest({ test: "vitest" }, ["vitest"]),
      },
      ["vitest .", "vitest other"],
    ],
    [
      "a root that runs all, by a workspace file that names configs",
      {
        "package.json": root,
        "vitest.workspace.ts": "export default defineWorkspace(['./packages/**/vitest.config.{ts,js}'])",
        "packages/a/package.json": manifest({ build: "tsc" }, ["vitest"]),
        "packages/a/vitest.config.ts": "",
      },
      ["vitest ."],
    ],
    [
      "a workspace file that nothing runs, beside packages that run themselves",
      {
        "package.json": manifest({ test: "turbo test" }, ["vitest"], { workspaces: ["packages/*"] }),
        "vitest.workspace.ts": "export default ['packages/*']",
        "packages/a/package.json": manifest({ test: "vitest" }),
      },
      ["vitest .", "vitest packages/a"],
    ],
    [
      "jest's projects",
      {
        "package.json": manifest({ test: "jest" }, ["jest"], { jest: { projects: ["<rootDir>/packages/*"] } }),
        "packages/a/package.json": manifest({ test: "jest" }),
        "packages/a/jest.config.js": "",
      },
      ["jest ."],
    ],
    [
      "a package without a config under a root that has one",
      {
        "package.json": root,
        "vitest.config.ts": "export default {}",
        "packages/a/package.json": manifest({ build: "tsc" }, ["vitest"]),
      },
      ["vitest ."],
    ],
    [
      "packages that are material of tests and generators",
      {
        "package.json": root,
        "test/fixtures/a/package.json": manifest({ test: "jest" }, ["jest"]),
        "templates/b/package.json": manifest({ test: "jest" }, ["jest"]),
        "e2e/a/package.json": manifest({ test: "jest" }, ["jest"]),
        "node_modules/c/package.json": manifest({ test: "jest" }, ["jest"]),
      },
      ["vitest ."],
    ],
  ]);

  test("a changed file is the concern of the nearest folder alone", async () => {
    const project = projectOf({
      "package.json": root,
      "src/a.ts": "",
      "packages/b/package.json": manifest({ test: "vitest" }),
      "packages/b/src/b.ts": "",
      "packages/b/src/__snapshots__/b.test.ts.snap": "",
      "packages/b/src/b.test.ts": "",
    });
    const changed = [
      "src/a.ts",
      "packages/b/src/b.ts",
      "packages/b/src/__snapshots__/b.test.ts.snap",
      "packages/b/package.json",
    ];
    const words = async (cwd: string) =>
      (await vitest.related({ runner: "vitest", cwd }, changed, project))!.command.words.filter((word) =>
        word.endsWith(".ts"),
      );
    expect(await words("")).toEqual(["src/a.ts"]);
    expect(await words("packages/b")).toEqual(["src/b.ts", "src/b.test.ts"]);
  });
});
