// Tests which file an import resolves to.
import { describe, expect, test } from "vitest";
import { codeOf } from "../../../test/support/change-of.ts";
import { packageName, resolverFor } from "./resolve-import.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string | object>;

/** Objects are written as JSON. */
function repository(files: Files) {
  const text = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === "string" ? content : JSON.stringify(content),
  ]);
  return codeOf({ head: Object.fromEntries(text) as Record<string, string> }).head;
}

async function resolve(files: Files, specifier: string, importer: string): Promise<string | null> {
  return await resolverFor(repository(files)).resolve(specifier, importer);
}

describe("relative imports", () => {
  const files = {
    "src/a.ts": "",
    "src/b.tsx": "",
    "src/c/index.ts": "",
    "src/d.vue": "",
    "src/e.d.ts": "",
    "src/f.mts": "",
    "src/g.js": "",
    "src/g.ts": "",
    "src/h.json": "",
    "src/c/deep/i.svelte.ts": "",
    "src/j/package.json": { main: "./start.js" },
    "src/j/start.js": "",
    "index.ts": "",
  };
  cases("%s in %s is %s", async (specifier, importer) => await resolve(files, specifier, importer), [
    ["./a", "src/x.ts", "src/a.ts"],
    ["./a.ts", "src/x.ts", "src/a.ts"],
    ["./a.js", "src/x.ts", "src/a.ts"],
    ["./b.jsx", "src/x.ts", "src/b.tsx"],
    ["./b.js", "src/x.ts", "src/b.tsx"],
    ["./c", "src/x.ts", "src/c/index.ts"],
    ["./c/", "src/x.ts", "src/c/index.ts"],
    ["./c/index.js", "src/x.ts", "src/c/index.ts"],
    [".", "src/c/x.ts", "src/c/index.ts"],
    ["..", "src/x.ts", "index.ts"],
    ["../a", "src/c/x.ts", "src/a.ts"],
    ["./d.vue", "src/x.ts", "src/d.vue"],
    ["./e", "src/x.ts", "src/e.d.ts"],
    ["./f.mjs", "src/x.ts", "src/f.mts"],
    ["./g.js", "src/x.ts", "src/g.js"],
    ["./g", "src/x.ts", "src/g.ts"],
    ["./h.json?raw", "src/x.ts", "src/h.json"],
    ["./deep/i.svelte.js", "src/c/x.ts", "src/c/deep/i.svelte.ts"],
    ["./j", "src/x.ts", "src/j/start.js"],
    ["/src/a.ts", "index.html", "src/a.ts"],
    ["./none", "src/x.ts", null],
    ["../../../outside", "src/x.ts", null],
    ["node:fs", "src/x.ts", null],
    ["react", "src/x.ts", null],
  ]);

  test("a test imports build output", async () => {
    expect(
      await resolve({ "p/package.json": { name: "p" }, "p/src/a.ts": "" }, "../lib/a.js", "p/test/a.test.ts"),
    ).toBe("p/src/a.ts");
  });
});

describe("aliases", () => {
  test("paths of the nearest config, relative to its base URL, with comments in it", async () => {
    const files = {
      "tsconfig.json": `{ /* root */ "compilerOptions": { "baseUrl": "./src", "paths": { "@/*": ["*"], "only": ["x/only.ts"], }, } }`,
      "src/a.ts": "",
      "src/x/only.ts": "",
      "src/y/b.ts": "",
    };
    expect(await resolve(files, "@/a", "src/y/b.ts")).toBe("src/a.ts");
    expect(await resolve(files, "only", "src/y/b.ts")).toBe("src/x/only.ts");
    expect(await resolve(files, "y/b", "src/a.ts")).toBe("src/y/b.ts");
    expect(await resolve(files, "~/a", "src/y/b.ts")).toBeNull();
  });

  test("paths are inherited and stay relative to the config that defines them", async () => {
    const files = {
      "config/base.json": { compilerOptions: { paths: { "#lib/*": ["../lib/*"] } } },
      "app/tsconfig.json": { extends: "../config/base.json" },
      "lib/a.ts": "",
      "app/src/b.ts": "",
    };
    expect(await resolve(files, "#lib/a", "app/src/b.ts")).toBe("lib/a.ts");
  });

  test("the longest alias wins, and its targets are tried in turn", async () => {
    const files = {
      "tsconfig.json": { compilerOptions: { paths: { "@/*": ["./src/*"], "@/ui/*": ["./none/*", "./ui/*"] } } },
      "src/ui/a.ts": "",
      "ui/a.ts": "",
    };
    expect(await resolve(files, "@/ui/a", "src/x.ts")).toBe("ui/a.ts");
  });

  test("a config that extends itself ends", async () => {
    const files = { "tsconfig.json": { extends: "./tsconfig.json" }, "a.ts": "" };
    expect(await resolve(files, "@/a", "b.ts")).toBeNull();
  });

  test.each([
    [
      "vite",
      "vite.config.ts",
      `export default { resolve: { alias: {\n  "@": path.resolve(__dirname, "./src"),\n} } }`,
      "@/a",
    ],
    [
      "vite, as a list",
      "vite.config.ts",
      `alias: [\n  { find: "~", replacement: fileURLToPath(new URL("./src", import.meta.url)) },\n]`,
      "~/a",
    ],
    ["svelte", "svelte.config.js", `export default { kit: { alias: {\n  $src: "./src",\n} } }`, "$src/a"],
  ])("of %s, where they are configured", async (_name, config, text, specifier) => {
    expect(await resolve({ [config]: text, "src/a.ts": "" }, specifier, "src/x.ts")).toBe("src/a.ts");
    expect(await resolve({ "src/a.ts": "" }, specifier, "src/x.ts")).toBeNull();
  });
});

