// Reads a stored draft, lets the person confirm it, and posts it if its pull request has not moved.
import { UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import { parseDraft } from "../../review/parse-draft.ts";
import type { Choice } from "../../review/plan.ts";
import { cancelledText } from "../../review/words/gate-texts.ts";
import type { Store } from "../../world/store/store.ts";
import { askAtGate } from "../cli/confirmation-gate.ts";
import { openGitHub } from "../open-github.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { postDraft } from "./post-draft.ts";
import { keepDraft, tellLearned, tellOutcomes, viewerOf } from "./review-and-post.ts";

export async function loadDraft(id: string, store: Pick<Store, "drafts">): Promise<Draft> {
  const kept = await store.drafts.load(id);
  if (kept) return parseDraft(kept.draft);
  throw new UserError(`There is no draft "${id}"`, "Run `crosscheck post` to list the waiting drafts.");
}

/** With no choice given, the person is shown the draft and asked. */
export async function postKept(
  given: Draft,
  choice: Choice | null,
  store: Store,
  outside: ProcessEnvironment,
  { json }: { json: boolean },
): Promise<number> {
  const { from, head } = given.change;
  if (from.kind !== "pull")
    throw new UserError("This draft reviews a local change, which cannot be posted", "Review a pull request.");
  const github = await openGitHub(from.pull.host, outside);
  const chosen = choice === null ? await ask(given, store, outside) : { draft: given, choice };
  if (chosen.choice === null) {
    outside.tell(cancelledText(chosen.draft.id));
    return 0;
  }
  const { version, stop } = outside;
  const posting = await postDraft(chosen.draft, chosen.choice, { github, store, version, stop });
  if (posting.is === "moved")
    throw new UserError(
      `The pull request has moved on since this draft: its head was ${head.slice(0, 12)} and is ${posting.to.slice(0, 12)}`,
      `Review it again: crosscheck review ${from.url}`,
    );
  if (json) outside.print(`${JSON.stringify(posting.outcomes, null, 2)}\n`);
  const code = tellOutcomes(posting.outcomes, chosen.draft.id, outside) ?? 0;
  tellLearned(posting.learned, outside);
  return code;
}

async function ask(draft: Draft, store: Store, outside: ProcessEnvironment) {
  const { terminalAsking } = await import("../cli/terminal-prompts.ts");
  const asking = terminalAsking(outside, viewerOf(draft), { verbose: false, explains: false });
  return await askAtGate(draft, asking, (edited) => keepDraft(edited, store, outside));
}
