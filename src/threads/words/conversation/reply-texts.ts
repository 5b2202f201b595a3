// Writes the bot's replies to mentions: short, and without mentioning anybody.
import { redactSecrets } from "../../../secrets/redact-secrets.ts";
import { codeText } from "../../../review/words/code-text.ts";
import { markdownText } from "../../../review/words/markdown-text.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";

/** The first line of the question, for a reply that is not directly below it; without quoted text. */
export function quotedQuestion(text: string): string {
  const line =
    redactSecrets(text)
      .split("\n")
      .find((one) => one.trim() !== "" && !/^\s*>/.test(one)) ?? "";
  const shown = markdownText(shorten(oneLine(line).trim(), 200));
  return shown === "" ? "" : `> ${shown}\n\n`;
}

const commandHelp: readonly [string, string][] = [
  ["review", "reviews the pull request again"],
  ["ok-to-review", "reviews the pull request again, with models, if its author has no write access"],
  ["explain", "in a thread: what was found, by which rule, and the current state of the code"],
  ["resolve", "in a thread: resolves it if the policy allows it"],
  ["dismiss why", "in a thread: dismisses the finding for the reason that you give"],
  ["learn rule", "proposes a rule for later reviews of this repository"],
  ["continue", "goes on answering after the limit"],
  ["help", "shows this list"],
];

export function helpText(): string {
  return [
    "Mention me and ask anything about the pull request, or use one of these commands:",
    "",
    ...commandHelp.map(([word, does]) => `- ${codeText(word)}: ${does}`),
    "",
    "Anyone who can comment can ask. Commands that change something need write access to the repository.",
  ].join("\n");
}

export function typoText(word: string, nearest: string): string {
  return `I do not know the command ${codeText(shorten(word, 40))}. Did you mean ${codeText(nearest)}? Nothing was done.`;
}

export function incompleteText(word: "dismiss" | "learn"): string {
  return word === "dismiss"
    ? "Please say why, as in `dismiss the list is never empty here`. Nothing was done."
    : "Please say what, as in `learn we never log request bodies`. Nothing was done.";
}

export function needsWriteAccess(word: string): string {
  return `${codeText(word)} needs write access to this repository, which you do not have. Nothing was done.`;
}

export function questionsOnly(word: string): string {
  return `${codeText(word)} works on pull requests. On an issue I can only answer questions.`;
}

export function limitNotice(replies: number): string {
  return `I give ${replies} ${replies === 1 ? "answer" : "answers"} on this page, which is the limit. Someone with write access can reply ${codeText("continue")}.`;
}

/** `waiting`: the number of questions that the limit left without an answer. */
export function continuingText(waiting: number): string {
  if (waiting === 0) return "I will answer again.";
  return `I will answer again, beginning with the ${waiting === 1 ? "question" : `${waiting} questions`} above that I left unanswered.`;
}

/** `waits`: the repository has reviews confirmed by a person. */
export function reviewingAgain(waits: boolean): string {
  return waits
    ? "Reviewing the pull request. The result will wait on the dashboard until somebody confirms it."
    : "Reviewing the pull request. The result will be posted as a review.";
}

/** `waits`: the repository has reviews confirmed by a person. */
export function okToReviewText(waits: boolean): string {
  return `Models may be asked about this pull request, also after later pushes. ${reviewingAgain(waits)}`;
}

const notReviewed = {
  closed: "The pull request is closed, so it is not reviewed. Reopen it first.",
  merged: "The pull request is merged, so it is not reviewed.",
  disabled: "Reviews are turned off in this repository (`review.enabled: false` in `.crosscheck.yml`).",
} as const;

export function notReviewing(why: keyof typeof notReviewed): string {
  return notReviewed[why];
}

/** `lifted`: our request for changes is withdrawn. */
export function dismissedText(lifted: boolean): string {
  const dismissed = "Dismissed, with your reason. It is not posted again on this pull request, unless it is critical.";
  return lifted ? `${dismissed} Nothing else asks for changes, so I withdrew that request.` : dismissed;
}

export function nothingToDismiss(): string {
  return `This thread has no finding of mine. Reply ${codeText("dismiss")} in the thread of the finding. Nothing was done.`;
}

export function nothingToResolve(): string {
  return `This is not one of my threads. Reply ${codeText("resolve")} in the thread of a finding. Nothing was done.`;
}

export function resolvedText(): string {
  return "Resolved.";
}

/** `why` is Markdown. */
export function notResolved(why: string): string {
  return `Not resolved: ${why}.`;
}

export function alreadyResolved(): string {
  return "The thread is already resolved.";
}

export function ruleProposedReply(): string {
  return "Noted as a proposal. It applies to later reviews once a maintainer approves it.";
}

/** `why` consists of our own text. */
export function notLearned(why: string): string {
  return `This cannot be a rule: ${markdownText(why)}. Name a place, a pattern or a command, and what to do.`;
}

export function apology(request: string): string {
  return `Sorry, I could not answer this. The server's log has it under ${codeText(request)}.`;
}
