// Real npm, and real bubblewrap, against a registry on loopback.
import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import type { Machine, SandboxDependencies } from "../sandbox-dependencies.ts";
import { serveRegistry, type LoopbackRegistry } from "../../../../test/support/sandbox/loopback-registry.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const noSandbox = await skipWithoutSandbox();
const secret = "npm_secretsecret";

let registry: LoopbackRegistry;
let all: string;
/** A workspace with its lockfile, as it is committed. */
let committed: string;
let home: string;

const files = {
  "package.json": json({
    name: "root",
    private: true,
    workspaces: ["packages/*"],
    devDependencies: { runner: "^1.0.0" },
  }),
  "packages/a/package.json": json({
    name: "@own/a",
    version: "1.0.0",
    bin: { "a-cli": "cli.js" },
    dependencies: { odd: "2.0.0" },
  }),
  "packages/a/index.js": 'module.exports = "a" + require("odd");\n',
  "packages/a/cli.js": '#!/usr/bin/env node\nconsole.log("cli of", require("./index.js"));\n',
  "packages/b/package.json": json({
    name: "@own/b",
    version: "1.0.0",
    dependencies: { "@own/a": "^1.0.0", odd: "1.0.0" },
  }),
  "packages/b/index.js": 'module.exports = "b" + require("odd") + require("@own/a") + require("@far/even");\n',
};

beforeAll(async () => {
  all = realpathSync(mkdtempSync(join(tmpdir(), "crosscheck-node-")));
  chmodSync(all, 0o755);
  const scripts = { postinstall: "touch ran-a-script" };
  registry = await serveRegistry([
    {
      manifest: { name: "odd", version: "1.0.0", main: "i.js", scripts },
      files: { "i.js": 'module.exports = "odd1";' },
    },
    { manifest: { name: "odd", version: "2.0.0", main: "i.js" }, files: { "i.js": 'module.exports = "odd2";' } },
    { manifest: { name: "@far/even", version: "1.0.0", main: "i.js" }, files: { "i.js": 'module.exports = "even";' } },
    {
      manifest: { name: "runner", version: "1.0.0", bin: { runner: "bin.js" }, dependencies: { "@far/even": "1.0.0" } },
      files: { "bin.js": '#!/usr/bin/env node\nconsole.log("ran", require("@far/even"), require(process.cwd()));' },
    },
  ]);
  home = put("home", { ".npmrc": `registry=${registry.address}\n${registry.address.slice(5)}:_authToken=${secret}\n` });
  committed = put("committed", files);
  await npm(committed, "install", "--package-lock-only");
});
afterAll(async () => {
  await registry.close();
  rmSync(all, { recursive: true, force: true });
});

let machine: Machine;
let tree: string;
beforeEach(() => {
  tree = join(mkdtempSync(join(all, "test-")), "tree");
  chmodSync(dirname(tree), 0o755);
  cpSync(committed, tree, { recursive: true });
  machine = thisMachine({ env: { PATH: process.env["PATH"], HOME: home }, cache: join(all, "cache") });
});

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function put(name: string, texts: Readonly<Record<string, string>>): string {
  const folder = join(all, name);
  for (const [path, text] of Object.entries(texts)) write(join(folder, path), text);
  return folder;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    npm_config_cache: join(all, "npm-cache"),
    npm_config_audit: "false",
  };
  await promisify(execFile)("npm", args, { cwd, env });
}

/** The user's clone of it, with what they installed. */
async function installedClone(): Promise<string> {
  cloned ??= install();
  const clone = join(dirname(tree), "clone");
  cpSync(await cloned, clone, { recursive: true, verbatimSymlinks: true });
  return clone;
}

let cloned: Promise<string> | undefined;
async function install(): Promise<string> {
  const clone = join(all, "cloned");
  cpSync(committed, clone, { recursive: true });
  await npm(clone, "ci", "--ignore-scripts");
  return clone;
}

async function provided(cwd = ""): Promise<SandboxDependencies> {
  const result = await provideDependencies("node", cwd, stagedAt(tree), machine);
  if ("is" in result) throw new Error(JSON.stringify(result));
  return result;
}

async function notProvided(cwd = ""): Promise<string> {
  const result = await provideDependencies("node", cwd, stagedAt(tree), machine);
  return "is" in result && result.why === "no-dependencies" ? result.message : `no: ${JSON.stringify(result)}`;
}

