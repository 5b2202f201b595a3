// Builds the rows of a board from threads, code and policy.
import type { BoardComment, BoardRow, BoardTriage, BoardVerdict } from "../../../threads/publishers/board.ts";
import { boardCode } from "../../../threads/publishers/board-code.ts";
import { preview } from "../../../threads/publishers/preview.ts";
import { policyRuleText } from "../../../threads/words/fix-texts.ts";
import { planFixes, type FixRow } from "../../../threads/plan-fixes.ts";
import { threadsFromScan } from "../../../threads/fix/known-threads.ts";
import type { ReviewCommentsSettings, ThreadTriage } from "../../../threads/thread-payloads.ts";
import { rulingKind, type PolicyRuleName, type Ruling } from "../../../threads/policy.ts";
import type { ReplyTemplate } from "../../../threads/render-reply.ts";
import type { ThreadState } from "../../../threads/thread-state.ts";
import type { ReviewThread, ThreadComment, ThreadScan } from "../../../threads/thread.ts";
import { codeSinceComment, type CodeFacts } from "../../../threads/triage/code-facts.ts";
import { nothingDone } from "./fix-plan.ts";

export interface TriagedThreads {
  triage: ThreadTriage;
  by: BoardTriage["by"];
}

export interface RowNeeds {
  scan: ThreadScan;
  chosen: readonly ReviewThread[];
  at: number;
  /** The state including this scan. */
  state: ThreadState;
  settings: ReviewCommentsSettings;
  template: ReplyTemplate;
  triage: ReadonlyMap<string, TriagedThreads>;
  facts: ReadonlyMap<string, CodeFacts>;
}

export function boardRows(needs: RowNeeds): BoardRow[] {
  const rulings = rulingsOf(needs);
  return needs.chosen.map((thread) => {
    const { threadId, diffHunk, originalLine } = thread;
    const facts = needs.facts.get(threadId);
    const ruled = rulings.get(threadId);
    return {
      ...placeOf(thread),
      first: thread.firstComment && commentOf(thread.firstComment),
      latest: thread.comments.length > 1 && thread.latestComment ? commentOf(thread.latestComment) : null,
      triage: triageOf(needs.triage.get(threadId)),
      policy:
        ruled === undefined ? null : { reply: verdictOf(ruled.reply.ruling), resolve: verdictOf(ruled.resolve.ruling) },
      code: facts === undefined ? null : boardCode({ facts, diffHunk, originalLine }),
    };
  });
}

function placeOf(thread: ReviewThread) {
  const { threadId, path, line, startLine, originalLine, url, isResolved, isOutdated, canReply, canResolve } = thread;
  const { author, authorKind, authorAssociation, createdAt, updatedAt, comments } = thread;
  return {
    threadId,
    path,
    line,
    startLine,
    originalLine,
    url,
    isResolved,
    isOutdated,
    canReply,
    canResolve,
    author,
    authorKind,
    authorAssociation,
    createdAt,
    updatedAt,
    comments: comments.length,
  };
}

function commentOf({ author, authorKind, createdAt, body }: ThreadComment): BoardComment {
  return { author, kind: authorKind, at: createdAt, ...preview(body) };
}

function triageOf(triaged: TriagedThreads | undefined): BoardTriage | null {
  if (triaged === undefined) return null;
  const { classification, confidence, reason, recommendedAction, requiresHumanDecision } = triaged.triage;
  const { canResolveAfterChecks, filesToInspect, filesToChange, checksToRun, replyBody } = triaged.triage;
  return {
    classification,
    confidence,
    reason,
    recommendedAction,
    requiresHumanDecision,
    canResolveAfterChecks,
    filesToInspect,
    filesToChange,
    checksToRun,
    replyBody,
    by: triaged.by,
  };
}

/** Rulings of `fix-comments` if nothing was done yet: the missing evidence is what is left to do. */
function rulingsOf({ scan, chosen, at, state, settings, template, triage, facts }: RowNeeds): Map<string, FixRow> {
  const threads = chosen.flatMap(({ threadId }) => {
    const triaged = triage.get(threadId);
    return triaged === undefined ? [] : [nothingDone(threadId, triaged.triage)];
  });
  const { rows } = planFixes({
    pull: scan.pull,
    payload: { prNumber: scan.pull.number, threads },
    seen: threadsFromScan(scan, at),
    state: { ...state, triage: [...triage.values()].map((one) => one.triage) },
    code: new Map(
      [...facts].map(([threadId, one]) => [threadId, { code: codeSinceComment(one), commit: "not-reachable" }]),
    ),
    // A person asks. Automatic settings change what is done, not what is allowed.
    settings: { ...settings, autoReply: false, autoResolve: false },
    flags: { applyReplies: false, applyResolutions: false, allowResolveInvalid: false, by: "person" },
    template,
  });
  return new Map(rows.map((row) => [row.threadId, row]));
}

/** Rules that can still be met by providing evidence. */
const provable: readonly PolicyRuleName[] = [
  "missing",
  "verification-elsewhere",
  "verification-result",
  "commit-not-reachable",
  "commit-before-comment",
  "code-unchanged",
  "code-unknown",
  "not-outdated",
  "checks",
  "empty-reply",
];

function verdictOf(ruling: Ruling): BoardVerdict {
  const kind = rulingKind(ruling);
  const { rule } = ruling.rule;
  const is = kind === "done" ? "done" : kind !== "blocked" ? "ready" : provable.includes(rule) ? "to-prove" : "blocked";
  return { is, rule, says: policyRuleText(ruling.rule) };
}
