// Opens the code of the pull request that a mention is on, and reads the change where a model is asked about it.
import { noPast, type Oid } from "../../../../change/change.ts";
import type { PullSnapshot } from "../../../../change/github.ts";
import { readerOf } from "../../../../findings/asking/read-trees.ts";
import { read } from "../../../../review-change.ts";
import { pullRequestOfMention, type Mention } from "../../../../threads/mention.ts";
import type { PullContext } from "../../../../threads/replies/question-context.ts";
import { openReads } from "../../../../world/github/reads.ts";
import type { RequestOptions } from "../../../../world/github/request.ts";
import { openThreadReads } from "../../../../world/github/thread-reads.ts";
import { openTreeExports } from "../../../../world/models/cli/export-trees.ts";
import type { ProcessEnvironment } from "../../../process-environment.ts";
import { openPullRequest } from "../../../review/open-pull-request.ts";
import { readingOf } from "../../../review/review-inputs.ts";
import type { OpenRepository } from "../../../review/open-repository.ts";
import type { PullRequestRef } from "../../../../pull-request.ts";

export interface PullCode {
  head: Oid;
  /** A file at the head; null if there is none. */
  file(path: string): Promise<Uint8Array | null>;
  /** Everything about the change; null if it could not be read. */
  context(): Promise<PullContext | null>;
  /** For models that are programs. */
  trees: ReturnType<typeof openTreeExports>;
  close(): Promise<void>;
}

/** Null on an issue, or if the code could not be read: an answer without it is better than none. */
export async function openPullCode(
  mention: Mention,
  asking: RequestOptions,
  environment: ProcessEnvironment,
  notes: string[],
): Promise<PullCode | null> {
  const pull = pullRequestOfMention(mention);
  if (pull === null) return null;
  return await orNoted("the code was not read", { environment, notes }, async () => {
    const { env, stop } = environment;
    const snapshot = await openReads(asking).snapshot(pull);
    const repository = await openPullRequest(snapshot, { localFolder: null, env, stop, token: await asking.token() });
    const trees = openTreeExports({ git: repository.git, ...environment });
    repository.closing(() => trees.close());
    const head = snapshot.head.sha;
    const tree = repository.git.tree(head);
    const needs = { snapshot, repository, environment };
    return {
      head,
      trees,
      file: async (path) => await tree.read(path),
      context: async () =>
        await orNoted("the change was not read", { environment, notes }, async () => ({
          ...(await readContext(pull, needs)),
          checks: await orNoted("the checks were not read", { environment, notes }, () =>
            openThreadReads(asking).checks(pull, head),
          ),
        })),
      close: async () => await repository.close(),
    };
  });
}

interface ContextNeeds {
  snapshot: PullSnapshot;
  repository: OpenRepository;
  environment: ProcessEnvironment;
}

async function readContext(pull: PullRequestRef, { snapshot, repository, environment }: ContextNeeds) {
  const reading = { ...(await readingOf(repository, {}, environment)), progress() {} };
  const target = { kind: "pull", snapshot, past: noPast, clone: null } as const;
  const change = await read(target, reading, { ignoreConfig: "broken" });
  const code = repository.code.at(change.base, change.head);
  return { pull, change, code, read: readerOf(code), output: snapshot.output };
}

async function orNoted<T>(
  what: string,
  { environment: { stop }, notes }: { environment: ProcessEnvironment; notes: string[] },
  reading: () => Promise<T>,
): Promise<T | null> {
  try {
    return await reading();
  } catch (error) {
    stop.throwIfAborted();
    notes.push(`${what}: ${error instanceof Error ? error.name : "unknown"}`);
    return null;
  }
}
