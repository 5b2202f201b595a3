// Tests comments on real commits: what git knows of the commented lines, and what the rules conclude.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fastImport } from "../../../test/support/fast-import.ts";
import type { Oid } from "../../change/change.ts";
import { openGit } from "../../world/git/repository.ts";
import type { ReviewThread } from "../thread.ts";
import { codeFacts, triageByRules } from "../triage.ts";
import { commentOf, threadOf } from "../../../test/support/thread-of.ts";

const folder = mkdtempSync(join(tmpdir(), "code-facts-"));
execFileSync("git", ["init", "-q", "--bare", folder]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const above = ["import { load } from './load.ts';", "", "export async function run(key: string) {"];
const bad = "  const found = load(key) == null;";
const good = "  const found = load(key) === null;";
const below = ["  if (found) return 1;", "  return 2;", "}", "", "export const limit = 10;"];
const text = (...middle: string[]) => [...above, ...middle, ...below, ""].join("\n");
type Files = Record<string, string>;
const start: Files = { "src/a.ts": text(bad), "src/b.ts": "export const other = 1;\nexport const more = 2;\n" };
let branch = 0;

/** Consecutive commits on one branch; returns their ids. `fastImport` continues at the branch's tip. */
function commits(states: readonly Files[]): string[] {
  const name = `b${branch++}`;
  return states.map((files) => {
    const tip = fastImport(folder, files, `${name}-tip`);
    const tree = git("rev-parse", `${tip}^{tree}`);
    const parent = spoken(name);
    const id = git(
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@example.com",
      "commit-tree",
      tree,
      ...(parent ? ["-p", parent] : []),
      "-m",
      "x",
    );
    git("update-ref", `refs/heads/${name}`, id);
    return id;
  });
}

function git(...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args])
    .toString()
    .trim();
}

function spoken(name: string): string | null {
  const found = git("for-each-ref", "--format=%(objectname)", `refs/heads/${name}`);
  return found === "" ? null : found;
}

function threadAt(commit: string, body: string, more: Partial<ReviewThread> = {}): ReviewThread {
  const comments = [commentOf({ body, path: "src/a.ts" })];
  const diffHunk = `@@ -1,3 +1,4 @@\n ${above[2]}\n+${bad}`;
  return threadOf({ originalCommit: commit as Oid, diffHunk, isOutdated: true, comments, ...more });
}

async function after(
  states: readonly Files[],
  body = "`load(key) == null` is loose.",
  more: Partial<ReviewThread> = {},
) {
  const ids = commits([start, ...states]);
  const open = openGit(folder, process.env, new AbortController().signal);
  try {
    const thread = threadAt(ids[0]!, body, more);
    const facts = await codeFacts(thread, ids.at(-1) as Oid, open);
    return { ids, facts, triaged: triageByRules(thread, facts) };
  } finally {
    open.close();
  }
}

const fixed: Files = { ...start, "src/a.ts": text(good) };

