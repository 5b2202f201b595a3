// What pages can ask of the world beside the store. Each is given by whoever opens the site: a server acts as the App, a
// person's own machine with their own token; what is absent is not offered.
import type { Board } from "../../threads/publishers/board.ts";
import type { UserConfig } from "../../change/config.ts";
import type { ConfigFault } from "../../change/load-config.ts";
import type { Draft } from "../../review/draft.ts";
import type { Choice } from "../../review/plan.ts";
import type { ShownConfig } from "../../review/words/config.ts";
import type { PullRequestRef } from "../../pull-request.ts";

/** What became of a wish to post, for people. */
type PostWish =
  /** It stands on GitHub. */
  | { is: "posted"; lines: readonly string[] }
  /** A job of the server posts it; the page shows when it is there. */
  | { is: "waits" }
  /** The pull request has moved on. */
  | { is: "moved"; to: string };

export interface DashboardActions {
  /** A review that is shown but not kept, such as that of a local change. */
  shown?: { draft: Draft; at: number };
  /** Posts a draft that is kept, as it stands after its edits. */
  post?(draft: Draft, choice: Choice, by: string): Promise<PostWish>;
  /**
   * Looks at the threads of a pull request; the text of comments is read by a process that cannot write. A look is kept for a
   * while: `kept` asks for no other, and gets null where there is none; `again` lets it go.
   */
  board?(pull: PullRequestRef, how?: "kept" | "again"): Promise<Board | null>;
  /** The configuration in force in a repository (`host/owner/repo`), and where it comes from. */
  config?(repository: string): Promise<KnownConfig>;
  /** What this program itself was given. */
  running?(): Promise<RunningJob>;
}

export type KnownConfig =
  | { is: "known"; read: ConfigRead; config: ShownConfig }
  /** The file cannot be used. */
  | { is: "broken"; read: ConfigRead; faults: readonly ConfigFault[] }
  | { is: "unknown"; why: string };

/** The branch that pull requests are made for, as GitHub has it; or what is checked out in the folder one stands in. */
export type ConfigRead = "default-branch" | "clone";

/** No address, no key: only what may be shown. */
export interface RunningJob {
  data: "SQLite" | "PostgreSQL";
  /** Of a server: what this replica does. */
  role: "web" | "worker" | "all" | null;
  models: readonly { name: string; use: string }[];
  /** A reviewer's id, or `default`, to the name of its model. */
  reviewers: Readonly<Record<string, string>>;
  spending: NonNullable<UserConfig["spending"]>;
  record: NonNullable<UserConfig["record"]>;
}
