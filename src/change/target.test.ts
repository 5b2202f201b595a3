// Tests parsing of targets and resolution of their two ends.
import { describe, expect, test } from "vitest";
import { makeRepository, type CommitFixture } from "../world/git/make-repository.ts";
import { openGit } from "../world/git/repository.ts";
import { endsOf, parseLocalTarget, parseTarget, type Ends, type LocalTarget, type Target } from "./target.ts";
import { cases } from "../../test/support/cases.ts";

describe("parsing a target", () => {
  cases<[string, Target]>("%s", parseTarget, [
    ["a..b", { kind: "range", from: "a", to: "b", symmetric: false }],
    ["a...b", { kind: "range", from: "a", to: "b", symmetric: true }],
    ["main..", { kind: "range", from: "main", to: "HEAD", symmetric: false }],
    ["...feature", { kind: "range", from: "HEAD", to: "feature", symmetric: true }],
    ["v1.2..v1.3", { kind: "range", from: "v1.2", to: "v1.3", symmetric: false }],
    ["HEAD", { kind: "named", name: "HEAD" }],
    ["feature/one", { kind: "named", name: "feature/one" }],
    ["HEAD~3..HEAD^2", { kind: "range", from: "HEAD~3", to: "HEAD^2", symmetric: false }],
  ]);

  test("flags, and nothing at all", () => {
    expect(parseTarget(undefined, { staged: true })).toEqual({ kind: "staged" });
    expect(parseTarget(undefined, { working: true })).toEqual({ kind: "working" });
    expect(parseTarget(undefined)).toEqual({ kind: "current" });
  });

  test.each<[argument: string, repository: string | null]>([
    ["12", null],
    ["#12", null],
    ["acme/shop#12", "acme/shop"],
    ["https://github.com/acme/shop/pull/12", "github.com/acme/shop"],
    ["https://www.github.com/acme/shop/pull/12/", "github.com/acme/shop"],
    ["https://github.com/acme/shop/pull/12/files", "github.com/acme/shop"],
    ["https://github.com/acme/shop/pull/12/changes#diff-1", "github.com/acme/shop"],
    ["https://github.com/acme/shop/pull/12/commits/abc?w=1", "github.com/acme/shop"],
    ["https://git.example.com:8443/acme/my.shop/pull/12", "git.example.com:8443/acme/my.shop"],
    ["http://127.0.0.1:3000/acme/shop/pull/12", "127.0.0.1:3000/acme/shop"],
    ["github.com/acme/shop/pull/12", "github.com/acme/shop"],
  ])("%s is a pull request", (argument, name) => {
    const [repo = "", owner = "", host = null] = name?.split("/").toReversed() ?? [];
    const repository = name === null ? null : { host, owner, repo };
    expect(parseTarget(argument)).toEqual({ kind: "pull", number: 12, repository });
    expect(() => parseLocalTarget(argument)).toThrow("names a pull request");
  });

  test("seven digits are a commit, as git shortens its id", () =>
    expect(parseTarget("9920283")).toEqual({ kind: "named", name: "9920283" }));

  test.each([
    ["0", "is not the number"],
    ["#99999999999", "is not the number"],
    ["http://github.com/acme/shop/pull/12", "is not encrypted"],
    ["https://me:secret@github.com/acme/shop/pull/12", "holds a name or a password"],
    ["https://github.com/acme/shop/issues/12", "is not the address of a pull request"],
    ["https://github.com/acme/%2e%2e/pull/12", "is not the address of a pull request"],
    ["https://github.com/-x/shop/pull/12", "does not name a repository"],
    ["https://git\nhub.com/acme/shop/pull/12", "is not the address of a pull request"],
    ["https://github.com\\@evil.example/acme/shop/pull/12", "is not the address of a pull request"],
    ["file:///acme/shop/pull/12", "is not the address of a pull request"],
  ])("%j is refused in words", (argument, message) => {
    expect(() => parseTarget(argument)).toThrow(message);
    expect(() => parseTarget(argument)).not.toThrow("secret");
  });
});

describe("where it begins and ends", () => {
  const commits: CommitFixture[] = [
    { message: "feat: one", files: { a: "1\n" } },
    { message: "feat: two", files: { a: "2\n" } },
  ];

  async function ends(
    target: LocalTarget,
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
    const resolved = await ends({ kind: "current" }, async (git) => {
      await git("update-ref", "refs/remotes/origin/develop", "HEAD^");
      await git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
    });
    expect([resolved.shown, resolved.why]).toEqual(["origin/HEAD...main", "the branch main since it left origin/HEAD"]);
  });

  describe("of a name", () => {
    const side = async (git: (...args: string[]) => Promise<string>) => {
      await git("branch", "-m", "main", "stable");
      await git("checkout", "--quiet", "-b", "side", "HEAD^");
      await git("commit", "--quiet", "--allow-empty", "-m", "side");
      await git("checkout", "--quiet", "stable");
    };
    const shown = async (name: string, prepare = side) => {
      const { shown: range, why, branch } = await ends({ kind: "named", name }, prepare);
      return [range, why, branch];
    };

    test("a branch begins where it left the default branch, whatever that is called", async () => {
      expect(await shown("side")).toEqual(["stable...side", "the branch side since it left stable", "side"]);
    });

    test("a branch of a remote is one too", async () => {
      const remote = async (git: (...args: string[]) => Promise<string>) => {
        await side(git);
        await git("update-ref", "refs/remotes/up/side", "side");
        await git("config", "remote.up.url", "https://example.com/up.git");
        await git("update-ref", "refs/remotes/up/develop", "stable");
        await git("symbolic-ref", "refs/remotes/up/HEAD", "refs/remotes/up/develop");
      };
      expect(await shown("up/side", remote)).toEqual([
        "up/HEAD...up/side",
        "the branch up/side since it left up/HEAD",
        null,
      ]);
    });

    test("the default branch itself, a commit and the first commit begin at their parent", async () => {
      expect(await shown("stable")).toEqual(["stable", "the last commit: stable is the default branch", "stable"]);
      expect(await shown("HEAD")).toEqual(["HEAD", null, "stable"]);
      expect(await shown("HEAD^")).toEqual(["the first commit", null, null]);
    });
  });

  test("histories without a common ancestor are distinguished from unknown names", async () => {
    const orphan = async (git: (...args: string[]) => Promise<string>) => {
      await git("checkout", "--quiet", "--orphan", "other");
      await git("commit", "--quiet", "--allow-empty", "-m", "other");
    };
    await expect(ends({ kind: "range", from: "main", to: "other", symmetric: true }, orphan)).rejects.toThrow(
      "no common ancestor",
    );
    await expect(ends({ kind: "named", name: "other" }, orphan)).rejects.toMatchObject({
      remedy: "Compare them directly: crosscheck review main..other",
    });
  });
});
