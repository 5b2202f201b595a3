// Tests which pull requests are skipped.
import { expect, test } from "vitest";
import { skipOf } from "./skip.ts";

const pull = { title: "feat: a thing", draft: false, state: "open" } as const;

test.each([
  ["an open one is reviewed", pull, undefined, null],
  ["a tag in the title", { ...pull, title: "[No-Review] feat: a thing" }, undefined, "no-review-tag"],
  [
    "a tag that authors may not use",
    { ...pull, title: "[no-review] feat: a thing" },
    { authorTags: ["wip"] as const },
    null,
  ],
  ["other tags skip nothing", { ...pull, title: "[WIP] feat: a thing" }, undefined, null],
  ["closed", { ...pull, state: "closed" as const }, undefined, "closed"],
  ["merged", { ...pull, state: "merged" as const }, undefined, "closed"],
  ["a draft before the config is known", { ...pull, draft: true }, undefined, null],
  ["a draft", { ...pull, draft: true }, { reviewDrafts: false }, "draft"],
  ["a draft where drafts are wanted", { ...pull, draft: true }, { reviewDrafts: true }, null],
])("%s", (_name, snapshot, config, why) => expect(skipOf(snapshot, config)?.why ?? null).toBe(why));
