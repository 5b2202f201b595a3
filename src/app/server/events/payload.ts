// The parts that most payloads share.
import * as z from "zod";
import type { PullRequestRef } from "../../../change/change.ts";

export const repositoryPart = z.object({ name: z.string(), owner: z.object({ login: z.string() }) });
export const installationPart = z.object({ id: z.int() });

export function repositoryName(host: string, { name, owner }: z.infer<typeof repositoryPart>): string {
  return `${host}/${owner.login}/${name}`;
}

export function pullOf(host: string, { name, owner }: z.infer<typeof repositoryPart>, number: number): PullRequestRef {
  return { host, owner: owner.login, repo: name, number };
}

/** One review per pull request at a time, in order: the key of its jobs, and the name it is kept under. */
export function pullKey({ host, owner, repo, number }: PullRequestRef): string {
  return `${host}/${owner}/${repo}#${number}`;
}
