import { expect, test } from "vitest";
import { usualSettings } from "./payloads.ts";
import { settingsOf } from "./settings.ts";

test("a config that says nothing of threads leaves the usual settings", () => {
  expect(settingsOf({})).toEqual(usualSettings);
});

test("what it says holds, and the rest stays as usual", () => {
  expect(settingsOf({ reviewComments: { autoReply: true, checks: ["npm test"] } })).toEqual({
    ...usualSettings,
    autoReply: true,
    checks: ["npm test"],
  });
});
