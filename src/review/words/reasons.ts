// Writes every reason as a sentence without its full stop.
import type { Counts, Omission } from "../../change/change.ts";
import type { NoiseReason } from "../../change/noise.ts";
import type { ModelFaultKind } from "../../errors.ts";
import type { ArbiterVerdict } from "../../findings/cross-model.ts";
import type { NotRun } from "../../findings/execution/sandbox-runner.ts";
import type { NotArbitrated, Reason } from "../../findings/reason.ts";
import { bytes, count, list, oneLine, seconds } from "./text.ts";

/** Paths, messages and reasons in it are untrusted: the whole sentence is escaped. */
export function reasonText(reason: Reason): string {
  return oneLine(sentenceOf(reason));
}

const wouldRun = {
  tests: "tests are",
  lint: "linters are configured by",
  evals: "evals are",
  probe: "a probe runs",
} as const;

export function notRunText(not: NotRun): string {
  switch (not.why) {
    case "no-sandbox":
      return `there is no sandbox to run it in (${not.message}): install bubblewrap, and see \`crosscheck doctor\``;
    case "no-program":
      return `${not.program} is not installed here`;
    case "no-dependencies":
      return `its dependencies are missing: ${not.message}`;
    case "too-large":
      return `the files exceed the sandbox limit (${not.files} files, ${bytes(not.bytes)})`;
  }
}

