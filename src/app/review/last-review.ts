// Finds the last kept review of the repository in which the user stands.
import { repositoryOfRemotes } from "../../change/remote.ts";
import { UserError } from "../../errors.ts";
import { repositoryKey } from "../../pull-request.ts";
import type { Draft } from "../../review/draft.ts";
import { parseDraft } from "../../review/parse-draft.ts";
import { isInRepository } from "../../world/git/discover.ts";
import type { Store } from "../../world/store/store.ts";
import type { Input } from "../cli/commands/command.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { withGit } from "./find-pull-request.ts";
import { placeOf } from "./keep-local-review.ts";

export interface LastReview {
  draft: Draft;
  savedAt: number;
}

/** Null where none is kept. */
export async function lastReview(
  folder: string,
  input: Input,
  outside: ProcessEnvironment,
): Promise<LastReview | null> {
  if (!isInRepository(folder)) return null;
  const store = await openData(input, outside).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  if (store === null) return null;
  try {
    return await newest(store, await repositoriesAt(folder, outside));
  } finally {
    await store.close();
  }
}

async function newest({ drafts }: Pick<Store, "drafts">, repositories: readonly string[]): Promise<LastReview | null> {
  const [listed] = await drafts.page({ repositories, limit: 1 });
  const kept = listed && (await drafts.load(listed.id));
  return kept ? { draft: parseDraft(kept.draft), savedAt: kept.savedAt } : null;
}

/** Under which names its reviews are kept: its folder, and its name on GitHub. */
export async function repositoriesAt(
  folder: string,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): Promise<string[]> {
  const named = repositoryOfRemotes(await withGit(folder, env, stop, (git) => git.remotes()));
  return [placeOf(folder), ...(named === null ? [] : [repositoryKey(named)])];
}
