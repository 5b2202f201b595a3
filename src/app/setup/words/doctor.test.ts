import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../../test/support/finding-of.ts";
import { diagnose, doctorJson, doctorText, isWell, type DoctorFacts } from "./doctor.ts";

const well: DoctorFacts = {
  node: "24.21.0",
  git: { is: "ended", code: 0, out: "git version 2.39.5" },
  repository: { is: "found", path: "/home/ada/shop", bare: false, shallow: false },
  temporary: { works: true, says: "/tmp", path: "/tmp" },
  tokens: [],
  gh: false,
  sandbox: null,
  store: { works: true, says: "3.53.4" },
  userConfig: { is: "none", where: "/home/ada/.config/crosscheck/config.yml" },
  repositoryConfig: { is: "valid", where: ".crosscheck.yml at HEAD" },
  workflows: [],
  agents: [],
  models: [],
  repositoryNamed: false,
};
const lineOf = (id: string, facts: Partial<DoctorFacts>) =>
  diagnose({ ...well, ...facts }).find((one) => one.id === id)!;

describe("requirements of this version", () => {
  test.each<[string, string, Partial<DoctorFacts>, string, RegExp]>([
    ["git", "git", {}, "ok", /^2\.39\.5$/],
    [
      "git of another maker",
      "git",
      { git: { is: "ended", code: 0, out: "git version 2.50.1 (Apple Git-155)" } },
      "ok",
      /Apple/,
    ],
    ["the oldest git", "git", { git: { is: "ended", code: 0, out: "git version 2.38.0" } }, "ok", /2\.38/],
    ["a git of the future", "git", { git: { is: "ended", code: 0, out: "git version 3.0.0" } }, "ok", /3\.0/],
    ["an old git", "git", { git: { is: "ended", code: 0, out: "git version 2.37.9" } }, "broken", /older than 2\.38/],
    [
      "a very old git",
      "git",
      { git: { is: "ended", code: 0, out: "git version 1.99.0" } },
      "broken",
      /older than 2\.38/,
    ],
    ["no git", "git", { git: null }, "missing", /not on the PATH/],
    [
      "something else called git",
      "git",
      { git: { is: "ended", code: 0, out: "hello\nthere" } },
      "broken",
      /says "hello"/,
    ],
    ["a git that fails", "git", { git: { is: "ended", code: 1, out: "xcrun: error" } }, "broken", /xcrun: error/],
    ["a git that hangs", "git", { git: { is: "too-slow" } }, "broken", /in time/],
    ["a git that is not for this machine", "git", { git: { is: "failed", why: "spawn ENOEXEC" } }, "broken", /ENOEXEC/],
    ["Node", "Node", {}, "ok", /24/],
    ["a newer Node", "Node", { node: "26.0.0" }, "ok", /26/],
    ["Node 22.18", "Node", { node: "22.18.0" }, "ok", /22\.18\.0/],
    ["an old Node", "Node", { node: "22.1.0" }, "broken", /neither 22.18/],
    ["no room", "temp folder", { temporary: { works: false, why: "ENOSPC", path: "/tmp" } }, "broken", /ENOSPC/],
    [
      "a broken user config",
      "your config",
      { userConfig: { is: "invalid", why: "x:1:1: no", mend: "Mend." } },
      "broken",
      /x:1:1: no/,
    ],
    [
      "a broken repository config",
      "repo config",
      { repositoryConfig: { is: "invalid", why: "x:1:1: no", mend: "Mend." } },
      "broken",
      /x:1:1: no/,
    ],
    [
      "a broken repository",
      "repository",
      { repository: { is: "broken", why: "no HEAD", mend: "Clone." } },
      "broken",
      /no HEAD/,
    ],
  ])("%s", (_name, id, facts, mark, says) => {
    const line = lineOf(id, facts);
    expect([line.mark, line.needed, line.says]).toEqual([mark, true, expect.stringMatching(says)]);
    expect(line.mend === null).toBe(mark === "ok");
    expect(isWell(diagnose({ ...well, ...facts }))).toBe(mark === "ok");
  });
});

