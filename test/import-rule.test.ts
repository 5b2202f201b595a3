// Checks which folders of src/ may import which, and what the pure ones must not use.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { languageFor } from "../src/findings/text/languages.ts";
import { part, scan } from "../src/findings/text/scan.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** The layers in order. Each may import itself, the layers before it and the leaves. */
const layers = ["secrets", "change", "findings", "review", "threads"];
/** These join the layers with `src/world/`; every other file directly in `src/` is a leaf, which all may import. */
const joins = ["review-change.ts", "index.ts", "main.ts"];
/** Built-in modules without side effects. */
const pureBuiltins = ["node:crypto", "node:util"];

const sources = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

function filesOf(layer: string): string[] {
  return sources.filter((file) => file.startsWith(`${layer}/`));
}

function withoutComments(file: string): string {
  return readFileSync(join(src, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** Every import of a module: static, bare, dynamic, of types alone, and `import("…").Type`. */
function allImports(file: string): string[] {
  return [
    ...withoutComments(file).matchAll(/^(?:import|export)\s[^;"]*?\bfrom\s+"([^"\n]+)"|\bimport\s*\(?\s*"([^"\n]+)"/gm),
  ].map((match) => (match[1] ?? match[2])!);
}

function valueImports(file: string): string[] {
  const text = withoutComments(file);
  const statics = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;]*?)\bfrom\s+"([^"]+)"/gms)]
    .filter(([, names = ""]) => !onlyTypes(names))
    .map((match) => match[2]!);
  const bare = [...text.matchAll(/^import\s+"([^"]+)"/gm)].map((match) => match[1]!);
  const dynamic = [
    ...text.matchAll(/(?<!type [^=]*= |: |<)\bawait import\("([^"]+)"\)|Promise\.all\(\[[\s\S]*?\]\)/g),
  ].flatMap(([whole, one]) =>
    one === undefined ? [...whole.matchAll(/import\("([^"]+)"\)/g)].map((match) => match[1]!) : [one],
  );
  return [...statics, ...bare, ...dynamic];
}

/** The text of a file without its strings, patterns and comments. */
function codeOf(file: string): string {
  const text = readFileSync(join(src, file), "utf8");
  const { parts } = scan(text, languageFor(file)!);
  return text
    .split("")
    .filter((_, at) => parts[at] === part.code)
    .join("");
}

function onlyTypes(names: string): boolean {
  const inside = /\{([^}]*)\}/.exec(names)?.[1];
  if (inside === undefined || names.replace(/\{[^}]*\}/, "").trim() !== "") return false;
  return inside.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

function target(file: string, specifier: string): string {
  return specifier.startsWith(".") ? relative(src, join(src, dirname(file), specifier)) : specifier;
}

function isLeaf(path: string): boolean {
  return !path.includes("/") && !joins.includes(path);
}

/** The imports of these files, as `from -> to`, that lead to our own code other than leaves and `folders`. */
function importsBeyond(
  files: readonly string[],
  folders: readonly string[],
  read: (file: string) => string[],
): string[] {
  return files.flatMap((file) =>
    read(file)
      .map((specifier) => target(file, specifier))
      .filter((path) => path.endsWith(".ts") && !isLeaf(path) && !folders.includes(path.split("/")[0]!))
      .map((path) => `${file} -> ${path}`),
  );
}

test("leaves import only leaves", () => {
  expect(importsBeyond(sources.filter(isLeaf), [], allImports)).toEqual([]);
});

describe.each(layers)("%s", (layer) => {
  test("imports only itself, the layers before it and leaves", () => {
    const before = layers.slice(0, layers.indexOf(layer) + 1);
    expect(importsBeyond(filesOf(layer), before, allImports)).toEqual([]);
  });

  test("touches no network, disk, clock or process", () => {
    const wrong = filesOf(layer).flatMap((file) => {
      const builtins = valueImports(file).filter(
        (specifier) => specifier.startsWith("node:") && !pureBuiltins.includes(specifier),
      );
      const text = codeOf(file);
      const globals = [
        ...text.matchAll(
          /\bprocess\.(env|cwd|argv|exit|stdout|stderr)|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(/g,
        ),
      ].map((match) => match[0]);
      return [...builtins, ...globals].map((what) => `${file}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

test("world implements the interfaces of the layers: it imports their types, and values only from secrets and leaves", () => {
  expect(importsBeyond(filesOf("world"), ["world", ...layers], allImports)).toEqual([]);
  expect(importsBeyond(filesOf("world"), ["world", "secrets"], valueImports)).toEqual([]);
});

test("only main.ts says `process`", () => {
  const wrong = sources.filter((file) => file !== "main.ts" && /(?<![\w."'/-])process\.\w/.test(codeOf(file)));
  expect(wrong).toEqual([]);
});

test("only the playground, and no other command, brings a stand-in of GitHub or of a model", () => {
  const wrong = sources
    .filter((file) => !file.startsWith("standin/") && !file.startsWith("app/playground/"))
    .flatMap((file) => valueImports(file).map((specifier) => ({ file, path: target(file, specifier) })))
    .filter(
      ({ file, path }) =>
        path.startsWith("standin/") ||
        (path.startsWith("app/playground/") && file !== "app/cli/commands/playground.ts"),
    )
    .map(({ file, path }) => `${file} -> ${path}`);
  expect(wrong).toEqual([]);
});

test("the rule sees imports at all", () => {
  expect(valueImports("review-change.ts")).toContain("./change/read-change.ts");
  expect(valueImports("review-change.ts")).not.toContain("./change/git.ts");
  expect(valueImports("app/cli/commands/review.ts")).toContain("../../review/review-local.ts");
  expect(allImports("review-change.ts")).toEqual(
    expect.arrayContaining(["./change/read-change.ts", "./change/git.ts", "node:crypto"]),
  );
  expect(allImports("app/cli/commands/doctor.ts")).toEqual(
    expect.arrayContaining(["../../setup/words/doctor.ts", "../../setup/words/server-doctor.ts"]),
  );
});
