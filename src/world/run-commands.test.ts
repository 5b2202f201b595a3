// Real processes, and the real sandbox.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { skipWithoutSandbox } from "../../test/support/sandbox.ts";
import { runCommands, type CommandsRun } from "./run-commands.ts";
import { environmentForChecks } from "./run-commands/environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-commands-"));
  // The sandbox reads it as nobody.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

async function run(commands: readonly string[], given: Partial<CommandsRun> = {}) {
  const env = { ...process.env, GITHUB_TOKEN: "ghs_secret", OPENAI_API_KEY: "sk-secret" };
  return await runCommands({ commands, folder, where: "here", env, ms: 60_000, now: Date.now, stop: never, ...given });
}

function script(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return `node ${name}`;
}

test("commands run in order in the folder and report their result", async () => {
  const ends = await run([
    script("one.js", "require('fs').writeFileSync('made', 'x')"),
    script(
      "two.js",
      "console.log('found', require('fs').readdirSync('.').includes('made')); console.error('bad'); process.exit(3)",
    ),
    script("three.js", ""),
  ]);
  expect(ends.map(({ command, exit, result, why }) => [command, exit, result, why])).toEqual([
    ["node one.js", 0, "passed", null],
    ["node two.js", 3, "failed", null],
    ["node three.js", 0, "passed", null],
  ]);
  expect(ends[1]?.output).toBe("found true\nbad");
});

