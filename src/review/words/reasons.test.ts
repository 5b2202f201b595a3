import { describe, expect, test } from "vitest";
import type { Omission } from "../../change/change.ts";
import type { Reason } from "../../findings/reason.ts";
import { acting, poisoned } from "../../../test/support/finding-of.ts";
import { omissionText, noiseText, reasonText, sourceName } from "./reasons.ts";
import { cases } from "../../../test/support/cases.ts";

// Exhaustive: adding a kind is a type error until it is listed here.
const reasons: { [Kind in Reason["kind"]]: [Extract<Reason, { kind: Kind }>, string] } = {
  "nothing-to-check": [
    { kind: "nothing-to-check", what: "no workflow changed" },
    "nothing to check: no workflow changed",
  ],
  "turned-off": [{ kind: "turned-off" }, "turned off in .crosscheck.yml"],
  threw: [{ kind: "threw", message: "no grammar" }, "it failed: no grammar"],
  "too-slow": [{ kind: "too-slow", limitMs: 30_000 }, "it took longer than 30.0 s and was stopped"],
  "too-much-memory": [
    { kind: "too-much-memory", limitMb: 1024 },
    "it needed more than 1024 MB of memory and was stopped",
  ],
  stopped: [{ kind: "stopped" }, "it was stopped"],
  "no-model": [{ kind: "no-model" }, "no model configured"],
  "models-withheld": [
    { kind: "models-withheld" },
    "models are asked after someone with write access comments `ok-to-review`",
  ],
  "model-failed": [
    { kind: "model-failed", model: "anthropic/claude", fault: "overloaded", message: "529 twice" },
    "anthropic/claude is overloaded: 529 twice",
  ],
  "own-checks-not-mine": [
    { kind: "own-checks-not-mine", checks: ["no-fixme"] },
    "no-fixme is code of this repository, which is not known to be yours: name the repository under trust in your own config to run it",
  ],
  "own-checks-no-sandbox": [
    { kind: "own-checks-no-sandbox", checks: ["a", "b", "c", "d", "e", "f"], why: "bwrap is not on the PATH" },
    "there is no sandbox to run a, b, c, d, e and 1 more in (bwrap is not on the PATH): install bubblewrap, and see `crosscheck doctor`",
  ],
  "not-mine": [
    { kind: "not-mine", what: "tests" },
    "tests are code of this repository, which is not known to be yours: give --run-tests, or name the repository under trust in your own config",
  ],
  quick: [{ kind: "quick" }, "you asked for a quick review, which runs nothing of the repository"],
  "runs-nothing": [
    { kind: "runs-nothing" },
    "this workflow can write to the repository, so it runs no code of the change",
  ],
  "not-executed": [{ kind: "not-executed", because: { why: "no-program", program: "go" } }, "go is not installed here"],
  "no-eval-command": [
    { kind: "no-eval-command" },
    "no command is configured: under `evals` in your own config, set the command, its API keys and the hosts it may reach",
  ],
  "eval-of-fork": [
    { kind: "eval-of-fork" },
    "the change comes from a fork, and other people's code is never run with your keys",
  ],
  "own-checks-too-large": [
    { kind: "own-checks-too-large", checks: ["a", "b"], files: 500, bytes: 5_000_000 },
    ".crosscheck/checks holds more than 500 files or 5.0 MB: keep there only what a and b need",
  ],
  "own-check-refused": [
    { kind: "own-check-refused", file: ".crosscheck/checks/agent-rules.ts", why: "taken" },
    "Crosscheck already has a check with that name: rename the file",
  ],
  "quote-not-found": [{ kind: "quote-not-found", path: "a.ts", line: 3 }, "the quoted line is not at a.ts:3"],
  "quote-moved": [{ kind: "quote-moved", from: 3, to: 5 }, "the quoted line is at line 5, not 3"],
  "quote-missing": [{ kind: "quote-missing", needs: "both-sides" }, "only one of the two places is quoted"],
  "is-declared": [{ kind: "is-declared", name: "total", path: "cart.js", line: 3 }, "total exists, at cart.js:3"],
  "quote-has-it": [
    { kind: "quote-has-it", what: "await", path: "cart.js", line: 3 },
    "what is said to be missing (await) seems to be there, at or around cart.js:3",
  ],
  "quote-does-it": [
    { kind: "quote-does-it", path: "cart.js", line: 3 },
    "the code at cart.js:3 seems to do what the claim says is not done",
  ],
  "unknown-name": [
    { kind: "unknown-name", name: "sumTwice" },
    "sumTwice occurs neither in the change nor in the repository",
  ],
  "was-there-before": [{ kind: "was-there-before", path: "a.ts", line: 3 }, "it was there before, at a.ts:3"],
  "low-confidence": [{ kind: "low-confidence", confidence: 3 }, "low confidence (3/10)"],
  "medium-confidence": [{ kind: "medium-confidence", confidence: 6 }, "Medium confidence — verify"],
  "critical-kept": [{ kind: "critical-kept", confidence: 2 }, "confidence is only 2/10, but it would be critical"],
  "same-elsewhere-in-file": [
    { kind: "same-elsewhere-in-file", path: "a.ts", line: 3 },
    "unchanged code in the same file already does this (line 3)",
  ],
  "moved-unchanged": [{ kind: "moved-unchanged", fromPath: "a.ts" }, "moved, unchanged, from a.ts"],
  root: [{ kind: "root", root: "DOC" }, "the document is out of date, not the code"],
  "below-severity": [
    { kind: "below-severity", floor: "medium" },
    "below medium, the lowest severity that this profile posts",
  ],
  "over-limit": [{ kind: "over-limit", limit: 15 }, "over the limit of 15 inline comments"],
  "same-claim": [{ kind: "same-claim", as: "sums-1" }, "another finding says the same about this line"],
  "same-cause": [{ kind: "same-cause", lead: "sums-1" }, "listed under the finding of the same cause"],
  "not-pressing": [{ kind: "not-pressing" }, "nothing that has to be fixed before merging"],
  "editor-verdict": [
    { kind: "editor-verdict", verdict: "minor", reason: "only a log line" },
    "the editor calls it minor (only a log line)",
  ],
  merged: [{ kind: "merged", sources: ["PRESCAN:sums", "code-reviewer"] }, "found by sums and code-reviewer"],
  "suppressed-by-config": [
    { kind: "suppressed-by-config", reason: "known", index: 0 },
    "suppressed in .crosscheck.yml: known",
  ],
  "suppression-expired": [
    { kind: "suppression-expired", reason: "known", expired: "2025-01-31" },
    "its suppression expired on 2025-01-31: known",
  ],
  "ignored-inline": [{ kind: "ignored-inline", check: "sums", reason: "net" }, "crosscheck-ignore on the line: net"],
  "ignored-area": [{ kind: "ignored-area", area: "style" }, "the area style is ignored for this change"],
  "early-feedback": [{ kind: "early-feedback" }, "work in progress: style can wait"],
  "unproven-check": [
    { kind: "unproven-check", check: "sums" },
    "sums has not been proven precise enough to post by default",
  ],
  "advisory-check": [{ kind: "advisory-check", check: "sums" }, "sums is advisory in .crosscheck.yml"],
  "often-dismissed": [
    { kind: "often-dismissed", unit: "sums", judged: 10, dismissed: 6 },
    "6 of 10 findings of sums were dismissed in this repository",
  ],
  "over-noise-budget": [
    { kind: "over-noise-budget", unit: "sums", judged: 10, dismissed: 8, percent: 70 },
    "8 of 10 findings of sums were dismissed in this repository, more than the 70% that its check may have",
  ],
  "outside-paths": [{ kind: "outside-paths", check: "sums" }, "sums is limited to other paths in .crosscheck.yml"],
  dismissed: [{ kind: "dismissed" }, "dismissed in an earlier round"],
  "removed-by-person": [{ kind: "removed-by-person" }, "removed by the person who read the draft"],
  "moved-by-person": [{ kind: "moved-by-person", to: "posted" }, "posted by the person who read the draft"],
  "already-posted": [{ kind: "already-posted" }, "posted in an earlier round, and still there"],
  late: [{ kind: "late" }, "missed in an earlier round, on code that did not change since"],
  "fix-does-not-apply": [{ kind: "fix-does-not-apply" }, "its fix does not apply to the file at this commit"],
  "fix-tested": [{ kind: "fix-tested", runner: "vitest", passed: 3 }, "with its fix, 3 tests passed (vitest)"],
  "fix-breaks": [{ kind: "fix-breaks", runner: "vitest", test: "adds" }, "with its fix, adds fails (vitest)"],
  "not-commentable": [{ kind: "not-commentable" }, "its line is not part of the diff"],
  confirmed: [
    { kind: "confirmed", by: "code-reviewer", reason: "it runs on install" },
    "confirmed by code-reviewer (it runs on install)",
  ],
  refuted: [
    {
      kind: "refuted",
      by: "code-reviewer",
      reason: "it only prints",
      at: { path: "package.json", side: "head", line: 4 },
    },
    "refuted by code-reviewer, package.json:4 (it only prints)",
  ],
  arbitrated: [
    { kind: "arbitrated", verdict: "FALSE_POSITIVE", by: "google/gemini", reason: "the caller checks" },
    "google/gemini arbitrated: false positive (the caller checks)",
  ],
  "not-arbitrated": [
    { kind: "not-arbitrated", why: { kind: "over-cap", cap: 10 } },
    "disputed between models, not arbitrated (over the limit of 10)",
  ],
  disputed: [
    { kind: "disputed", by: "google/gemini", reason: "the caller checks" },
    "disputed high-severity — confirm: google/gemini calls it a false positive (the caller checks)",
  ],
};

