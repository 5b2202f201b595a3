// Tests do not see the user's environment.
import { execFileSync } from "node:child_process";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probeSandbox } from "../src/world/sandbox/probe-sandbox.ts";
import { findToken } from "../src/world/github/token.ts";
import { crosscheck } from "./support/run-cli.ts";

const stop = new AbortController().signal;

test("there are no accounts, keys, proxies, agents or preferences", () => {
  const personal = /TOKEN|_KEY$|PROXY|SSH_|GPG_|DBUS|COLOR|COLUMNS|EDITOR|PAGER|^XDG_|^GIT_(?!CONFIG_NOSYSTEM$)|^npm_/i;
  expect(Object.keys(process.env).filter((name) => personal.test(name))).toEqual([]);
});

test("language and time are the same everywhere", () => {
  expect(new Intl.DateTimeFormat().resolvedOptions()).toMatchObject({ locale: "en-US", timeZone: "UTC" });
  expect("I".toLocaleLowerCase()).toBe("i");
  expect(new Date(0).getTimezoneOffset()).toBe(0);
});

test("the home folder belongs to the run, and git has no settings", () => {
  expect(homedir()).toBe(join(tmpdir(), "crosscheck-home"));
  expect(execFileSync("git", ["config", "--list"], { cwd: "/", encoding: "utf8" })).toBe("");
});

test("GitHub's own tool has no token to give", async () => {
  await expect(findToken("github.com", process.env, stop)).rejects.toThrow("There is no token for github.com");
  const { out } = await crosscheck(["doctor"], { cwd: "/" });
  expect(out).toContain("gh is not installed");
});

test("a sandbox does not depend on it", async () => {
  const probe = await probeSandbox(process.execPath, process.env, stop);
  expect(await probeSandbox(process.execPath, { PATH: process.env["PATH"] }, stop)).toEqual(probe);
});
