// Texts of the confirmation gate: questions, answers and results.
import type { JudgedFinding } from "../../findings/finding.ts";
import { eventOf, type DecisionRule } from "../decision.ts";
import type { Draft } from "../draft.ts";
import type { ActionOutcome } from "../post-once.ts";
import { postedEntries } from "../posted-entries.ts";
import { findingLocation, findingTitle } from "./finding-lines.ts";
import { reasonText } from "./reasons.ts";
import { decisionRuleText } from "./decision-rule-texts.ts";
import { count, oneLine, shorten } from "./text.ts";

export const gateQuestion = "Post this review?";

export interface PromptChoice<Value> {
  value: Value;
  label: string;
  hint?: string;
}

export function gateAnswers(
  draft: Draft,
): PromptChoice<"code" | "all" | "preview" | "preview-all" | "edit" | "cancel">[] {
  const posted = postedEntries(draft.judged).length;
  const advisory = draft.judged.filter(({ outcome }) => outcome === "advisory").length;
  return [
    { value: "code", label: `Post ${eventOf(draft.decision)} with ${count(posted, "finding")}` },
    ...(advisory === 0
      ? []
      : [
          {
            value: "all" as const,
            label: `Post, and list ${count(advisory, "advisory finding")} in the details comment`,
          },
        ]),
    { value: "edit", label: "Edit", hint: "move, remove, reword, change the event, acknowledge" },
    { value: "preview", label: "Read exactly what would be posted" },
    ...(advisory === 0
      ? []
      : [{ value: "preview-all" as const, label: "Read it with the advisory findings in the details comment" }]),
    { value: "cancel", label: "Cancel", hint: `nothing is posted; the draft is kept as ${draft.id}` },
  ];
}

export const editQuestion = "What do you want to change?";

export type EditKind = "move" | "remove" | "reword" | "event" | "acknowledge" | "back";

export function editAnswers(draft: Draft, limits: readonly DecisionRule[]): PromptChoice<EditKind>[] {
  const some = draft.judged.length > 0;
  return [
    ...(some
      ? [
          { value: "move" as const, label: "Move a finding", hint: "between posted and advisory" },
          { value: "remove" as const, label: "Remove a finding" },
          { value: "reword" as const, label: "Reword a finding", hint: "in your editor" },
        ]
      : []),
    { value: "event", label: "Change the event", hint: `now ${eventOf(draft.decision)}` },
    ...(limits.length === 0 ? [] : [{ value: "acknowledge" as const, label: "Acknowledge a limit on approval" }]),
    { value: "back", label: "Back to the review" },
  ];
}

export function findingChoice(one: JudgedFinding): PromptChoice<string> {
  return {
    value: one.finding.id,
    label: shorten(`${findingLocation(one)} ${oneLine(findingTitle(one))}`, 100),
    hint: `${one.severity}, ${one.outcome}`,
  };
}

export function limitAnswer(rule: DecisionRule): PromptChoice<DecisionRule["rule"]> {
  return { value: rule.rule, label: shorten(decisionRuleText(rule), 100), hint: rule.rule };
}

export function disputedQuestion(one: JudgedFinding): string {
  const why = one.marks.find(({ why: { kind } }) => kind === "disputed")?.why;
  return `${shorten(`${findingLocation(one)} ${oneLine(findingTitle(one))}`, 100)}: ${why === undefined ? "disputed" : reasonText(why)}`;
}

export const disputedAnswers: PromptChoice<"keep" | "leave-out">[] = [
  { value: "keep", label: "Keep it: post it, marked as disputed" },
  { value: "leave-out", label: "Leave it out", hint: "it becomes advisory" },
];

export const whichFinding = "Which finding?";
export const whichEvent = "Which event?";
export const whichLimit = "Which limit do you acknowledge?";

/** Content of the editor: the title on the first line, the explanation below, and a note that is ignored. */
export function rewordText({ finding }: JudgedFinding): string {
  return `${finding.title}\n\n${finding.explanation}\n\n${note}\n`;
}

const note = "# The first line is the title. Lines that start with # are ignored. An empty file changes nothing.";

export function rewordFrom(text: string): { title: string; explanation: string } | null {
  const lines = text.split(/\r?\n/).filter((line) => !line.startsWith("#"));
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return null;
  return {
    title: lines[first]!.trim(),
    explanation: lines
      .slice(first + 1)
      .join("\n")
      .trim(),
  };
}

export function cancelledText(id: string): string {
  return `Nothing was posted. The draft is kept: crosscheck post ${id}\n`;
}

const outcomeWords: Record<ActionOutcome["is"], string> = {
  done: "posted",
  adopted: "already there from an earlier attempt",
  already: "already posted",
  refused: "rejected by GitHub",
  unknown: "may not have arrived",
};

const actionWords: Record<ActionOutcome["do"], string> = {
  review: "Review",
  details: "Details comment",
  notice: "Notice",
  "check-run": "Check run",
  reply: "Reply",
  resolve: "Thread",
  lift: "Request for changes",
  answer: "Answer",
};

export function outcomeLines(outcomes: readonly ActionOutcome[]): string[] {
  return outcomes.map(({ do: deed, is, posted, why }) => {
    const where = posted?.url ? `  ${oneLine(posted.url)}` : "";
    return `${actionWords[deed]}: ${outcomeWords[is]}${why === undefined ? "" : ` (${oneLine(why)})`}${where}`;
  });
}

/** What to do about a posting that is incomplete. */
export function unfinishedPosting(outcomes: readonly ActionOutcome[], id: string): string | null {
  if (outcomes.some(({ is }) => is === "unknown"))
    return `Run crosscheck post ${id} again. Items that already arrived are detected, so nothing is posted twice.`;
  return outcomes.some(({ is }) => is === "refused")
    ? "GitHub rejected part of it, and that part was not posted. Fix the reason it gives, then post the draft again."
    : null;
}

export function headMovedText(from: string, to: string): string {
  return `New commits were pushed: the head was ${from.slice(0, 12)} and is ${to.slice(0, 12)}. Reviewing again.\n`;
}

export function notPosted(id: string): string {
  return `Nothing was posted. To post this draft: crosscheck post ${id}\n`;
}

export function branchMovedText(number: number): string {
  return `Pull request #${number} of this branch is at another commit; this is a local review. To review it: crosscheck review ${number}\n`;
}

export function branchNotAsked(why: string): string {
  return `Could not look up this branch's pull request on GitHub (${oneLine(why)}); this is a local review.\n`;
}

export function waitingDrafts(drafts: readonly { id: string; place: string; head: string; savedAt: number }[]): string {
  if (drafts.length === 0) return "No drafts are waiting.\n";
  const rows = drafts.map(
    ({ id, place, head, savedAt }) =>
      `${id}  ${oneLine(place)} at ${head.slice(0, 12)}  ${new Date(savedAt).toISOString().slice(0, 16).replace("T", " ")}`,
  );
  return `${rows.join("\n")}\n`;
}
