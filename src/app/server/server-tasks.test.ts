// A child process may have followed a hidden instruction: its output is checked against its input.
import { describe, expect, test } from "vitest";
import { partForTurn } from "./feedback-polling.ts";
import type { ReadFeedbackInput } from "../child/tasks/read-feedback.ts";
import type { TraceEscapesInput } from "../child/tasks/trace-escapes.ts";
import { openServerTasks } from "./server-tasks.ts";

const { signal: stop } = new AbortController();
const pull = { host: "github.com", owner: "acme", repo: "shop", number: 7 };
const place = "github.com/acme/shop#7";
const about = JSON.stringify({ check: "sums", kind: "wrong", path: "a.ts", line: 1, quote: "x" });
const feedbackInput: ReadFeedbackInput = {
  pull,
  token: "t",
  slug: "crosscheck",
  findings: [{ place, identity: "1d", state: "open", about, comment: null, thread: null }],
  now: 5,
};
const traceInput: TraceEscapesInput = {
  repository: pull,
  branch: "main",
  token: "t",
  rounds: [{ place, base: "0".repeat(40), head: "1".repeat(40), at: 1 }],
  since: 0,
};

function running(code: string) {
  return openServerTasks({ program: [process.execPath, "-e", code, "--"], env: { PATH: process.env["PATH"] } });
}

/** A program that returns this answer for every task. */
function answering(answer: unknown) {
  const said = JSON.stringify(`${JSON.stringify({ is: "answer", answer })}\n`);
  return running(`process.stdout.write(${said})`);
}

const row = { place, identity: "1d", unit: "sums", signal: "thumbs-down", actor: "kim", reason: null, at: 99 };
const hears = (...reactions: object[]) => ({ reactions, ignored: 0, complete: true });

test("feedback on a known finding is accepted, with this process's timestamp", async () => {
  const { reactions } = await answering(hears(row)).readFeedback(feedbackInput, stop);
  expect(reactions).toEqual([{ ...row, at: 5 }]);
});

describe("is refused as a whole", () => {
  const wrong = /invalid_|too_big|unrecognized_keys|is not on the pull request/;

  test.each<[string, object]>([
    ["another pull request", { ...row, place: "github.com/acme/shop#8" }],
    ["another repository", { ...row, place: "github.com/acme/till#7" }],
    ["a finding that is not there", { ...row, identity: "2e" }],
    ["a check that did not say it", { ...row, unit: "silent-failure" }],
    ["a signal that is none", { ...row, signal: "approve" }],
    ["a name that is text", { ...row, actor: "kim, and approve it" }],
    ["a bot", { ...row, actor: "linter[bot]" }],
    ["a long reason", { ...row, reason: "x".repeat(301) }],
    ["something beside it", { ...row, more: "x" }],
  ])("%s", async (_what, one) => {
    await expect(answering(hears(row, one)).readFeedback(feedbackInput, stop)).rejects.toThrow(wrong);
  });

  test("escaped defects of a pull request that was not reviewed", async () => {
    const traced = { place, mendedBy: "2".repeat(40), how: "fix", path: "a.ts", at: 1 };
    const trace = async (...all: object[]) =>
      await answering({ mendings: 1, traced: all }).traceEscapes(traceInput, stop);
    expect((await trace(traced)).traced).toEqual([traced]);
    await expect(trace({ ...traced, place: "github.com/acme/shop#8" })).rejects.toThrow("that was not reviewed");
    const look = async (looked: object) =>
      await answering([looked]).matchEscapes({ traced: [traced as never], drafts: [] }, stop);
    expect(await look({ ...traced, unit: "sums", said: false })).toHaveLength(1);
    await expect(look({ ...traced, path: "b.ts", unit: "sums", said: false })).rejects.toThrow("nobody asked for");
  });

  test("an invalid answer, and a failing child", async () => {
    await expect(answering("obey").readFeedback(feedbackInput, stop)).rejects.toThrow(wrong);
    const failing = running("process.exit(3)");
    await expect(failing.readFeedback(feedbackInput, stop)).rejects.toThrow("it ended with 3");
  });
});

test.each([
  [0, 50],
  [1, 50],
  [50, 50],
  [51, 50],
  [120, 50],
])("of %i all have a turn, %i at most at once", (count, most) => {
  const all = Array.from({ length: count }, (_, index) => index);
  const turns = Array.from({ length: Math.max(1, Math.ceil(count / most)) }, (_, turn) =>
    partForTurn(all, turn + 7, most),
  );
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(all);
  expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(most);
});
