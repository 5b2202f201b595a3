// Posts replies and reactions. Addresses are built from numbers of GitHub's webhooks, so a reply cannot end up
// elsewhere.
import { mayRetry, Refused, Unavailable } from "../../errors.ts";
import type { ReplyTarget, ReplyWrites, PostedItem } from "../../review/github-writes.ts";
import type { Reactions } from "../../threads/mention/conversation-github.ts";
import { addReaction } from "./queries/add-reaction.ts";
import { removeReaction } from "./queries/remove-reaction.ts";
import { openRequests, type Requests } from "./request.ts";
import type { GitHubWriteOptions } from "./writes.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface ConversationWriteOptions extends GitHubWriteOptions {
  /** The login of our comments. */
  login: string;
}

export function openConversationWrites(options: ConversationWriteOptions): ReplyWrites & Reactions {
  const { permit, stop, login } = options;
  const requests = openRequests(options);
  return {
    ownAnswers: async (pull, to, since) => await listOwn(requests, pull, to, since, login),
    answer: async (pull, to, body, still) => {
      const { owner, repo, number } = pull;
      const written = await permit.run(async () => {
        await still?.();
        return to.in === "thread"
          ? await requests.write<Written>("POST /repos/{owner}/{repo}/pulls/{number}/comments/{root}/replies", {
              owner,
              repo,
              number,
              root: to.root,
              body,
            })
          : await requests.write<Written>("POST /repos/{owner}/{repo}/issues/{number}/comments", {
              owner,
              repo,
              number,
              body,
            });
      }, stop);
      return posted(written, requests);
    },
    // Not paced like content: it must appear within a second, and repeating it is harmless.
    react: async (subject) => void (await requests.mutate(addReaction, { subject })),
    unreact: async (subject) => {
      try {
        await requests.mutate(removeReaction, { subject });
      } catch (error) {
        // It does not exist or its comment is gone: either way it is removed.
        if (!(error instanceof Refused) || mayRetry(error)) throw error;
      }
    },
  };
}

interface Written {
  node_id?: string;
  html_url?: string | null;
}

interface Listed extends Written {
  in_reply_to_id?: number;
  user: { login: string } | null;
  body?: string | null;
}

function posted({ node_id, html_url }: Written, requests: Requests): PostedItem {
  if (node_id === undefined) throw new Unavailable(requests.who, "the reply does not say what was written");
  return { id: node_id, url: html_url ?? "" };
}

const perPage = 100;
const mostPages = 20;

/** Our comments since the question. */
async function listOwn(
  requests: Requests,
  { owner, repo, number }: PullRequestRef,
  to: ReplyTarget,
  since: string,
  login: string,
): Promise<(PostedItem & { body: string })[]> {
  const list = to.in === "thread" ? "pulls" : "issues";
  const found: Listed[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const values = { owner, repo, number, since, per_page: perPage, page };
    const listed = await requests.get<Listed[]>(`/repos/{owner}/{repo}/${list}/{number}/comments`, values);
    found.push(...listed);
    if (listed.length < perPage) break;
  }
  return found
    .filter(({ user }) => user?.login.toLowerCase() === login.toLowerCase())
    .map((one) => ({ ...posted(one, requests), body: one.body ?? "" }));
}