describe.skipIf(noSandbox)("from the user's clone", () => {
  test("packages and programs of a workspace are found, and its own packages come from the tree", async () => {
    machine = { ...machine, clone: await installedClone() };
    write(join(tree, "packages/a/index.js"), 'module.exports = "changed" + require("odd");\n');
    const dependencies = await provided("packages/b");
    expect(dependencies.did).toEqual({ ecosystem: "node", from: "clone", folder: machine.clone });
    const run = (...words: [string, ...string[]]) => tryProvided(dependencies, stagedAt(tree), words, "packages/b");
    expect(await run("runner")).toEqual({ code: 0, output: "ran even bodd1changedodd2even\n" });
    expect(await run("a-cli")).toEqual({ code: 0, output: "cli of changedodd2\n" });
  });

  test("tools can write beside packages but not into them; caches of other runs are not visible", async () => {
    const clone = await installedClone();
    write(join(clone, "node_modules/.vite/old"), "old");
    machine = { ...machine, clone };
    const writes = `const fs = require("fs"); fs.mkdirSync("node_modules/.vite"); fs.writeFileSync("node_modules/.vite/new", "");
      try { fs.writeFileSync("node_modules/runner/bin.js", "") } catch (e) { console.log(e.code) }
      console.log(fs.readdirSync("node_modules/.vite").join())`;
    const result = await tryProvided(await provided(), stagedAt(tree), ["node", "-e", writes]);
    expect(result).toEqual({ code: 0, output: "EROFS\nnew\n" });
  });

  test("links that lead outside are skipped", async () => {
    const clone = await installedClone();
    symlinkSync("/etc", join(clone, "node_modules/absolute"));
    symlinkSync("../../../../etc", join(clone, "node_modules/climbs"));
    symlinkSync("../packages/a", join(clone, "node_modules/within"));
    machine = { ...machine, clone };
    const { links } = await provided();
    const at = links.map((link) => link.at);
    expect(at).toContain("node_modules/within");
    expect(at).not.toContain("node_modules/absolute");
    expect(at).not.toContain("node_modules/climbs");
  });

  test("a node_modules that is a link is not followed", async () => {
    const clone = await installedClone();
    renameSync(join(clone, "node_modules"), join(dirname(tree), "elsewhere"));
    symlinkSync("../elsewhere", join(clone, "node_modules"));
    machine = { ...machine, clone };
    expect((await provided()).did.from).not.toBe("clone");
  });

  test("packages that are older than the lockfile are not used", async () => {
    const clone = await installedClone();
    const hidden = join(clone, "node_modules/.package-lock.json");
    writeFileSync(hidden, readFileSync(hidden, "utf8").replace('"version": "2.0.0"', '"version": "1.9.0"'));
    machine = { ...machine, clone };
    expect((await provided()).did.from).not.toBe("clone");
  });

  test("packages of a different lockfile are not used", async () => {
    const clone = await installedClone();
    machine = { ...machine, clone };
    const lock = join(clone, "package-lock.json");
    writeFileSync(lock, `${readFileSync(lock, "utf8")}\n`);
    expect((await provided()).did.from).not.toBe("clone");
  });

  test("without a lockfile, packages of the same manifests are used", async () => {
    const clone = await installedClone();
    for (const folder of [clone, tree]) rmSync(join(folder, "package-lock.json"));
    machine = { ...machine, clone };
    expect((await provided()).did.from).toBe("clone");
    write(join(tree, "package.json"), json({ devDependencies: { runner: "^2.0.0" } }));
    expect(await notProvided()).toContain("there is no lockfile, and package.json is another one in");
  });
});