describe("a commented line", () => {
  test("fixed by a later commit is already fixed, and the commit is named", async () => {
    const shifted = { ...start, "src/a.ts": `// new\n// lines\n${text(bad)}` };
    const done = { ...start, "src/a.ts": `// new\n// lines\n${text(good)}` };
    const { ids, facts, triaged } = await after([shifted, done, { ...done, "src/c.ts": "x\n" }]);
    expect(triaged).toMatchObject({
      classification: "already_fixed",
      confidence: "medium",
      canResolveAfterChecks: true,
    });
    expect(triaged.evidence.commit).toBe(ids[2]);
    expect(facts.before?.lines).toContain(bad);
    expect(facts.now?.lines).toContain(good);
    expect(triaged.reason).toContain(ids[2]!.slice(0, 12));
  });

  test("whose suggestion was committed is fixed for certain, even in a renamed file", async () => {
    const renamed = { "lib/a.ts": text(good), "src/b.ts": start["src/b.ts"]! };
    const { facts, triaged } = await after([renamed], `Strict, please.\n\`\`\`suggestion\n${good}\n\`\`\``);
    expect(facts).toMatchObject({ headPath: "lib/a.ts", suggestion: "stands" });
    expect(triaged).toMatchObject({ classification: "already_fixed", confidence: "high" });
  });

  test.each<[string, Files[]]>([
    ["was left as it is", [{ ...start, "src/c.ts": "x\n" }]],
    ["was mended, and the fix undone", [fixed, start]],
    [
      "was moved down in its file",
      [{ ...start, "src/a.ts": [...above, ...below, "function late(key: string) {", bad, "}", ""].join("\n") }],
    ],
    ["was moved to another file", [{ "src/a.ts": text(), "src/b.ts": `${start["src/b.ts"]}${bad}\n` }]],
    [
      "was only indented and broken",
      [{ ...start, "src/a.ts": text("    const found =", "      load( key ) == null;") }],
    ],
    ["only got a comment", [{ ...start, "src/a.ts": text(`${bad} // checked`) }]],
    ["was commented out", [{ ...start, "src/a.ts": text(`//${bad}`) }]],
    ["was given another name", [{ ...start, "src/a.ts": text("  const missing = load(key) == null;") }]],
    ["is in a file that was renamed", [{ "lib/a.ts": text(bad), "src/b.ts": start["src/b.ts"]! }]],
  ])("that %s is not fixed", async (_, states) => {
    const { triaged } = await after(states);
    expect(triaged).toMatchObject({ classification: "needs_human", confidence: "low", canResolveAfterChecks: false });
  });

  test("described in plain words is probably fixed once the code shows it", async () => {
    const awaited = { ...start, "src/a.ts": text(bad.replace("load(", "await load(")) };
    const done = await after([awaited], "This is never awaited.");
    expect(done.triaged).toMatchObject({ classification: "already_fixed", confidence: "low" });
    expect(done.triaged.evidence.commit).toBe(done.ids[1]);
    expect(done.triaged.canResolveAfterChecks).toBe(false);
    const beside = { ...start, "src/a.ts": text("  await ready();", bad.replace("key", "key, 1")) };
    const loose = await after([beside], "Loose comparison.");
    expect(loose.triaged.classification).toBe("needs_human");
  });

  test("fixed, reverted and fixed again is fixed by the last commit", async () => {
    const { ids, triaged } = await after([fixed, start, fixed]);
    expect(triaged.classification).toBe("already_fixed");
    expect(triaged.evidence.commit).toBe(ids[3]);
  });

  test("in a deleted file is stale, and one of two faults fixed is not fixed", async () => {
    expect((await after([{ "src/b.ts": start["src/b.ts"]! }])).triaged.classification).toBe("stale");
    const half = { ...start, "src/a.ts": text("  const found = load(key) === undefined || key == '';") };
    const both = await after([half], "`load(key)` is not awaited, and `== null` is loose.");
    expect(both.triaged.classification).toBe("needs_human");
  });
});

describe("where little is known", () => {
  test.each<[string, Partial<ReviewThread>, string]>([
    ["no line", { originalLine: null }, "no-place"],
    ["a commit that is not there", { originalCommit: "9".repeat(40) as Oid }, "no-commit"],
    ["a line beyond the end", { originalLine: 400, diffHunk: null }, "no-file"],
    ["another file", { path: "src/none.ts" }, "no-file"],
    ["a path that leads outside", { path: "../../etc/passwd" }, "no-file"],
    ["another text than GitHub shows", { originalLine: 5 }, "other-text"],
    ["a line that the change removes", { diffHunk: `@@ -1,2 +1,1 @@\n a\n-${bad}` }, "removed-line"],
  ])("%s", async (_, more, unknown) => {
    const { facts, triaged } = await after([fixed], "Loose.", more);
    expect(facts.unknown).toBe(unknown);
    expect(triaged.canResolveAfterChecks).toBe(false);
  });

  test("an amended commit still shows what happened to its line", async () => {
    const [original = ""] = commits([start]);
    const [amended = ""] = commits([fixed]);
    const open = openGit(folder, process.env, new AbortController().signal);
    const thread = threadAt(original, "`load(key) == null` is loose.");
    const facts = await codeFacts(thread, amended as Oid, open);
    open.close();
    expect(triageByRules(thread, facts)).toMatchObject({
      classification: "already_fixed",
      evidence: { commit: amended },
    });
  });
});
