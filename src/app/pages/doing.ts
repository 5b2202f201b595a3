// What pages can ask of the world beside the store. Each is given by whoever opens the site: a server acts as the App, a
// person's own machine with their own token; what is absent is not offered.
import type { Board } from "../../review/publishers/threads/board.ts";
import type { PullRef } from "../../change/change.ts";
import type { Draft } from "../../review/draft.ts";
import type { Choice } from "../../review/plan.ts";
import type { ShownConfig } from "../../review/words/config.ts";

/** What became of a wish to post, for people. */
export type PostWish =
  /** It stands on GitHub. */
  | { is: "posted"; lines: readonly string[] }
  /** A job of the server posts it; the page shows when it is there. */
  | { is: "waits" }
  /** The pull request has moved on. */
  | { is: "moved"; to: string };

export interface Doing {
  /** A review that is shown but not kept, such as that of a local change. */
  shown?: { draft: Draft; at: number };
  /** Posts a draft that is kept, as it stands after its edits. */
  post?(draft: Draft, choice: Choice, by: string): Promise<PostWish>;
  /** Looks at the threads of a pull request; the text of comments is read by a process that cannot write. */
  board?(pull: PullRef): Promise<Board>;
  /** The configuration in force in a repository, and where it comes from. */
  config?(repository: string): Promise<ShownConfig | null>;
}
