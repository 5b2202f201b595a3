// Writes the bot's replies to mentions: short, and without mentioning anybody.
import { codeText } from "../../../review/words/code-text.ts";
import { markdownText } from "../../../review/words/markdown-text.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";

/** The first line of the question, where the reply is not directly below it; without quoted text. */
export function quotedQuestion(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "" && !/^\s*>/.test(one)) ?? "";
  const shown = markdownText(shorten(oneLine(line).trim(), 200));
  return shown === "" ? "" : `> ${shown}\n\n`;
}

const commandHelp: readonly [string, string][] = [
  ["review", "reviews the pull request again"],
  ["explain", "in a thread: what was found, by which rule, and how the code stands now"],
  ["resolve", "in a thread: resolves it, where its rules are met"],
  ["dismiss why", "in a thread: the finding is not posted again, for the reason that you give"],
  ["learn rule", "proposes a rule for later reviews of this repository"],
  ["continue", "goes on answering after the limit"],
  ["help", "shows this list"],
];

export function helpText(): string {
  return [
    "Call me by my name, and ask anything about the pull request, or say one of these words:",
    "",
    ...commandHelp.map(([word, does]) => `- ${codeText(word)}: ${does}`),
    "",
    "Whoever may comment can ask. What changes something needs write access to the repository.",
  ].join("\n");
}

export function typoText(word: string, meant: string): string {
  return `I do not know the word ${codeText(shorten(word, 40))}. Did you mean ${codeText(meant)}? Nothing was done.`;
}

export function incompleteText(word: "dismiss" | "learn"): string {
  return word === "dismiss"
    ? "Please say why, as in `dismiss the list is never empty here`. Nothing was done."
    : "Please say what, as in `learn we never log request bodies`. Nothing was done.";
}

export function needsWriteAccess(word: string): string {
  return `${codeText(word)} needs write access to this repository, and GitHub says that you do not have it. Nothing was done.`;
}

export function questionsOnly(word: string): string {
  return `${codeText(word)} works on pull requests. On an issue I can only answer questions.`;
}

export function limitNotice(replies: number): string {
  return `I have answered ${replies} ${replies === 1 ? "time" : "times"} on this page, and stop here. Somebody with write access can say ${codeText("continue")}.`;
}

export function continuingText(): string {
  return "I answer again.";
}

export function reviewingAgain(): string {
  return "I review it again. What is new is posted as a review; the details comment is brought up to date.";
}

export function dismissedText(): string {
  return "Dismissed, with your reason. It is not posted again on this pull request, unless it is critical.";
}

export function nothingToDismiss(): string {
  return `There is no finding of mine in this thread. Say ${codeText("dismiss")} in the thread of the finding. Nothing was done.`;
}

export function nothingToResolve(): string {
  return `There is no thread of mine here. Say ${codeText("resolve")} in the thread of a finding. Nothing was done.`;
}

export function resolvedText(): string {
  return "Resolved.";
}

/** `why` consists of our own text and of config values. */
export function notResolved(why: string): string {
  return `I do not resolve it: ${markdownText(why)}.`;
}

export function alreadyResolved(): string {
  return "The thread is resolved already.";
}

export function ruleProposedReply(): string {
  return "Noted as a proposal. A maintainer decides whether later reviews go by it.";
}

/** `why` consists of our own text. */
export function notLearned(why: string): string {
  return `I cannot keep that as a rule: ${markdownText(why)}. Name a place, a pattern or a command, and what to do.`;
}

export function apology(request: string): string {
  return `Sorry, I could not answer this. The server's log has it under ${codeText(request)}.`;
}
