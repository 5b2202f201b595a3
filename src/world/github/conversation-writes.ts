// Answering where somebody asked, and showing that they were heard. Addresses are made of numbers that GitHub's own
// webhooks gave: an answer cannot end up on another page.
import { mayRetry, Refused, Unavailable } from "../../errors.ts";
import type { AnswerPlace, AnswerWrites, Posted } from "../../review/github-writes.ts";
import type { Reactions } from "../../threads/mention/github.ts";
import { addReaction } from "./queries/add-reaction.ts";
import { removeReaction } from "./queries/remove-reaction.ts";
import { openRequests, type Requests } from "./request.ts";
import type { GitHubWriteOptions } from "./writes.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface ConversationWriteOptions extends GitHubWriteOptions {
  /** The login that our comments have. */
  login: string;
}

export function openConversationWrites(options: ConversationWriteOptions): AnswerWrites & Reactions {
  const { permit, stop, login } = options;
  const requests = openRequests(options);
  return {
    ownAnswers: async (pull, to, since) => await listOwn(requests, pull, to, since, login),
    answer: async (pull, to, body, still) => {
      const { owner, repo, number } = pull;
      const written = await permit.run(async () => {
        still?.();
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
    // Not in turn with what makes content: it has to be there within a second, and to make it twice makes it once.
    react: async (subject) => void (await requests.mutate(addReaction, { subject })),
    unreact: async (subject) => {
      try {
        await requests.mutate(removeReaction, { subject });
      } catch (error) {
        // It was not there, or what it stood on is gone: either way it is not there now.
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

function posted({ node_id, html_url }: Written, requests: Requests): Posted {
  if (node_id === undefined) throw new Unavailable(requests.who, "the reply does not say what was written");
  return { id: node_id, url: html_url ?? "" };
}

const perPage = 100;
const mostPages = 20;

/** Ours, since somebody asked: an answer stands after its question. */
async function listOwn(
  requests: Requests,
  { owner, repo, number }: PullRequestRef,
  to: AnswerPlace,
  since: string,
  login: string,
): Promise<(Posted & { body: string })[]> {
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