const cuts: { [Kind in Omission["kind"]]: [Extract<Omission, { kind: Kind }>, string] } = {
  "too-large": [
    { kind: "too-large", path: "a.bin", bytes: 7_200_000, limit: 5_000_000 },
    "a.bin is 7.2 MB: files over 5.0 MB are not read",
  ],
  "lfs-pointer": [
    { kind: "lfs-pointer", path: "a.psd" },
    "a.psd is a Git LFS pointer: its content is not in the repository",
  ],
  "lfs-not-applied": [
    { kind: "lfs-not-applied" },
    "content filters such as Git LFS are not run: filtered files are compared as they are on disk",
  ],
  submodule: [{ kind: "submodule", path: "lib" }, "lib is a submodule: only its commit is compared"],
  "nested-repository": [{ kind: "nested-repository", path: "lib" }, "lib is a separate repository and is left out"],
  combined: [{ kind: "combined", path: "a.ts" }, "a.ts is a merge's combined diff: its lines are not read"],
  shallow: [{ kind: "shallow" }, "this is a shallow clone: history before its edge is not known"],
  commits: [{ kind: "commits", read: 250, total: 400 }, "250 of 400 commits were read"],
  "config-not-used": [
    { kind: "config-not-used", path: ".crosscheck.yml", why: "only-at-head" },
    ".crosscheck.yml exists only in this change: it is not used until merged",
  ],
  "counts-differ": [
    {
      kind: "counts-differ",
      git: { files: 1, additions: 2, deletions: 3 },
      github: { files: 2, additions: 12, deletions: 13 },
    },
    "GitHub counts 2 files (+12 −13), git 1 file (+2 −3): they detect renames differently, and git's diff is reviewed",
  ],
  "issues-not-read": [
    { kind: "issues-not-read", references: ["#7"], message: "no answer" },
    "the text of #7 was not read: no answer",
  ],
};

