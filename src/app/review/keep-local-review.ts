// Keeps reviews of local changes for a while, so that their findings can be named and looked at later.
import { realpathSync } from "node:fs";
import { UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import { redactDraft } from "../../review/redact-draft.ts";
import { summaryFactsOfDraft } from "../../review/summary-facts.ts";
import { discover } from "../../world/git/discover.ts";
import type { LocalReviewLimits } from "../../world/store/kept/drafts.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

const day = 24 * 60 * 60 * 1000;
const limits: Omit<LocalReviewLimits, "before"> = { most: 100, bytes: 100_000_000 };

/** Whether it is kept. A machine without a usable data folder keeps none, and a review is no less for it. */
export async function keepLocalReview(
  draft: Draft,
  folder: string,
  input: Input,
  outside: ProcessEnvironment,
): Promise<boolean> {
  const store = await openData(input, outside).catch((error: unknown) => {
    if (error instanceof UserError && textOption(input, "data") === undefined) return null;
    throw error;
  });
  if (store === null) return false;
  try {
    const savedAt = outside.now();
    const stored = redactDraft(draft);
    // One commit: each waits for the disk.
    await store.together(async ({ drafts }) => {
      await drafts.save({
        id: draft.id,
        place: placeOf(folder),
        head: stored.change.head,
        draft: JSON.stringify(stored),
        state: "local",
        savedAt,
        facts: summaryFactsOfDraft(stored),
      });
      await drafts.limitLocal({ ...limits, before: savedAt - 30 * day });
    });
    return true;
  } finally {
    await store.close();
  }
}

/** The folder of a repository as kept reviews name it. */
export function placeOf(folder: string): string {
  const { workTree, gitDir } = discover(folder);
  return realpathSync(workTree ?? gitDir);
}
