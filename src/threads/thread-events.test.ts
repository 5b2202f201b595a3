import { describe, expect, test } from "vitest";
import { checkOf, outcomeOf, pull, scanOf, thread, triageOf } from "../../test/support/thread-story.ts";
import { boundedState, emptyThreadState, stateBounds, parseState, withEvent } from "./thread-events.ts";

const shown = "acme/shop#12";

describe("stored state", () => {
  test("an unknown pull request has empty state", () => {
    expect(parseState(null, pull, shown)).toEqual(emptyThreadState(pull));
  });

  test.each([
    ["not JSON", "{", "it is not JSON"],
    ["not an object", "7", "it"],
    ["an old form", JSON.stringify({ ...emptyThreadState(pull), version: 0 }), "version"],
    ["a field too many", JSON.stringify({ ...emptyThreadState(pull), body: "text of a comment" }), "body"],
    ["a phase that is none", JSON.stringify({ ...emptyThreadState(pull), phase: "done" }), "phase"],
    [
      "a reply that was kept",
      JSON.stringify({ ...emptyThreadState(pull), triage: [{ ...triageOf("A", "valid"), replyBody: "Fixed" }] }),
      "triage.0.replyBody",
    ],
    [
      "a head that is no commit",
      JSON.stringify({ ...emptyThreadState(pull), check: checkOf({ head: "main" as never }) }),
      "check.head",
    ],
  ])("%s is refused with the way out", (_, text, what) => {
    const read = () => parseState(text, pull, shown);
    expect(read).toThrow(what);
    expect(read).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("crosscheck state clear --pr acme/shop#12") }),
    );
  });

  test("a newer format is reported as newer", () => {
    const read = () => parseState(JSON.stringify({ version: 2 }), pull, shown);
    expect(read).toThrow("written by a newer version");
    expect(read).toThrow(expect.objectContaining({ remedy: expect.stringContaining("state clear") }));
  });
});

describe("stored state is limited", () => {
  test("a scan that is cut is no longer whole, nor complete", () => {
    const threads = Array.from({ length: stateBounds.threads + 1 }, (_, at) => thread(`T${at}`));
    const { scan } = boundedState({ ...emptyThreadState(pull), scan: scanOf(threads) });
    expect(scan).toMatchObject({ is: "incomplete", whole: false });
    expect(scan?.threads).toHaveLength(stateBounds.threads);
  });

  test("the newest outcomes are kept, newest first", () => {
    const many = Array.from({ length: stateBounds.outcomes + 20 }, (_, at) => outcomeOf("A", { at }));
    const { outcomes } = withEvent(emptyThreadState(pull), { kind: "fixed", outcomes: many });
    expect(outcomes).toHaveLength(stateBounds.outcomes);
    expect([outcomes[0]?.at, outcomes.at(-1)?.at]).toEqual([stateBounds.outcomes + 19, 20]);
  });

  test("long texts are truncated, replies omitted, and it can be read back", () => {
    const long = "🧾".repeat(5000);
    const state = boundedState({
      ...emptyThreadState(pull),
      scan: scanOf([], { why: long }),
      triage: [
        triageOf("A", "valid", {
          reason: long,
          recommendedAction: long,
          filesToChange: Array.from({ length: 90 }, () => long),
          replyBody: long,
        }),
      ],
      outcomes: [outcomeOf("A", { why: long })],
      check: checkOf({
        commands: Array.from({ length: 90 }, () => ({ command: long, exit: 1, ms: 2, result: "failed" })),
      }),
    });
    expect(JSON.stringify(state).length).toBeLessThan(100_000);
    expect(state.triage[0]?.replyBody).toBeNull();
    expect(parseState(JSON.stringify(state), pull, shown)).toEqual(state);
  });
});
