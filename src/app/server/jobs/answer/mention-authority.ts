// Decides whether a mention is answered, from the webhook and a few requests. Reads no text, only who started the thread.
import * as z from "zod";
import type { Oid } from "../../../../change/change.ts";
import type { Config } from "../../../../change/config.ts";
import { findRoot } from "../../../../threads/conversation.ts";
import type { LineTurn } from "../../../../threads/mention/conversation-github.ts";
import { mentionSettingsIn } from "../../../../threads/mention/mention-settings.ts";
import {
  isOwn,
  mentionSchema,
  pullRequestOfMention,
  whyIgnored,
  type Mention,
  type IgnoredReason,
} from "../../../../threads/mention.ts";
import type { StoredJob } from "../../../../world/store/kept/jobs.ts";
import type { Self } from "../../events/event.ts";
import type { Installation } from "../../installation.ts";

const jobData = z.object({ mention: mentionSchema, installation: z.int() });

export function mentionContext({ data }: Pick<StoredJob, "data">): z.infer<typeof jobData> {
  return jobData.parse(data);
}

export interface MentionAuthority {
  settings: Config["mention"];
  /** The repository's config file at the base. */
  config: string | null;
  head: Oid | null;
  /** The first comment of the mention's thread; null if it was deleted or there is no thread. */
  root: LineTurn | null;
}

export async function checkMentionAuthority(
  mention: Mention,
  installation: Pick<Installation, "conversation">,
  self: Self,
): Promise<MentionAuthority | { ignored: IgnoredReason }> {
  const { reads } = installation.conversation;
  const { host, owner, repo, number } = mention;
  const isPull = pullRequestOfMention(mention) !== null;
  const [{ head, config }, root] = await Promise.all([
    reads.start({ host, owner, repo, number, isPull }),
    mention.surface === "review-comment"
      ? findRoot(mention.inReplyTo ?? mention.comment, async (id) => await reads.lineComment(mention, id))
      : null,
  ]);
  const { settings, onlyWriters } = mentionSettingsIn(config);
  const inOwnThread = root?.author != null && isOwn(root.author, self.slug);
  const ignored = whyIgnored(mention, { settings, self: self.slug, inOwnThread });
  if (ignored !== null) return { ignored };
  if (onlyWriters && !(await reads.mayWrite(mention, mention.author))) return { ignored: "unclear" };
  return { settings, config, head, root };
}