describe("packages of the repository", () => {
  const files = {
    "package.json": { name: "root", workspaces: ["packages/*", "!packages/old"] },
    "packages/a/package.json": {
      name: "@x/a",
      exports: {
        ".": { types: "./dist/index.d.ts", import: "./dist/index.js" },
        "./features/*.js": "./src/features/*.ts",
        "./deep/*": { node: { default: "./lib/*.js" } },
      },
      imports: { "#own": "./src/own.ts", "#own/*": "./src/own/*.ts", "#b": "@x/b" },
    },
    "packages/a/src/index.ts": "",
    "packages/a/src/own.ts": "",
    "packages/a/src/own/part.ts": "",
    "packages/a/src/features/one.ts": "",
    "packages/a/src/two.ts": "",
    "packages/b/package.json": { name: "@x/b", main: "lib/main", dependencies: { linked: "file:../../tools/linked" } },
    "packages/b/lib/main.js": "",
    "packages/b/lib/sub.js": "",
    "packages/c/package.json": { name: "c", source: "code/start.ts", main: "dist/index.js" },
    "packages/c/code/start.ts": "",
    "packages/old/package.json": { name: "old" },
    "packages/old/index.ts": "",
    "tools/linked/package.json": { name: "linked", module: "./esm.mjs" },
    "tools/linked/esm.mjs": "",
  };
  cases("%s in %s is %s", async (specifier, importer) => await resolve(files, specifier, importer), [
    ["@x/a", "packages/b/lib/x.js", "packages/a/src/index.ts"],
    ["@x/a/features/one.js", "packages/b/lib/x.js", "packages/a/src/features/one.ts"],
    ["@x/a/deep/two", "packages/b/lib/x.js", "packages/a/src/two.ts"],
    ["@x/b", "packages/a/src/index.ts", "packages/b/lib/main.js"],
    ["@x/b/lib/sub", "packages/a/src/index.ts", "packages/b/lib/sub.js"],
    ["c", "packages/a/src/index.ts", "packages/c/code/start.ts"],
    ["linked", "packages/b/lib/x.js", "tools/linked/esm.mjs"],
    ["linked", "packages/a/src/index.ts", null],
    ["old", "packages/a/src/index.ts", null],
    ["old", "packages/old/x.ts", "packages/old/index.ts"],
    ["#own", "packages/a/src/index.ts", "packages/a/src/own.ts"],
    ["#own/part", "packages/a/src/index.ts", "packages/a/src/own/part.ts"],
    ["#b", "packages/a/src/index.ts", "packages/b/lib/main.js"],
    ["#none", "packages/a/src/index.ts", null],
  ]);

  test("pnpm lists them in a file of its own", async () => {
    const pnpm = {
      "package.json": {},
      "pnpm-workspace.yaml": "packages:\n  - libs/**\n",
      "libs/deep/a/package.json": { name: "a" },
      "libs/deep/a/index.ts": "",
      "app.ts": "",
    };
    expect(await resolve(pnpm, "a", "app.ts")).toBe("libs/deep/a/index.ts");
  });

  test("manifests that are not JSON objects are skipped", async () => {
    expect(
      await resolve({ "package.json": "[1]", "tsconfig.json": "{{{", "pnpm-workspace.yaml": ":\n-" }, "a", "b.ts"),
    ).toBeNull();
  });
});

cases("%s names the package", packageName, [
  ["a", { name: "a", subpath: "." }],
  ["a/b/c", { name: "a", subpath: "./b/c" }],
  ["@a/b", { name: "@a/b", subpath: "." }],
  ["@a/b/c", { name: "@a/b", subpath: "./c" }],
]);

test("all who ask of one tree share its resolver", () => {
  const tree = repository({});
  expect(resolverFor(tree)).toBe(resolverFor(tree));
});
