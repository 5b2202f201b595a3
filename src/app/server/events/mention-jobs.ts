// Handles what the three comment events share: who wrote, whether the bot is mentioned, and the resulting jobs.
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

/** A comment on an issue or a line, or a review. */
export const commentSchema = z.object({
  id: z.int(),
  node_id: z.string(),
  /** Null if the account was deleted. */
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

/** Creates the event of a comment that may mention the bot; `placeOf` locates it in the payload. */
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

const insiders: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/**
 * Two jobs: one acknowledges at once, the other answers in the order of the comments on the page. None for our own
 * comments, for bots that do not mention us, and for comments that are not for us.
 */
function mentionJobs(comment: CommentPayload, where: MentionPlace, self: Self): readonly StoredJob[] | null {
  const { user, body } = comment;
  if (user === null || body === null || body.trim() === "") return null;
  if (isOwn(user.login, self.slug) || comment.performed_via_github_app?.id === self.appId) return null;
  const { called, text, calls, line: quoted } = parseAddressed(body, handlesOf(self.slug));
  // Our own threads may need no mention, depending on the repository's config, which is read later.
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
    calls,
    quoted,
    url: comment.html_url,
  });
  if (!mention.success || installation === undefined) return null;
  const data = { mention: mention.data, installation };
  const key = pullRequestKey(mention.data);
  const author = user.login;
  // In a line of their own, so that many questions of strangers do not delay those who work on the repository. It grants
  // nothing: permissions are asked of GitHub.
  const line = insiders.has(comment.author_association) ? key : `${key}/others`;
  const answer = { kind: "answer", key: line, data, author };
  // Without a mention, nothing is acknowledged until it is known that the comment is for us.
  return called === "not"
    ? [answer]
    : [{ kind: "acknowledge", key: `${key}/${mention.data.node}`, data, author }, answer];
}
