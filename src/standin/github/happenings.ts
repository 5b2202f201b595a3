// Emits events of the simulated GitHub, from which webhooks are made.
import type {
  CheckRun,
  Issue,
  IssueComment,
  Login,
  Pull,
  SimulatedRepository,
  Review,
  ReviewComment,
  SimulatedThread,
} from "./state.ts";

/** With GitHub's names of events and actions. `sender` caused the event. */
export type Happening = { repository: SimulatedRepository; sender: Login; at: number } & (
  | { event: "push"; ref: string; before: string; after: string; forced: boolean }
  | {
      event: "pull_request";
      action: "opened" | "edited" | "closed" | "reopened" | "ready_for_review" | "converted_to_draft";
      pull: Pull;
      /** The old values of edited fields. */
      changes?: { title?: string; body?: string | null; base?: string };
    }
  | { event: "pull_request"; action: "synchronize"; pull: Pull; before: string; after: string }
  | { event: "pull_request"; action: "labeled" | "unlabeled"; pull: Pull; label: string }
  | { event: "issue_comment"; action: "created" | "edited" | "deleted"; comment: IssueComment; before?: string }
  | { event: "issues"; action: "opened" | "edited" | "closed" | "reopened"; issue: Issue }
  | { event: "pull_request_review"; action: "submitted" | "edited" | "dismissed"; pull: Pull; review: Review }
  | {
      event: "pull_request_review_comment";
      action: "created" | "edited" | "deleted";
      pull: Pull;
      comment: ReviewComment;
      before?: string;
    }
  | { event: "pull_request_review_thread"; action: "resolved" | "unresolved"; pull: Pull; thread: SimulatedThread }
  | { event: "check_run"; action: "created" | "completed" | "rerequested"; run: CheckRun }
);
