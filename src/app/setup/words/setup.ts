// Defines the sentences of the setup page, as plain text; the page adds the markup.
import type { EventName, Level, AppPermission } from "../app-needs.ts";
import type { FieldFault } from "../setup-form.ts";

export const setupLabels = {
  product: "Crosscheck",
  place: "Set-up",
  steps: ["Choose", "Review", "Install"],
  stepsTitle: "Steps",
  allowed: "Permissions",
  told: "Webhook events",
  permission: "permission",
  level: "level",
  why: "what for",
  manifest: "The full manifest that is sent to GitHub",
  chosen: "What you chose",
  next: "Next steps",
} as const;

export const choose = {
  title: "Create the GitHub App",
  lead: "Crosscheck reviews pull requests as a GitHub App that only you own. Choose its settings here; GitHub creates it and sends its key and secrets to this server and nowhere else.",
  kept: (file: string) => `They are kept in ${file}, which only the user that runs the server can read.`,
  told: "No other permissions or events are requested. GitHub shows the same list before it creates the App. It also sends an event when the App is installed or uninstalled.",
  contents: "May it resolve review threads?",
  contentsWrite: "Yes, when someone asks it to",
  contentsWriteHint:
    "GitHub requires write access to contents to resolve a thread. Crosscheck uses a separate token for that and for nothing else.",
  contentsRead: "No",
  contentsReadHint:
    "It can read contents but not write them. When someone asks it to resolve a thread, it replies and does not resolve it.",
  owner: "Who owns it?",
  ownerMe: "The account that I am signed in with",
  ownerOrganization: "An organisation",
  organization: "Name of the organisation",
  ownerHint: "It can be installed on its owner's repositories. You need to be an owner of the organisation.",
  name: "Name",
  nameHint: "The name must be unique on GitHub. People mention the App by it: @name review.",
  publicUrl: "Public address of this server",
  publicUrlHint: (path: string) =>
    `GitHub sends webhooks to this address followed by ${path}, so it must be reachable from GitHub.`,
  submit: "Continue",
  mend: "Please correct this:",
} as const;

export const fieldFaultTexts: Record<FieldFault, string> = {
  "name-missing": "The App needs a name.",
  "name-long": "GitHub allows at most 34 characters in a name.",
  "name-unsound": "The name can contain letters, digits, spaces, dots, hyphens and underscores.",
  "organization-missing": "Enter the organisation that will own it.",
  "organization-unsound": "This is not a valid organisation name. Enter the NAME in github.com/NAME.",
  "address-unsound": "The public address must look like https://crosscheck.example.com, without a query string.",
  "address-plain": "The public address must start with https, because webhooks contain what people wrote.",
  "address-loopback":
    "GitHub cannot reach this address because it points to your own machine. Enter the address of your proxy or tunnel.",
};

export const permissionWords: Record<AppPermission, string> = {
  metadata: "Metadata",
  contents: "Contents",
  pull_requests: "Pull requests",
  issues: "Issues",
  checks: "Checks",
  merge_queues: "Merge queues",
};

export const permissionLevelTexts: Record<Level, string> = { read: "read", write: "read and write" };

export const whyWords: Record<AppPermission, string> = {
  metadata: "to list repositories; every App has it",
  contents: "to read the code that is reviewed; to write only so that threads can be resolved, as you choose below",
  pull_requests: "to read a change and its threads, to post reviews and answers",
  issues: "to answer in the conversation, and to read the issues that a change names",
  checks: "to write its own check run, and to read the results of others",
  merge_queues: "only to receive the event, so that a required check never blocks a merge queue",
};

/** What does not work without each permission. */
export const withoutPermission: Record<AppPermission, string> = {
  metadata: "nothing works",
  contents: "no change can be read",
  pull_requests: "no review can be posted",
  issues: "comments in the conversation get no reply",
  checks: "no check run can be written",
  merge_queues: "GitHub sends no merge queue events, so a required check blocks the queue",
};

export const eventWords: Record<EventName, string> = {
  pull_request: "a pull request was opened, pushed to or made ready",
  pull_request_review: "a review was submitted",
  pull_request_review_comment: "somebody commented on a line",
  pull_request_review_thread: "a thread was resolved or unresolved",
  issue_comment: "somebody wrote in the conversation",
  check_run: "someone asked to run its check again",
  merge_group: "a merge queue needs its check",
};

