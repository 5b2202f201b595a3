// Stores the reviews whose questions a coding agent answers, so that they go on after the agent or this process restarts.
import * as z from "zod";
import type { Change } from "../../change/change.ts";
import type { ReadOptions } from "../../change/read-change.ts";
import type { LocalTarget } from "../../change/target.ts";
import { UserError } from "../../errors.ts";
import type { Report } from "../../findings/report.ts";
import type { Store, StoreWithin } from "../../world/store/store.ts";
import type { RunChoice } from "../review/open-execution.ts";

export interface AgentRun {
  id: string;
  /** The agent, as in `host/claude-code`. */
  agent: string;
  /** The folder of the repository that has the commits. */
  folder: string;
  /** The key that calls are counted for. */
  repository: string;
  /** The user's clone, if there is one: where `explain` finds the review. */
  clone: string | null;
  /** Uncommitted files have no commit to come back to: they are read again each time, and must be the same. */
  what: { is: "change"; change: Change } | { is: "local"; target: LocalTarget; options: ReadOptions; head: string };
  today: string;
  running: RunChoice;
  /** What ran in the first attempt. */
  ran: readonly Report[];
  /** Reports of the checks: what they redact is redacted in lookups too. */
  known: readonly Report[];
  /** Every question so far, in order. */
  questions: readonly PosedQuestion[];
  /** The id of the finished draft; null while questions are open. */
  finished: string | null;
}

export interface PosedQuestion {
  id: string;
  unit: string;
  /** How many answers it has got when it was last asked. */
  asked: number;
}

export interface AgentAnswer {
  text: string;
  /** Whether the agent says that it was answered in a context of its own. */
  separate: boolean;
}

/** By question, in the order in which they were given. */
export type AgentAnswers = Readonly<Record<string, readonly AgentAnswer[]>>;

const answersSchema = z.record(z.string(), z.array(z.strictObject({ text: z.string(), separate: z.boolean() })));
const mostKept = 20;
const listPlace = "agent-reviews";

const placeOfRun = (id: string) => `agent-review/${id}`;

/** Questions without an answer to their last attempt. */
export function openQuestions({ questions }: Pick<AgentRun, "questions">, answers: AgentAnswers): PosedQuestion[] {
  return questions.filter(({ id, asked }) => (answers[id]?.length ?? 0) <= asked);
}

export async function loadRun(id: string, store: Pick<Store, "journal">): Promise<AgentRun> {
  const kept = /^[0-9a-f]{16}$/.test(id) ? await store.journal.answer(placeOfRun(id), "run") : null;
  if (kept === null) throw new UserError("There is no such review", "Start one with review_start.");
  return JSON.parse(kept) as AgentRun;
}

export async function loadAnswers(id: string, store: Pick<Store, "journal">): Promise<AgentAnswers> {
  return answersSchema.parse(JSON.parse((await store.journal.answer(placeOfRun(id), "answers")) ?? "{}"));
}

/** Keeps the last few, because each holds a change. */
export async function keepRun(run: AgentRun, store: StoreWithin, now: number): Promise<void> {
  const { journal } = store;
  await journal.keep(placeOfRun(run.id), "run", JSON.stringify(run), now);
  const known = JSON.parse((await journal.answer(listPlace, "ids")) ?? "[]") as string[];
  if (known[0] === run.id) return;
  const ids = [run.id, ...known.filter((id) => id !== run.id)];
  for (const id of ids.slice(mostKept))
    for (const step of ["run", "answers"]) await journal.clear(placeOfRun(id), step);
  await journal.keep(listPlace, "ids", JSON.stringify(ids.slice(0, mostKept)), now);
}

/** The first answer to an attempt counts; false: it has one already. */
export async function keepAnswer(
  { id }: Pick<AgentRun, "id">,
  { id: question, asked }: PosedQuestion,
  answer: AgentAnswer,
  store: Store,
  now: number,
): Promise<boolean> {
  return await store.together(async (within) => {
    const answers = await loadAnswers(id, within);
    const given = answers[question] ?? [];
    if (given.length > asked) return false;
    const more = { ...answers, [question]: [...given, answer] };
    await within.journal.keep(placeOfRun(id), "answers", JSON.stringify(more), now);
    return true;
  });
}
