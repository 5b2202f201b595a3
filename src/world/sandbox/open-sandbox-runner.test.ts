// Real git, real bubblewrap, real programs of a project.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cleanupsOfEachTest } from "../../../test/support/cleanups.ts";
import { noProjectDependencies, skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import { makeFolder } from "../../../test/support/sandbox/made-folder.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  reportFolder,
  type CommandEnd,
  type CommandLine,
  type TreeSpec,
  type SandboxRunEnd,
} from "../../findings/execution/sandbox-runner.ts";
import { runSelection } from "../../findings/execution/run-selection.ts";
import { maven } from "../../findings/execution/runners/maven.ts";
import { makeRepository, type CommitFixture } from "../git/make-repository.ts";
import { openGit } from "../git/repository.ts";
import { provideDependencies } from "./dependencies.ts";
import { openSandboxRunner, type SandboxRunnerNeeds } from "./open-sandbox-runner.ts";
import * as places from "./runner/sandbox-paths.ts";

const never = new AbortController().signal;
const cleanups = cleanupsOfEachTest();

async function sandboxOn(commits: readonly CommitFixture["files"][], needs: Partial<SandboxRunnerNeeds> = {}) {
  const repository = await makeRepository(
    commits.map((files, index) => ({ message: `${index}`, files })),
    process.env,
    never,
  );
  const git = openGit(repository.path, process.env, never);
  const [base, head] = [(await git.resolve(`HEAD~${commits.length - 1}`))!, (await git.resolve("HEAD"))!];
  const env = { PATH: process.env["PATH"], GITHUB_TOKEN: "ghs_hunter2" };
  const provide = () => Promise.resolve(noProjectDependencies);
  const given = { git, base, head, clone: null, env, node: process.execPath, cache: null, stop: never, provide };
  const sandbox = openSandboxRunner({ ...given, ...needs });
  cleanups.push(
    repository.remove,
    () => git.close(),
    () => sandbox.close(),
  );
  return { sandbox, repository };
}

type Opened = Awaited<ReturnType<typeof sandboxOn>>;
type Line = Partial<CommandLine> & Pick<CommandLine, "words">;

async function run({ sandbox }: Opened, lines: readonly Line[], tree: TreeSpec = { of: "head" }, outputs?: string[]) {
  const commands = lines.map((line) => ({ cwd: "", ms: 30_000, ...line }));
  const onOutput = outputs ? { onOutput: (text: string) => void outputs.push(text) } : {};
  return await sandbox.run(tree, ["node"], commands, { stop: never, ...onOutput });
}

function endsOf(end: SandboxRunEnd): readonly CommandEnd[] {
  if (end.is !== "ran") throw new Error(JSON.stringify(end));
  return end.ends;
}

const script = (code: string): Line => ({ words: ["node", "-e", code] });
const junit = `${reportFolder}/junit.xml`;
const tests: Line = {
  words: ["node", "--test", "--test-reporter=junit", `--test-reporter-destination=${junit}`],
  reports: [junit],
};
const passing = { "package.json": '{"type":"module"}', "sum.js": "export const sum = (a, b) => a + b;\n" };
const sumTest = `import test from "node:test";
import assert from "node:assert/strict";
import { sum } from "./sum.js";
test("adds", () => assert.equal(sum(1, 2), 3));
`;

test("inside and outside use the same report folder", () => {
  expect(places.sandboxReportFolder).toBe(reportFolder);
});

describe.skipIf(await skipWithoutSandbox())("in a sandbox", () => {
  stories(false);
});
describe("without one", () => {
  stories(true);
});

