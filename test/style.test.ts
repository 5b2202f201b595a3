// Tests the style rules that the docs state: unique exported names, headers that say what a module does, no spec numbers.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const sources = globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));

/** Every check has examples; a registry is found by its folder. */
const sharedNames = ["examples"];

function exportedNames(text: string): string[] {
  const declared = /^export (?:async )?(?:interface|type|class|function\*?|const) ([\w$]+)/gm;
  return [...new Set([...text.matchAll(declared)].map((match) => match[1]!))];
}

test("an exported name is declared once in src", () => {
  const places = Map.groupBy(
    sources.flatMap((path) => exportedNames(read(path)).map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const clashes = [...places]
    .filter(([name, found]) => found.length > 1 && !sharedNames.includes(name))
    .map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(", ")}`);
  expect(clashes).toEqual([]);
});

test("every module starts with a sentence that says what it does", () => {
  const wrong = sources
    .map((path) => ({ path, first: read(path).split("\n", 1)[0]! }))
    .filter(({ first }) => !/^\/\/ (?!(?:What|Whether|How|Which|Who|Where|When|Why)\b)\S/.test(first))
    .map(({ path, first }) => `${path}: ${first}`);
  expect(wrong).toEqual([]);
});

test("no names are metaphors or participles that stand for a thing", () => {
  const banned =
    /^(?:purse|bell|workshop|deeds?|hunt|prey|ground|lull|apart|holder|said|told|asked|heard|found|wanted|shown|spot)$/i;
  const names = sources.flatMap((path) => [
    ...exportedNames(read(path)).map((name) => ({ name, path })),
    { name: basename(path, ".ts"), path },
  ]);
  expect(names.filter(({ name }) => banned.test(name)).map(({ name, path }) => `${path}: ${name}`)).toEqual([]);
});

test("nothing refers to numbers that the repository does not define", () => {
  const ids = /\b(?:INT|CHG|TRI|CHK|REV|EVI|EXE|RVW|CON|THR|LRN|SRV|BEY)-\d+\b/;
  const files = globSync(["src/**/*.{ts,md}", "web/**/*", "docs/**/*.md", "test/**/*.ts", "bench/**/*.ts"], {
    cwd: root,
  });
  const wrong = files.filter((path) => /\.(?:ts|md|js|css|html)$/.test(path) && ids.test(read(path)));
  expect(wrong).toEqual([]);
});
