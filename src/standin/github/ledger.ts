// Records every effect in order, so that tests count effects instead of client calls.
import type { Login } from "./state.ts";

export type LedgerAction =
  | "push"
  | "open-pull"
  | "edit-pull"
  | "close-pull"
  | "reopen-pull"
  | "merge-pull"
  | "open-issue"
  | "label"
  | "unlabel"
  | "review"
  | "dismiss-review"
  | "comment"
  | "edit-comment"
  | "delete-comment"
  | "edit-review-comment"
  | "reply"
  | "resolve"
  | "unresolve"
  | "minimize"
  | "react"
  | "unreact"
  | "create-check-run"
  | "update-check-run";

/** Whether the effect came from the test itself or from a request. */
type Via = "story" | "rest" | "graphql" | "git";

export interface Actor {
  login: Login;
  via: Via;
}

export interface LedgerEntry {
  who: Login;
  via: Via;
  what: LedgerAction;
  /** `owner/name#12`, `owner/name@branch`, or with the id of the comment or thread behind it. */
  target: string;
  body: string | null;
  /** The id of the created or changed object. */
  id: number | null;
  /** The line comments of a review. */
  comments?: readonly { path: string; line: number | null; body: string }[];
  at: number;
}

export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Effects of these kinds that came from requests. */
  wire(...what: LedgerAction[]): LedgerEntry[];
}

export interface WritableLedger extends Ledger {
  write(entry: LedgerEntry): void;
}

export function newLedger(): WritableLedger {
  const entries: LedgerEntry[] = [];
  return {
    entries,
    write: (entry) => void entries.push(entry),
    wire: (...what) =>
      entries.filter((entry) => entry.via !== "story" && (what.length === 0 || what.includes(entry.what))),
  };
}
