// The type of a reviewer: data, with its prompt in the Markdown file of the same name; `asking/ask-reviewer.ts` runs
// it.
import type { Change } from "../../change/change.ts";
import type { Category, Pass } from "../finding.ts";
import type { Reason } from "../reason.ts";

export interface Reviewer {
  id: string;
  title: string;
  /** The passes it owns: it must report findings or "clean" with evidence. */
  passes: readonly Pass[];
  /**
   * Of the author's text. `code`: nothing, so that claims steer neither the review of security nor the second opinion;
   * `claims`: title and description, after the change; `words`: everything.
   */
  sees: "code" | "claims" | "words";
  /** Areas in which it confirms or refutes what checks only suspect. */
  answers?: readonly Category[];
  /** For the docs page; one paragraph. */
  explains: string;
  when(change: Change): true | Reason;
}
