// Texts of the playground: its command, its pages, and the scripted model.
import { oneLine, shorten } from "./text.ts";

/** Printed by the command when everything is running. */
export function playgroundReady(address: string): string {
  return `The playground is at ${address}\nIt runs Crosscheck with a simulated GitHub and a scripted model. Press Ctrl-C to stop it and delete its files.\n`;
}

/** Texts of the scripted model. */
export const scriptedWords = {
  read: (paths: readonly string[]) =>
    paths.length === 0 ? "No files were given" : `Read ${shorten(paths.map(oneLine).join(", "), 200)}`,
  what: (paths: readonly string[]) =>
    paths.length === 0 ? "No files changed." : `Changes ${shorten(paths.map(oneLine).join(", "), 200)}.`,
  holds:
    "The finding still holds: the line has not changed since it was posted. Fix it and push; the next review replies here.",
  gone: "The commented line is gone. The next review checks whether that fixes the problem.",
  nothingShown: "I am a scripted model and cannot answer this. Ask in the thread of a finding.",
  arbiterHolds: "the code shown confirms the claim",
  editorHolds: "the code shown does what the finding says",
} as const;

/** What is rejected, and what to do instead. */
export const playgroundErrors = {
  tooManyPulls: "The playground has reached its limit of pull requests",
  startAgain: "Stop it with Ctrl-C and start a new one.",
  noTitle: "A pull request needs a title",
  giveTitle: "Describe the change in one line.",
  noFile: "The file does not exist",
  chooseFile: "Choose one from the list.",
  nothingChanged: "Nothing was changed",
  changeIt: "Edit the text, then submit it.",
  noFix: "There is no prepared fix for this change",
  editInstead: "Edit a file on the branch instead.",
  tooLong: (most: number) => `The text is longer than ${most} characters`,
  shorter: "Make it shorter.",
  cannotMerge: "This pull request cannot be merged",
  fixFirst: "Fix what is asked for first.",
  nothingSaid: "The comment is empty",
  saySomething: "Write something.",
  edited: (path: string) => `Edit ${path}`,
} as const;

/** Above code that a comment suggests. */
export const suggestedChange = "Suggested change";

/** Texts of the pages. */
export const playgroundWords = {
  title: "Playground",
  lead: [
    "This is the Crosscheck server with a simulated GitHub and a scripted model. Open a change, watch its review arrive, and take it to the end.",
    "Overview, Metrics, Checks and Lessons have three months of generated history, of a repository acme/web that exists in them only.",
    "You are signed in as ada, a maintainer of these repositories. Nothing leaves this machine, and everything is deleted when you stop the program.",
  ],
  repositories: "Repositories",
  story: "One pull request, from review to merge",
  begin: "Begin with a pull request",
  groups: { checks: "Found without a model", model: "Needs a model", nobody: "A good change" },
  open: "Open",
  openNamed: (title: string) => `Open pull request: ${title}`,
  pulls: "Pull requests",
  noPulls: "No pull requests yet. Open one from the menu, or edit a file yourself.",
  own: "Edit a file yourself",
  ownLead: "Choose a file on the main branch, edit it, and open a pull request.",
  chooseRepository: "Repository",
  chooseFile: "File",
  choose: "Show file",
  text: "File content",
  pullTitle: "Pull request title",
  pullTitleHint: "fix: what it does",
  send: "Open pull request",
  states: { open: "Open", closed: "Closed", merged: "Merged" },
  wants: (who: string, commits: number, base: string, head: string) =>
    `${who} wants to merge ${commits === 1 ? "1 commit" : `${commits} commits`} into ${base} from ${head}`,
  reviewing: (sha: string) => `Crosscheck is reviewing ${sha}…`,
  answering: "Crosscheck is writing a reply…",
  waits: "The review is drafted and waits for your approval.",
  toGate: "Decide on the dashboard",
  reviewed: (sha: string) => `Crosscheck has reviewed ${sha}.`,
  toReview: "Open the review on the dashboard",
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
  replyHint: "Ask a question or disagree",
  commands: "Or send a command",
  leftToYou:
    "Fixed. You replied in this thread, so the policy does not let the bot resolve it on its own. Use the resolve command.",
  comment: "Comment",
  commentHint: "@crosscheck help",
  merge: "Merge",
  merged: (who: string) => `${who} merged this pull request.`,
  afterMerge: "What people made of its findings counts in Checks and Metrics. Open another change from the menu.",
  blocked: "Merging is blocked: changes are requested.",
  mayMerge: "Nothing blocks merging.",
  notYet: "The review is not finished.",
  menuLink: "To the menu",
  steps: "The story so far",
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

/** From the first review to the merge; each with where it stands on a pull request's page. */
export const storySteps = [
  { id: "reviewed", does: "The review arrives, with the finding on its line" },
  { id: "asked", does: "Ask a question in its thread, and read the answer" },
  { id: "fixed", does: "Push the fix" },
  { id: "answered", does: "The thread is answered, and resolved" },
  { id: "lifted", does: "The request for changes is withdrawn, or the change approved" },
  { id: "merged", does: "Merge" },
] as const;

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
