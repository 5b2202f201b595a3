// Sample changes as folders: `message.txt`, the files in `base/` and `head/`, and the review in `expected.txt`. To add
// one, make the folder, run this test with `--update`, and read the result.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checks } from "../src/findings/checks/index.ts";
import { publishers } from "../src/review/publishers/index.ts";
import { review } from "../src/review-change.ts";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { screenFaults } from "./support/first-screen.ts";

const folder = fileURLToPath(new URL("changes", import.meta.url));
const names = globSync("*/message.txt", { cwd: folder }).map((file) => file.split("/")[0]!);
const stop = new AbortController().signal;

/** Dots in front would make git and editors take samples for the real thing: `dot-github` stands for `.github`. */
function files(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const found = globSync("**/*", { cwd: path, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map((entry) => {
      const full = join(entry.parentPath, entry.name);
      return [full.slice(path.length + 1).replaceAll(/(^|\/)dot-/g, "$1."), readFileSync(full, "utf8")];
    }),
  );
}

describe("sample changes", () => {
  test.each(names)("%s", async (name) => {
    const [base, head] = [files(join(folder, name, "base")), files(join(folder, name, "head"))];
    const gone = Object.fromEntries(
      Object.keys(base)
        .filter((path) => !(path in head))
        .map((path) => [path, null]),
    );
    const made = await makeRepository(
      [
        { message: "feat: before", files: base },
        { message: readFileSync(join(folder, name, "message.txt"), "utf8"), files: { ...head, ...gone } },
      ],
      process.env,
      stop,
    );
    const opened = openGitRepository(made.path, process.env, stop);
    try {
      const draft = await review(
        { kind: "range", from: "HEAD^", to: "HEAD", symmetric: false },
        {
          ...opened,
          checks,
          user: {},
          largestFile,
          clock: { now: () => 0, today: () => "2026-01-05" },
          stop,
          progress() {},
        },
      );
      const shown = publishers
        .find((one) => one.id === "terminal")!
        .render(draft, { colour: false, width: 80, version: "0", verbose: true });
      expect(screenFaults(draft)).toEqual([]);
      await expect(shown).toMatchFileSnapshot(join(folder, name, "expected.txt"));
    } finally {
      await opened.close();
      made.remove();
    }
  });
});
