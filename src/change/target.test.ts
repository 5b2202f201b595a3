import { describe, expect, test } from "vitest";
import { makeRepository, type CommitOf } from "../world/git/make-repository.ts";
import { openGit } from "../world/git/repository.ts";
import { endsOf, parseTarget, type Ends, type Target } from "./target.ts";

describe("what was asked for", () => {
  test.each<[string, Target]>([
    ["a..b", { kind: "range", from: "a", to: "b", symmetric: false }],
    ["a...b", { kind: "range", from: "a", to: "b", symmetric: true }],
    ["main..", { kind: "range", from: "main", to: "HEAD", symmetric: false }],
    ["...feature", { kind: "range", from: "HEAD", to: "feature", symmetric: true }],
    ["v1.2..v1.3", { kind: "range", from: "v1.2", to: "v1.3", symmetric: false }],
    ["HEAD~3..HEAD^2", { kind: "range", from: "HEAD~3", to: "HEAD^2", symmetric: false }],
  ])("%s", (argument, target) => expect(parseTarget(argument)).toEqual(target));

  test("flags, and nothing at all", () => {
    expect(parseTarget(undefined, { staged: true })).toEqual({ kind: "staged" });
    expect(parseTarget(undefined, { working: true })).toEqual({ kind: "working" });
    expect(parseTarget(undefined)).toEqual({ kind: "current" });
  });

  test.each(["12", "#12", "https://github.com/a/b/pull/12"])(
    "%s is a pull request, which is not read yet",
    (argument) => expect(() => parseTarget(argument)).toThrow("names a pull request"),
  );
});

describe("where it begins and ends", () => {
  const commits: CommitOf[] = [
    { message: "feat: one", files: { a: "1\n" } },
    { message: "feat: two", files: { a: "2\n" } },
  ];

  async function ends(
    target: Target,
    prepare: (git: (...args: string[]) => Promise<string>) => Promise<unknown>,
  ): Promise<Ends> {
    const stop = new AbortController().signal;
    const made = await makeRepository(commits, process.env, stop);
    await prepare(made.git);
    const git = openGit(made.path, process.env, stop);
    try {
      return await endsOf(target, git);
    } finally {
      git.close();
      made.remove();
    }
  }

  test("three dots begin at the common ancestor, two dots at the commit itself", async () => {
    const branch = async (git: (...args: string[]) => Promise<string>) => {
      await git("checkout", "--quiet", "-b", "side", "HEAD^");
      await git("commit", "--quiet", "--allow-empty", "-m", "side");
    };
    const [symmetric, direct] = [
      await ends({ kind: "range", from: "main", to: "side", symmetric: true }, branch),
      await ends({ kind: "range", from: "main", to: "side", symmetric: false }, branch),
    ];
    expect(symmetric.base).not.toBe(direct.base);
    expect([symmetric.branch, symmetric.shown]).toEqual(["side", "main...side"]);
  });

  test("a remote's default branch comes before a local one", async () => {
    const found = await ends({ kind: "current" }, async (git) => {
      await git("update-ref", "refs/remotes/origin/develop", "HEAD^");
      await git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
    });
    expect([found.shown, found.why]).toEqual(["origin/HEAD...main", "the branch main since it left origin/HEAD"]);
  });

  test("histories without a common ancestor are told apart from unknown names", async () => {
    const orphan = async (git: (...args: string[]) => Promise<string>) => {
      await git("checkout", "--quiet", "--orphan", "other");
      await git("commit", "--quiet", "--allow-empty", "-m", "other");
    };
    await expect(ends({ kind: "range", from: "main", to: "other", symmetric: true }, orphan)).rejects.toThrow(
      "no common ancestor",
    );
  });
});
