// Posts one reply to one comment exactly once, keyed by the comment.
import { createHash } from "node:crypto";
import type { Oid } from "../../../../change/change.ts";
import type { ReplyTarget } from "../../../../review/github-writes.ts";
import { commentLimit, fitComment } from "../../../../review/comment-limits.ts";
import { formatMarker } from "../../../../review/marker.ts";
import type { Key, Plan } from "../../../../review/plan.ts";
import { quotedQuestion } from "../../../../threads/words/conversation/reply-texts.ts";
import { postPlan, retryIfUnknown } from "../../../review/post-plan.ts";
import { handlesOf, neutralise } from "../../../../threads/mention/handle.ts";
import type { LineTurn } from "../../../../threads/mention/conversation-github.ts";
import { type Mention } from "../../../../threads/mention.ts";
import type { Store } from "../../../../world/store/store.ts";
import type { Self } from "../../events/event.ts";
import type { Installation } from "../../installation.ts";
import { pullRequestKey } from "../../../../pull-request.ts";

export function answerKey(mention: Mention): Key {
  return `${pullRequestKey(mention)}/answer/${mention.node}` as Key;
}

/** A short stable id to find the log line by. */
export function requestId(mention: Mention): string {
  return createHash("sha256").update(answerKey(mention)).digest("hex").slice(0, 8);
}

/** In the thread of the question. If the thread's first comment is gone, as a comment on the pull request. */
function placeOfAnswer({ surface }: Mention, root: LineTurn | null): ReplyTarget {
  return surface === "review-comment" && root !== null ? { in: "thread", root: root.id } : { in: "page" };
}

/** An answer belongs to no head. */
const noHead = "0".repeat(40) as Oid;

export interface ReplyPosting {
  store: Store;
  installation: Installation;
  self: Self;
  stop: AbortSignal;
}

/** The notice of the limit has a key of its own, so that the question can still be answered. */
export interface AnswerText {
  is: "reply" | "notice";
  text: string;
}

export async function postAnswer(mention: Mention, answer: AnswerText, root: LineTurn | null, posting: ReplyPosting) {
  const planned = planAnswer(mention, answer, root, posting.self);
  const { store, installation, stop } = posting;
  const answers = installation.conversation.writes(`${posting.self.slug}[bot]`);
  const github = { ...installation.writes(), answers };
  const outcomes = await postPlan(planned, { github, store, stop });
  retryIfUnknown(outcomes);
  return outcomes[0]!;
}

function planAnswer(mention: Mention, { is, text }: AnswerText, root: LineTurn | null, self: Self): Plan {
  const { host, owner, repo, number } = mention;
  const key = is === "notice" ? (`${answerKey(mention)}/limit` as Key) : answerKey(mention);
  const to = placeOfAnswer(mention, root);
  const end = `\n\n${formatMarker({ key })}`;
  const quoted = to.in === "page" ? quotedQuestion(mention.quoted || mention.text) : "";
  // A mention of our own App would trigger it again.
  const reply = neutralise(`${quoted}${text}`, handlesOf(self.slug));
  const body = `${fitComment(reply, commentLimit - end.length)}${end}`;
  return {
    pull: { host, owner, repo, number },
    head: noHead,
    actions: [{ key, do: "answer", to, since: mention.at, body }],
    remember: null,
  };
}
