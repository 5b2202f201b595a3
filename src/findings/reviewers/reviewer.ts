// A model with one job. It is data: its file says what it owns, the Markdown file of the same name beside it is what it is
// told, and `asking/ask-reviewer.ts` makes every one of them a unit in the same way.
import type { Change } from "../../change/change.ts";
import type { Pass } from "../finding.ts";
import type { Reason } from "../reason.ts";

export interface Reviewer {
  id: string;
  title: string;
  /** For these it must speak: findings, or clean with evidence, where every pass needs a verdict. */
  passes: readonly Pass[];
  /** To these it adds only what their owner did not report. */
  contributes: readonly Pass[];
  /** `code`: blind to what the author says of the change (BEY-12). */
  sees: "code" | "words";
  /** For the docs page; one paragraph. */
  explains: string;
  when(change: Change): true | Reason;
}
