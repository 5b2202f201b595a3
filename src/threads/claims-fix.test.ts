// Tests which replies claim a fix.
import { expect, test } from "vitest";
import { claimsFix } from "./claims-fix.ts";

test.each([
  "Fixed.",
  "Thanks! Fixed in abc1234",
  "This is fixed now.",
  "It has been addressed in the last commit",
  "We already resolved this",
  "Good catch. Done",
  "I've fixed it",
])("%s: claims a fix", (reply) => expect(claimsFix(reply)).toBe(true));

test.each([
  "Right, this will be fixed.",
  "It is not fixed yet.",
  "This needs to be addressed before the release.",
  "I'll look at it; once it is fixed, the test passes.",
  "The fixed width is wrong here.",
  "Confirmed: the lock is never released.",
  "This hasn't been done.",
])("%s: claims none", (reply) => expect(claimsFix(reply)).toBe(false));
