// Shared by the three comment events: who wrote, whether the bot is mentioned, and the resulting jobs.
import * as z from "zod";
import { parseAddressed, handlesOf } from "../../../threads/mention/handle.ts";
import { isBot, isOwn, mentionSchema, type Mention } from "../../../threads/mention.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { Self, WebhookEvent } from "./event.ts";
import { pullRequestKey } from "../../../pull-request.ts";

const account = z.object({ login: z.string(), type: z.string().optional() });

export const commentPayloadParts = {
  repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.int() }).optional(),
};

/** Of an issue's comment, a line's comment, or a review. */
export const commentSchema = z.object({
  id: z.int(),
  node_id: z.string(),
  /** Null when the account is gone. */
  user: account.nullable(),
  author_association: z.string(),
  body: z.string().nullable(),
  html_url: z.string(),
  performed_via_github_app: z.object({ id: z.int() }).nullish(),
});

type CommentPayload = z.infer<typeof commentSchema>;

interface MentionPlace extends Pick<Mention, "surface" | "host" | "number" | "inReplyTo" | "path" | "line" | "hunk"> {
  repository: z.infer<(typeof commentPayloadParts)["repository"]>;
  installation: number | undefined;
  at: string;
}

type PayloadParts = z.infer<z.ZodObject<typeof commentPayloadParts>>;
type PlaceInPayload = Pick<MentionPlace, "surface" | "number" | "at"> & Partial<MentionPlace>;

/** The event of a comment that may mention the bot; `placeOf` says where in the payload it is. */
export function mentionEvent<Payload extends PayloadParts>(
  name: string,
  payload: z.ZodType<Payload>,
  placeOf: (payload: Payload) => PlaceInPayload & { comment: CommentPayload },
): WebhookEvent {
  return {
    name,
    needsSelf: true,
    job(given, host, self) {
      const read = payload.safeParse(given);
      if (!read.success || self === null) return null;
      const { repository, installation } = read.data;
      const { comment, ...place } = placeOf(read.data);
      const nowhere = { inReplyTo: null, path: null, line: null, hunk: null };
      return mentionJobs(comment, { ...nowhere, ...place, host, repository, installation: installation?.id }, self);
    },
  };
}

/**
 * Two jobs: the one that shows that we have heard, which waits for nobody, and the one that answers, in the order in which
 * people spoke on that page. None for our own words, for a bot's that call nobody, and for those that are not for us.
 */
function mentionJobs(comment: CommentPayload, where: MentionPlace, self: Self): readonly StoredJob[] | null {
  const { user, body } = comment;
  if (user === null || body === null || body.trim() === "") return null;
  if (isOwn(user.login, self.slug) || comment.performed_via_github_app?.id === self.appId) return null;
  const { called, text } = parseAddressed(body, handlesOf(self.slug));
  // In a thread of ours nobody has to call us, where the repository says so; that is looked up later.
  const mayBeMeant = where.inReplyTo !== null && !isBot(user.login, user.type ?? "User");
  if (called === "not" && !mayBeMeant) return null;
  const { repository, installation, ...place } = where;
  const mention = mentionSchema.safeParse({
    ...place,
    owner: repository.owner.login,
    repo: repository.name,
    comment: comment.id,
    node: comment.node_id,
    author: user.login,
    authorType: user.type ?? "User",
    association: comment.author_association,
    called,
    text,
    url: comment.html_url,
  });
  if (!mention.success || installation === undefined) return null;
  const data = { mention: mention.data, installation };
  const key = pullRequestKey(mention.data);
  const answer = { kind: "answer", key, data };
  // Where it is not certain that we are meant, nothing is shown before that is known.
  return called === "not" ? [answer] : [{ kind: "acknowledge", key: `${key}/${mention.data.node}`, data }, answer];
}
