// Tests parsing of remote addresses.
import { describe, expect, test } from "vitest";
import { remotesIn } from "../world/git/remotes.ts";
import { pullRefOf, repositoryOf, repositoryOfRemotes } from "./remote.ts";

describe("an address names a repository", () => {
  test.each([
    ["https://github.com/acme/shop", "github.com"],
    ["https://github.com/acme/shop.git/", "github.com"],
    ["https://me:secret@github.com/acme/shop.git", "github.com"],
    ["https://git.example.com:8443/acme/shop.git", "git.example.com:8443"],
    ["http://127.0.0.1:3000/acme/shop.git", "127.0.0.1:3000"],
    ["git@github.com:acme/shop.git", "github.com"],
    ["github.com:acme/shop", "github.com"],
    ["ssh://git@git.example.com:2222/acme/shop.git", "git.example.com"],
    ["ssh://git@ssh.github.com:443/acme/shop.git", "github.com"],
    ["git://git.example.com/acme/shop", "git.example.com"],
  ])("%s", (address, host) => expect(repositoryOf(address)).toEqual({ host, owner: "acme", repo: "shop" }));

  test.each([
    "/srv/git/shop.git",
    "../shop",
    "C:/code/shop",
    "file:///srv/acme/shop",
    "ext::sh -c evil",
    "https://github.com/acme",
    "https://github.com/acme/..",
    "https://github.com/acme/shop/tree/main",
    "git@github.com:-x/shop",
    "",
  ])("%j names none", (address) => expect(repositoryOf(address)).toBeNull());
});

describe("choice of the remote", () => {
  const remote = (name: string, owner: string) => ({ name, url: `https://github.com/${owner}/shop` });

  test("origin, else the only one; nothing is guessed of several", () => {
    expect(repositoryOfRemotes([remote("upstream", "acme"), remote("origin", "ada")])?.owner).toBe("ada");
    expect(repositoryOfRemotes([remote("upstream", "acme")])?.owner).toBe("acme");
    expect(repositoryOfRemotes([remote("upstream", "acme"), remote("fork", "ada")])).toBeNull();
  });

  test("the argument takes precedence over the remotes, which provide only the host", () => {
    const here = [{ name: "origin", url: "git@git.example.com:ada/shop.git" }];
    const named = { kind: "pull", number: 3, repository: { host: null, owner: "acme", repo: "site" } } as const;
    expect(pullRefOf(named, here)).toEqual({ host: "git.example.com", owner: "acme", repo: "site", number: 3 });
    expect(pullRefOf(named, [])).toMatchObject({ host: "github.com" });
    expect(pullRefOf({ ...named, repository: null }, here)).toMatchObject({ owner: "ada", number: 3 });
    expect(() => pullRefOf({ ...named, repository: null }, [])).toThrow("this repository has no remote");
  });
});

test("remotes are read from a config as git reads it, and submodules are none", () => {
  const config = `[core]\n\tbare = false\n[remote "origin"]\n\turl = https://a/b/c ; mine\n\tfetch = +refs/*:refs/*\n
[Remote "up \\"x\\""] url = "git@h:o/r"\n[submodule "lib"]\n\turl = https://evil/x/y\n[remote "origin"]\n\tpushurl = https://p/q/r\n`;
  expect(remotesIn(config)).toEqual([
    { name: "origin", url: "https://a/b/c" },
    { name: 'up "x"', url: "git@h:o/r" },
  ]);
});
