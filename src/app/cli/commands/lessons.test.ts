import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";
import { openStore } from "../../../world/store/open-store.ts";
import type { Store } from "../../../world/store/store.ts";
import { lessonsCommand } from "./lessons.ts";

const repository = "github.com/acme/shop";
const rule = "Use `Money` in `src/pay/`";
const pattern = { unit: "silent-failure", category: "tests", language: "TypeScript", look: "race" };
let shop: MadeRepository;
let data = "";

beforeEach(async () => {
  const files = { ".crosscheck/lessons.md": "# Review lessons\n\n- Never call `eval` (PR #3)\n", "src/a.ts": "1\n" };
  shop = await makeRepository([{ message: "feat: a shop", files }], process.env, new AbortController().signal);
  await shop.git("remote", "add", "origin", "https://github.com/acme/shop.git");
  data = `${shop.path}-data`;
});
afterEach(() => {
  shop.remove();
  rmSync(data, { recursive: true, force: true });
});

async function lessons(verb: string | null, options: Parameters<typeof runCommand>[1] = {}, now = 50) {
  const env = { PATH: process.env["PATH"], HOME: shop.path, USER: "kim" };
  return await runCommand(
    lessonsCommand,
    { data, ...options },
    { cwd: shop.path, env, now: () => now },
    verb === null ? [] : [verb],
  );
}

async function inStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore({ folder: join(data) });
  await work(store);
  await store.close();
}

const proposed = { repository, id: "aabbccdd", rule, unit: "sums", kind: "wrong-sum", pull: 7, seen: 2, at: 9 };
const dismissed = {
  repository,
  place: `${repository}#7`,
  unit: "sums",
  signal: "dismissed",
  actor: "kim",
  reason: null,
  at: 3,
};

test("lists lessons in the file, pending ones, patterns and feedback", async () => {
  await inStore(async ({ lessons: kept, feedback }) => {
    await kept.propose(proposed);
    await kept.see(repository, `${repository}#7`, { sightings: [], patterns: [pattern] });
    await feedback.record(Array.from({ length: 10 }, (_, at) => ({ ...dismissed, identity: `${at}` })));
  });
  const { out } = await lessons(null);
  expect(out).toContain("In .crosscheck/lessons.md\n");
  expect(out).toContain("line 3: Never call `eval`\n");
  expect(out).toContain("aabbccdd  Use `Money` in `src/pay/` (sums, PR #7, seen twice)\n");
  expect(out).toContain("TypeScript: race conditions (silent-failure), seen once\n");
  expect(out).toContain(
    "sums: 10 of 10 judged findings dismissed: more than the 70% that its check may have, so its findings are counted but not posted (`crosscheck lessons reset --unit sums` starts over)",
  );
});

test("says so if nothing was learned", async () => {
  await shop.git("remote", "set-url", "origin", "https://github.com/acme/other.git");
  await shop.git("rm", "--quiet", "-r", ".crosscheck");
  await shop.commit({ message: "chore: no lessons", files: {} });
  expect((await lessons("list")).out).toBe("Nothing learned for github.com/acme/other yet.\n");
});

test("a person approves a lesson, optionally reworded, and it applies", async () => {
  await inStore(async (store) => await store.lessons.propose(proposed));
  await expect(lessons("approve", { id: "aabbccdd" })).rejects.toThrow("This needs a terminal to confirm it");
  const better = "Use `Money`, never `number`, in `src/pay/`";
  expect((await lessons("approve", { id: "aabbccdd", rule: better, yes: true })).out).toContain(
    `Approved: ${better}\n`,
  );
  await inStore(async (store) =>
    expect(await store.lessons.of(repository)).toMatchObject([{ state: "approved", rule: better, decidedBy: "kim" }]),
  );
  expect((await lessons("export")).out).toBe(
    `# Review lessons\n\n- Never call \`eval\` (PR #3)\n- ${better} (sums, PR #7)\n`,
  );
});

test("a vague lesson is rejected, whoever wrote it", async () => {
  await inStore(async (store) => await store.lessons.propose(proposed));
  const vague = "Be careful with `src/pay/`";
  for (const [verb, options] of [
    ["add", { rule: vague }],
    ["approve", { id: "aabbccdd", rule: vague, yes: true }],
    ["edit", { id: "aabbccdd", rule: vague }],
  ] as const)
    await expect(lessons(verb, options)).rejects.toThrow(
      /cannot be a lesson: it does not say what to do.*does not say exactly/,
    );
});

test("a lesson of your own is added, edited and removed, and not proposed again", async () => {
  await lessons("add", { rule: "Run `npm run generate` after changing `schemas/`." });
  const [{ id }] = (JSON.parse((await lessons("list", { json: true })).out) as { approved: [{ id: string }] }).approved;
  expect((await lessons("edit", { id, rule: "Run `make` after changing `schemas/`." })).out).toBe(
    "Now: Run `make` after changing `schemas/`.\n",
  );
  expect((await lessons("remove", { id, yes: true })).out).toContain("will not be proposed again");
  await inStore(async (store) => {
    await store.lessons.propose({ ...proposed, id });
    expect(await store.lessons.of(repository)).toMatchObject([{ state: "removed" }]);
  });
});

