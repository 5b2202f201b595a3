// Lists an App's installations, their repositories, open pull requests and recent comments.
import { signedProof } from "./app-token.ts";
import type { AppSelfOptions } from "./app-self.ts";
import { loginOfAuthor } from "./reads.ts";
import { openPulls, type OpenPullsData } from "./queries/open-pulls.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const perPage = 100;

/** Without suspended ones. */
export async function listInstallations({ api, app, clock, stop }: AppSelfOptions): Promise<number[]> {
  const requests = openRequests({ api, token: async () => await signedProof(app), clock, stop });
  const all = await pages(async (page) => {
    const values = { per_page: perPage, page };
    return await requests.get<readonly { id: number; suspended_at?: string | null }[]>("/app/installations", values);
  });
  return all.filter((one) => !one.suspended_at).map(({ id }) => id);
}

export interface OpenPullListed extends PullRequestRef {
  head: string;
  draft: boolean;
  /** A login; null if the account was deleted. */
  author: string | null;
}

/** Of every repository that the token reaches, one after the other. */
export async function* listOpenPulls(options: RequestOptions): AsyncGenerator<OpenPullListed> {
  const requests = openRequests(options);
  for (const { owner, repo } of await reached(requests))
    yield* pullsOf(requests, { host: options.api.host, owner, repo });
}

/** A comment with the fields that the webhook has too. */
export interface CommentListed {
  owner: string;
  repo: string;
  on: "page" | "line";
  comment: {
    html_url: string;
    created_at: string;
    /** For a comment on a line. */
    pull_request_url?: string;
  } & Readonly<Record<string, unknown>>;
}

/** Comments written or edited since then in every repository of the token. Review bodies are in no such list. */
export async function* listComments(options: RequestOptions, since: number): AsyncGenerator<CommentListed> {
  const requests = openRequests(options);
  const lists = [
    ["page", "/repos/{owner}/{repo}/issues/comments"],
    ["line", "/repos/{owner}/{repo}/pulls/comments"],
  ] as const;
  const order = { since: new Date(since).toISOString(), sort: "updated", direction: "asc", per_page: perPage };
  for (const { owner, repo } of await reached(requests))
    for (const [on, route] of lists)
      for (let page = 1; page <= mostCommentPages; page += 1) {
        const some = await requests.get<CommentListed["comment"][]>(route, { owner, repo, ...order, page });
        for (const comment of some) yield { owner, repo, on, comment };
        if (some.length < perPage) break;
      }
}

/** More than people write between two sweeps; a repository with more relies on its webhooks. */
const mostCommentPages = 20;

interface Reached {
  repositories: readonly { name: string; owner: { login: string }; archived?: boolean }[];
}

async function reached(requests: Requests): Promise<readonly { owner: string; repo: string }[]> {
  const all = await pages(async (page) => {
    const values = { per_page: perPage, page };
    return (await requests.get<Reached>("/installation/repositories", values)).repositories;
  });
  return all.filter(({ archived }) => !archived).map(({ name, owner }) => ({ owner: owner.login, repo: name }));
}

async function* pullsOf(requests: Requests, { host, owner, repo }: Omit<PullRequestRef, "number">) {
  for (let after: string | null = null; ;) {
    const data: OpenPullsData = await requests.query(openPulls, { owner, name: repo, after });
    if (!data.repository) return;
    const { nodes, pageInfo } = data.repository.pullRequests;
    for (const pull of nodes ?? [])
      if (pull) {
        const { number, headRefOid: head, isDraft: draft, author } = pull;
        yield { host, owner, repo, number, head, draft, author: loginOfAuthor({ author }) };
      }
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

async function pages<T>(page: (number: number) => Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let number = 1; ; number += 1) {
    const some = await page(number);
    all.push(...some);
    if (some.length < perPage) return all;
  }
}
