// Reads the facts that decide whether the thread of a mention may be resolved. The policy is applied in the parent.
import * as z from "zod";
import { threadsFromScan } from "../../../../threads/plan-fixes.ts";
import { pullRequestOfMention } from "../../../../threads/mention.ts";
import { findingOfThread } from "../../../../threads/replies/known-finding.ts";
import { lineState } from "../../../../threads/replies/line-state.ts";
import type { CommentId, ThreadReads } from "../../../../threads/thread.ts";
import type { AnswerMentionInput } from "../answer-mention.ts";
import type { MentionReading } from "./answer-text.ts";

export const maxThreads = 10_000;
const nodeId = z.string().regex(/^[\w=+/-]{1,300}$/);

export const resolveFactsSchema = z.strictObject({
  head: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
  thread: z.strictObject({
    threadId: nodeId,
    path: z.string().max(4096).nullable(),
    line: z.int().nullable(),
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    latestComment: nodeId.nullable(),
    otherHumans: z.boolean(),
    canReply: z.boolean(),
    canResolve: z.boolean(),
    isAnswered: z.boolean(),
    laterComment: z.boolean(),
    sinceTriage: z.boolean(),
    editedAt: z.string().max(100).nullable().optional(),
  }),
  /** The line that the finding quotes, at the head. */
  quoted: z.enum(["there", "gone", "unknown"]),
  checks: z.enum(["passed", "failed", "pending", "none"]),
});
export type ResolveFacts = z.infer<typeof resolveFactsSchema>;

/** Null: the mention is not in a thread of ours. */
export async function readResolveFacts(
  { mention, findings, self }: Pick<AnswerMentionInput, "mention" | "findings" | "self">,
  { root, code }: MentionReading,
  reads: Pick<ThreadReads, "threads" | "checks">,
): Promise<ResolveFacts | null> {
  const pull = pullRequestOfMention(mention);
  const threadFinding = findingOfThread(root, findings, self);
  if (pull === null || root === null || threadFinding.is === "none") return null;
  const scan = await reads.threads(pull, { max: maxThreads });
  const at = scan.threads.findIndex(({ firstComment }) => firstComment?.id === root.node);
  // The person who asks has read the thread up to their own comment and does not count as another person. Later
  // comments by anyone else do count.
  const reader = { asker: mention.author, readUpTo: () => mention.node as CommentId };
  const thread = threadsFromScan(scan, 0, reader).threads[at];
  if (!thread) return null;
  const { state } = await reads.checks(pull, scan.head);
  const about = threadFinding.is === "known" ? threadFinding.finding.about : null;
  const line = about && code?.head === scan.head ? lineState(about, await code.file(about.path)) : null;
  return { head: scan.head, thread, quoted: line === null ? "unknown" : quotedStates[line.is], checks: state };
}

const quotedStates = { there: "there", gone: "gone", "no-file": "gone", unknown: "unknown" } as const;