describe("warnings that do not fail the report", () => {
  test.each<[string, string, Partial<DoctorFacts>, string, RegExp]>([
    [
      "no repository here",
      "repository",
      { repository: { is: "none", why: "/x is not in a git repository" } },
      "missing",
      /not in a git/,
    ],
    [
      "a shallow clone",
      "repository",
      { repository: { is: "found", path: "/x", bare: false, shallow: true } },
      "missing",
      /shallow/,
    ],
    [
      "a bare repository",
      "repository",
      { repository: { is: "found", path: "/x", bare: true, shallow: false } },
      "ok",
      /bare/,
    ],
    [
      "no config",
      "repo config",
      { repositoryConfig: { is: "none", where: ".crosscheck.yml at HEAD" } },
      "ok",
      /crosscheck init/,
    ],
    [
      "a config nobody could read",
      "repo config",
      { repositoryConfig: { is: "not-looked-at", why: "no repository" } },
      "missing",
      /no repository/,
    ],
    ["no home", "your config", { userConfig: { is: "none", where: null } }, "ok", /^no file/],
    ["models", "models", {}, "missing", /none: reviews run with checks alone/],
    ["models", "models", { models: ["codex"] }, "ok", /codex; `crosscheck models` tries it/],
    ["a token", "GitHub", { tokens: ["GH_TOKEN"] }, "ok", /a token in GH_TOKEN/],
    ["no token", "GitHub", { gh: true }, "ok", /no token .*; gh is installed/],
    ["no way to GitHub", "GitHub", {}, "missing", /no token .*; gh is not/],
    ["no sandbox", "sandbox", {}, "missing", /not on the PATH/],
    ["a sandbox", "sandbox", { sandbox: { is: "ended", code: 0, out: "" } }, "ok", /works/],
    [
      "a sandbox that may not",
      "sandbox",
      { sandbox: { is: "ended", code: 1, out: "bwrap: No permissions" } },
      "missing",
      /No permissions/,
    ],
    ["a sandbox that hangs", "sandbox", { sandbox: { is: "too-slow" } }, "missing", /in time/],
    ["a store", "store", {}, "ok", /SQLite 3/],
    ["no store", "store", { store: { works: false, why: "no such module" } }, "missing", /no such module/],
  ])("%s", (_name, id, facts, mark, says) => {
    const line = lineOf(id, facts);
    expect([line.mark, line.says]).toEqual([mark, expect.stringMatching(says)]);
    expect(isWell(diagnose({ ...well, ...facts }))).toBe(true);
  });

  test("but a repository that was named must exist", () => {
    const facts = {
      ...well,
      repository: { is: "none" as const, why: "/x is not in a git repository" },
      repositoryNamed: true,
    };
    expect(isWell(diagnose(facts))).toBe(false);
  });
});

test("the last line counts the problems", () => {
  const text = doctorText(diagnose({ ...well, git: null, node: "20.0.0" }), { colour: false, width: 80 });
  expect(text).toMatch(/\n2 things to fix: git and Node\.\n$/);
  expect(doctorText(diagnose(well), { colour: false, width: 80 })).toMatch(
    /\nEverything that this version needs works\.\n$/,
  );
});

test.each([60, 80, 120])("fits %i columns", (width) => {
  for (const line of doctorText(diagnose({ ...well, git: null }), { colour: false, width }).split("\n"))
    expect(line.length).toBeLessThanOrEqual(width);
});

test("hostile text acts on no screen and in no program", () => {
  const facts: DoctorFacts = {
    ...well,
    git: { is: "ended", code: 0, out: hostile },
    repository: { is: "broken", why: hostile, mend: hostile },
    userConfig: { is: "invalid", why: hostile, mend: hostile },
    sandbox: { is: "failed", why: hostile },
    temporary: { works: false, why: hostile, path: hostile },
  };
  for (const line of doctorText(diagnose(facts), { colour: false, width: 80 }).split("\n"))
    expect(line).not.toMatch(acting);
  expect(JSON.stringify(doctorJson(diagnose(facts)))).not.toMatch(acting);
});

test("names the coding agents that are here, with or without Crosscheck", () => {
  const add = "codex mcp add crosscheck";
  const lines = (hasCrosscheck: boolean) =>
    diagnose({ ...well, agents: [{ program: "codex", hasCrosscheck, add }] }).filter(({ id }) => id === "agent");
  expect(lines(true)).toEqual([
    { id: "agent", mark: "ok", needed: false, says: "codex is set up for Crosscheck", mend: null },
  ]);
  expect(lines(false)).toEqual([
    {
      id: "agent",
      mark: "missing",
      needed: false,
      says: "codex is not set up for Crosscheck (optional)",
      mend: `For all repositories: ${add}`,
    },
  ]);
});
