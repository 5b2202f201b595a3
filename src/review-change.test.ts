import { describe, expect, test } from "vitest";
import { changeOf } from "../test/change-of.ts";
import { draftOf, judgedOf, onPull } from "../test/finding-of.ts";
import { perform, plan, type Writing } from "./review-change.ts";
import type { Action, Plan } from "./review/plan.ts";

const change = onPull(changeOf({ head: { "src/app.ts": "total += price;\n" } }));
const advisory = judgedOf({}, [{ by: "root", why: { kind: "root", root: "DOC" }, fate: "advisory" }]);
const planned: Plan = plan(draftOf(change, [judgedOf(), advisory]), "all")!;

/** A pull request that remembers what was written to it. Its line can be cut before or after a write arrives. */
class PullRequest implements Writing {
  readonly written: Action[] = [];
  readonly asked: string[] = [];
  cut: { when: "looking" | "before" | "after"; doing: Action["do"] } | null = null;

  async alreadyDone(action: Action): Promise<boolean> {
    this.asked.push(action.do);
    if (this.cut?.when === "looking" && this.cut.doing === action.do) throw new Error("no answer");
    return this.written.some((one) => one.key === action.key);
  }

  async write(action: Action): Promise<void> {
    const cut = this.cut?.doing === action.do ? this.cut.when : null;
    if (cut !== "before") this.written.push(action);
    if (cut !== null) throw new Error("socket hang up");
  }
}

const [review, details] = planned.actions;

describe("performing a plan", () => {
  test("writes each action once, in the plan's order", async () => {
    const pull = new PullRequest();
    expect(await perform(planned, pull)).toEqual([
      { key: review!.key, is: "done" },
      { key: details!.key, is: "done" },
    ]);
    expect(pull.written).toEqual([review, details]);
  });

  test("twice writes once", async () => {
    const pull = new PullRequest();
    await perform(planned, pull);
    const again = await perform(planned, pull);
    expect(again.map((outcome) => outcome.is)).toEqual(["already", "already"]);
    expect(pull.written).toEqual([review, details]);
  });

  test("looks before every write", async () => {
    const pull = new PullRequest();
    await perform(planned, pull);
    expect(pull.asked).toEqual(["review", "details"]);
  });

  test("does what is missing of it", async () => {
    const pull = new PullRequest();
    pull.written.push(review!);
    expect((await perform(planned, pull)).map((outcome) => outcome.is)).toEqual(["already", "done"]);
    expect(pull.written).toEqual([review, details]);
  });

  test("that asks for nothing writes nothing", async () => {
    const pull = new PullRequest();
    expect(await perform({ ...planned, actions: [] }, pull)).toEqual([]);
    expect(pull.written).toEqual([]);
  });
});

describe("a write whose answer is lost", () => {
  test("is unknown, is not tried again blindly, and holds up nothing else", async () => {
    const pull = new PullRequest();
    pull.cut = { when: "after", doing: "review" };
    expect(await perform(planned, pull)).toEqual([
      { key: review!.key, is: "unknown", why: "socket hang up" },
      { key: details!.key, is: "done" },
    ]);
    expect(pull.written).toEqual([review, details]);
  });

  test("is found as already done the next time, if it arrived", async () => {
    const pull = new PullRequest();
    pull.cut = { when: "after", doing: "review" };
    await perform(planned, pull);
    pull.cut = null;
    expect((await perform(planned, pull)).map((outcome) => outcome.is)).toEqual(["already", "already"]);
    expect(pull.written.filter((action) => action.do === "review")).toHaveLength(1);
  });

  test("is done the next time, if it did not arrive", async () => {
    const pull = new PullRequest();
    pull.cut = { when: "before", doing: "review" };
    expect((await perform(planned, pull)).map((outcome) => outcome.is)).toEqual(["unknown", "done"]);
    pull.cut = null;
    expect((await perform(planned, pull)).map((outcome) => outcome.is)).toEqual(["done", "already"]);
    expect(pull.written.map((action) => action.do).toSorted()).toEqual(["details", "review"]);
  });
});

test("what cannot be looked up is not written, and what was written before it is still told", async () => {
  const pull = new PullRequest();
  pull.cut = { when: "looking", doing: "details" };
  expect(await perform(planned, pull)).toEqual([
    { key: review!.key, is: "done" },
    { key: details!.key, is: "unknown", why: "no answer" },
  ]);
  expect(pull.written).toEqual([review]);
});

test("a local change has nothing to perform", () => {
  expect(plan(draftOf(changeOf({ head: { "a.ts": "x\n" } })), "code")).toBeNull();
});
