// Tests which missing files of a package are not reported.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { dependencyChain } from "../dependency-chain.ts";

type Files = Record<string, string>;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function findings(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (dependencyChain.when(change) !== true) return [];
  return (await dependencyChain.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

async function report(base: Files, head: Files): Promise<string[]> {
  return (await findings(base, head)).map(
    ({ at, kind, confidence }) => `${at.path}:${at.start} ${kind}${confidence < 6 ? " (shown only)" : ""}`,
  );
}

/** A package whose script runs a missing file. */
const running = (file: string, more = {}) => json({ name: "kit", scripts: { go: `node ${file}` }, ...more });
const missing = "packages/kit/package.json:4 missing-script-file";

describe("a file that a step writes is not reported as missing", () => {
  const head = { "packages/kit/package.json": running("scripts/run.js"), "packages/kit/index.js": "x\n" };

  test("a file that no step writes is reported", async () => {
    expect(await report({}, head)).toEqual([missing]);
    expect(
      await report(
        {},
        { ...head, ".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - run: node scripts/run.js > log\n" },
      ),
    ).toEqual([missing]);
  });

  test.each<[string, Files]>([
    ["a rule in .gitignore", { ".gitignore": "packages/*/scripts/run.js\n" }],
    ["a rule for what lies in the folder", { "packages/kit/.gitignore": "scripts/*.js\n" }],
    [
      "a script of the same package",
      {
        "packages/kit/package.json": running("scripts/run.js", { main: "index.js" }).replace(
          '"go"',
          '"make": "esbuild src/run.ts --outfile=scripts/run.js",\n    "go"',
        ),
      },
    ],
    [
      "a script of the same package that copies into its folder",
      {
        "packages/kit/package.json": running("scripts/run.js").replace(
          '"go"',
          '"make": "cp ../shared/*.js ./scripts/",\n    "go"',
        ),
      },
    ],
    [
      "a workflow that copies into its folder",
      {
        ".github/workflows/release.yml":
          "jobs:\n  a:\n    steps:\n      - run: |\n          make\n          cp out/* packages/kit/scripts/\n",
      },
    ],
    [
      "an artifact that is unpacked there",
      {
        ".github/workflows/release.yml":
          "jobs:\n  a:\n    steps:\n      - uses: actions/download-artifact@v4\n        with:\n          name: built\n          path: packages/kit/scripts\n",
      },
    ],
    [
      "a release script that speaks of the package",
      {
        "scripts/pack.mjs":
          'const folder = join("packages", "kit");\nconst target = join(folder, "scripts/run.js");\nwriteFileSync(target, text);\n',
      },
    ],
  ])("%s", async (_name, files) => {
    expect(await report({}, { ...head, ...files })).toEqual([]);
  });

  test("a script that writes a file of the same name for another package does not count", async () => {
    const files = { "scripts/pack.mjs": 'writeFileSync(join(root, "scripts/run.js"), text);\n' };
    expect(await report({}, { ...head, ...files })).toEqual([missing]);
  });

  test("a generator's settings name its output", async () => {
    const manifest = { "db/package.json": json({ name: "db", files: ["client", "zod"] }) };
    const schema = { "db/schema.prisma": 'generator client {\n  output = "./client"\n}\n' };
    const before = { ...manifest, ...schema, "db/client/a.ts": "x\n", "db/zod/a.ts": "x\n" };
    expect(await report(before, { ...manifest, ...schema })).toEqual(["db/package.json:5 missing-entry"]);
    expect(await report(before, { ...manifest, ...schema, ".gitignore": "db/zod/**/*.ts\n" })).toEqual([]);
  });

  test("output and generated folders are build output even if parts of them are tracked", async () => {
    const entry = (path: string) => ({
      "a/package.json": json({ exports: path }),
      "a/dist/x.js": "",
      "a/src/generated/x.ts": "",
    });
    expect(await report({}, entry("./dist/index.js"))).toEqual([]);
    expect(await report({}, entry("./src/generated/index.ts"))).toEqual([]);
    expect(await report({}, entry("./src/index.ts"))).toEqual(["a/package.json:2 missing-entry"]);
  });
});

describe("copies and fixtures", () => {
  test.each([
    "third_party/kit/package.json",
    "ui/vendored/kit/package.json",
    "registry/.fixtures/packages/kit/1.0.0/package.json",
    "src/__fixtures__/kit/package.json",
    "test/unit/pkg/package.json",
    "integration-tests/kit/package.json",
    "ui/public/editor/package.json",
  ])("%s is left alone", async (path) => {
    expect(await report({}, { [path]: running("gone.js") })).toEqual([]);
  });

  test("a package in a public folder that the workspace includes belongs to the repository", async () => {
    const head = { "public/kit/package.json": running("gone.js") };
    const expected = ["public/kit/package.json:4 missing-script-file"];
    expect(await report({}, { ...head, "package.json": json({ workspaces: ["public/*"] }) })).toEqual(expected);
    expect(await report({}, { ...head, "pnpm-workspace.yaml": "packages:\n  - 'public/**'\n" })).toEqual(expected);
    expect(await report({}, { ...head, "package.json": json({ workspaces: ["!public/*"] }) })).toEqual([]);
  });

  test("a package of another owner outside every workspace is a copy", async () => {
    const root = (more = {}) => ({ "package.json": json({ repository: "our/repo", ...more }) });
    const of = (url: string) => ({ "editor/package.json": running("gone.js", { repository: { url } }) });
    const expected = ["editor/package.json:4 missing-script-file"];
    expect(await report({}, { ...root(), ...of("git+https://example.org/their/editor.git") })).toEqual([]);
    expect(await report({}, { ...root(), ...of("git+https://example.org/our/editor.git") })).toEqual(expected);
    expect(
      await report({}, { ...root({ workspaces: ["editor"] }), ...of("git+https://example.org/their/editor.git") }),
    ).toEqual(expected);
  });

  test("an action in the .github folder of a vendored repository is not run", async () => {
    const action = "runs:\n  using: composite\n  steps:\n    - run: echo ${{ steps.gone.outputs.x }}\n";
    expect(await report({}, { "taken-in/.github/actions/a/action.yml": action })).toEqual([]);
    expect(await report({}, { ".github/actions/a/action.yml": action })).toEqual([
      ".github/actions/a/action.yml:4 missing-step",
    ]);
  });
});

describe("private packages", () => {
  const entry = (more = {}) => json({ name: "kit", module: "index.ts", ...more });
  const path = "packages/kit/package.json";

  test("an unused entry is only listed; one that another package uses is posted", async () => {
    expect(await report({}, { [path]: entry() })).toEqual([`${path}:3 missing-entry`]);
    expect(await report({}, { [path]: entry({ private: true }) })).toEqual([`${path}:3 missing-entry (shown only)`]);
    const user = { "app/package.json": json({ dependencies: { kit: "workspace:*" } }) };
    expect(await report({}, { ...user, [path]: entry({ private: true }) })).toEqual([`${path}:3 missing-entry`]);
  });

  test("nothing imports the root of a workspace", async () => {
    const user = { "app/package.json": json({ dependencies: { kit: "*" } }) };
    const head = { ...user, "package.json": entry({ private: true, workspaces: ["app"] }) };
    expect(await report({}, head)).toEqual(["package.json:3 missing-entry (shown only)"]);
  });

  test("the list of published files does not matter in a private package", async () => {
    const text = json({ private: true, files: ["a.css"] });
    const [finding] = await findings({ [path]: text, "packages/kit/a.css": "" }, { [path]: text });
    expect(finding).toMatchObject({ kind: "missing-entry", confidence: 4 });
    expect(finding?.explanation).toMatch(/private/);
  });
});

test("two scripts that run one missing file are one finding", async () => {
  const head = { "package.json": json({ scripts: { go: "node gone.js", dry: "node gone.js --dry" } }) };
  const all = await findings({}, head);
  expect(all.map(({ at, evidence }) => [at.start, ...evidence.map(({ start }) => start)])).toEqual([[3, 3, 4]]);
});

test("several files that one change removes from a manifest are one finding, with the count and the first names", async () => {
  const scripts = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, `node tools/${name}.js`]));
  const text = json({ scripts, bin: "bin/run.js", exports: "./src/index.ts" });
  const files = Object.fromEntries(
    ["tools/a.js", "tools/b.js", "tools/c.js", "tools/d.js", "bin/run.js", "src/index.ts"].map((path) => [path, "x\n"]),
  );
  const all = await findings({ "package.json": text, ...files }, { "package.json": text });
  expect(all.map(({ title }) => title)).toEqual([
    "Scripts run 4 files that do not exist: tools/a.js, tools/b.js, tools/c.js and 1 more",
    "2 files named here do not exist: bin/run.js, src/index.ts",
  ]);
  expect(all[0]?.evidence.map(({ start }) => start)).toEqual([3, 4, 5, 6]);
  // Files that were already missing do not count.
  const { "tools/a.js": _a, "tools/b.js": _b, ...left } = files;
  const [first] = await findings({ "package.json": text, ...left }, { "package.json": text });
  expect(first?.title).toBe("Scripts run 2 files that do not exist: tools/c.js, tools/d.js");
});
