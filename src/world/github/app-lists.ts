// What GitHub lists for an App: its installations, their repositories, and the open pull requests of those.
import type { PullRef } from "../../change/change.ts";
import { signedProof } from "./app-token.ts";
import type { AppSelfOptions } from "./app-self.ts";
import { openPulls, type OpenPullsData } from "./queries/open-pulls.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";

const perPage = 100;

/** Those that are not suspended. */
export async function listInstallations({ api, app, clock, stop }: AppSelfOptions): Promise<number[]> {
  const requests = openRequests({ api, token: async () => await signedProof(app), clock, stop });
  const all = await pages(async (page) => {
    const values = { per_page: perPage, page };
    return await requests.get<readonly { id: number; suspended_at?: string | null }[]>("/app/installations", values);
  });
  return all.filter((one) => !one.suspended_at).map(({ id }) => id);
}

export interface OpenPullListed extends PullRef {
  head: string;
}

/** Of every repository that the token reaches, one after the other. */
export async function* listOpenPulls(options: RequestOptions): AsyncGenerator<OpenPullListed> {
  const requests = openRequests(options);
  const repositories = await pages(async (page) => {
    const values = { per_page: perPage, page };
    return (await requests.get<Reached>("/installation/repositories", values)).repositories;
  });
  for (const { name, owner, archived } of repositories)
    if (!archived) yield* pullsOf(requests, { host: options.api.host, owner: owner.login, repo: name });
}

interface Reached {
  repositories: readonly { name: string; owner: { login: string }; archived?: boolean }[];
}

async function* pullsOf(requests: Requests, { host, owner, repo }: Omit<PullRef, "number">) {
  for (let after: string | null = null; ;) {
    const data: OpenPullsData = await requests.query(openPulls, { owner, name: repo, after });
    if (!data.repository) return;
    const { nodes, pageInfo } = data.repository.pullRequests;
    for (const pull of nodes ?? []) if (pull) yield { host, owner, repo, number: pull.number, head: pull.headRefOid };
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
