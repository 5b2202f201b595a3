// Defines the texts of `crosscheck lessons`.
import type { Noise } from "../../findings/gates/noise-gate.ts";
import type { SeenPattern, UnitTally, Pattern } from "../../change/stored-knowledge.ts";
import { bulletText } from "../../findings/lessons/lessons-file.ts";
import type { LedgerRow } from "../learn/escaped-defects.ts";
import { patternText } from "../../review/words/lessons-texts.ts";
import { count, oneLine } from "../../review/words/text.ts";

/** The lessons and patterns of a repository, for `crosscheck lessons`. */
export interface LessonsShown {
  repository: string;
  file: string;
  inFile: readonly { id: string; rule: string; line: number; unit: string | null; pull: number | null }[];
  approved: readonly KnownLesson[];
  candidates: readonly KnownLesson[];
  patterns: readonly (SeenPattern & { id: string; everywhere: boolean })[];
  tallies: readonly (UnitTally & { noise: Noise })[];
  budget: { percent: number; after: number };
}

interface KnownLesson {
  id: string;
  rule: string;
  unit: string | null;
  pull: number | null;
  seen: number;
}

export function lessonsText(shown: LessonsShown): string {
  const { file, inFile, approved, candidates, patterns, tallies, budget } = shown;
  const sections: [string, readonly string[]][] = [
    [`In ${file}`, inFile.map(({ id, rule, line }) => `${id}  line ${line}: ${oneLine(rule)}`)],
    [
      "Approved, not yet in the file (`crosscheck lessons write`)",
      approved.map(({ id, rule }) => `${id}  ${oneLine(rule)}`),
    ],
    [
      "Pending approval (`crosscheck lessons approve --id`)",
      candidates.map((one) => `${one.id}  ${oneLine(one.rule)} ${originText(one)}`),
    ],
    [
      "Patterns (`crosscheck lessons promote --id` applies one to your other repositories)",
      patterns.map((one) => `${one.id}  ${patternText(one)}, seen ${times(one.times)}${scopeText(one)}`),
    ],
    ["Feedback on findings", tallies.map((one) => tallyLine(one, budget))],
  ];
  const some = sections.filter(([, lines]) => lines.length > 0);
  if (some.length === 0) return `Nothing learned for ${oneLine(shown.repository)} yet.\n`;
  return `${some.map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join("\n")).join("\n\n")}\n`;
}

function originText({ unit, pull, seen }: KnownLesson): string {
  const parts = [unit, pull === null ? null : `PR #${pull}`, seen > 1 ? `seen ${times(seen)}` : null];
  return `(${parts.filter((part) => part !== null).join(", ")})`;
}

function times(number: number): string {
  return number === 1 ? "once" : number === 2 ? "twice" : `${number} times`;
}

function scopeText({ promoted, everywhere }: { promoted: boolean; everywhere: boolean }): string {
  return promoted ? ", learned elsewhere" : everywhere ? ", in all repositories" : "";
}

/** The line for a noisy check or reviewer, with the numbers and how to undo it. */
function tallyLine(
  { unit, judged, dismissed, noise }: UnitTally & { noise: Noise },
  budget: LessonsShown["budget"],
): string {
  const numbers = `${unit}: ${dismissed} of ${count(judged, "judged finding")} dismissed`;
  if (noise === "fine") return numbers;
  const what =
    noise === "over-noise-budget"
      ? `more than the ${budget.percent}% that its check may have, so its findings are counted but not posted`
      : "most of them, so its findings lose confidence";
  return `${numbers}: ${what} (\`crosscheck lessons reset --unit ${unit}\` starts over)`;
}

export function exportedLessons({ inFile, approved }: LessonsShown): string {
  const rules = [...inFile, ...approved].map(({ rule, unit, pull }) => bulletText(oneLine(rule), { unit, pull }));
  return `# Review lessons\n\n${rules.length === 0 ? "None yet." : rules.join("\n")}\n`;
}

