// Asks small programs that may read the trees of a change, in a real sandbox.
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { CheckoutLimits } from "../../../src/world/git/checkout.ts";
import { makeRepository, type CommitFixture } from "../../../src/world/git/make-repository.ts";
import { openGit } from "../../../src/world/git/repository.ts";
import { openTreeExports } from "../../../src/world/models/cli/export-trees.ts";
import type { ModelProgram } from "../../../src/world/models/cli/program.ts";
import { ask, never, type Told } from "./ask-fake-program.ts";
import { makePlace, writeFake, type FakePlace } from "./fake-program.ts";

type Files = CommitFixture["files"];

export interface TreesPlace {
  place: FakePlace;
  /** Run in reverse order after the test. */
  cleanups: (() => unknown)[];
  /** The path of the repository that was made last. */
  repository?: string;
}

/** The same object for all tests of a file, with a new place for each. */
export function placeOfEachTest(): TreesPlace {
  const at: Omit<TreesPlace, "place"> & { place?: FakePlace } = { cleanups: [] };
  beforeEach(() => {
    at.place = makePlace();
    delete at.repository;
  });
  afterEach(async () => {
    for (const clean of at.cleanups.splice(0).toReversed()) await clean();
    at.place?.remove();
  });
  return at as TreesPlace;
}

const before = { "src/a.js": "old\n" };
const after = { "src/a.js": "new\n" };
/** Code that shows whether the prompt speaks of the trees. */
export const promptSays = 'input.includes("`head/`")';

interface TreesFixture {
  base?: Files;
  head?: Files;
  most?: CheckoutLimits;
  /** Where `leak.txt`, a symbolic link, leads. */
  linkTo?: string;
}

export async function treesOf(at: TreesPlace, fixture: TreesFixture = {}): Promise<Told> {
  const { base = before, head = after, most, linkTo } = fixture;
  const commits = [base, head].map((files, index) => ({ message: `${index}`, files }));
  const repository = await makeRepository(commits, process.env, never);
  if (linkTo !== undefined) {
    symlinkSync(linkTo, join(repository.path, "leak.txt"));
    const git = (...args: string[]) => execFileSync("git", ["-C", repository.path, ...args]);
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--amend", "--no-edit");
  }
  const git = openGit(repository.path, process.env, never);
  const trees = openTreeExports({ git, env: process.env, stop: never }, most);
  at.repository = repository.path;
  at.cleanups.push(
    repository.remove,
    () => git.close(),
    () => trees.close(),
  );
  const [first, last] = [await git.resolve("HEAD~1"), await git.resolve("HEAD")];
  return { trees, request: { trees: { base: first!, head: last! } } };
}

/** With bubblewrap on the PATH. */
export function withSandbox({ place }: TreesPlace, told: Told): Told {
  return { ...told, env: { PATH: `${place.bin}:${process.env["PATH"]}`, ...told.env } };
}

/** With bubblewrap on the PATH and a key. */
export function withKey(at: TreesPlace, told: Told): Told {
  const { env, settings } = told;
  return withSandbox(at, {
    ...told,
    settings: { key: "TEAM_KEY", ...settings },
    env: { TEAM_KEY: "team-secret", ...env },
  });
}

/** What a program reports after trying each of these. */
export async function tried({ place }: TreesPlace, program: ModelProgram, told: Told, tries: Record<string, string>) {
  const parts = Object.entries(tries).map(
    ([name, code]) =>
      `try { said[${JSON.stringify(name)}] = await (${code}); } catch (error) { said[${JSON.stringify(name)}] = error.code; }`,
  );
  const does = `(async () => { const said = {};\n${parts.join("\n")}\nanswer(JSON.stringify(said)); })();`;
  writeFake(place, program, { does });
  return JSON.parse((await ask(place, program, told)).text) as Record<string, unknown>;
}