function sentenceOf(reason: Reason): string {
  switch (reason.kind) {
    case "nothing-to-check":
      return `nothing to check: ${reason.what}`;
    case "turned-off":
      return "turned off in .crosscheck.yml";
    case "threw":
      return `it failed: ${reason.message}`;
    case "too-slow":
      return `it took longer than ${seconds(reason.limitMs)} and was stopped`;
    case "too-much-memory":
      return `it needed more than ${reason.limitMb} MB of memory and was stopped`;
    case "stopped":
      return "it was stopped";
    case "no-model":
      return "no model configured";
    case "models-withheld":
      return "models are asked after someone with write access comments `ok-to-review`";
    case "model-failed":
      return `${reason.model} ${modelFaultTexts[reason.fault]}${reason.message === "" ? "" : `: ${reason.message}`}`;
    case "own-checks-not-mine":
      return reason.checks.length === 1
        ? `${names(reason.checks)} is code of this repository, which is not known to be yours: name the repository under trust in your own config to run it`
        : `${names(reason.checks)} are code of this repository, which is not known to be yours: name the repository under trust in your own config to run them`;
    case "own-checks-no-sandbox":
      return `there is no sandbox to run ${names(reason.checks)} in (${reason.why}): install bubblewrap, and see \`crosscheck doctor\``;
    case "own-checks-too-large":
      return `.crosscheck/checks holds more than ${reason.files} files or ${bytes(reason.bytes)}: keep there only what ${names(reason.checks)} ${reason.checks.length === 1 ? "needs" : "need"}`;
    case "own-check-refused":
      return {
        "bad-name": "its name is not valid for a check: use lower-case letters, digits and hyphens, as in no-fixme.ts",
        taken: "Crosscheck already has a check with that name: rename the file",
      }[reason.why];
    case "not-mine":
      return `${wouldRun[reason.what]} code of this repository, which is not known to be yours: ${reason.what === "evals" ? "" : "give --run-tests, or "}name the repository under trust in your own config`;
    case "quick":
      return "you asked for a quick review, which runs nothing of the repository";
    case "runs-nothing":
      return "this workflow can write to the repository, so it runs no code of the change";
    case "not-executed":
      return notRunText(reason.because);
    case "no-eval-command":
      return "no command is configured: under `evals` in your own config, set the command, its API keys and the hosts it may reach";
    case "eval-of-fork":
      return "the change comes from a fork, and other people's code is never run with your keys";
    case "quote-not-found":
      return `the quoted line is not at ${reason.path}:${reason.line}`;
    case "quote-moved":
      return `the quoted line is at line ${reason.to}, not ${reason.from}`;
    case "quote-missing":
      return {
        "both-sides": "only one of the two places is quoted",
        "base-line": "the line as it was before is not quoted",
        "framework-construct": "the construct that makes such symbols is not quoted",
      }[reason.needs];
    case "was-there-before":
      return `it was there before, at ${reason.path}:${reason.line}`;
    case "is-declared":
      return `${reason.name} exists, at ${reason.path}:${reason.line}`;
    case "quote-has-it":
      return `what is said to be missing (${reason.what}) seems to be there, at or around ${reason.path}:${reason.line}`;
    case "quote-does-it":
      return `the code at ${reason.path}:${reason.line} seems to do what the claim says is not done`;
    case "unknown-name":
      return `${reason.name} occurs neither in the change nor in the repository`;
    case "low-confidence":
      return `low confidence (${reason.confidence}/10)`;
    case "medium-confidence":
      return "Medium confidence — verify";
    case "critical-kept":
      return `confidence is only ${reason.confidence}/10, but it would be critical`;
    case "same-elsewhere-in-file":
      return `unchanged code in the same file already does this (line ${reason.line})`;
    case "moved-unchanged":
      return `moved, unchanged, from ${reason.fromPath}`;
    case "root":
      return reason.root === "DOC"
        ? "the document is out of date, not the code"
        : "a new pattern that no document describes yet";
    case "below-severity":
      return `below ${reason.floor}, the lowest severity that this profile posts`;
    case "over-limit":
      return `over the limit of ${reason.limit} inline comments`;
    case "fix-does-not-apply":
      return "its fix does not apply to the file at this commit";
    case "fix-tested":
      return `with its fix, ${count(reason.passed, "test")} passed (${reason.runner})`;
    case "fix-breaks":
      return `with its fix, ${reason.test} fails (${reason.runner})`;
    case "same-claim":
      return "another finding says the same about this line";
    case "same-cause":
      return "listed under the finding of the same cause";
    case "not-pressing":
      return "nothing that has to be fixed before merging";
    case "editor-verdict":
      return `the editor ${{ fix: "would have it fixed before merging", minor: "calls it minor", noise: "calls it noise" }[reason.verdict]}${reason.reason === "" ? "" : ` (${reason.reason})`}`;
    case "merged":
      return `found by ${list(reason.sources.map(sourceName))}`;
    case "suppressed-by-config":
      return `suppressed in .crosscheck.yml: ${reason.reason}`;
    case "suppression-expired":
      return `its suppression expired on ${reason.expired}: ${reason.reason}`;
    case "ignored-inline":
      return `crosscheck-ignore on the line: ${reason.reason}`;
    case "ignored-area":
      return `the area ${reason.area} is ignored for this change`;
    case "early-feedback":
      return "work in progress: style can wait";
    case "advisory-check":
      return `${reason.check} is advisory in .crosscheck.yml`;
    case "unproven-check":
      return `${reason.check} has not been proven precise enough to post by default`;
    case "outside-paths":
      return `${reason.check} is limited to other paths in .crosscheck.yml`;
    case "often-dismissed":
      return `${reason.dismissed} of ${reason.judged} findings of ${reason.unit} were dismissed in this repository`;
    case "over-noise-budget":
      return `${reason.dismissed} of ${reason.judged} findings of ${reason.unit} were dismissed in this repository, more than the ${reason.percent}% that its check may have`;
    case "removed-by-person":
      return "removed by the person who read the draft";
    case "moved-by-person":
      return `${reason.to === "posted" ? "posted" : "made advisory"} by the person who read the draft`;
    case "dismissed":
      return "dismissed in an earlier round";
    case "already-posted":
      return "posted in an earlier round, and still there";
    case "late":
      return "missed in an earlier round, on code that did not change since";
    case "not-commentable":
      return "its line is not part of the diff";
    case "confirmed":
      return `confirmed by ${reason.by}${reason.reason === "" ? "" : ` (${reason.reason})`}`;
    case "refuted":
      return `refuted by ${reason.by}${reason.at ? `, ${reason.at.path}:${reason.at.line}` : ""} (${reason.reason})`;
    case "arbitrated":
      return `${reason.by} arbitrated: ${verdictWords(reason.verdict)}${reason.reason === "" ? "" : ` (${reason.reason})`}`;
    case "not-arbitrated":
      return `disputed between models, not arbitrated (${notArbitratedText(reason.why)})`;
    case "disputed":
      return `disputed high-severity — confirm: ${reason.by} calls it a false positive (${reason.reason})`;
  }
}

