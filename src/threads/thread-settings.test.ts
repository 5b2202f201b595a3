import { expect, test } from "vitest";
import { defaultThreadSettings } from "./thread-payloads.ts";
import { settingsOf } from "./thread-settings.ts";

test("without thread settings the defaults apply", () => {
  expect(settingsOf({})).toEqual(defaultThreadSettings);
});

test("its settings apply, and the rest are defaults", () => {
  expect(settingsOf({ reviewComments: { autoReply: true, checks: ["npm test"] } })).toEqual({
    ...defaultThreadSettings,
    autoReply: true,
    checks: ["npm test"],
  });
});
