import { expect, test } from "vitest";
import { head, watchOf } from "../../../test/support/thread-story.ts";
import type { RemoteChecks } from "../thread.ts";
import { waitingLine, watchText } from "./watch-texts.ts";

const checks: RemoteChecks = {
  head,
  state: "failed",
  runs: [
    { name: "build", state: "pending", url: "https://ci.example/1" },
    { name: "li\u001b[2Jnt\nx", state: "failed", url: "https://ci.example/2" },
  ],
};

test("the progress line names the pending checks", () => {
  expect(waitingLine(checks, 14_600)).toBe("Waiting for 1 of 2 checks, 15 s: build");
  expect(waitingLine({ ...checks, runs: [] }, 0)).toBe("Waiting for checks to start: 0 s");
});

test("failed checks have a link, and names contain no control characters", () => {
  const text = watchText("acme/shop#12", watchOf({ result: "failed" }), checks, { colour: false });
  expect(text).toMatch(/^pending +build\nfailed +li.*nt x {2}https:\/\/ci\.example\/2\n\nNot all passed: 2 checks/);
  expect(text).not.toContain("\u001b");
});
