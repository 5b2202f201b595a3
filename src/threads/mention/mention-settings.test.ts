import { expect, test } from "vitest";
import { usualMention } from "../../change/config.ts";
import { defaultThreadSettings } from "../thread-payloads.ts";
import { languageIn, mentionSettingsIn, threadSettingsIn } from "./mention-settings.ts";

test.each([
  ["no file", null, {}],
  ["a file that says nothing of it", "profile: strict\n", {}],
  ["one that turns it off", "mention:\n  enabled: false\n", { enabled: false }],
  ["one that is wrong elsewhere", "proffile: x\nmention:\n  allowedUsers: [ada]\n", { allowedUsers: ["ada"] }],
  ["one that says nothing at all", "# later\n", {}],
  [
    "one that sets a limit alone",
    "mention:\n  conversation:\n    maxTurnsPerPr: 3\n",
    { conversation: { maxTurnsPerPr: 3, contextBudgetChars: 8000 } },
  ],
  [
    "one beyond the limits, without loss of the rest",
    "mention:\n  allowedUsers: [ada]\n  typo: 1\n  conversation:\n    maxTurnsPerPr: 51\n    contextBudgetChars: 2000\n",
    { allowedUsers: ["ada"], conversation: { maxTurnsPerPr: 10, contextBudgetChars: 2000 } },
  ],
])("%s", (_, text, set) => {
  expect(mentionSettingsIn(text)).toEqual({ settings: { ...usualMention, ...set }, onlyWriters: false });
});

test.each([
  [
    "names nobody that can be read",
    "mention:\n  allowedUsers: ada\n  replyWithoutHandle: true\n",
    { replyWithoutHandle: true },
  ],
  ["may turn it off", "mention:\n  enabled: perhaps\n", {}],
  ["is no YAML", "mention: [", {}],
  ["is a list", "- mention", {}],
  ["has a list there", "mention: [ada]", {}],
  ["is too long", `mention:\n  enabled: false\n#${"x".repeat(100_000)}`, {}],
])("where the file %s, only people with write access are answered", (_, text, set) => {
  expect(mentionSettingsIn(text)).toEqual({ settings: { ...usualMention, ...set }, onlyWriters: true });
});

test("how threads may be resolved is read from the same file", () => {
  expect(threadSettingsIn(null)).toEqual(defaultThreadSettings);
  const text = "proffile: x\nreviewComments:\n  autoResolveClassifications: [already_fixed]\n";
  expect(threadSettingsIn(text).autoResolveClassifications).toEqual(["already_fixed"]);
  expect(threadSettingsIn("reviewComments:\n  autoResolve: perhaps\n")).toEqual(defaultThreadSettings);
});

test.each([
  [null, "en"],
  ["language: de\n", "de"],
  ["language: [de]\n", "en"],
])("the language of answers in %j is %s", (text, language) => expect(languageIn(text)).toBe(language));