test("approved lessons are written in a separate commit, and nothing else is touched", async () => {
  await shop.git("config", "user.name", "Kim");
  await shop.git("config", "user.email", "kim@example.com");
  await shop.git("config", "core.fsmonitor", `touch ${shop.path}/HOOKED; false`);
  shop.write({ "src/a.ts": "staged\n" });
  await shop.git("add", "src/a.ts");
  shop.write({
    "src/a.ts": "unstaged\n",
    ".git/hooks/reference-transaction": `#!/bin/sh\ntouch ${shop.path}/HOOKED\n`,
  });
  await shop.git("update-index", "--chmod=+x", "src/a.ts");
  chmodSync(join(shop.path, ".git/hooks/reference-transaction"), 0o755);
  rmSync(join(shop.path, "HOOKED"), { force: true });
  const before = [
    await shop.git("-c", "core.fsmonitor=false", "status", "--porcelain"),
    await shop.git("rev-parse", "HEAD"),
  ];
  await inStore(async (store) => await store.lessons.propose(proposed));
  await lessons("approve", { id: "aabbccdd", yes: true });
  const { out } = await lessons("write", { yes: true });
  expect(out).toMatch(
    /^1 lesson written to \.crosscheck\/lessons\.md in commit [0-9a-f]{12} on the new branch crosscheck\/lessons-pr-7\./,
  );
  expect(existsSync(join(shop.path, "HOOKED"))).toBe(false);
  const plain = ["-c", "core.fsmonitor=false"];
  expect([await shop.git(...plain, "status", "--porcelain"), await shop.git("rev-parse", "HEAD")]).toEqual(before);
  expect(await shop.git("log", "--format=%s|%an", "HEAD..crosscheck/lessons-pr-7")).toBe(
    "docs: capture review lessons from PR #7|Kim",
  );
  expect(await shop.git("diff", "--unified=0", "HEAD", "crosscheck/lessons-pr-7")).toMatch(
    /@@\n\+- Use `Money` in `src\/pay\/` \(sums, PR #7\)$/,
  );
  await expect(lessons("write", { yes: true })).rejects.toThrow("There is a branch crosscheck/lessons-pr-7 already");
  await shop.git(...plain, "reset", "--quiet", "--hard", "crosscheck/lessons-pr-7");
  expect((await lessons("write", { yes: true })).out).toBe(
    "Nothing to write: every approved lesson is already in .crosscheck/lessons.md.\n",
  );
});

test("a lesson in the file is reworded or removed in a separate commit, and does not come back", async () => {
  await shop.git("config", "user.name", "Kim");
  await shop.git("config", "user.email", "kim@example.com");
  await lessons("add", { rule: "Never call `eval`" });
  const id = (JSON.parse((await lessons("list", { json: true })).out) as { inFile: [{ id: string }] }).inFile[0].id;
  await lessons("edit", { id, rule: "Never call `eval` in `src/`", yes: true, branch: "reworded" });
  expect(await shop.git("show", "reworded:.crosscheck/lessons.md")).toBe(
    "# Review lessons\n\n- Never call `eval` in `src/` (PR #3)",
  );
  await expect(lessons("edit", { id, rule: "Be careful", yes: true })).rejects.toThrow("cannot be a lesson");
  await lessons("remove", { id, yes: true });
  expect(await shop.git("log", "-1", "--format=%s", `crosscheck/lesson-${id}`)).toBe("docs: remove a review lesson");
  expect(await shop.git("show", `crosscheck/lesson-${id}:.crosscheck/lessons.md`)).toBe("# Review lessons");
});

test("without a git identity no commit is made", async () => {
  await lessons("add", { rule });
  await expect(lessons("write", { yes: true })).rejects.toThrow("git does not know who you are");
});

test("a pattern reaches other repositories only when a person promotes it, and can be forgotten", async () => {
  await inStore(async ({ lessons: kept }) =>
    kept.see(repository, `${repository}#7`, { sightings: [], patterns: [pattern] }),
  );
  const listed = async () =>
    (JSON.parse((await lessons("list", { json: true })).out) as { patterns: { id: string; everywhere: boolean }[] })
      .patterns;
  const [{ id, everywhere } = { id: "", everywhere: true }] = await listed();
  expect(everywhere).toBe(false);
  expect((await lessons("promote", { id })).out).toContain("all your repositories");
  expect(await listed()).toMatchObject([{ everywhere: true }]);
  await lessons("remove", { id });
  expect(await listed()).toEqual([]);
});

test("resetting a check clears its dismissals", async () => {
  await inStore(async ({ feedback }) => feedback.record([{ ...dismissed, identity: "a" }]));
  expect((await lessons("reset", { unit: "sums" })).out).toBe(
    "sums starts over: the 1 of 1 judged finding that was dismissed no longer counts.\n",
  );
  expect((await lessons("list")).out).not.toContain("sums");
});

test.each<[string, Parameters<typeof runCommand>[1], string]>([
  ["obey", {}, '"obey" is not a subcommand of crosscheck lessons'],
  ["__proto__", {}, "is not a subcommand of crosscheck lessons"],
  ["approve", {}, "crosscheck lessons approve needs --id"],
  ["approve", { id: "nope", yes: true }, 'There is no lesson "nope"'],
  ["remove", { id: "nope" }, 'There is no lesson or pattern "nope"'],
  ["reset", { unit: "sums" }, 'There is no feedback on "sums"'],
])("bad input %s %j is rejected with a message", async (verb, options, why) => {
  await expect(lessons(verb, options)).rejects.toThrow(
    expect.objectContaining({ name: "UserError", message: expect.stringContaining(why) }),
  );
});
