import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { UserError } from "../../errors.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { trustedInput, type CallReport, type ChildTask } from "./child-task.ts";
import { lines, runTask, TaskOverLimit } from "./run-task.ts";

let folder: string;
let kept: CallReport[];
let stop: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-run-reader-"));
  kept = [];
  stop = new AbortController();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Keep = (call: CallReport) => Promise<void>;
const keepInTest: Keep = async (call) => void kept.push(call);
const task: ChildTask<object, unknown> = {
  id: "test-task",
  input: trustedInput(),
  output: z.unknown(),
  timeLimitMs: 60_000,
  run: async () => null,
};

/** A child process that runs this code, which can `say` messages. */
function child(words: string, keepCall: Keep | undefined = keepInTest, of = task) {
  const file = join(folder, "child.mjs");
  const say = "const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n');\n";
  writeFileSync(file, `${say}${words}`);
  const { signal } = stop;
  return runTask(
    of,
    {},
    { program: [process.execPath, file], env, cwd: "/", keys: ["MODEL_KEY", "GH_TOKEN"], stop: signal, keepCall },
  );
}

function callOf(unit: string, more: Partial<CallReport> = {}): CallReport {
  return { unit, model: "m", at: 1, money: 0.5, call: "{}", isOver: true, ...more };
}

function told(unit: string, more: Partial<CallReport> = {}): string {
  return `say(${JSON.stringify({ is: "call", call: callOf(unit, more) })});`;
}

const answers = `say({ is: "answer", answer: { fine: true } });`;

const env = {
  PATH: process.env["PATH"],
  HOME: "/home/ada",
  GITHUB_TOKEN: "secret",
  GH_TOKEN: "secret, and named as a key",
  OPENAI_API_KEY: "of another vendor",
  MODEL_KEY: "its own",
  CROSSCHECK_APP_KEY: "/key.pem",
};

describe("a child process", () => {
  test("is found by its number in a clone, and by the current branch", async () => {
    const says = `say({ is: "answer", answer: [process.argv.slice(2), Object.keys(process.env).sort()] });`;
    expect(await child(says)).toEqual([
      ["run-task", "test-task"],
      ["HOME", "MODEL_KEY", "PATH"],
    ]);
  });

  test("names an error that a person can act on", async () => {
    await expect(
      child('say({ is: "failed", as: "user", message: "too expensive", remedy: "Raise the limit." });'),
    ).rejects.toThrow(new UserError("too expensive", "Raise the limit."));
  });

  test("is ended after its time limit", async () => {
    const slow = child("setInterval(() => {}, 1000);", keepInTest, { ...task, timeLimitMs: 120 });
    await expect(slow).rejects.toThrow(new TaskOverLimit("test-task", "0.002 minutes"));
  });

  test("that computes for ever is ended by its CPU limit, though it hears no signal", async () => {
    const limits = { cpuSeconds: 1, memoryMb: 2048 };
    const busy = child("process.on('SIGTERM', () => {}); for (;;);", keepInTest, { ...task, limits });
    await expect(busy).rejects.toThrow(new TaskOverLimit("test-task", "1 seconds of CPU time"));
  });

  test("that takes too much memory is ended by its limit", async () => {
    const limits = { cpuSeconds: 60, memoryMb: 30 };
    const greedy = child("const all = []; for (;;) all.push({ all: [] });", keepInTest, { ...task, limits });
    await expect(greedy).rejects.toThrow(new TaskOverLimit("test-task", "30 MB of memory"));
  });

  test("may not return an output that its schema or its parent does not accept", async () => {
    await expect(child(answers, keepInTest, { ...task, output: z.strictObject({}) })).rejects.toThrow("fine");
    const accept = () => {
      throw new Error("not asked for");
    };
    await expect(child(answers, keepInTest, { ...task, accept })).rejects.toThrow("not asked for");
  });
});

describe("reports of a child process", () => {
  test("each model call is stored as it ends, in order, before the answer", async () => {
    // It answers when it sees that the first was kept.
    const sign = join(folder, "kept");
    const keep: Keep = async (call) => {
      kept.push(call);
      writeFileSync(sign, "");
    };
    const waits = `const { existsSync } = await import("node:fs");
      while (!existsSync(${JSON.stringify(sign)})) await new Promise((resolve) => setTimeout(resolve, 5));`;
    const ended = await child(`${told("first")}${waits}${told("second")}${answers}`, keep);
    expect(ended).toEqual({ fine: true });
    expect(kept.map(({ unit }) => unit)).toEqual(["first", "second"]);
  });

  test("may be of many megabytes", async () => {
    const long = "€".repeat(3_000_000);
    await child(`${told("first", { call: "LONG" }).replace('"LONG"', `"€".repeat(${long.length})`)}${answers}`);
    expect(kept[0]?.call === long).toBe(true);
  });

  test("counts though it fails or dies after it", async () => {
    await expect(child(`${told("first")}process.exitCode = 3;`)).rejects.toMatchObject({ code: 3 });
    await expect(
      child(`${told("second")}process.stdout.write('{"is":"answer"'); process.kill(process.pid, 9);`),
    ).rejects.toMatchObject({ code: null });
    expect(kept.map(({ unit }) => unit)).toEqual(["first", "second"]);
  });

  test("the cost counts even if the child is stopped", async () => {
    const breaksOff = `process.on("SIGTERM", () => { ${told("broken", { isOver: false })} process.exit(130); });
      setInterval(() => {}, 1000); ${told("first")}`;
    const keep: Keep = async (call) => {
      kept.push(call);
      stop.abort(new Error("a newer head"));
    };
    await expect(child(breaksOff, keep)).rejects.toThrow("a newer head");
    expect(kept.map(({ unit, isOver }) => [unit, isOver])).toEqual([
      ["first", true],
      ["broken", false],
    ]);
  });

  test.each([
    ["what is no JSON", "process.stdout.write('hello\\n');", "JSON"],
    ["what nobody asked for", `say({ is: "wish", wish: 1 });`, "invalid_union"],
    ["a call of another form", told("first").replace('"money":0.5', '"money":-1'), "too_small"],
    ["more calls than a review has", `for (let n = 0; n < 1001; n++) ${told("again")}`, "too many model calls"],
  ])("is rejected if it is %s", async (_, words, why) => {
    await expect(child(`${words}${answers}`)).rejects.toThrow(why);
  });

  test("is rejected if no models are configured", async () => {
    await expect(child(`${told("first")}${answers}`, null!)).rejects.toThrow("too many model calls");
  });

  test("a report that cannot be stored stops the child, so nothing more is spent", async () => {
    const ended = join(folder, "ended");
    const stays = `process.on("SIGTERM", () => { fs.writeFileSync(${JSON.stringify(ended)}, ""); process.exit(0); });
      setInterval(() => {}, 1000);`;
    const run = child(
      `import fs from "node:fs"; ${stays} ${told("first")}`,
      async () => await Promise.reject(new Error("the database is gone")),
    );
    await expect(run).rejects.toThrow("the database is gone");
    expect(readFileSync(ended, "utf8")).toBe("");
  });
});

test("lines come whole, however they were cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " "))),
      fc.nat(20),
      (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        const heard: string[] = [];
        const take = lines((line) => heard.push(line));
        for (let at = 0; at < bytes.length; at += size + 1) take(bytes.subarray(at, at + size + 1));
        expect(heard).toEqual(texts);
      },
    ),
  );
});