function stories(unsafe: boolean): void {
  test("the tests of a project pass, and their report is returned", async () => {
    const opened = await sandboxOn([{ ...passing, "sum.test.js": sumTest }], { unsafe });
    const end = await run(opened, [tests]);
    expect(end).toMatchObject({
      is: "ran",
      did: { sandbox: unsafe ? "none" : "bubblewrap", dependencies: [noProjectDependencies.did] },
      ends: [{ is: "ended", code: 0, why: null }],
    });
    const [report] = endsOf(end)[0]!.reports;
    expect(report!.path).toBe(junit);
    expect(report!.text).toContain('<testcase name="adds"');
    expect(report!.text).toContain('file="/work/sum.test.js"');
  });

  test("tests fail on the head, pass on the base, and fail on the base with the head's tests", async () => {
    const opened = await sandboxOn(
      [
        { ...passing, "sum.test.js": sumTest },
        { "sum.js": "export const sum = (a, b) => a - b;\n", "sum.test.js": sumTest.replace("3)", "-1)") },
      ],
      { unsafe },
    );
    const code = async (tree: TreeSpec) => endsOf(await run(opened, [tests], tree))[0]!.code;
    expect(await code({ of: "base" })).toBe(0);
    expect(await code({ of: "head" })).toBe(0);
    expect(await code({ of: "base", withHead: ["sum.test.js"] })).toBe(1);
  });

  test("two commands share one copy; the next run has a new copy without old reports", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe });
    const writes = script(
      'const fs = require("fs"); fs.writeFileSync("b.txt", "b"); fs.writeFileSync("/tmp/reports/x", "x")',
    );
    const lists = script('console.log(require("fs").readdirSync("."), require("fs").readdirSync("/tmp/reports"))');
    const [, listed] = endsOf(await run(opened, [writes, lists]));
    expect(listed!.output).toBe("[ 'a.txt', 'b.txt' ] []\n");
    expect(endsOf(await run(opened, [lists]))[0]!.output).toBe("[ 'a.txt' ] []\n");
  });

  test("a command runs in its folder, with an environment without secrets", async () => {
    const opened = await sandboxOn([{ "packages/a/b.txt": "b" }], {
      unsafe,
      provide: () => Promise.resolve({ ...noProjectDependencies, env: { FROM: "provided" }, path: ["/deps/bin"] }),
    });
    const shows = script(
      "delete process.env.PWD; delete process.env.CROSSCHECK_RUN; console.log(process.cwd(), JSON.stringify(process.env))",
    );
    const [end] = endsOf(await run(opened, [{ ...shows, cwd: "packages/a", env: { OWN: "1" } }]));
    const [cwd, ...env] = end!.output.trim().split(" ");
    expect(cwd).toBe("/work/packages/a");
    expect(JSON.parse(env.join(" "))).toEqual({
      CI: "true",
      HOME: "/tmp",
      TMPDIR: "/tmp",
      LANG: "C.UTF-8",
      NO_COLOR: "1",
      FROM: "provided",
      OWN: "1",
      PATH: "/work/packages/a/node_modules/.bin:/work/packages/node_modules/.bin:/work/node_modules/.bin:/deps/bin:/tools:/usr/local/bin:/usr/bin:/bin",
    });
  });

  test("a program of the project's packages is found through links to bound folders", async () => {
    const deps = temporaryFolder("deps");
    chmodSync(deps, 0o755);
    mkdirSync(join(deps, "hello"));
    writeFileSync(join(deps, "hello/cli.js"), '#!/usr/bin/env node\nconsole.log("hello", require("hello/who.js"))\n', {
      mode: 0o755,
    });
    writeFileSync(join(deps, "hello/who.js"), 'module.exports = "Ada";\n');
    const opened = await sandboxOn([{ "package.json": "{}", "sub/x.txt": "" }], {
      unsafe,
      provide: () =>
        Promise.resolve({
          ...noProjectDependencies,
          readOnly: [{ from: deps, to: "/deps/node" }],
          links: [
            { at: "node_modules/hello", to: "/deps/node/hello" },
            { at: "node_modules/.bin/hello", to: "../hello/cli.js" },
          ],
          env: { NODE_PATH: "/deps/node" },
        }),
    });
    expect(endsOf(await run(opened, [{ words: ["hello"], cwd: "sub" }]))[0]).toMatchObject({
      is: "ended",
      code: 0,
      output: "hello Ada\n",
    });
  });

  test("both output streams arrive in order, as they are written", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe });
    const outputs: string[] = [];
    const talks = script(
      'const fs = require("fs"); for (const i of [1, 2, 3]) { fs.writeSync(1, `out ${i}\\n`); fs.writeSync(2, `err ${i}\\n`); }',
    );
    const [end] = endsOf(await run(opened, [talks], { of: "head" }, outputs));
    expect(end!.output).toBe("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n");
    expect(outputs.join("")).toBe(end!.output);
  });

  test("long output keeps its start and its end; excessive output ends the command", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe });
    const much = script(
      'console.log("first"); for (let i = 0; i < 600; i++) console.log("x".repeat(10_000)); console.log("last")',
    );
    const [kept] = endsOf(await run(opened, [much]));
    expect([kept!.is, kept!.output.length < 5_000_000]).toEqual(["ended", true]);
    expect(
      kept!.output.split("\n[...]\n").map((part) => part.replaceAll(/x+/g, "x").replaceAll(/(?:x\n)+/g, "x\n")),
    ).toEqual(["first\nx\nx", "x\nlast\n"]);
    const endless = script('const say = () => process.stdout.write("x".repeat(100_000), say); say();');
    const [ended, next] = endsOf(await run(opened, [endless, script('console.log("next")')]));
    expect(ended).toMatchObject({ is: "too-much-output", code: null });
    expect(next).toMatchObject({ is: "ended", code: 0, output: "next\n" });
  });

  test("a command over the time limit ends with its child processes, and the next one runs", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe });
    const slow = script(
      'require("child_process").spawn("sleep", ["1000"], { detached: true, stdio: "inherit" }); console.log("started"); for (;;);',
    );
    const counts = script(
      'console.log(require("child_process").execFileSync("ps", ["ax", "-o", "args"]).toString().split("\\n").filter((line) => line === "sleep 1000").length)',
    );
    const [first, second] = endsOf(await run(opened, [{ ...slow, ms: 1500 }, counts]));
    expect(first).toMatchObject({ is: "too-slow", code: null, output: "started\n" });
    if (!unsafe) expect(second).toMatchObject({ is: "ended", code: 0, output: "0\n" });
  });

  test("a daemon of a command does not see the next one", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe });
    const leaves = script(
      'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => require(`fs`).appendFileSync(`ticks`, `x`), 5)"], { detached: true, stdio: "ignore" }).unref(); setTimeout(() => {}, 300)',
    );
    const waits = script(
      'const size = () => require("fs").statSync("ticks").size; const before = size(); setTimeout(() => console.log(size() - before), 200)',
    );
    const [, second] = endsOf(await run(opened, [leaves, waits]));
    expect(second).toMatchObject({ code: 0, output: "0\n" });
  });

  test("a missing program, a missing folder and an invalid program do not start", async () => {
    const opened = await sandboxOn([{ "a.txt": "a", "run.sh": "#!/nowhere/at/all\n" }], { unsafe });
    const ends = endsOf(
      await run(opened, [
        { words: ["no-such-program"] },
        { words: ["node", "--version"], cwd: "nowhere" },
        { words: ["./a.txt"] },
        { words: ["node", "-p", "1"] },
      ]),
    );
    expect(ends.map(({ is, why }) => [is, why])).toEqual([
      ["not-started", "no-such-program is not there"],
      ["not-started", "there is no folder nowhere"],
      ["not-started", "./a.txt is not there"],
      ["ended", null],
    ]);
  });

  test("a build tool that does not run is reported as not installed, not as a failed test", async () => {
    using machine = makeFolder({
      "bin/mvn": "#!/bin/sh\nexit 127\n",
      "java/bin/java": "#!/bin/sh\n",
      ".m2/repository/x": "",
    });
    const env = {
      PATH: `${machine.path}/bin:${process.env["PATH"]}`,
      HOME: machine.path,
      JAVA_HOME: join(machine.path, "java"),
    };
    const { sandbox } = await sandboxOn([{ "pom.xml": "<project/>" }], { unsafe, env, provide: provideDependencies });
    const selection = { command: { words: ["mvn", "test"] as const, cwd: "", ms: 30_000 }, files: null };
    const ended: unknown[] = [];
    const running = { sandbox, ms: 30_000, stop: never, ended: (result: unknown) => void ended.push(result) };
    const used = { runner: maven, used: { runner: "maven", cwd: "" } };
    const selectionRun = await runSelection(used, selection, { of: "head" }, "on head", running);
    expect(selectionRun).toMatchObject({ is: "not-run", why: { why: "no-program", program: "mvn" } });
    expect(ended).toEqual([]);
  });

  test("reports are found by pattern below the folder, without following links or parent paths", async () => {
    const opened = await sandboxOn([{ "p/a.txt": "a", "secret.xml": "secret" }], { unsafe });
    const writes = script(`const fs = require("fs"); fs.mkdirSync("target/reports", { recursive: true });
      fs.writeFileSync("target/reports/TEST-a.xml", "<a/>"); fs.writeFileSync("target/reports/TEST-b.xml", "<b/>");
      fs.symlinkSync("/etc/passwd", "target/reports/TEST-c.xml"); fs.symlinkSync("/etc", "target/etc");
      fs.symlinkSync("/etc/passwd", "/tmp/reports/d.xml"); fs.writeFileSync("target/[id].xml", "plain");
      require("child_process").execFileSync("mkfifo", ["target/reports/TEST-fifo.xml"]);
      fs.writeFileSync("target/large.xml", Buffer.alloc(17_000_000));`);
    const reports = [
      "target/reports/TEST-*.xml",
      "target/etc/host*",
      "/tmp/reports/*.xml",
      "../secret.xml",
      "/etc/hostname",
      "target/[id].xml",
      "target/large.xml",
      "/tmp/reports/../x",
    ];
    const [end] = endsOf(await run(opened, [{ ...writes, cwd: "p", reports }]));
    expect([end!.code, end!.output]).toEqual([0, ""]);
    expect(end!.reports).toEqual([
      { path: "p/target/reports/TEST-a.xml", text: "<a/>" },
      { path: "p/target/reports/TEST-b.xml", text: "<b/>" },
      { path: "p/target/[id].xml", text: "plain" },
    ]);
  });

  test("an abort ends the run and removes everything", async () => {
    const stopping = new AbortController();
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe, stop: stopping.signal });
    const marker = `stop-${process.pid}-${unsafe}`;
    const waits = {
      cwd: "",
      ms: 60_000,
      words: ["node", "-e", "console.log('started'); setInterval(() => {}, 1000)", marker] as const,
    };
    const running = opened.sandbox.run({ of: "head" }, ["node"], [waits], {
      stop: never,
      onOutput: () => stopping.abort(new Error("Ctrl-C")),
    });
    await expect(running).rejects.toThrow("Ctrl-C");
    await opened.sandbox.close();
    expect(processesWith(marker)).toEqual([]);
    expect(foldersOf(process.pid).filter((name) => /-(?:tree|run)-/.test(name))).toEqual([]);
  });

  test("missing dependencies are the reason that nothing runs", async () => {
    const why = { is: "not-run", why: "no-dependencies", ecosystem: "node", message: "no lockfile" } as const;
    const opened = await sandboxOn([{ "a.txt": "a" }], { unsafe, provide: () => Promise.resolve(why) });
    expect(await run(opened, [tests])).toEqual(why);
  });

  test("a tree that is too large is not used", async () => {
    const opened = await sandboxOn([{ "a.txt": "a", "b.txt": "bb" }], { unsafe, most: { files: 10, bytes: 2 } });
    expect(await run(opened, [tests])).toEqual({ is: "not-run", why: "too-large", files: 2, bytes: 3 });
  });
}

