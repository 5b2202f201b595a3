// Tests every way a program fails to answer: each is one fault and none ends the review.
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask, asked, faultOf, usual, never, sees } from "../../../../test/support/models/ask-fake-program.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { makePlace, writeFake, type FakePlace } from "../../../../test/support/models/fake-program.ts";
import { gemini } from "./gemini.ts";
import { openCliModel } from "./open.ts";

let place: FakePlace;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

describe.each([codex, gemini, claude])("$id", (program) => {
  test("is not started without the key that the settings name", async () => {
    const fault = await faultOf(place, program, { does: sees }, { settings: { key: "TEAM_KEY" } });
    expect([fault.fault, fault.message]).toEqual(["no-key", "TEAM_KEY is not set"]);
  });

  test("is not installed: a fault, not a failure", async () => {
    const fault = await faultOf(place, program, null);
    expect([fault.fault, fault.message]).toEqual(["not-installed", `${program.id} is not on the PATH`]);
  });

  test("is looked for in whole paths only, never where it would start", async () => {
    writeFake(place, program, { does: sees });
    const error = await ask(place, program, { env: { PATH: `:.:bin` } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fault: "not-installed" });
  });

  test("is too old: told before it is asked anything", async () => {
    const fault = await faultOf(place, program, { does: sees, version: "0.46.9 (of last year)" });
    const message = `${program.id} is version 0.46.9; ${program.oldest} or newer is needed`;
    expect([fault.fault, fault.message]).toEqual(["wrong-version", message]);
    expect(asked(place, "question")).toBe(0);
  });

  test("lacks a flag that is needed: told which, before it is asked anything", async () => {
    const missing = program.flags[2]!;
    const help = program.flags.map((flag) => (flag === missing ? `${flag}-x` : flag)).join("\n");
    const fault = await faultOf(place, program, { does: sees, help });
    expect([fault.fault, fault.message]).toEqual(["wrong-version", `this version of ${program.id} has no ${missing}`]);
    expect(asked(place, "question")).toBe(0);
  });

  test("is looked at once, and again after an update", async () => {
    writeFake(place, program, { does: "answer('{}');" });
    await ask(place, program);
    await ask(place, program);
    expect([asked(place, "version"), asked(place, "help"), asked(place, "question")]).toEqual([1, 1, 2]);
    writeFake(place, program, { does: "answer('{ }');" });
    await ask(place, program);
    expect([asked(place, "version"), asked(place, "help"), asked(place, "question")]).toEqual([2, 2, 3]);
  });

  test("fails with its key in its last words: they are shown without it, in one line that no terminal obeys", async () => {
    const does = `
      console.error("first line");
      console.error("\\u001b[2Jno good: " + process.env.${program.key} + " and sk-ant-abcdefghijklmnop\\u202e");
      console.error("    at somewhere (file.js:1:1)\\n}");
      process.exit(3);`;
    const fault = await faultOf(place, program, { does }, { env: { [program.key]: "team-secret" } });
    expect([fault.fault, fault.message]).toEqual(["failed", `${program.id} ended with 3: [2Jno good: *** and ***`]);
  });

  test("cannot have its folder: a fault like any other", async () => {
    writeFake(place, program, { does: sees });
    const needs = { env: { PATH: place.bin }, tempRoot: join(place.tempRoot, "none") };
    const asking = openCliModel({ use: program.id }, needs).converse(usual, { began() {}, used() {} }, never);
    await expect(asking).rejects.toMatchObject({ name: "ModelFault", fault: "failed" });
  });
});

describe("a program that", () => {
  test.each([
    ["says nothing", "", "cut-off", /ended without an answer/],
    [
      "talks instead of answering",
      "console.log('Sure! Here is what I found: nothing.');",
      "cut-off",
      /without an answer/,
    ],
    ["is cut off in a line", 'process.stdout.write(\'{"type":"res\');', "bad-json", /not the JSON that was asked for/],
    ["says JSON of another kind", "console.log('{\"hello\":1}');", "bad-json", /not the JSON that was asked for/],
    ["says events that nobody knows", "say({ type: 'surprise', text: 'x' });", "cut-off", /without an answer/],
    ["answers, and then fails", "answer('{}'); process.exitCode = 7;", "failed", /ended with 7/],
    ["ends itself", "process.kill(process.pid, 'SIGKILL');", "failed", /was ended by a signal/],
    [
      "does not know a flag after all",
      "console.error(\"error: unknown option '--x'\"); process.exit(2);",
      "wrong-version",
      /--x/,
    ],
    [
      "is not signed in",
      "console.error('Please set an Auth method'); process.exit(41);",
      "unauthorised",
      /Auth method/,
    ],
  ])("%s", async (_, does, kind, message) => {
    const fault = await faultOf(place, codex, { does });
    expect(fault.fault).toBe(kind);
    expect(fault.message).toMatch(message);
  });

  test("names no version", async () => {
    const fault = await faultOf(place, codex, { does: sees, version: "good morning" });
    expect([fault.fault, fault.message]).toEqual(["wrong-version", "codex --version names no version"]);
  });

  test("floods: it is ended", async () => {
    const does = `
      process.on("SIGTERM", () => process.exit(0));
      const line = "x".repeat(1_000_000);
      (function more() { process.stdout.write(line, more); })();`;
    expect((await faultOf(place, codex, { does })).fault).toBe("too-long");
  });
});
