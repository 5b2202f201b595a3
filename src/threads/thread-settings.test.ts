import { expect, test } from "vitest";
import { defaultThreadSettings } from "./thread-payloads.ts";
import { settingsOf } from "./thread-settings.ts";

test("a config that says nothing of threads leaves the usual settings", () => {
  expect(settingsOf({})).toEqual(defaultThreadSettings);
});

test("what it says holds, and the rest stays as usual", () => {
  expect(settingsOf({ reviewComments: { autoReply: true, checks: ["npm test"] } })).toEqual({
    ...defaultThreadSettings,
    autoReply: true,
    checks: ["npm test"],
  });
});
