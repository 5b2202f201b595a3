// Tests commit lookup on real repositories: complete, shallow, and a mirror.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openGitRepository } from "../../app/review/open-repository.ts";
import type { Oid } from "../../change/change.ts";
import { makeRepository, type MadeRepository } from "../git/make-repository.ts";

const stop = new AbortController().signal;

async function repositoryWithCommits(): Promise<MadeRepository> {
  const repository = await makeRepository(
    [1, 2].map((n) => ({ message: `${n}`, files: { "a.txt": `${n}\n` } })),
    process.env,
    stop,
  );
  onTestFinished(repository.remove);
  return repository;
}

/** `git clone` into a folder of its own. */
async function cloned(repository: MadeRepository, ...options: string[]): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  await repository.git("clone", "--quiet", ...options, `file://${repository.path}`, path);
  return path;
}

async function hasCommit(path: string, id: string): Promise<boolean | null> {
  const { code, git, close } = openGitRepository(path, process.env, stop);
  onTestFinished(close);
  const head = (await git.resolve("HEAD")) as Oid;
  return await code.at(head, head).hasCommit(id);
}

test("a commit is found by its id and its abbreviation, and other ids are not", async () => {
  const repository = await repositoryWithCommits();
  const first = await repository.git("rev-parse", "HEAD~1");
  expect(await hasCommit(repository.path, first)).toBe(true);
  expect(await hasCommit(repository.path, first.slice(0, 7))).toBe(true);
  expect(await hasCommit(repository.path, await repository.git("rev-parse", "HEAD:a.txt"))).toBe(false);
  expect(await hasCommit(repository.path, "7f3e9a2c41d05b68e9f2a3b4c5d6e7f80912a3b4")).toBe(false);
});

test("a name or a path is not looked up as an id", async () => {
  const repository = await repositoryWithCommits();
  for (const name of ["HEAD", "main", "HEAD~1", "a.txt", "7f3e9a2\nHEAD", ""])
    expect(await hasCommit(repository.path, name)).toBeNull();
});

test("a shallow clone and a possible mirror give no answer", async () => {
  const repository = await repositoryWithCommits();
  const first = await repository.git("rev-parse", "HEAD~1");
  expect(await hasCommit(await cloned(repository, "--depth=1"), first)).toBeNull();
  const bare = await cloned(repository, "--bare");
  expect(await hasCommit(bare, first)).toBe(true);
  await repository.git("-C", bare, "remote", "remove", "origin");
  expect(await hasCommit(bare, first)).toBeNull();
});

test("an ambiguous abbreviation gives no answer", async () => {
  const repository = await repositoryWithCommits();
  const [one, other] = alike(await repository.git("rev-parse", "HEAD^{tree}"));
  for (const [at, body] of [one, other].entries()) {
    repository.write({ [`commit${at}`]: body });
    await repository.git("hash-object", "-t", "commit", "-w", `commit${at}`);
  }
  expect(await hasCommit(repository.path, idOf(one))).toBe(true);
  expect(await hasCommit(repository.path, idOf(one).slice(0, 7))).toBeNull();
});

function idOf(body: string): string {
  return createHash("sha1").update(`commit ${body.length}\0${body}`).digest("hex");
}

/** Two commits whose ids share the first seven digits, found among some ten thousand. */
function alike(tree: string): [string, string] {
  const known = new Map<string, string>();
  for (let n = 0; ; n++) {
    const person = `A <a@example.com> ${n} +0000`;
    const body = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${n}\n`;
    const start = idOf(body).slice(0, 7);
    const other = known.get(start);
    if (other !== undefined) return [other, body];
    known.set(start, body);
  }
}
