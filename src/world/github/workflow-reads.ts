// Reads what a workflow needs beyond a review: the pull requests of a branch, and the artifact of another run.
import * as z from "zod";
import { Refused, Unavailable } from "../../errors.ts";
import type { RepositoryRef } from "../../pull-request.ts";
import { openRequests, type RequestOptions } from "./request.ts";

const repositoryPart = z.object({ full_name: z.string() });

const pullSchema = z.object({
  number: z.int().min(1),
  user: z.object({ login: z.string() }).nullable(),
  labels: z.array(z.object({ name: z.string() })),
  head: z.object({ ref: z.string(), sha: z.string(), repo: repositoryPart.nullable() }),
});

export interface WorkflowPull {
  number: number;
  /** Null if the account was deleted. */
  author: string | null;
  labels: readonly string[];
  /** `repository` is `owner/name`, or null if the fork was deleted. */
  head: { ref: string; sha: string; repository: string | null };
}

const artifactSchema = z.object({
  id: z.int(),
  name: z.string(),
  size_in_bytes: z.int(),
  expired: z.boolean(),
});
type WorkflowArtifact = z.infer<typeof artifactSchema>;

export interface WorkflowReads {
  pull(number: number): Promise<WorkflowPull>;
  /** Open ones, newest first. */
  pullsOf(head: { repository: string; branch: string }): Promise<readonly WorkflowPull[]>;
  /** Newest first. */
  artifacts(run: number, name: string): Promise<readonly WorkflowArtifact[]>;
  /** The archive, unless it is larger. */
  archive(artifact: WorkflowArtifact, largest: number): Promise<Uint8Array | null>;
}

const timeoutMs = 30_000;

export function openWorkflowReads({ owner, repo }: RepositoryRef, options: RequestOptions): WorkflowReads {
  const requests = openRequests(options);
  const at = { owner, repo };
  return {
    pull: async (pull_number) =>
      pullOf(pullSchema.parse(await requests.get("/repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number }))),
    async pullsOf({ repository, branch }) {
      const head = `${repository.split("/")[0]}:${branch}`;
      const values = { ...at, state: "open", head, per_page: 100 };
      const pulls = z.array(pullSchema).parse(await requests.get("/repos/{owner}/{repo}/pulls", values));
      return pulls
        .map(pullOf)
        .filter((one) => one.head.ref === branch && isSameName(one.head.repository, repository))
        .toSorted((a, b) => b.number - a.number);
    },
    async artifacts(run_id, name) {
      const route = "/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts";
      const listed = await requests.get(route, { ...at, run_id, name, per_page: 100 });
      const { artifacts } = z.object({ artifacts: z.array(artifactSchema) }).parse(listed);
      return artifacts.filter((one) => one.name === name).toSorted((a, b) => b.id - a.id);
    },
    archive: async ({ id }, largest) => {
      const address = `${options.api.rest}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/actions/artifacts/${id}/zip`;
      return await download(address, largest, requests.who, options);
    },
  };
}

function pullOf({ number, user, labels, head: { ref, sha, repo } }: z.infer<typeof pullSchema>): WorkflowPull {
  const head = { ref, sha, repository: repo?.full_name ?? null };
  return { number, author: user?.login ?? null, labels: labels.map(({ name }) => name), head };
}

function isSameName(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** GitHub redirects to a storage server, which must not get the token. */
async function download(
  address: string,
  largest: number,
  who: string,
  { token, stop }: RequestOptions,
): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  const authorization = `Bearer ${await token()}`;
  try {
    const answer = await fetch(address, { headers: { authorization }, redirect: "manual", signal });
    const next = URL.parse(answer.headers.get("location") ?? "", address);
    if (answer.status !== 302 || next === null)
      throw new Refused(who, answer.status, "the artifact cannot be downloaded");
    if (next.protocol !== new URL(address).protocol) throw new Refused(who, answer.status, "the artifact is elsewhere");
    const stored = await fetch(next, { redirect: "error", signal });
    if (!stored.ok) throw new Unavailable(who, `the artifact's storage answered ${stored.status}`);
    return await limitedBytes(stored, largest);
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof Refused || error instanceof Unavailable) throw error;
    throw new Unavailable(who, `the artifact could not be read: ${(error as Error).message}`);
  }
}

async function limitedBytes({ body }: Response, largest: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