/** "real bug", "false positive", "uncertain" */
export function verdictWords(verdict: ArbiterVerdict): string {
  return verdict.toLowerCase().replaceAll("_", " ");
}

export function notArbitratedText(why: NotArbitrated): string {
  switch (why.kind) {
    case "no-arbiter":
      return "no third model is configured";
    case "over-cap":
      return `over the limit of ${why.cap}`;
    case "failed":
      return `the arbiter failed: ${oneLine(why.message)}`;
    case "no-verdict":
      return "the arbiter gave no verdict on it";
  }
}

export const modelFaultTexts: Record<ModelFaultKind, string> = {
  "no-key": "has no key",
  "not-installed": "is not installed",
  "wrong-version": "is installed in an unsupported version",
  unauthorised: "refused the key",
  overloaded: "is overloaded",
  unreachable: "could not be reached",
  timeout: "took too long",
  refused: "refused to answer",
  "cut-off": "was cut off in the middle of its answer",
  "bad-json": "answered something that is not JSON",
  "wrong-shape": "gave an answer that does not match the schema",
  "too-many-steps": "used up its steps without an answer",
  "too-long": "gave an answer that is too long",
  "over-budget": "was not called: the spending limit is reached",
  "not-recorded": "has no recorded answer for this request",
  unanswered: "has not answered yet",
  failed: "failed",
};

function names(ids: readonly string[]): string {
  return list(ids.length > 5 ? [...ids.slice(0, 5), `${ids.length - 5} more`] : ids);
}

export function sourceName(source: string): string {
  return source.replace(/^PRESCAN:/, "");
}

export function noiseText(why: NoiseReason | "empty" | "combined"): string {
  return {
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
  }[why];
}

export function omissionText(cut: Omission): string {
  return oneLine(cutSentence(cut));
}

function cutSentence(cut: Omission): string {
  switch (cut.kind) {
    case "too-large":
      return `${cut.path} is ${bytes(cut.bytes)}: files over ${bytes(cut.limit)} are not read`;
    case "lfs-pointer":
      return `${cut.path} is a Git LFS pointer: its content is not in the repository`;
    case "lfs-not-applied":
      return "content filters such as Git LFS are not run: filtered files are compared as they are on disk";
    case "submodule":
      return `${cut.path} is a submodule: only its commit is compared`;
    case "nested-repository":
      return `${cut.path} is a separate repository and is left out`;
    case "combined":
      return `${cut.path} is a merge's combined diff: its lines are not read`;
    case "shallow":
      return "this is a shallow clone: history before its edge is not known";
    case "commits":
      return `${cut.read} of ${cut.total} commits were read`;
    case "config-not-used":
      return {
        "only-at-head": `${cut.path} exists only in this change: it is not used until merged`,
        "changed-at-head": `${cut.path} is changed by this change: the base's version is used until merged`,
        ignored: `${cut.path} was ignored because of --no-config`,
        broken: `${cut.path} of the base branch cannot be read: the defaults apply until it is fixed`,
      }[cut.why];
    case "counts-differ":
      return `GitHub counts ${counted(cut.github)}, git ${counted(cut.git)}: they detect renames differently, and git's diff is reviewed`;
    case "issues-not-read":
      return `the text of ${list(cut.references)} was not read: ${cut.message}`;
  }
}

function counted({ files, additions, deletions }: Counts): string {
  return `${count(files, "file")} (+${additions} −${deletions})`;
}
