// Tests that the review settings are read even from a broken config.
import { describe, expect, test } from "vitest";
import { usualReview, type Config } from "./config.ts";
import { reviewSettingsIn, skipSettingsIn } from "./review-settings.ts";
import { knownTags } from "./tags.ts";
import { untriggered } from "./skip.ts";
import { cases } from "../../test/support/cases.ts";

describe("whether a repository wants reviews, read before anything else", () => {
  cases<[string, string | null, Config["review"]]>("%s", (_, text) => reviewSettingsIn(text), [
    ["no file", null, usualReview],
    ["an empty one", "", usualReview],
    ["a file about other things", "profile: strict\n", usualReview],
    ["switched off", "review:\n  enabled: false\n", { ...usualReview, enabled: false }],
    ["only when opened", "review:\n  triggers: [opened]\n", { enabled: true, triggers: ["opened"] }],
    ["what is wrong elsewhere", "profile: nonsense\nreview: { enabled: false }\n", { ...usualReview, enabled: false }],
    ["what is wrong here", "review: { enabled: perhaps }\n", usualReview],
    ["an unknown trigger", "review: { triggers: [closed] }\n", usualReview],
    ["no YAML", "review: [\n", usualReview],
    ["a list", "- review\n", usualReview],
    ["a bomb", `a: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}review: *z\n`, usualReview],
    ["too long a file", `review: { enabled: false }\n# ${"x".repeat(100_000)}`, usualReview],
  ]);

  test.each<[string, Config["review"], Parameters<typeof untriggered>[1], string | null]>([
    ["all on", usualReview, "synchronize", null],
    ["not among them", { enabled: true, triggers: ["opened"] }, "synchronize", "no-trigger"],
    ["asked for by a person", { enabled: true, triggers: [] }, null, null],
    ["off", { enabled: false, triggers: ["opened"] }, "opened", "disabled"],
    ["off, and asked for", { enabled: false, triggers: [] }, null, "disabled"],
  ])("%s", (_, settings, trigger, why) => {
    expect(untriggered(settings, trigger)?.why ?? null).toBe(why);
  });
});

describe("what authors may do to skip a review, and what the check run then says", () => {
  test.each<[string, string | null, unknown]>([
    ["no file", null, { authorTags: knownTags, checkRun: "neutral" }],
    ["some tags", "authorTags: [wip]\ncheckRun: failure\n", { authorTags: ["wip"], checkRun: "failure" }],
    ["no tags", "authorTags: []\n", { authorTags: [], checkRun: "neutral" }],
    ["an unknown tag", "authorTags: [no-reveiw]\n", { authorTags: [], checkRun: "neutral" }],
    ["what is wrong elsewhere", "authorTags: [wip]\nreview: 3\n", { authorTags: ["wip"], checkRun: "neutral" }],
    ["no YAML", "authorTags: [\n", { authorTags: knownTags, checkRun: "neutral" }],
    ["a bomb", `a: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}authorTags: *z\n`, { authorTags: knownTags, checkRun: "neutral" }],
  ])("%s", (_, text, settings) => expect(skipSettingsIn(text)).toMatchObject(settings as object));
});

function bomb(): string {
  return "bcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((name) => `${name}: &${name} [${`*${String.fromCodePoint(name.codePointAt(0)! - 1)},`.repeat(9)}]\n`)
    .join("");
}
