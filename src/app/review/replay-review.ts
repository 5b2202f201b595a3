// A recorded review, run again: the change as it was read, the checks and gates anew, the models' answers from the record.
import type { Oid } from "../../change/change.ts";
import { fileDiffs } from "../../change/file-diffs.ts";
import { UserError } from "../../errors.ts";
import { reviewers } from "../../findings/reviewers/index.ts";
import type { Panel } from "../../findings/asking/panel.ts";
import type { Draft } from "../../review/draft.ts";
import { parseDraft } from "../../review/parse-draft.ts";
import { redactDraft } from "../../review/redact-draft.ts";
import { reviewRead } from "../../review-change.ts";
import { countTokens } from "../../world/models/count-tokens.ts";
import { promptText } from "../../world/models/prompt-texts.ts";
import type { CallRecord } from "../../world/models/record.ts";
import { replayAsker } from "../../world/models/replay.ts";
import type { SavedDraft } from "../../world/store/kept/drafts.ts";
import type { Store } from "../../world/store/store.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import type { OpenRepository } from "./open-repository.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { Given } from "./open-panel.ts";
import { readingOf } from "./review-inputs.ts";
import { repositoryOfChange } from "./repository-of-change.ts";
import { readUserConfigFile } from "../user-config.ts";

export interface Replayed {
  draft: Draft;
  /** The draft as it was recorded, as JSON. */
  recorded: string;
}

export async function replayReview(
  id: string,
  { records, drafts }: Pick<Store, "records" | "drafts">,
  input: Input,
  outside: ProcessEnvironment,
): Promise<Replayed> {
  const kept = await records.review(id);
  if (kept === null) return await replayLocal(id, await drafts.load(id), input, outside);
  const calls = (await records.callsOf(kept.run)).map((call) => JSON.parse(call) as CallRecord);
  const given = JSON.parse(kept.given) as Given;
  const recorded = parseDraft(kept.draft);
  const repository = repositoryOfChange(recorded.change, textOption(input, "repo") ?? given.folder, outside);
  try {
    await needCommits(recorded, repository, id);
    const again = await runAgain(recorded, given, { calls, run: kept.run }, repository, outside);
    const draft = { ...again, ...(recorded.agent && { agent: recorded.agent }) };
    return { draft, recorded: kept.draft };
  } finally {
    await repository.close();
  }
}

/** A kept local review that no model took part in. Its diff is read anew: what is kept has no secrets. */
async function replayLocal(
  id: string,
  kept: SavedDraft | null,
  input: Input,
  outside: ProcessEnvironment,
): Promise<Replayed> {
  if (kept?.state !== "local") throw notRecorded(id);
  const recorded = parseDraft(kept.draft);
  const { change, reports } = recorded;
  const repository = repositoryOfChange(change, textOption(input, "repo") ?? kept.place, outside);
  try {
    await needCommits(recorded, repository, id);
    const { rows, patch } = await repository.git.compare(change.base, change.head);
    const reading = await readingOf(repository, await readUserConfigFile(outside.env), outside);
    const took = new Map(reports.map(({ unit, ms }) => [unit, ms]));
    const clock = {
      ...reading.clock,
      today: () => new Date(kept.savedAt).toISOString().slice(0, 10),
      took: (unit: string, ms: number) => took.get(unit) ?? ms,
    };
    const executing = { is: "recorded", reports: reports.filter(({ by }) => by === "execution") } as const;
    const whole = { ...change, files: fileDiffs(rows, patch) };
    const draft = await reviewRead(whole, { ...reading, executing, clock, progress() {} });
    return { draft: redactDraft(draft), recorded: kept.draft };
  } finally {
    await repository.close();
  }
}

async function runAgain(
  { change, reports }: Draft,
  { today, models, took }: Given,
  { calls, run }: { calls: readonly CallRecord[]; run: string },
  repository: OpenRepository,
  outside: ProcessEnvironment,
): Promise<Draft> {
  const panel: Panel = {
    asker: replayAsker(calls, (unit) => models[unit] ?? null),
    nonce: run,
    reviewers,
    text: promptText,
    countTokens,
  };
  const reading = await readingOf(repository, await readUserConfigFile(outside.env), outside, { panel });
  const clock = { ...reading.clock, today: () => today, took: (unit: string, ms: number) => took[unit] ?? ms };
  // What ran then is not run again: it would take other times, and the machine may be another.
  const executing = { is: "recorded", reports: reports.filter(({ by }) => by === "execution") } as const;
  return await reviewRead(change, { ...reading, executing, clock, progress() {} });
}

/** Staged and working files leave no commit behind, and a clone can be gone. */
async function needCommits({ change }: Draft, { git }: OpenRepository, id: string): Promise<void> {
  const there = async (oid: Oid) => (await git.object(`${oid}^{tree}`)) !== null;
  if ((await there(change.base)) && (await there(change.head))) return;
  throw new UserError(
    `The commits that ${id} reviewed are no longer in ${git.shown}`,
    "Name a repository that has its commits with --repo; staged or uncommitted files cannot be restored after they changed.",
  );
}

function notRecorded(id: string): UserError {
  return new UserError(`No review "${id}" is recorded`, "Run crosscheck replay to list those that are.");
}
