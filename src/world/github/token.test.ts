// Tests where a token is found, and that it is never sent to another host.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { findToken } from "./token.ts";

const { signal } = new AbortController();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-token-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A `gh` that notes its arguments and environment, and says what it is told to. */
function installGh(script: string): string {
  const path = join(folder, "gh");
  writeFileSync(
    path,
    `#!${execPath}\nrequire("fs").writeFileSync(${JSON.stringify(join(folder, "seen"))}, JSON.stringify({ args: process.argv.slice(2), env: process.env, cwd: process.cwd() }));\n${script}\n`,
  );
  chmodSync(path, 0o755);
  return `${folder}:${dirname(execPath)}`;
}
const seenByGh = () =>
  JSON.parse(readFileSync(join(folder, "seen"), "utf8")) as {
    args: string[];
    env: Record<string, string>;
    cwd: string;
  };

describe("in the environment", () => {
  const all = {
    GITHUB_TOKEN: "one",
    GH_TOKEN: "two",
    GH_ENTERPRISE_TOKEN: "three",
    GITHUB_ENTERPRISE_TOKEN: "four",
    PATH: "/nowhere",
  };
  test.each([
    ["github.com", all, "one", "GITHUB_TOKEN"],
    ["github.com", { ...all, GITHUB_TOKEN: "" }, "two", "GH_TOKEN"],
    ["github.com", { GH_TOKEN: " two\n" }, "two", "GH_TOKEN"],
    ["git.example.com", all, "three", "GH_ENTERPRISE_TOKEN"],
    ["git.example.com", { ...all, GH_ENTERPRISE_TOKEN: "" }, "four", "GITHUB_ENTERPRISE_TOKEN"],
    ["git.example.com", { ...all, GITHUB_SERVER_URL: "https://git.example.com" }, "one", "GITHUB_TOKEN"],
  ])("%s, %o", async (host, env, token, from) => {
    expect(await findToken(host, env, signal)).toEqual({ token, from });
  });

  test.each([
    ["git.example.com", { GITHUB_TOKEN: "one", GH_TOKEN: "two" }],
    ["octo.ghe.com", { GITHUB_TOKEN: "one" }],
    ["github.com.evil.example", { GITHUB_TOKEN: "one" }],
    ["github.com", { GH_ENTERPRISE_TOKEN: "three" }],
    ["github.com", { GITHUB_TOKEN: "one", GITHUB_SERVER_URL: "https://git.example.com" }],
  ])("a token for another host is not given to %s (%o)", async (host, env) => {
    await expect(findToken(host, { ...env, PATH: folder }, signal)).rejects.toThrow(`There is no token for ${host}`);
  });

  test("a token with a space in it is rejected without quoting it", async () => {
    const error = await findToken("github.com", { GITHUB_TOKEN: "sekret sekret" }, signal).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).not.toContain("sekret");
  });
});

describe("with gh", () => {
  test("it runs for the host, outside the repository and without our tokens", async () => {
    const PATH = installGh(`console.log("from-gh")`);
    const env = { PATH, HOME: "/home/x", GITHUB_TOKEN: "github-token", MODEL_KEY: "key", NODE_OPTIONS: "--bad" };
    expect(await findToken("git.example.com", env, signal)).toEqual({
      token: "from-gh",
      from: "gh auth token --hostname git.example.com",
    });
    const { args, env: given, cwd } = seenByGh();
    expect(args).toEqual(["auth", "token", "--hostname", "git.example.com"]);
    expect(Object.keys(given).filter((name) => name !== "__CF_USER_TEXT_ENCODING")).toEqual(
      expect.arrayContaining(["PATH", "HOME", "LC_ALL"]),
    );
    expect(JSON.stringify(given)).not.toMatch(/github-token|MODEL_KEY|--bad/);
    expect(cwd).toBe("/");
  });

  test.each([
    ["is not signed in", `process.exit(1)`],
    ["prints nothing", ``],
    ["does not answer", `setInterval(() => {}, 1000)`],
  ])("if it %s, the error lists the ways to provide a token", async (_, script) => {
    const error = await findToken("github.com", { PATH: installGh(script) }, signal, 500).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).remedy).toBe(
      "Set GITHUB_TOKEN or GH_TOKEN, or sign in with GitHub's own tool: gh auth login --hostname github.com.",
    );
  });

  test("Ctrl-C ends the wait", async () => {
    const stopping = new AbortController();
    const token = findToken("github.com", { PATH: installGh(`setInterval(() => {}, 1000)`) }, stopping.signal);
    stopping.abort(new Error("stopped by the person"));
    await expect(token).rejects.toThrow("stopped by the person");
  });
});
