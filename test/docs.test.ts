// The docs cannot rot unseen: generated pages are compared, every path they name exists, every command they show is real.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sections, slugOf } from "../site/pages.ts";
import { generated } from "../scripts/generated.ts";
import {
  actionReference,
  actionWorkflow,
  huskyHook,
  lefthookConfig,
  preCommitConfig,
} from "../src/app/setup/words/integration-files.ts";
import { parse } from "yaml";
import { commands } from "../src/app/cli/commands/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });
const read = (path: string) => readFileSync(join(root, path), "utf8");

test.each(Object.entries(generated()))("%s is what `npm run generate` makes", (path, text) => {
  expect(read(path)).toBe(text);
});

test("the pages on integrations show what `crosscheck init` writes", () => {
  const [actions, hooks] = ["github-actions", "commit-hooks"].map((name) => read(`docs/integrations/${name}.md`));
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(actions).toContain(actionWorkflow(actionReference("OWNER/crosscheck", version)));
  for (const text of [preCommitConfig(version), huskyHook, lefthookConfig]) expect(hooks).toContain(text);
});

test("the page on GitHub Actions knows every input and output", () => {
  const { inputs, outputs } = parse(read("action/action.yml")) as Record<"inputs" | "outputs", object>;
  const named = [...read("docs/integrations/github-actions.md").matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining([...Object.keys(inputs), ...Object.keys(outputs)]));
});

test("every page of the docs is on the site, once", () => {
  const listed = sections.flatMap(([, paths]) => paths);
  expect(listed.filter((path) => path.startsWith("docs/")).toSorted()).toEqual(
    pages.filter((path) => path.startsWith("docs/")).toSorted(),
  );
  expect(new Set(listed.map(slugOf)).size).toBe(listed.length);
});

test("the messages of the page on troubleshooting are in the source", () => {
  const source = globSync(["src/**/*.ts", "bin/*.js"], { cwd: root, exclude: ["**/*.test.ts"] }).map(read);
  const messages = [...read("docs/troubleshooting.md").matchAll(/^### `(.+)`$/gm)].map(([, message]) => message!);
  expect(messages.length).toBeGreaterThan(15);
  const has = (text: string, message: string) => message.split("…").every((part) => text.includes(part.trim()));
  expect(messages.filter((message) => !source.some((text) => has(text, message)))).toEqual([]);
});

/** As GitHub and the site name headings. */
function anchorsOf(page: string): string[] {
  const headings = [
    ...read(page)
      .replaceAll(/^```[^]*?^```$/gm, "")
      .matchAll(/^#{1,6} (.+)$/gm),
  ];
  return headings.map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("links only to files that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test("links only to headings that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g)];
    const broken = links.filter(([, path, anchor]) => {
      const target = path === undefined ? page : join(dirname(page), path);
      return !anchorsOf(target).includes(anchor!);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
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
