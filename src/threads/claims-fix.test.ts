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
  "Good catch, fixed!",
  "**Fixed**",
  "✅ Addressed in commit abc1234",
  "I have pushed a fix.",
  "Removed the call in 1234567",
  "A fix is in abc1234",
  "It works now.",
])("%s: claims a fix", (reply) => expect(claimsFix(reply)).toBe(true));

test.each([
  "Right, this will be fixed.",
  "It is not fixed yet.",
  "This needs to be addressed before the release.",
  "I'll look at it; once it is fixed, the test passes.",
  "The fixed width is wrong here.",
  "Confirmed: the lock is never released.",
  "This hasn't been done.",
  "Changed lines lack a test.",
  "Fixed width fonts are meant.",
  "This was added in 2019, and is wrong.",
  "I'll look at whether the till now closes.",
])("%s: claims none", (reply) => expect(claimsFix(reply)).toBe(false));