const noise: Record<Parameters<typeof noiseText>[0], string> = {
  lockfile: "lockfile",
  generated: "generated",
  minified: "minified",
  snapshot: "snapshot",
  vendored: "vendored",
  binary: "binary",
  "rename-only": "renamed, not changed",
  "mode-only": "mode only",
  "whitespace-only": "whitespace only",
  empty: "no lines",
  combined: "a merge's combined diff",
};

const ours = ["kind", "needs", "root", "why"];

test("singular and plural of own checks that did not run", () => {
  expect(reasonText({ kind: "own-checks-not-mine", checks: ["a", "b"] })).toMatch(/^a and b are code .* run them$/);
  expect(reasonText({ kind: "own-check-refused", file: "x", why: "bad-name" })).toContain("as in no-fixme.ts");
});

describe("every reason has a text", () => {
  test.each(Object.values<[Reason, string]>(reasons))("%j", (reason, words) => expect(reasonText(reason)).toBe(words));

  cases<[Reason, string]>("%j", reasonText, [
    [{ kind: "quote-missing", needs: "base-line" }, "the line as it was before is not quoted"],
    [{ kind: "quote-missing", needs: "framework-construct" }, "the construct that makes such symbols is not quoted"],
    [{ kind: "root", root: "NEW" }, "a new pattern that no document describes yet"],
  ]);

  test.each(Object.values<[Reason, string]>(reasons))("without control characters: %j", (reason) => {
    expect(reasonText(poisoned(reason, ours))).not.toMatch(acting);
  });
});

describe("every truncation has a text", () => {
  test.each(Object.values<[Omission, string]>(cuts))("%j", (cut, words) => expect(omissionText(cut)).toBe(words));

  cases<["changed-at-head" | "ignored", string]>(
    "config-not-used, %s",
    (why) => omissionText({ kind: "config-not-used", path: "x.yml", why }),
    [
      ["changed-at-head", "x.yml is changed by this change: the base's version is used until merged"],
      ["ignored", "x.yml was ignored because of --no-config"],
    ],
  );

  test.each(Object.values<[Omission, string]>(cuts))("without control characters: %j", (cut) => {
    expect(omissionText(poisoned(cut, ours))).not.toMatch(acting);
  });
});

test.each(Object.entries(noise))("noise: %s", (why, words) => {
  expect(noiseText(why as keyof typeof noise)).toBe(words);
});

test("a check's source is shown by its name", () => {
  expect([sourceName("PRESCAN:sums"), sourceName("code-reviewer")]).toEqual(["sums", "code-reviewer"]);
});
