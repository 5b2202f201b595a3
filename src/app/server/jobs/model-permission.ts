// Decides who may make the server ask models, which costs money: by default people with write access, and others once one of
// these agrees.
import type { UserConfig } from "../../../change/config.ts";
import { okToReview } from "../../../threads/mention/mention-command.ts";
import { pullRequestKey, type PullRequestRef } from "../../../pull-request.ts";
import type { Store } from "../../../world/store/store.ts";
import type { Installation } from "../installation.ts";

interface ModelPermissionNeeds {
  store: Pick<Store, "journal">;
  models: UserConfig | null;
}

/** Somebody with write access has said so in a comment. */
export async function keepOkToReview(
  pull: PullRequestRef,
  by: string,
  { store, now }: { store: Pick<Store, "journal">; now(): number },
): Promise<void> {
  await store.journal.keep(pullRequestKey(pull), okToReview, by, now());
}

/** For the review of a pull request. `request`: what somebody asked for. */
export async function mayReviewAskModels(
  { pull, request }: { pull: PullRequestRef; request: string | null },
  { origin, conversation }: Pick<Installation, "origin" | "conversation">,
  needs: ModelPermissionNeeds,
): Promise<boolean> {
  // Comments that ask for a review come from people with write access.
  if (needs.models?.askModelsFor === "anyone" || request?.startsWith("comment-")) return true;
  const { author, isFork, labels } = await origin(pull);
  if (!isFork || labels.includes(okToReview) || (await isAgreed(pull, needs))) return true;
  return author !== null && (await conversation.reads.mayWrite(pull, author));
}

/** For a question. `pull`: null on an issue. */
export async function mayQuestionAskModels(
  { pull, isWriter }: { pull: PullRequestRef | null; isWriter: boolean },
  { origin }: Pick<Installation, "origin">,
  needs: ModelPermissionNeeds,
): Promise<boolean> {
  if (needs.models?.askModelsFor === "anyone" || isWriter) return true;
  return pull !== null && ((await isAgreed(pull, needs)) || (await origin(pull)).labels.includes(okToReview));
}

async function isAgreed(pull: PullRequestRef, { store }: ModelPermissionNeeds): Promise<boolean> {
  return (await store.journal.answer(pullRequestKey(pull), okToReview)) !== null;
}