describe.skipIf(await skipWithoutSandbox())("files of a killed run", () => {
  const child = fileURLToPath(new URL("../../../test/support/sandbox-runner-process.ts", import.meta.url));
  test("are removed by the next one", async () => {
    const opened = await sandboxOn([{ "a.txt": "a" }]);
    const marker = `killed-${process.pid}`;
    const killed = spawn(process.execPath, [child, marker, opened.repository.path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve) => killed.stdout.on("data", () => resolve()));
    expect(processesWith(marker).length).toBeGreaterThan(0);
    expect(foldersOf(killed.pid!)).not.toEqual([]);
    killed.kill("SIGKILL");
    await new Promise((resolve) => killed.on("close", resolve));
    expect(endsOf(await run(opened, [script("console.log(1)")]))[0]).toMatchObject({ code: 0 });
    expect(processesWith(marker)).toEqual([]);
    expect(foldersOf(killed.pid!)).toEqual([]);
  });
});

test("without bubblewrap, nothing runs, and the reason is reported", async () => {
  const folder = temporaryFolder("no-bwrap");
  const opened = await sandboxOn([{ "a.txt": "a" }], { env: { PATH: folder } });
  expect(await run(opened, [tests])).toEqual({
    is: "not-run",
    why: "no-sandbox",
    message: expect.stringMatching(/is not on the PATH|Linux only/),
  });
});

function foldersOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => new RegExp(`^crosscheck-[a-z]+-${pid}-`).test(name));
}

/** By their command lines. */
function processesWith(marker: string): string[] {
  const pids = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter((pid) => {
    try {
      return pid !== `${process.pid}` && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(marker);
    } catch {
      return false;
    }
  });
}
