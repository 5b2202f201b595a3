// The facts by which a resolution is judged. Nothing is judged here: that is for the policy, in the process that resolves.
import { seenNow } from "../../threads/fix.ts";
import { pullOf } from "../../threads/mention.ts";
import { findingMeant } from "../../threads/replies/known-finding.ts";
import { lineState } from "../../threads/replies/line-state.ts";
import type { ThreadReads } from "../../threads/thread.ts";
import type { ResolveFacts, ToAnswer } from "./answer-reader.ts";
import type { Read } from "./answer-words.ts";

const mostThreads = 10_000;

/** Null: there is no thread of ours here. */
export async function resolveFactsOf(
  { mention, findings, self }: Pick<ToAnswer, "mention" | "findings" | "self">,
  { root, head, file }: Read,
  reads: Pick<ThreadReads, "threads" | "checks">,
): Promise<ResolveFacts | null> {
  const pull = pullOf(mention);
  const meant = findingMeant(root, findings, self);
  if (pull === null || root === null || meant.is === "none") return null;
  const scan = await reads.threads(pull, { max: mostThreads });
  const at = scan.threads.findIndex(({ firstComment }) => firstComment?.id === root.node);
  // Whoever asks speaks in the thread: that is no other person.
  const thread = seenNow(scan, 0, mention.author).threads[at];
  if (!thread) return null;
  const { state } = await reads.checks(pull, scan.head);
  const about = meant.is === "known" ? meant.finding.about : null;
  const line = about && head === scan.head ? lineState(about, await file(about.path)) : null;
  return { head: scan.head, thread, isGone: line?.is === "gone" || line?.is === "no-file", checks: state };
}
