// Defines the actions of pages that need more than the store. A server acts as the App, a local dashboard with the
// user's token; an absent action is not offered.
import type { Board } from "../../threads/publishers/board.ts";
import type { UserConfig } from "../../change/config.ts";
import type { ConfigFault } from "../../change/load-config.ts";
import type { Draft } from "../../review/draft.ts";
import type { Choice } from "../../review/plan.ts";
import type { ShownConfig } from "../../review/words/config-texts.ts";
import type { PullRequestRef } from "../../pull-request.ts";

/** The result of a request to post. */
type PostWish =
  /** Posted to GitHub. */
  | { is: "posted"; lines: readonly string[] }
  /** A server job will post it. */
  | { is: "waits" }
  /** The pull request has new commits. */
  | { is: "moved"; to: string };

export interface DashboardActions {
  /** A review that is shown but not stored, such as one of a local change. */
  shown?: { draft: Draft; at: number };
  /** Posts a stored draft with its edits. */
  post?(draft: Draft, choice: Choice, by: string): Promise<PostWish>;
  /**
   * Reads the threads of a pull request in a process that cannot write. The board is cached: `kept` only looks in the
   * cache and returns null if it has none; `again` reads the threads again.
   */
  board?(pull: PullRequestRef, how?: "kept" | "again"): Promise<Board | null>;
  /** The configuration in effect for a repository (`host/owner/repo`), with its origin. */
  config?(repository: string): Promise<KnownConfig>;
  /** The program's own settings. */
  running?(): Promise<RunningJob>;
}

export type KnownConfig =
  | { is: "known"; read: ConfigRead; config: ShownConfig }
  /** The file is invalid. */
  | { is: "broken"; read: ConfigRead; faults: readonly ConfigFault[] }
  | { is: "unknown"; why: string };

/** The default branch on GitHub, or what is checked out in the current folder. */
export type ConfigRead = "default-branch" | "clone";

/** No addresses and no keys. */
export interface RunningJob {
  data: "SQLite" | "PostgreSQL";
  /** On a server: the roles of this replica. */
  role: "web" | "worker" | "all" | null;
  models: readonly { name: string; use: string }[];
  /** A reviewer's id, or `default`, and the name of its model. */
  reviewers: Readonly<Record<string, string>>;
  spending: NonNullable<UserConfig["spending"]>;
  record: NonNullable<UserConfig["record"]>;
}
