import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lines, runReader, type Asking, type ToldCall } from "./run-reader.ts";

let folder: string;
let kept: ToldCall[];
let stop: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-run-reader-"));
  kept = [];
  stop = new AbortController();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function asking(keep: Asking["keep"] = async (call) => void kept.push(call)): Asking {
  return { run: "0123456789abcdef", past: [], keep };
}

/** A reader that runs these words; it can `say` what readers say. */
function reader(words: string, given: Asking | null = asking()) {
  const file = join(folder, "reader.mjs");
  const say = "const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n');\n";
  writeFileSync(file, `${say}${words}`);
  const { signal } = stop;
  return runReader({
    program: [process.execPath, file],
    command: "read",
    env: {},
    input: 1,
    asking: given,
    stop: signal,
  });
}

function callOf(unit: string, more: Partial<ToldCall> = {}): ToldCall {
  return { unit, model: "m", at: 1, money: 0.5, call: "{}", isOver: true, ...more };
}

function told(unit: string, more: Partial<ToldCall> = {}): string {
  return `say(${JSON.stringify({ is: "call", call: callOf(unit, more) })});`;
}

const answers = `say({ is: "answer", answer: { fine: true } });`;

describe("what a reader tells", () => {
  test("of each model call is kept as it comes, in order, before there is an answer", async () => {
    // It answers when it sees that the first was kept.
    const sign = join(folder, "kept");
    const keep: Asking["keep"] = async (call) => {
      kept.push(call);
      writeFileSync(sign, "");
    };
    const waits = `const { existsSync } = await import("node:fs");
      while (!existsSync(${JSON.stringify(sign)})) await new Promise((resolve) => setTimeout(resolve, 5));`;
    const ended = await reader(`${told("first")}${waits}${told("second")}${answers}`, asking(keep));
    expect(ended).toMatchObject({ code: 0, answer: { fine: true } });
    expect(kept.map(({ unit }) => unit)).toEqual(["first", "second"]);
  });

  test("may be of many megabytes", async () => {
    const long = "€".repeat(3_000_000);
    await reader(`${told("first", { call: "LONG" }).replace('"LONG"', `"€".repeat(${long.length})`)}${answers}`);
    expect(kept[0]?.call === long).toBe(true);
  });

  test("counts though it fails or dies after it", async () => {
    expect(await reader(`${told("first")}process.exitCode = 3;`)).toMatchObject({ code: 3, answer: undefined });
    expect(
      await reader(`${told("second")}process.stdout.write('{"is":"answer"'); process.kill(process.pid, 9);`),
    ).toMatchObject({ code: null, answer: undefined });
    expect(kept.map(({ unit }) => unit)).toEqual(["first", "second"]);
  });

  test("counts though it is told to stop: what it cost is said last", async () => {
    const breaksOff = `process.on("SIGTERM", () => { ${told("broken", { isOver: false })} process.exit(130); });
      setInterval(() => {}, 1000); ${told("first")}`;
    const keep: Asking["keep"] = async (call) => {
      kept.push(call);
      stop.abort(new Error("a newer head"));
    };
    await expect(reader(breaksOff, asking(keep))).rejects.toThrow("a newer head");
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
  ])("is refused when it is %s", async (_, words, why) => {
    await expect(reader(`${words}${answers}`)).rejects.toThrow(why);
  });

  test("is refused when there are no models to be asked", async () => {
    await expect(reader(`${told("first")}${answers}`, null)).rejects.toThrow("too many model calls");
  });

  test("that cannot be kept ends it: nothing more is paid for", async () => {
    const ended = join(folder, "ended");
    const stays = `process.on("SIGTERM", () => { fs.writeFileSync(${JSON.stringify(ended)}, ""); process.exit(0); });
      setInterval(() => {}, 1000);`;
    const run = reader(
      `import fs from "node:fs"; ${stays} ${told("first")}`,
      asking(async () => await Promise.reject(new Error("the database is gone"))),
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
