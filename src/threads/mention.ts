// Represents a comment addressed to the bot, wherever it was written, and decides whether to handle it.
import * as z from "zod";
import type { Config } from "../change/config.ts";
import type { PullRequestRef } from "../pull-request.ts";

const surfaces = ["review-comment", "pull-comment", "review-body", "issue-comment"] as const;

const loginName = z.string().min(1).max(100);

/** Stored in a job and parsed again. */
export const mentionSchema = z.strictObject({
  surface: z.enum(surfaces),
  host: z.string().max(300),
  owner: loginName,
  repo: z.string().min(1).max(200),
  /** Number of the pull request or issue. */
  number: z.int().min(1),
  /** GitHub's id of the comment or review, and its node id. */
  comment: z.int().min(1),
  node: z.string().regex(/^[\w=+/-]{1,300}$/),
  author: loginName,
  /** GitHub's account type: User, Bot, Organization, Mannequin. */
  authorType: z.string().max(40),
  association: z.string().max(40),
  called: z.enum(["handle", "alias", "not"]),
  /** Without the handle. */
  text: z.string().max(70_000),
  /** What follows each handle; absent in jobs of earlier versions, like the next. */
  calls: z.array(z.string().max(70_000)).max(20).optional(),
  /** The line with the handle, which a reply on the page quotes. */
  quoted: z.string().max(70_000).optional(),
  inReplyTo: z.int().min(1).nullable(),
  path: z.string().max(4096).nullable(),
  line: z.int().min(1).nullable(),
  hunk: z.string().max(100_000).nullable(),
  /** Creation time in GitHub's format. */
  at: z.iso.datetime({ offset: true }),
  url: z.string().max(2000),
});

export type Mention = z.infer<typeof mentionSchema>;

/** Null on an issue: there is nothing to review there, only questions to answer. */
export function pullRequestOfMention({ surface, host, owner, repo, number }: Mention): PullRequestRef | null {
  return surface === "issue-comment" ? null : { host, owner, repo, number };
}

/** Key of a conversation for the rate limit: a thread by its first comment, or the pull request. */
export function conversationKey({ surface, comment, inReplyTo }: Mention): string {
  return surface === "review-comment" ? `thread/${inReplyTo ?? comment}` : "page";
}

export type IgnoredReason = "own" | "off" | "bot" | "not-allowed" | "unclear" | "alias-off" | "not-called";

export interface MentionFacts {
  settings: Config["mention"];
  /** The App's slug. */
  self: string;
  /** Whether the thread's first comment is ours; only looked up where nobody was mentioned. */
  inOwnThread: boolean;
}

/** Null: it is handled. The first reason against it decides; our own comments are checked first. */
export function whyIgnored(
  mention: Pick<Mention, "author" | "authorType" | "called" | "inReplyTo">,
  { settings, self, inOwnThread }: MentionFacts,
): IgnoredReason | null {
  const { author, authorType, called } = mention;
  const { enabled, allowedUsers, acceptClaudeAlias, replyWithoutHandle } = settings;
  if (isOwn(author, self)) return "own";
  if (!enabled) return "off";
  const isNamed = allowedUsers.some((one) => isSameLogin(one, author));
  if (isBot(author, authorType) && !isNamed) return "bot";
  if (allowedUsers.length > 0 && !isNamed) return "not-allowed";
  if (called === "alias" && !acceptClaudeAlias) return "alias-off";
  if (called !== "not") return null;
  return replyWithoutHandle && mention.inReplyTo !== null && inOwnThread ? null : "not-called";
}

export function isOwn(author: string, self: string): boolean {
  return (
    bareLogin(author) === bareLogin(self) &&
    (author.toLowerCase().endsWith("[bot]") || bareLogin(author) === author.toLowerCase())
  );
}

export function isBot(author: string, type: string): boolean {
  return type === "Bot" || author.toLowerCase().endsWith("[bot]");
}

/** `coderabbitai` matches `coderabbitai[bot]` too. */
function isSameLogin(named: string, author: string): boolean {
  const [one, other] = [named.toLowerCase().replace(/^@/, ""), author.toLowerCase()];
  return one === other || `${one}[bot]` === other;
}

function bareLogin(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
