// Real bubblewrap. Node runs without its own permission model here, so that what holds is the sandbox.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import { placeTemporaryFiles } from "./place-temporary-files.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import { runInSandbox, type SandboxRun } from "./run-in-sandbox.ts";

const stop = new AbortController().signal;

async function run(program: string, options: Partial<SandboxRun> = {}) {
  return await runInSandbox({
    program: process.execPath,
    args: ["--input-type=module", "-e", program],
    memoryMb: 1024,
    ms: 20_000,
    mostOutput: 100_000,
    env: process.env,
    stop,
    ...options,
  });
}

/** What a program prints that tries something, and says how it went. */
async function attempt(what: string, options: Partial<SandboxRun> = {}): Promise<string> {
  const program = `try { console.log("did:", await (async () => { ${what} })()) } catch (e) { console.log("failed:", e.code ?? e.message) }`;
  const result = await run(program, options);
  return result.out.trim() || JSON.stringify(result);
}

let outside = "";
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), "crosscheck-outside-"));
  writeFileSync(join(outside, "secret"), "hunter2");
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

describe.skipIf(await skipWithoutSandbox())("in the sandbox", () => {
  test("a program runs with the given files", async () => {
    const files = new Map([
      ["a/hello.ts", 'import { who } from "./who.ts";\nconst text: string = `hello ${who}`;\nconsole.log(text);\n'],
      ["a/who.ts", 'export const who: string = "Ada";\n'],
      ["package.json", '{"type":"module"}'],
    ]);
    const result = await run("", { args: ["/given/a/hello.ts"], files, filesAt: "/given" });
    expect(result).toEqual({ is: "ended", code: 0, out: "hello Ada\n", err: "" });
  });

  test.each([
    [
      "the passwords of this machine",
      'return (await import("node:fs")).readFileSync("/etc/passwd", "utf8").length',
      "ENOENT",
    ],
    ["root's home", 'return (await import("node:fs")).readdirSync("/root")', "ENOENT"],
    ["homes", 'return (await import("node:fs")).readdirSync("/home")', "ENOENT"],
    [
      "another process",
      'return (await import("node:fs")).readdirSync("/proc").filter((p) => Number(p) > 1000)',
      "did: []",
    ],
    ["a write to the system", 'return (await import("node:fs")).writeFileSync("/usr/x", "x")', "EROFS"],
    ["a write to the root", 'return (await import("node:fs")).writeFileSync("/x", "x")', "EROFS"],
    ["a write to shared memory", 'return (await import("node:fs")).writeFileSync("/dev/shm/x", "x")', "EROFS"],
  ])("%s is denied", async (_, what, says) => {
    expect(await attempt(what)).toMatch(says);
  });

  test("the temporary folder of this machine is not visible, and files written there are removed", async () => {
    const name = `crosscheck-left-${process.pid}`;
    expect(
      await attempt(`return (await import("node:fs")).readFileSync(${JSON.stringify(join(outside, "secret"))})`),
    ).toContain("ENOENT");
    await attempt(`return (await import("node:fs")).writeFileSync("/tmp/${name}", "x")`);
    expect(existsSync(`/tmp/${name}`)).toBe(false);
  });

  test("given files are read-only", async () => {
    const input = { files: new Map([["a.txt", "a"]]), filesAt: "/given" };
    expect(await attempt('return (await import("node:fs")).writeFileSync("/given/a.txt", "b")', input)).toContain(
      "EROFS",
    );
  });

  test("there is no environment", async () => {
    const env = { ...process.env, GITHUB_TOKEN: "ghs_secret" };
    expect(await attempt("return JSON.stringify(process.env)", { env })).toBe(
      'did: {"PATH":"/usr/bin:/bin","HOME":"/tmp","PWD":"/tmp"}',
    );
  });

  test("there is no network, not even to this machine", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const connect = (options: string) =>
        attempt(
          `const net = await import("node:net"); return await new Promise((done, fail) => net.connect(${options}).on("data", done).on("error", fail))`,
        );
      expect(await connect(`${port}, "127.0.0.1"`)).toMatch(/ECONNREFUSED|ENETUNREACH/);
      expect(await connect('53, "192.0.2.1"')).toMatch(/ENETUNREACH|EACCES/);
    } finally {
      server.close();
    }
  });

  test("a program over the time limit ends with its child processes", async () => {
    const outputs: string[] = [];
    const forks = `const { spawn } = await import("node:child_process");
      const child = spawn("sleep", ["1000"], { detached: true, stdio: "inherit" });
      console.log(child.pid !== undefined); for (;;);`;
    const result = await run(forks, { ms: 1500, stdio: { onOutput: (text) => outputs.push(text) } });
    // It answers only when nobody holds its output any more: the child that would have outlived it is gone too.
    expect([result.is, outputs.join("")]).toEqual(["too-slow", "true\n"]);
  });

  test("a program with too much output is ended", async () => {
    const talks = 'const say = () => process.stdout.write("x".repeat(10_000), say); say();';
    expect((await run(talks)).is).toBe("too-much-output");
  });

  test.each([
    ["in its heap", "const all = []; for (;;) all.push(new Array(1_000_000).fill(all.length));"],
    [
      "outside of it",
      "const all = []; for (let i = 0; i < 64; i++) all.push(Buffer.alloc(64 * 1024 * 1024, 1)); console.log('has it');",
    ],
  ])("no process gets 4 GB %s", async (_, program) => {
    const result = await run(program, { args: ["--max-old-space-size=256", "--input-type=module", "-e", program] });
    expect([result.is, result.out]).toEqual(["ended", ""]);
    expect(result).not.toHaveProperty("code", 0);
  });

  test("a program can exchange messages and be ended", async () => {
    let received = "";
    const echo = 'process.stdin.on("data", (text) => process.stdout.write(`you said ${text}`));';
    const result = await run(echo, {
      stdio: {
        input: "hello\n",
        onOutput(text, { write, end }) {
          received += text;
          if (received.endsWith("bye\n")) end();
          else void write("bye\n");
        },
      },
    });
    expect([result.is, received]).toEqual(["ended", "you said hello\nyou said bye\n"]);
  });

  test("aborting the review ends the program", async () => {
    const stopping = new AbortController();
    const started = run('console.log("started"); for (;;);', {
      stop: stopping.signal,
      stdio: { onOutput: () => stopping.abort(new Error("Ctrl-C")) },
    });
    await expect(started).rejects.toThrow("Ctrl-C");
  });

  test("given files are removed, however the program ends", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crosscheck-given-"));
    chmodSync(folder, 0o755);
    vi.stubEnv("TMPDIR", folder);
    try {
      const input = { files: new Map([["a.txt", "a"]]), filesAt: "/given" };
      const reads = 'console.log((await import("node:fs")).readFileSync("/given/a.txt", "utf8"))';
      expect((await run(reads, input)).out).toBe("a\n");
      expect((await run("for (;;);", { ...input, ms: 300 })).is).toBe("too-slow");
      expect((await run("", { ...input, program: join(outside, "nothing") })).is).toBe("not-started");
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("its temporary folder is limited, too", async () => {
    const fills =
      'const fs = await import("node:fs"); const some = Buffer.alloc(16 * 1024 * 1024); for (let i = 0; i < 100; i++) fs.appendFileSync("/tmp/all", some); return "all of it"';
    expect(await attempt(fills)).toBe("failed: ENOSPC");
  });

  test("a sandbox that cannot start reports the reason", async () => {
    const result = await run("", { readOnly: [{ from: join(outside, "nothing"), to: "/x" }] });
    expect(result).toMatchObject({ is: "not-started", why: expect.stringMatching(/^bwrap: Can't find source path/) });
  });
});

test("without bubblewrap, an error says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-no-bwrap-"));
  try {
    const probe = await probeSandbox(process.execPath, { PATH: folder }, stop);
    expect(probe).toEqual({ works: false, why: expect.stringMatching(/is not on the PATH|Linux only/) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(["../a", "a/../../b", "/etc/x", "a//b", ".", "", "a\0b", "a\\..\\b"])(
  "a file cannot be written to %j",
  (name) => {
    expect(() => placeTemporaryFiles(new Map([[name, "x"]]), null)).toThrow("is not a path inside a folder");
  },
);
