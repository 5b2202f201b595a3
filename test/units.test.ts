// One unit, one file: registered by one line, tested beside itself, and on its page in the docs.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commands } from "../src/app/cli/commands/index.ts";
import { checks } from "../src/findings/checks/index.ts";
import { laterReviewers, reviewers } from "../src/findings/reviewers/index.ts";
import { publishers } from "../src/review/publishers/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Kind {
  folder: string;
  units: readonly { id: string }[];
  parts: readonly string[];
  docs: string;
  /** The one test of all of them, where each has none of its own. */
  tested?: string;
}

const kinds: Kind[] = [
  { folder: "src/findings/checks", units: checks, parts: [], docs: "docs/checks.md" },
  {
    folder: "src/findings/reviewers",
    units: [...reviewers, ...laterReviewers],
    parts: ["reviewer", "in-roster"],
    docs: "docs/reviewers.md",
    // They are data: one test speaks for all.
    tested: "index",
  },
  { folder: "src/app/cli/commands", units: commands, parts: ["command"], docs: "docs/commands.md" },
  {
    folder: "src/review/publishers",
    units: publishers,
    parts: ["publisher", "paint", "wrap", "json-schema"],
    docs: "docs/commands.md",
  },
];

describe.each(kinds)("$folder", ({ folder, units, parts, docs, tested }) => {
  const files = globSync("*.ts", { cwd: join(root, folder) })
    .map((file) => basename(file, ".ts"))
    .filter((name) => !name.endsWith(".test") && name !== "index" && !parts.includes(name));

  test("every file is registered, under its own name", () => {
    expect(units.map((unit) => unit.id).toSorted()).toEqual(files.toSorted());
  });

  test.each(files)("%s has a test beside it", (name) => {
    expect(existsSync(join(root, folder, `${tested ?? name}.test.ts`))).toBe(true);
  });

  test.each(files)("%s is in the docs", (name) => {
    expect(readFileSync(join(root, docs), "utf8")).toMatch(new RegExp(`(^|\\W)${name}(\\W|$)`, "m"));
  });
});
