// Tests which messages of merge commits name the pull request that they merged.
import { expect, test } from "vitest";
import { readMergeMessage } from "./merge-message.ts";

test.each([
  ["GitHub", "Merge pull request #12 from someone/fix-rounding\n\nRound prices up\n\nThey were cut."],
  [
    "GitLab",
    "Merge branch 'fix-rounding' into 'main'\n\nRound prices up\n\nThey were cut.\n\nSee merge request shop/cart!12",
  ],
  ["homu", "Auto merge of #12 - someone:fix-rounding, r=reviewer\n\nRound prices up\n\nThey were cut.\n"],
  ["bors", "Merge #12\n\n12: Round prices up r=reviewer a=someone\n\nThey were cut.\n"],
])("the title and description that %s writes", (_name, message) => {
  expect(readMergeMessage(message)).toEqual({ title: "Round prices up", body: "They were cut." });
});

test.each([
  ["a merge of a branch", "Merge branch 'main' into feature"],
  ["a merge of a branch with conflicts", "Merge branch 'a' into 'b'\n\nConflicts:\n\tcart.ts"],
  ["a merge of several pull requests", "Merge #12 #13\n\n12: Round prices up r=a a=b\n\n13: Sort r=a a=b"],
  ["a merge without a title", "Merge pull request #12 from someone/fix"],
  ["an ordinary commit", "Round prices up\n\nThey were cut."],
])("none in %s", (_name, message) => {
  expect(readMergeMessage(message)).toBeNull();
});
