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
  test("is not started without the configured key", async () => {
    const fault = await faultOf(place, program, { does: sees }, { settings: { key: "TEAM_KEY" } });
    expect([fault.fault, fault.message]).toEqual(["no-key", "TEAM_KEY is not set"]);
  });

  test("is not installed, which is reported and not thrown", async () => {
    const fault = await faultOf(place, program, null);
    expect([fault.fault, fault.message]).toEqual(["not-installed", `${program.id} is not on the PATH`]);
  });

  test("is searched only in absolute paths, never in its working folder", async () => {
    writeFake(place, program, { does: sees });
    const error = await ask(place, program, { env: { PATH: `:.:bin` } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fault: "not-installed" });
  });

  test("is too old, which is reported before it is asked", async () => {
    const fault = await faultOf(place, program, { does: sees, version: "0.46.9 (of last year)" });
    const message = `${program.id} is version 0.46.9; ${program.oldest} or newer is needed`;
    expect([fault.fault, fault.message]).toEqual(["wrong-version", message]);
    expect(asked(place, "question")).toBe(0);
  });

  test("lacks a required option, which is reported before it is asked", async () => {
    const missing = program.flags[2]!;
    const help = program.flags.map((flag) => (flag === missing ? `${flag}-x` : flag)).join("\n");
    const fault = await faultOf(place, program, { does: sees, help });
    expect([fault.fault, fault.message]).toEqual(["wrong-version", `this version of ${program.id} has no ${missing}`]);
    expect(asked(place, "question")).toBe(0);
  });

  test("is inspected once, and again after an update", async () => {
    writeFake(place, program, { does: "answer('{}');" });
    await ask(place, program);
    await ask(place, program);
    expect([asked(place, "version"), asked(place, "help"), asked(place, "question")]).toEqual([1, 1, 2]);
    writeFake(place, program, { does: "answer('{ }');" });
    await ask(place, program);
    expect([asked(place, "version"), asked(place, "help"), asked(place, "question")]).toEqual([2, 2, 3]);
  });

  test("fails with its key in its output, which is shown redacted in one line without control characters", async () => {
    const does = `
      console.error("first line");
      console.error("\\u001b[2Jno good: " + process.env.${program.key} + " and sk-ant-abcdefghijklmnop\\u202e");
      console.error("    at somewhere (file.js:1:1)\\n}");
      process.exit(3);`;
    const fault = await faultOf(place, program, { does }, { env: { [program.key]: "team-secret" } });
    expect([fault.fault, fault.message]).toEqual(["failed", `${program.id} ended with 3: [2Jno good: *** and ***`]);
  });

  test("gets no folder, which is reported and not thrown", async () => {
    writeFake(place, program, { does: sees });
    const needs = { env: { PATH: place.bin }, tempRoot: join(place.tempRoot, "none") };
    const asking = openCliModel({ use: program.id }, needs).converse(usual, { began() {}, used() {} }, never);
    await expect(asking).rejects.toMatchObject({ name: "ModelFault", fault: "failed" });
  });
});

describe("a program that", () => {
  test.each([
    ["prints nothing", "", "cut-off", /ended without an answer/],
    [
      "prints prose instead of an answer",
      "console.log('Sure! Here is what I found: nothing.');",
      "cut-off",
      /without an answer/,
    ],
    ["ends within a line", 'process.stdout.write(\'{"type":"res\');', "bad-json", /not the JSON that was asked for/],
    ["prints JSON of another shape", "console.log('{\"hello\":1}');", "bad-json", /not the JSON that was asked for/],
    ["prints unknown events", "say({ type: 'surprise', text: 'x' });", "cut-off", /without an answer/],
    ["answers, and then fails", "answer('{}'); process.exitCode = 7;", "failed", /ended with 7/],
    ["ends itself", "process.kill(process.pid, 'SIGKILL');", "failed", /was ended by a signal/],
    ["rejects an option", "console.error(\"error: unknown option '--x'\"); process.exit(2);", "wrong-version", /--x/],
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

  test("reports no version", async () => {
    const fault = await faultOf(place, codex, { does: sees, version: "good morning" });
    expect([fault.fault, fault.message]).toEqual(["wrong-version", "codex --version names no version"]);
  });

  test("writes too much output and is ended", async () => {
    const does = `
      process.on("SIGTERM", () => process.exit(0));
      const line = "x".repeat(1_000_000);
      (function more() { process.stdout.write(line, more); })();`;
    expect((await faultOf(place, codex, { does })).fault).toBe("too-long");
  });
});
