// The docs cannot rot unseen: generated pages are compared, every path they name exists, every command they show is real.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { generated } from "../scripts/generated.ts";
import { commands } from "../src/app/cli/commands/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });
const read = (path: string) => readFileSync(join(root, path), "utf8");

test.each(Object.entries(generated()))("%s is what `npm run generate` makes", (path, text) => {
  expect(read(path)).toBe(text);
});

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("links only to files that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test("names only files that exist", () => {
    const named = [...text.matchAll(/`((?:src|test|docs|bench|scripts|schemas|bin|\.ci)\/[\w./-]*)`/g)].map(
      (match) => match[1]!,
    );
    // The page on checks speaks of its examples' files.
    expect(page === "docs/checks.md" ? [] : named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("shows only commands and options that exist", () => {
    const shown = [
      ...text.matchAll(/^\s*(?:node bin\/crosscheck\.js|crosscheck|npx crosscheck) ([a-z-]+)((?: [^\n#`|]*)?)/gm),
    ];
    const wrong = shown.flatMap(([line, id, rest = ""]) => {
      const command = commands.find((one) => one.id === id);
      if (!command) return id === "help" ? [] : [line.trim()];
      const known = [
        ...Object.keys(command.options).flatMap((flags) => [...flags.matchAll(/--[a-z-]+/g)].map((match) => match[0])),
        "--help",
      ];
      return [...rest.matchAll(/(?<!\S)--[a-z-]+/g)].map((match) => match[0]).filter((flag) => !known.includes(flag));
    });
    expect(wrong).toEqual([]);
  });
});
