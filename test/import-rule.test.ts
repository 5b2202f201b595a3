// The layers: what passes through them decides who may import whom. `import type` is free; values are not.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { languageFor } from "../src/findings/text/languages.ts";
import { part, scan } from "../src/findings/text/scan.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** Whose values each layer may import, besides its own and the leaves that everyone may use. */
const allowed: Record<string, readonly string[]> = {
  change: [],
  findings: ["change"],
  review: ["change", "findings"],
  threads: ["change", "findings", "review"],
  world: [],
};
const leaves = ["errors.ts", "hidden-characters.ts", "path-text.ts", "pull-request.ts", "shell-words.ts"];
/** Touching the world is the world's alone; hashing is arithmetic. */
const pureBuiltins = ["node:crypto"];

const sources = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));

function filesOf(layer: string): string[] {
  return sources.filter((file) => file.startsWith(`${layer}/`));
}

function valueImports(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
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

/** What a file does, without what its strings, patterns and comments speak of. */
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

describe.each(Object.keys(allowed))("%s", (layer) => {
  test("imports values only from itself, from layers before it, and from leaves", () => {
    const wrong = filesOf(layer).flatMap((file) =>
      valueImports(file)
        .map((specifier) => target(file, specifier))
        .filter((path) => path.endsWith(".ts") && !leaves.includes(path))
        .filter((path) => ![layer, ...allowed[layer]!].includes(path.split("/")[0]!))
        .map((path) => `${file} -> ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe.each(Object.keys(allowed).filter((layer) => layer !== "world"))("%s", (layer) => {
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
});
