// Defines the sentences of the setup page, as plain text; the page adds the markup.
import type { EventName, Level, AppPermission } from "../app-needs.ts";
import type { FieldFault } from "../setup-form.ts";

export const setupLabels = {
  product: "Crosscheck",
  place: "Set-up",
  steps: ["Choose", "Look it over", "Install"],
  stepsTitle: "Steps",
  allowed: "What it will be allowed",
  told: "What GitHub will tell it",
  permission: "permission",
  level: "level",
  why: "what for",
  manifest: "The whole manifest, as GitHub gets it",
  chosen: "What you chose",
  next: "What is next",
} as const;

export const choose = {
  title: "Make the GitHub App",
  lead: "Crosscheck reviews as a GitHub App that is yours alone. You choose here, GitHub makes it, and its key and secrets go to this server and nowhere else.",
  kept: (file: string) => `They are kept in ${file}, which only the user that the server runs as may read.`,
  told: "Nothing else is asked for, and GitHub shows the same list before anything is made. When the App is installed or taken away, GitHub tells so by itself.",
  contents: "May it resolve review threads?",
  contentsWrite: "Yes, when it is called to",
  contentsWriteHint:
    "GitHub lets only those resolve a thread who may write contents. A token of its own is made for that, and used for nothing else.",
  contentsRead: "No",
  contentsReadHint: "It reads contents and cannot write them. A call to resolve is answered, and not carried out.",
  owner: "Who owns it?",
  ownerMe: "The account that I am signed in with",
  ownerOrganization: "An organisation",
  organization: "Name of the organisation",
  ownerHint: "It can be installed on its owner's repositories. You need to be an owner of the organisation.",
  name: "Name",
  nameHint: "No other App on GitHub may have it. People call it by this name: @name review.",
  publicUrl: "Public address of this server",
  publicUrlHint: (path: string) => `GitHub posts webhooks to ${path} below it, so it must be reachable from GitHub.`,
  submit: "Continue",
  mend: "Please look at this again:",
} as const;

export const fieldFaultTexts: Record<FieldFault, string> = {
  "name-missing": "The App needs a name.",
  "name-long": "GitHub takes names of at most 34 characters.",
  "name-unsound": "The name may hold letters, digits, blanks, dots, hyphens and underscores.",
  "organization-missing": "Say which organisation is to own it.",
  "organization-unsound": "This cannot be an organisation's name: it is the word in its address, github.com/NAME.",
  "address-unsound": "The public address is like https://crosscheck.example.com, without a query.",
  "address-plain": "The public address must begin with https: webhooks hold what people wrote.",
  "address-loopback":
    "GitHub cannot reach this address: it means your own machine. Give the one of your proxy or tunnel.",
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
  metadata: "which repositories there are; every App has it",
  contents: "to read the code that is reviewed; to write only so that threads can be resolved, as you choose below",
  pull_requests: "to read a change and its threads, to post reviews and answers",
  issues: "to answer in the conversation, and to read the issues that a change names",
  checks: "to write its own check run, and to read the results of others",
  merge_queues: "for the event alone, so that a required check never holds up a merge queue",
};

/** What does not work without each permission. */
export const withoutPermission: Record<AppPermission, string> = {
  metadata: "nothing works",
  contents: "no change can be read",
  pull_requests: "no review can be posted",
  issues: "nobody is answered in the conversation",
  checks: "no check run can be written",
  merge_queues: "GitHub does not tell of merge queues, and a required check holds them up",
};

export const eventWords: Record<EventName, string> = {
  pull_request: "a pull request was opened, pushed to or made ready",
  pull_request_review: "a review was submitted",
  pull_request_review_comment: "somebody commented on a line",
  pull_request_review_thread: "a thread was resolved or unresolved",
  issue_comment: "somebody wrote in the conversation",
  check_run: "its check run was asked for again",
  merge_group: "a merge queue wants its check",
};

export const withoutEvent: Record<EventName, string> = {
  pull_request: "reviews begin only with the sweep, every 15 minutes",
  pull_request_review: "a call in a review's summary is not heard",
  pull_request_review_comment: "a call in a thread is not heard",
  pull_request_review_thread: "resolved threads are not learned from",
  issue_comment: "a call in the conversation is not heard",
  check_run: "running the check again does nothing",
  merge_group: "a required check holds up merge queues",
};

export const look = {
  title: "Look it over",
  lead: "GitHub asks you to confirm, and sends you back here. Until then nothing is made.",
  name: "Name",
  owner: "Owner",
  me: "your own account",
  webhook: "Webhooks go to",
  contents: "Resolving threads",
  resolves: "allowed: contents are readable and writable",
  resolvesNot: "not allowed: contents are readable only",
  submit: (host: string) => `Make it on ${host}`,
  back: "Change something",
  description: "Reviews pull requests, answers in threads, and says what it did not look at.",
} as const;

export const created = {
  title: (slug: string) => `${slug} is made, and this server works for it`,
  lead: (file: string) =>
    `Its key and secrets are in ${file}. Keep a copy of that file: GitHub does not show them again.`,
  install: "Install it on repositories",
  next: [
    "Install it: choose the repositories that it is to review.",
    "Open a pull request there: its check run appears within seconds.",
    "`crosscheck doctor --server` says what works, and what is missing.",
    "Models are those of the server's own config; without any, the checks review alone.",
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
    title: "This address lacks its token",
    says: "The set-up page opens only with the address that the server printed when it started.",
    mend: "Copy the whole address from the server's output.",
    offer: "none",
  },
  usedToken: {
    title: "This address was used already",
    says: "The token in it opens the page once. If it was not you, somebody else has read the server's output.",
    mend: "Go on in the browser that opened it first; or start the server again, which prints a new address.",
    offer: "none",
  },
  wrongState: {
    title: "This answer belongs to no question of ours",
    says: "What came back does not carry the mark that this server gave, or carries one that was used already. Nothing was taken from it.",
    mend: "Begin again from the set-up page. If an App was made, delete it in its settings on GitHub first.",
    offer: "start",
  },
  wrongCode: {
    title: "GitHub no longer knows this code",
    says: "A code is good for one hour, and once. The App may have been made all the same, but its key is given only for a good code.",
    mend: "Begin again from the set-up page. Delete the App that was made in its settings on GitHub first, or give the new one another name.",
    offer: "start",
  },
  alreadyUnderWay: {
    title: "This answer is being dealt with",
    says: "It was sent twice; the first is still under way.",
    mend: "Wait a moment, then load this page again.",
    offer: "again",
  },
  tooLarge: {
    title: "This form is too large",
    says: "More was sent than the form can hold.",
    mend: "Begin again from the set-up page.",
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
    says: `The App is made, but its key could not be fetched: ${why}.`,
    mend: "Try again: the code is good for one hour.",
    offer: "again",
  };
}

export function refused(why: string): Trouble {
  return {
    title: "GitHub said no",
    says: `The App's key was not given: ${why}.`,
    mend: "Begin again from the set-up page. If an App was made, delete it in its settings on GitHub first.",
    offer: "start",
  };
}

export function notKept(why: string, remedy: string): Trouble {
  return {
    title: "The App is made, but cannot be kept",
    says: `${why}.`,
    mend: `${remedy} Then try again; do not stop the server before, because GitHub does not show the key again.`,
    offer: "again",
  };
}

export const offers = { again: "Try again", start: "Begin again" } as const;

/** Printed to the terminal. */
export function setUpLine(url: string): string {
  return `No App is set up yet. Open this address once, in a browser, to make one:\n\n  ${url}\n\n`;
}
