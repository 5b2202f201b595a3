// Texts of the playground: its command, its pages, and the scripted model.
import { oneLine, shorten } from "./text.ts";

/** Printed by the command when everything is running. */
export function playgroundReady(address: string): string {
  return `The playground is at ${address}\nA GitHub that is none, a model that is none, and Crosscheck itself. Ctrl-C ends it and removes everything.\n`;
}

/** Texts of the scripted model. */
export const scriptedWords = {
  read: (paths: readonly string[]) =>
    paths.length === 0 ? "Nothing was shown" : `Read ${shorten(paths.map(oneLine).join(", "), 200)}`,
  what: (paths: readonly string[]) =>
    paths.length === 0 ? "Nothing that is shown changes." : `Changes ${shorten(paths.map(oneLine).join(", "), 200)}.`,
  holds:
    "The finding still holds: the line has not changed since it was posted. Fix it and push; the next review replies here.",
  gone: "The line that this was about is gone. The next review tells whether that fixes it.",
  nothingShown: "I am a script, and of this I was shown nothing that I know. Ask in the thread of a finding.",
  arbiterHolds: "the code that is shown does what the claim says",
} as const;

/** What is rejected, and what to do instead. */
export const playgroundErrors = {
  tooManyPulls: "There are enough pull requests on this playground",
  startAgain: "End it with Ctrl-C and start another.",
  noTitle: "A pull request needs a title",
  giveTitle: "Say in a line what it does.",
  noFile: "There is no such file",
  chooseFile: "Choose one from the list.",
  nothingChanged: "Nothing was changed",
  changeIt: "Edit the text, then send it.",
  noFix: "No fix was prepared for this one",
  editInstead: "Edit a file of the branch instead.",
  tooLong: (most: number) => `That is longer than ${most} characters`,
  shorter: "Make it shorter.",
  nothingSaid: "There is nothing in it",
  saySomething: "Write something.",
  edited: (path: string) => `Edit ${path}`,
} as const;

/** Above code that a comment suggests. */
export const suggestedChange = "Suggested change";

/** Texts of the pages. */
export const playgroundWords = {
  title: "Playground",
  lead: [
    "This is Crosscheck's server at work, with a GitHub on this machine that is none and a model that follows a script. Open a flawed change, watch the review arrive, answer it, push the fix, and see the thread answered and resolved.",
    "You are ada, who maintains these repositories. Nothing leaves this machine, and everything is gone when you end the program.",
  ],
  repositories: "Repositories",
  menu: "Open a flawed change",
  open: "Open pull request",
  openNamed: (title: string) => `Open pull request: ${title}`,
  seenBy: { checks: "found by a check", model: "only a model sees it", nobody: "a good change" },
  pulls: "Pull requests",
  noPulls: "None yet: open one from the menu, or with an edit of your own.",
  own: "Edit a file yourself",
  ownLead: "Choose a file of the main branch, change it as you like, and open a pull request with it.",
  chooseRepository: "Repository",
  chooseFile: "File",
  choose: "Show it",
  text: "Text of the file",
  pullTitle: "Title of the pull request",
  pullTitleHint: "fix: what it does",
  send: "Open pull request",
  states: { open: "Open", closed: "Closed", merged: "Merged" },
  wants: (who: string, commits: number, base: string, head: string) =>
    `${who} wants to merge ${commits === 1 ? "1 commit" : `${commits} commits`} into ${base} from ${head}`,
  reviewing: (sha: string) => `Crosscheck is reviewing ${sha}…`,
  answering: "Crosscheck is writing an answer…",
  waits: "The review is drafted and waits for your yes.",
  toGate: "Decide on the dashboard",
  reviewed: (sha: string) => `Crosscheck has reviewed ${sha}.`,
  toReview: "The review on the dashboard",
  notReviewed: "This pull request is closed.",
  checks: "Checks",
  noChecks: "None yet",
  commits: "Commits",
  conversation: "Conversation",
  files: (number: number) => (number === 1 ? "1 file changed" : `${number} files changed`),
  noDescription: "No description.",
  opened: "opened this pull request",
  commented: "commented",
  edited: "edited",
  pushed: (sha: string) => `pushed ${sha}`,
  reviews: { APPROVED: "approved these changes", CHANGES_REQUESTED: "requested changes", COMMENTED: "reviewed" },
  onLine: (path: string, line: number | null) => (line === null ? path : `${path}, line ${line}`),
  outdated: "Outdated",
  resolved: (by: string) => `Resolved by ${by}`,
  reply: "Reply",
  replyLabel: (path: string) => `Reply in the thread on ${path}`,
  replyHint: "Ask something, or disagree",
  commands: "Or say a command",
  leftToYou:
    "Fixed. You took part here, so the policy does not let the bot resolve it by itself: have it resolved by the command.",
  comment: "Comment",
  commentHint: "@crosscheck help",
  next: "What you can do",
  fix: "Push the prepared fix",
  fixed: "The prepared fix is pushed.",
  edit: "Edit a file and push",
  editTitle: (path: string) => `Edit ${path}`,
  push: "Commit and push",
  close: "Close the pull request",
  reopen: "Reopen the pull request",
  flaw: "What is wrong here",
  back: "Back to the pull request",
  cancel: "Back",
} as const;

/** Buttons in a thread, each with the comment that it sends. */
export const threadCommands = [
  { label: "explain", says: "explain" },
  { label: "dismiss", says: "dismiss Known and accepted" },
  { label: "resolve", says: "resolve" },
] as const;

export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

export const checkWords: Readonly<Record<string, string>> = {
  success: "passed",
  failure: "failed",
  neutral: "neutral",
  skipped: "skipped",
  queued: "waiting",
  in_progress: "running",
};