describe.skipIf(noSandbox)("installed from the lockfile", () => {
  beforeEach(() => {
    machine = { ...machine, cache: join(dirname(tree), "cache") };
  });

  test("once and then cached, without scripts and without the user's token", async () => {
    const before = registry.asked.length;
    const first = await provided("packages/b");
    const run = (dependencies: SandboxDependencies) =>
      tryProvided(dependencies, stagedAt(tree), ["runner"], "packages/b");
    expect([first.did.from, await run(first)]).toEqual(["installed", { code: 0, output: "ran even bodd1aodd2even\n" }]);
    expect(new Set(registry.asked.slice(before).map(({ authorization }) => authorization))).toEqual(
      new Set([undefined]),
    );
    const requestCount = registry.asked.length;
    const again = await provided("packages/b");
    expect([again.did.from, again.did.folder, registry.asked.length]).toEqual(["kept", first.did.folder, requestCount]);
    expect(readdirSync(first.did.folder, { recursive: true }).filter((path) => path.includes("ran-a-script"))).toEqual(
      [],
    );
  });

  test("without the change's own config", async () => {
    write(join(tree, ".npmrc"), "registry=http://127.0.0.1:1/\nignore-scripts=false\n");
    const manifest = { ...JSON.parse(files["package.json"]), scripts: { preinstall: "touch ran-a-script" } };
    write(join(tree, "package.json"), json(manifest));
    const { did } = await provided();
    expect(did.from).toBe("installed");
    expect(readFileSync(join(did.folder, "package.json"), "utf8")).not.toContain("preinstall");
    expect(existsSync(join(did.folder, ".npmrc"))).toBe(false);
  });

  test("in a folder of the tree that has a lockfile of its own", async () => {
    const outer = join(dirname(tree), "outer");
    cpSync(tree, join(outer, "web"), { recursive: true });
    tree = outer;
    const dependencies = await provided("web/packages/b");
    const result = await tryProvided(dependencies, stagedAt(tree), ["runner"], "web/packages/b");
    expect(result).toEqual({ code: 0, output: "ran even bodd1aodd2even\n" });
  });

  test("also without bubblewrap, because it runs nothing of the change", async () => {
    const programs = join(dirname(tree), "programs");
    mkdirSync(programs);
    symlinkSync(process.execPath, join(programs, "node"));
    const npmPaths = (process.env["PATH"] ?? "").split(":").map((folder) => join(folder, "npm"));
    symlinkSync(realpathSync(npmPaths.find((file) => existsSync(file)) ?? ""), join(programs, "npm"));
    machine = { ...machine, env: { ...machine.env, PATH: programs } };
    expect((await provided()).did.from).toBe("installed");
  });

  test("with certificate and scopes of the user's own config", async () => {
    const own = join(dirname(tree), "home");
    write(join(own, "authority.pem"), "none\n");
    write(
      join(own, ".npmrc"),
      `registry=http://127.0.0.1:1/\n@far:registry=${registry.address}\ncafile=${own}/authority.pem\n`,
    );
    write(join(tree, "package.json"), json({ name: "a", dependencies: { "@far/even": "1.0.0" } }));
    const even = { version: "1.0.0" };
    const packages = { "": { name: "a", dependencies: { "@far/even": "1.0.0" } }, "node_modules/@far/even": even };
    write(join(tree, "package-lock.json"), json({ name: "a", lockfileVersion: 3, requires: true, packages }));
    machine = { ...machine, env: { ...machine.env, HOME: own } };
    const result = await tryProvided(await provided(), stagedAt(tree), ["node", "-p", 'require("@far/even")']);
    expect(result).toEqual({ code: 0, output: "even\n" });
  });

  test("with an unreachable registry, npm's message and a remedy are reported", async () => {
    write(join(dirname(tree), "home/.npmrc"), "registry=http://127.0.0.1:1/\n");
    machine = { ...machine, env: { ...machine.env, HOME: join(dirname(tree), "home") } };
    const lock = join(tree, "package-lock.json");
    writeFileSync(lock, readFileSync(lock, "utf8").replaceAll(/^ *"resolved": "http.*\n/gm, ""));
    expect(await notProvided()).toMatch(/^npm ci said: .*ECONNREFUSED.*\. Run npm ci in your clone/);
    expect(readdirSync(join(machine.cache, "dependencies"))).toEqual(["npm-cache"]);
  });
});

test.each<[string, (lock: string) => string, string]>([
  ["another host", (lock) => lock.replaceAll(registry.address, "http://127.0.0.1:1/"), "which is no registry of yours"],
  [
    "a repository",
    (lock) => lock.replace(/"resolved": "http[^"]*"/, '"resolved": "git+ssh://git@127.0.0.1/x.git"'),
    "which is no registry of yours",
  ],
  [
    "a file",
    (lock) => lock.replace(/"resolved": "http[^"]*"/, '"resolved": "file:../../etc"'),
    "which is no registry of yours",
  ],
  ["no JSON", () => "{", "it is not JSON"],
  ["20 MB", (lock) => lock + " ".repeat(20_000_000), "it is larger than 20 MB"],
])("a lockfile with %s causes no download", async (_, change, expected) => {
  const lock = join(tree, "package-lock.json");
  writeFileSync(lock, change(readFileSync(lock, "utf8")));
  const requestCount = registry.asked.length;
  expect(await notProvided()).toMatch(
    new RegExp(`^nothing is installed from package-lock.json: .*${expected}.*Run npm ci in`),
  );
  expect(registry.asked.length).toBe(requestCount);
});

test("a lockfile that is a link is not read", async () => {
  rmSync(join(tree, "package-lock.json"));
  symlinkSync("/etc/passwd", join(tree, "package-lock.json"));
  expect(await notProvided()).toContain("it is not a regular file");
});

test.each([
  ["yarn.lock", "yarn install"],
  ["bun.lock", "bun install"],
  ["pnpm-lock.yaml", "pnpm install"],
])("%s installs nothing", async (name, command) => {
  rmSync(join(tree, "package-lock.json"));
  write(join(tree, name), "x");
  machine = { ...machine, env: { HOME: home, PATH: "/nowhere" } };
  expect(await notProvided()).toBe(
    `there is no clone. Run ${command} in your clone with the same lockfile; the packages are then used from there`,
  );
});

test("a package manager that does not run is not used", async () => {
  const programs = put("stubs", { npm: "#!/bin/sh\nexit 127\n" });
  machine = { ...machine, env: { HOME: home, PATH: programs } };
  expect(await notProvided()).toMatch(/^there is no clone\. Run npm install in your clone/);
});

const hasPnpm = hasProgram("pnpm");

describe.skipIf(noSandbox || !hasPnpm)("with pnpm", () => {
  async function pnpm(cwd: string, ...args: string[]): Promise<void> {
    const stored = `--store-dir=${join(all, "pnpm-store")}`;
    await promisify(execFile)("pnpm", [...args, stored], {
      cwd,
      env: { PATH: process.env["PATH"], HOME: home, CI: "1" },
    });
  }

  beforeEach(async () => {
    rmSync(join(tree, "package-lock.json"));
    write(join(tree, "pnpm-workspace.yaml"), "packages:\n  - packages/*\n");
    const own = JSON.parse(files["packages/b/package.json"]) as { dependencies: object };
    const dependencies = { ...own.dependencies, "@own/a": "workspace:*", "@far/even": "1.0.0", runner: "1.0.0" };
    write(join(tree, "packages/b/package.json"), json({ ...own, dependencies }));
    await pnpm(tree, "install", "--lockfile-only");
  });

  test("packages come from the clone or are installed", async () => {
    const clone = join(dirname(tree), "clone");
    cpSync(tree, clone, { recursive: true });
    await pnpm(clone, "install", "--frozen-lockfile", "--ignore-scripts");
    const run = (dependencies: SandboxDependencies) =>
      tryProvided(dependencies, stagedAt(tree), ["runner"], "packages/b");
    const expected = { code: 0, output: "ran even bodd1aodd2even\n" };
    machine = { ...machine, clone };
    const there = await provided("packages/b");
    expect([there.did.from, await run(there)]).toEqual(["clone", expected]);
    machine = { ...machine, clone: null };
    const made = await provided("packages/b");
    expect([made.did.from, await run(made)]).toEqual(["installed", expected]);
    expect((await provided("packages/b")).did.from).toBe("kept");
  });

  test("a hostile lockfile causes no download", async () => {
    const lock = join(tree, "pnpm-lock.yaml");
    const evil = "resolution: {tarball: http://127.0.0.1:1/x.tgz, integrity";
    writeFileSync(lock, readFileSync(lock, "utf8").replace("resolution: {integrity", evil));
    const requestCount = registry.asked.length;
    expect(await notProvided()).toContain('it comes from "http://127.0.0.1:1/x.tgz", which is no registry of yours');
    expect(registry.asked.length).toBe(requestCount);
  });
});

describe("no packages are needed", () => {
  test.each<[string, Record<string, string>]>([
    ["there is no package", { "a.js": "" }],
    ["the package depends on nothing", { "package.json": json({ name: "a" }), "package-lock.json": "{}" }],
    ["the manifest is broken", { "package.json": "{" }],
    [
      "packages are part of the repository",
      { "package.json": json({ dependencies: { a: "1" } }), "node_modules/a/index.js": "" },
    ],
  ])("%s", async (name, texts) => {
    tree = put(`nothing-${name}`, texts);
    const { links, did, readOnly } = await provided();
    expect([links, did.from, readOnly.length]).toEqual([[], "machine", 1]);
  });
});