export const withoutEvent: Record<EventName, string> = {
  pull_request: "reviews start only with the sweep every 15 minutes",
  pull_request_review: "mentions in a review summary get no reply",
  pull_request_review_comment: "mentions in a review thread get no reply",
  pull_request_review_thread: "Crosscheck does not learn from resolved threads",
  issue_comment: "mentions in the conversation get no reply",
  check_run: "running the check again has no effect",
  merge_group: "a required check blocks merge queues",
};

export const look = {
  title: "Review your choices",
  lead: "GitHub asks you to confirm and then sends you back here. Nothing is created before that.",
  name: "Name",
  owner: "Owner",
  me: "your own account",
  webhook: "Webhooks go to",
  contents: "Resolving threads",
  resolves: "allowed: it can read and write contents",
  resolvesNot: "not allowed: it can only read contents",
  submit: (host: string) => `Create it on ${host}`,
  back: "Change something",
  description: "Reviews pull requests, replies in threads, and says what it did not review.",
} as const;

export const created = {
  title: (slug: string) => `${slug} was created, and this server uses it`,
  lead: (file: string) =>
    `Its key and secrets are in ${file}. Keep a copy of that file: GitHub does not show them again.`,
  install: "Install it on repositories",
  next: [
    "Install it on the repositories that it should review.",
    "Open a pull request there: its check run appears within seconds.",
    "Run `crosscheck doctor --server` to see what works and what is missing.",
    "Configure models in the server's own config; without any, reviews use checks only.",
  ],
} as const;

export interface Trouble {
  title: string;
  says: string;
  mend: string;
  /** The next step that the page offers. */
  offer: "again" | "start" | "none";
}

export const troubles = {
  noToken: {
    title: "The token is missing from this address",
    says: "The set-up page opens only with the address that the server printed when it started.",
    mend: "Copy the whole address from the server's output.",
    offer: "none",
  },
  usedToken: {
    title: "This address has already been used",
    says: "Its token opens the page only once. If you did not open it, someone else has read the server's output.",
    mend: "Continue in the browser that opened it first, or restart the server to get a new address.",
    offer: "none",
  },
  wrongState: {
    title: "This response does not match a request from this server",
    says: "Its state value is missing, unknown or already used. The response was ignored.",
    mend: "If an App was created, delete it in its settings on GitHub. Then start again from the set-up page.",
    offer: "start",
  },
  wrongCode: {
    title: "GitHub no longer accepts this code",
    says: "A code can be used once, within one hour. The App may have been created, but GitHub only gives its key for a valid code.",
    mend: "If an App was created, delete it in its settings on GitHub, or choose another name. Then start again from the set-up page.",
    offer: "start",
  },
  alreadyUnderWay: {
    title: "This response is already being processed",
    says: "It was sent twice, and the first one is still being processed.",
    mend: "Wait a moment, then reload this page.",
    offer: "again",
  },
  tooLarge: {
    title: "This form is too large",
    says: "It contains more data than the server accepts.",
    mend: "Start again from the set-up page.",
    offer: "start",
  },
  nothingHere: {
    title: "Not found",
    says: "This server is not set up yet.",
    mend: "Open the address that it printed when it started.",
    offer: "none",
  },
} as const satisfies Record<string, Trouble>;

export function githubUnreachable(why: string): Trouble {
  return {
    title: "GitHub did not answer",
    says: `The App was created, but its key could not be fetched: ${why}.`,
    mend: "Try again; the code is valid for one hour.",
    offer: "again",
  };
}

export function refused(why: string): Trouble {
  return {
    title: "GitHub rejected the request",
    says: `GitHub did not return the App's key: ${why}.`,
    mend: "If an App was created, delete it in its settings on GitHub. Then start again from the set-up page.",
    offer: "start",
  };
}

export function notKept(why: string, remedy: string): Trouble {
  return {
    title: "The App was created, but its key could not be saved",
    says: `${why}.`,
    mend: `${remedy} Then try again. Do not stop the server first: GitHub does not show the key again.`,
    offer: "again",
  };
}

export const offers = { again: "Try again", start: "Start again" } as const;

/** Printed to the terminal. */
export function setUpLine(url: string): string {
  return `No App is set up yet. To create one, open this address in a browser; it works once:\n\n  ${url}\n\n`;
}
