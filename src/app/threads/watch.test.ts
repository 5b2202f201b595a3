// Uses a simulated clock, so nothing waits.
import { describe, expect, test } from "vitest";
import { head, otherHead, pull } from "../../../test/support/thread-story.ts";
import type { Oid } from "../../change/change.ts";
import type { RemoteChecks } from "../../threads/thread.ts";
import { watchChecks, watchExit, type WatchNeeds } from "./watch.ts";

type Look = RemoteChecks["state"];
const stop = new AbortController().signal;

/** What GitHub answers, look by look; the last answer stays. */
function story(looks: readonly Look[], heads: readonly Oid[] = [head]) {
  let time = 1000;
  let look = 0;
  const said: string[] = [];
  const needs: WatchNeeds = {
    pulls: {
      now: async () => ({ head: heads[Math.min(look, heads.length - 1)]!, state: "open", draft: false, title: "" }),
    },
    reads: {
      checks: async (_, at) => {
        const state = looks[Math.min(look++, looks.length - 1)]!;
        const runs: RemoteChecks["runs"] = state === "none" ? [] : [{ name: "build", state, url: null }];
        return { head: at, state, runs };
      },
    },
    clock: {
      now: () => time,
      wait: async (ms) => {
        said.push(`waits ${ms}`);
        time += ms;
      },
    },
    ms: 60_000,
    interval: 15_000,
    stop,
    progress: ({ state }, waited) => said.push(`${state} after ${waited}`),
    moved: (from, to) => said.push(`${from[0]} to ${to[0]}`),
  };
  return { needs, said };
}

async function watch(looks: readonly Look[], given: Partial<WatchNeeds> = {}, heads?: readonly Oid[]) {
  const { needs, said } = story(looks, heads);
  const { state } = await watchChecks(pull, { ...needs, ...given });
  return { state, said, exit: watchExit(state) };
}

describe("watching", () => {
  test("returns at once if the checks have completed", async () => {
    expect(await watch(["passed"])).toEqual({
      state: { at: 1000, head, result: "passed", runs: 1 },
      said: [],
      exit: 0,
    });
    expect(await watch(["failed"])).toMatchObject({ state: { result: "failed" }, exit: 1 });
  });

  test("waits while some have not", async () => {
    const { state, said } = await watch(["pending", "pending", "passed"]);
    expect(state).toEqual({ at: 31_000, head, result: "passed", runs: 1 });
    expect(said).toEqual(["pending after 0", "waits 15000", "pending after 15000", "waits 15000"]);
  });

  test("stops at the time limit, and says so", async () => {
    const { state, exit, said } = await watch(["pending"], { ms: 40_000 });
    expect([state.result, state.at, exit]).toEqual(["timed-out", 41_000, 3]);
    expect(said.at(-1)).toBe("waits 10000");
  });

  test("an empty list of checks is accepted after two reads", async () => {
    expect(await watch(["none", "pending", "failed"])).toMatchObject({ state: { result: "failed" } });
    expect(await watch(["none", "none"])).toMatchObject({ state: { result: "none", runs: 0 }, exit: 0 });
  });

  test("reads once with a timeout of 0", async () => {
    expect(await watch(["pending"], { ms: 0 })).toMatchObject({ state: { result: "pending" }, said: [], exit: 3 });
    expect(await watch(["none"], { ms: 0 })).toMatchObject({ state: { result: "none" }, exit: 0 });
  });

  test("follows the head when commits arrive, and records that of the last look", async () => {
    const { state, said } = await watch(["none", "none", "passed"], {}, [head, otherHead]);
    expect(state).toMatchObject({ head: otherHead, result: "passed" });
    expect(said).toContain("a to b");
  });

  test("can be stopped", async () => {
    const stopping = new AbortController();
    const { needs } = story(["pending"]);
    const clock = {
      now: needs.clock.now,
      wait: async (_: number, signal: AbortSignal) => {
        stopping.abort(new Error("Ctrl-C"));
        signal.throwIfAborted();
      },
    };
    await expect(watchChecks(pull, { ...needs, clock, stop: stopping.signal })).rejects.toThrow("Ctrl-C");
  });
});
