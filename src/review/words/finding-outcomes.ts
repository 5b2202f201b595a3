// Explains a finding's claim, proof and outcome, and what would change the outcome.
import { reachesAuthor, type Claim, type FindingOutcome, type Finding } from "../../findings/finding.ts";
import type { Reason } from "../../findings/reason.ts";
import type { ExplainedFinding } from "../explained-finding.ts";
import { oneLine } from "./text.ts";

export const claimWords: Record<Claim, string> = {
  present: "present: the quoted line itself is what is wrong",
  absent: "absent: something that the quoted line depends on is missing",
  unreachable: "unreachable: the quoted code cannot be reached; both places must be quoted",
  introduced: "introduced: this change added it; the line before the change must be quoted",
  mismatch: "mismatch: two places do not agree; both must be quoted",
};

export const proofWords: Record<Finding["proof"], string> = {
  proven: "proven: decided from the text by a rule, or shown by running it",
  argued: "argued: concluded from reading; not proven by a computation or a run",
};

export const rootWords: Record<Finding["root"], string> = {
  CODE: "the code",
  DOC: "a document that is out of date, not the code",
  NEW: "a new pattern that no document describes yet",
};

const outcomeMeanings: Record<FindingOutcome, string> = {
  inline: "posted on its line",
  listed: "posted in the review's list, not on its line",
  advisory: "advisory: shown to you, not posted",
  held: "held: counted, not posted",
  suppressed: "suppressed: someone silenced it here; counted, not posted",
  dropped: "dropped: too uncertain to show; counted",
};

/** The outcome, and the marks that decided it. */
export function outcomeMeaning({ outcome, marks, before }: ExplainedFinding): string {
  const meaning = outcomeMeanings[outcome];
  const asked = marks.filter((mark) => mark.outcome === outcome);
  // A saved review may lack the deciding mark: then all of them are named.
  const deciding = asked.length === 0 && before == null && !reachesAuthor({ outcome }) ? marks : asked;
  return deciding.length === 0 ? meaning : `${meaning} (${deciding.map(({ says }) => oneLine(says)).join("; ")})`;
}

const strongerEvidence = "Stronger evidence: from 5/10 a finding is posted, from 7/10 without a warning.";

/** null: it does not affect the outcome. */
const advice: Record<Reason["kind"], string | null> = {
  "nothing-to-check": null,
  "turned-off": null,
  threw: null,
  "too-slow": null,
  "too-much-memory": null,
  stopped: null,
  "no-model": null,
  "models-withheld": null,
  "model-failed": null,
  "own-checks-not-mine": null,
  "own-checks-no-sandbox": null,
  "own-checks-too-large": null,
  "own-check-refused": null,
  "not-mine": null,
  "runs-nothing": null,
  quick: null,
  "not-executed": null,
  "no-eval-command": null,
  "eval-of-fork": null,
  "quote-not-found": "A quote that is in the file at the given line.",
  "quote-moved": null,
  "quote-missing": "Quotes of both places: the claim needs the second one too.",
  "was-there-before": "Nothing: the line is older than this change.",
  "is-declared": "Nothing: the code contradicts it.",
  "quote-has-it": "A quote of the place where it is missing.",
  "quote-does-it": "A quote of the place where it is not done.",
  "unknown-name": "A claim about names that exist in the repository.",
  "low-confidence": strongerEvidence,
  "medium-confidence": strongerEvidence,
  "critical-kept": strongerEvidence,
  "same-elsewhere-in-file":
    "Fixing the same thing elsewhere in the file first: this change only follows what the file already does.",
  "moved-unchanged": "A change to the moved lines themselves: style is not criticised in lines that only moved.",
  root: "Nothing: it is about documentation, which is yours to decide.",
  "below-severity": "A lower minSeverity or a stricter profile, or its area among focusAreas.",
  "over-limit": "A higher maxComments, or its area among focusAreas, would put it on its line.",
  merged: null,
  "suppressed-by-config": "Removing that suppression from .crosscheck.yml on the base branch.",
  "suppression-expired": "A later date in that suppression would suppress it again.",
  "ignored-inline": "Removing the crosscheck-ignore comment.",
  "ignored-area": "Removing its area from ignoredAreas, or the tag that ignores it from the title.",
  "early-feedback": "Removing the work-in-progress tag: style is reviewed then.",
  "advisory-check": "Setting the check to on in .crosscheck.yml on the base branch.",
  "unproven-check": "Setting the check to on in .crosscheck.yml on the base branch.",
  "outside-paths": "Adding the file to the check's paths in .crosscheck.yml on the base branch.",
  "often-dismissed": "Fewer dismissals, or `crosscheck lessons reset --unit` with its name.",
  "over-noise-budget":
    "A larger noiseBudget in .crosscheck.yml on the base branch, or `crosscheck lessons reset --unit` with its name.",
  dismissed: "Nothing here: it was dismissed in an earlier round.",
  "removed-by-person": "Nothing: you, or another reader of the draft, removed it.",
  "moved-by-person": "Nothing: you, or another reader of the draft, decided it.",
  "already-posted": "Nothing: it is already posted.",
  late: "A change to its lines: then it is reviewed again.",
  "same-claim": "Nothing: another finding says the same about this line.",
  "same-cause": "Nothing: it is shown with the finding of the same cause.",
  "not-pressing": "Stronger evidence or a higher severity would put it on its line.",
  "editor-verdict": "You decide: move it before posting if the model is wrong.",
  "fix-does-not-apply": null,
  "fix-tested": null,
  "fix-breaks": null,
  "not-commentable": "A change near its line: comments go only on lines that the diff shows.",
  confirmed: null,
  refuted: "You decide: move it before posting if the reviewer is wrong.",
  arbitrated: "You decide: move it before posting if the arbiter is wrong.",
  "not-arbitrated": null,
  disputed: "Your decision at the gate: the models disagree, and it stays posted until you remove it.",
};

export function wouldChange({ outcome, marks }: ExplainedFinding): string[] {
  const named = marks.flatMap(({ why: { kind } }) =>
    Object.hasOwn(advice, kind) ? (advice[kind as Reason["kind"]] ?? []) : [],
  );
  const mending = "Fixing the problem: then it is no longer found.";
  return [...new Set(reachesAuthor({ outcome }) ? [mending, ...named] : [...named, mending])];
}
