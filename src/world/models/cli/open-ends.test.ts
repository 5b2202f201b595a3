// Tests that no process and no folder is left behind.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModelFault } from "../../../errors.ts";
import { ask, faultOf, hangs, sees, starts, usual } from "../../../../test/support/models/ask-fake-program.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { isRunning, makePlace, writeFake, type FakePlace } from "../../../../test/support/models/fake-program.ts";
import { gemini } from "./gemini.ts";

let place: FakePlace;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** On a busy machine a timeout can pass before anything was started. */
async function allGone(): Promise<void> {
  const noted = existsSync(join(place.notes, "pids")) ? readFileSync(join(place.notes, "pids"), "utf8") : "";
  const pids = noted.split("\n").filter(Boolean).map(Number);
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
}

describe.each([codex, gemini, claude])("$id", (program) => {
  test("is aborted: all its processes end, and the reason is rethrown", async () => {
    writeFake(place, program, { does: `${hangs()} begin();` });
    const controller = new AbortController();
    const reason = new Error("enough");
    const asking = ask(place, program, { stop: controller.signal, began: () => controller.abort(reason) });
    await expect(asking).rejects.toBe(reason);
    await allGone();
    expect(readdirSync(place.tempRoot)).toEqual([]);
  });

  test("leaves a process running after its answer, which is ended, too", async () => {
    writeFake(place, program, { does: `${starts} answer('{}');` });
    expect((await ask(place, program)).text).toBe("{}");
    await allGone();
    expect(readdirSync(place.tempRoot)).toEqual([]);
  });

  test("is not started after an abort", async () => {
    writeFake(place, program, { does: sees });
    await expect(ask(place, program, { stop: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
    expect(readdirSync(place.notes)).toEqual([]);
  });
});

test("a hanging program and its child processes end at the time limit", async () => {
  const request = { limits: { ...usual.limits, ms: 1_000 } };
  const fault = await faultOf(place, codex, { does: hangs() }, { request });
  expect([fault.fault, fault.message]).toEqual(["timeout", "no answer within 1000 ms"]);
  await allGone();
});

test("an error of the listener ends the program and is rethrown", async () => {
  writeFake(place, codex, { does: `${hangs()} begin();` });
  const began = () => {
    throw new ModelFault("codex", "over-budget", "nothing left");
  };
  await expect(ask(place, codex, { began })).rejects.toThrow("nothing left");
  await allGone();
});

test("a program that ignores the request to end is killed", async () => {
  const does = `process.on("SIGTERM", () => {}); ${hangs()} begin();`;
  writeFake(place, claude, { does });
  const controller = new AbortController();
  const began = () => controller.abort(new Error("enough"));
  await expect(ask(place, claude, { stop: controller.signal, began })).rejects.toThrow("enough");
  await allGone();
});
