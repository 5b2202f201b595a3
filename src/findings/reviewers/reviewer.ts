// The type of a reviewer: data, with its prompt in the Markdown file of the same name; `asking/ask-reviewer.ts` runs
// it.
import type { Change } from "../../change/change.ts";
import type { Pass } from "../finding.ts";
import type { Reason } from "../reason.ts";

export interface Reviewer {
  id: string;
  title: string;
  /** The passes it owns: it must report findings or "clean" with evidence. */
  passes: readonly Pass[];
  /** The passes it contributes to beyond their owner's findings. */
  contributes: readonly Pass[];
  /** `code`: blind to the author's text. */
  sees: "code" | "words";
  /** For the docs page; one paragraph. */
  explains: string;
  when(change: Change): true | Reason;
}