test("a script of the repository runs by its path, and none outside of it", async () => {
  writeFileSync(join(folder, "check.sh"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
  const [own, outside, none] = await run(["./check.sh", "../check.sh", "no-such-program-here"]);
  expect(own).toMatchObject({ exit: 0, output: "ran" });
  expect(outside).toMatchObject({ exit: null, result: "failed" });
  expect(none).toMatchObject({ exit: null, result: "failed", why: "no-such-program-here is not on the PATH" });
});

test("a line that needs a shell is rejected before anything runs", async () => {
  const first = script("one.js", "require('fs').writeFileSync('made', 'x')");
  await expect(run([first, "npm test && true"])).rejects.toThrow("needs a shell");
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("shell characters are passed as plain arguments", async () => {
  const [end] = await run([`${script("say.js", "console.log(process.argv[2])")} '$(id) && x; y | z'`]);
  expect(end?.output).toBe("$(id) && x; y | z");
});

test("no token reaches the commands", async () => {
  const [end] = await run([script("env.js", "console.log(JSON.stringify(process.env))")]);
  const env = JSON.parse(end?.output ?? "") as Record<string, string>;
  expect(env["PATH"]).toBe(process.env["PATH"]);
  expect(JSON.stringify(env)).not.toMatch(/secret/);
});

test.each<[string, string, boolean]>([
  ["PATH", "/bin", true],
  ["HOME", "/home/ada", true],
  ["LC_ALL", "C", true],
  ["CARGO_HOME", "/c", true],
  ["HTTPS_PROXY", "http://proxy:1", true],
  ["HTTPS_PROXY", "http://ada:hunter2@proxy:1", false],
  ["GITHUB_TOKEN", "x", false],
  ["GH_TOKEN", "x", false],
  ["GH_ENTERPRISE_TOKEN", "x", false],
  ["ANTHROPIC_API_KEY", "x", false],
  ["NPM_TOKEN", "x", false],
  ["AWS_SECRET_ACCESS_KEY", "x", false],
  ["DATABASE_URL", "postgres://ada:x@db", false],
  ["NODE_OPTIONS", "--require /x", false],
  ["SSH_AUTH_SOCK", "/s", false],
  ["CROSSCHECK_DATA", "/d", false],
])("%s=%s", (name, value, passes) => {
  expect(environmentForChecks({ [name]: value })).toEqual(passes ? { [name]: value } : {});
});

/** It and a child of its own write their ids, and then stay for ever. */
const stays = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
require("node:fs").writeFileSync("ids", process.pid + " " + child.pid);
console.log("ready");
setInterval(() => {}, 1000);`;

function areGone(): boolean {
  return readFileSync(join(folder, "ids"), "utf8")
    .split(" ")
    .every((id) => {
      try {
        // Dead and not yet buried by this container's first process counts as gone.
        return /^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
      } catch {
        return true;
      }
    });
}

test("a command over the time limit ends with its child processes, and later ones are skipped", async () => {
  const ends = await run([script("stays.js", stays), "node --version"], { ms: 5000 });
  expect(ends.map(({ exit, result }) => [exit, result])).toEqual([
    [null, "timed-out"],
    [null, "skipped"],
  ]);
  // A process that was killed is gone a moment later.
  await vi.waitFor(() => expect(areGone()).toBe(true));
});

test("Ctrl-C ends all processes", async () => {
  const stopping = new AbortController();
  const running = run([script("stays.js", stays)], { stop: stopping.signal });
  while (!existsSync(join(folder, "ids"))) await new Promise((resolve) => setImmediate(resolve));
  stopping.abort(new Error("Ctrl-C"));
  await expect(running).rejects.toThrow("Ctrl-C");
  // A process that was killed is gone a moment later.
  await vi.waitFor(() => expect(areGone()).toBe(true));
});

describe.skipIf(await skipWithoutSandbox())("in the sandbox", () => {
  const sandboxed = async (commands: readonly string[], given: Partial<CommandsRun> = {}) =>
    await run(commands, { where: "sandbox", ...given });

  test("a command sees the files, can write to its copy, and does not change the originals", async () => {
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src", "a.txt"), "before");
    const writes =
      "const fs = require('fs'); fs.writeFileSync('src/a.txt', 'after'); console.log(fs.readFileSync('src/a.txt', 'utf8'))";
    const [wrote, failed] = await sandboxed([script("write.js", writes), script("fail.js", "process.exit(5)")]);
    expect(wrote).toMatchObject({ exit: 0, result: "passed", output: "after" });
    expect(failed).toMatchObject({ exit: 5, result: "failed" });
    expect(readFileSync(join(folder, "src", "a.txt"), "utf8")).toBe("before");
  });

  test("installed packages can be used, and links inside the tree work", async () => {
    mkdirSync(join(folder, "node_modules", "left"), { recursive: true });
    writeFileSync(join(folder, "node_modules", "left", "index.js"), "module.exports = 'from a package'");
    symlinkSync("use.js", join(folder, "link.js"));
    script("use.js", "console.log(require('left'))");
    expect(await sandboxed(["node link.js"])).toMatchObject([{ exit: 0, output: "from a package" }]);
  });

  test("there is no token, git config, file of this machine or network", async () => {
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git", "config"), "ghs_secret");
    const outside = mkdtempSync(join(tmpdir(), "crosscheck-outside-"));
    chmodSync(outside, 0o755);
    try {
      writeFileSync(join(outside, "secret"), "hunter2", { mode: 0o644 });
      symlinkSync(outside, join(folder, "out"));
      const tries = `
        const fs = require("fs");
        const read = (path) => { try { return fs.readFileSync(path, "utf8") } catch (error) { return error.code } };
        console.log(JSON.stringify([read(".git/config"), read("out/secret"), read("/etc/passwd"), process.env.GITHUB_TOKEN ?? null]));
        require("net").connect(53, "192.0.2.1").on("error", (error) => console.log(error.code));`;
      const [end] = await sandboxed([script("try.js", tries)]);
      const [first = "", second] = end?.output.split("\n") ?? [];
      expect(JSON.parse(first)).toEqual(["ENOENT", "ENOENT", "ENOENT", null]);
      expect(second).toMatch(/ENETUNREACH|EACCES/);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test("a missing program is reported", async () => {
    expect(await sandboxed(["no-such-program-here"])).toMatchObject([
      { exit: 127, result: "failed", output: expect.stringContaining("no-such-program-here cannot be started here") },
    ]);
  });

  test("a command over the time limit is ended", async () => {
    expect(await sandboxed([script("stays.js", "setInterval(() => {}, 1000)")], { ms: 1500 })).toMatchObject([
      { exit: null, result: "timed-out" },
    ]);
  });
});