export const lessonDecisionTexts = {
  left: "No changes made.\n",
  question: (verb: "approve" | "remove", rule: string) =>
    `${verb === "approve" ? "Approve" : "Remove"}: ${oneLine(rule)}?`,
  approved: (rule: string) =>
    `Approved: ${oneLine(rule)}\nReviews of this repository use it from now on; \`crosscheck lessons write\` puts it into the file.\n`,
  edited: (rule: string, isApproved: boolean) =>
    `Now: ${oneLine(rule)}\n${isApproved ? "" : "It is still pending approval: `crosscheck lessons approve`.\n"}`,
  removed: (rule: string) => `Removed, and will not be proposed again: ${oneLine(rule)}\n`,
  forgotten: (pattern: Pattern) => `Forgotten: ${patternText(pattern)}\n`,
  promoted: (pattern: Pattern) => `Reviews of all your repositories now look for: ${patternText(pattern)}\n`,
  reset: ({ unit, judged, dismissed }: UnitTally) =>
    `${unit} starts over: the ${dismissed} of ${count(judged, "judged finding")} that ${dismissed === 1 ? "was" : "were"} dismissed no longer ${dismissed === 1 ? "counts" : "count"}.\n`,
};

/** Reactions to the findings on a pull request. */
export function feedbackText(
  reactions: readonly { unit: string; signal: string; actor: string }[],
  { ignored, complete }: { ignored: number; complete: boolean },
): string {
  const byUnit = [...Map.groupBy(reactions, ({ unit }) => unit)].map(([unit, rows]) => {
    const parts = [...Map.groupBy(rows, ({ signal }) => signal)].map(([signal, { length }]) => `${length} ${signal}`);
    return `  ${oneLine(unit)}: ${parts.join(", ")}`;
  });
  const lines = [
    reactions.length === 0 ? "Nobody with write permission has given feedback on the findings." : "Feedback:",
    ...byUnit,
    ...(ignored === 0
      ? []
      : [`Feedback of ${ignored} ${ignored === 1 ? "person" : "people"} without write permission was ignored.`]),
    ...(complete ? [] : ["Not all threads were read."]),
  ];
  return `${lines.join("\n")}\n`;
}

/** As in `docs: capture review lessons from PR #3, #7`. */
export function lessonsCommitMessage(lessons: readonly { pull: number | null }[]): string {
  const pulls = [...new Set(lessons.flatMap(({ pull }) => pull ?? []))].toSorted((a, b) => a - b);
  const from = pulls.length === 0 ? "" : ` from PR ${pulls.map((pull) => `#${pull}`).join(", ")}`;
  return `docs: capture review lessons${from}`;
}

export function lessonRewriteMessage(isRemoval: boolean): string {
  return isRemoval ? "docs: remove a review lesson" : "docs: reword a review lesson";
}

export function nothingToWrite(file: string): string {
  return `Nothing to write: every approved lesson is already in ${file}.\n`;
}

export function writtenText(number: number, file: string, branch: string, commit: string): string {
  return `${count(number, "lesson")} written to ${file} in commit ${commit.slice(0, 12)} on the new branch ${oneLine(branch)}. Your working tree is unchanged; push the branch to propose it.\n`;
}

/** The ledger of escaped defects. */
export function escapedText(
  rows: readonly {
    place: string;
    mendedBy: string;
    how: "revert" | "fix";
    path: string;
    unit: string;
    said: boolean;
  }[],
  ledger: readonly LedgerRow[],
  { mendings, blamed, last }: { mendings: number; blamed: number; last: number },
): string {
  const looked = `${mendings} of the last ${count(last, "commit")} ${mendings === 1 ? "is a revert or a fix" : "are reverts or fixes"}; ${blamed} of these ${blamed === 1 ? "changes" : "change"} code of a reviewed pull request.`;
  if (rows.length === 0) return `${looked}\n`;
  const defects = [
    ...Map.groupBy(rows, ({ place, mendedBy, path }) => JSON.stringify([place, mendedBy, path])).values(),
  ];
  const lines = defects.map(([one]) => {
    const { place, mendedBy, how, path } = one!;
    return `  ${oneLine(place)}  ${oneLine(path)}  ${how === "revert" ? "reverted" : "fixed"} by ${mendedBy.slice(0, 12)}`;
  });
  const units = ledger.map(
    ({ unit, looked: of, missed }) => `  ${oneLine(unit)}: missed ${missed} of ${of} in files it had read`,
  );
  return [looked, "", "Escaped defects", ...lines, "", "Missed by", ...units, ""].join("\n");
}

export function writeQuestion(message: string, file: string, branch: string): string {
  return `${message}: write to ${file} on the new branch ${oneLine(branch)}?`;
}
