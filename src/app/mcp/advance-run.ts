// Reviews again with the answers so far. Answered questions come from the record, so that only new ones are asked.
import { UserError } from "../../errors.ts";
import type { AgentReceipt, Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import type { HostQuestion } from "../../world/models/host-model.ts";
import type { Store } from "../../world/store/store.ts";
import { runTask } from "../child/run-task.ts";
import { reviewChangeTask, type ReviewChangeInput } from "../child/tasks/review-change.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { readUserConfigFile } from "../user-config.ts";
import type { AgentRun, AgentAnswers } from "./agent-run.ts";

/** What is known before the first attempt. */
export type NewRun = Omit<AgentRun, "what" | "ran" | "known" | "questions" | "finished"> & {
  what: ReviewChangeInput["what"];
  ran: AgentRun["ran"] | null;
};

export interface Advanced {
  draft: Draft;
  given: string;
  open: readonly HostQuestion[];
}

export interface AdvanceNeeds {
  store: Pick<Store, "records">;
  environment: ProcessEnvironment;
  /** False: nothing is stored. */
  keeps: boolean;
  progress(step: Progress): void;
}

export async function advanceRun(
  { id, agent, folder, repository, what, today, running, ran }: NewRun,
  answers: AgentAnswers,
  { store, environment, keeps, progress }: AdvanceNeeds,
): Promise<Advanced> {
  const { program, env, cwd, stop } = environment;
  const { draft, given, questions } = await runTask(
    reviewChangeTask,
    {
      what,
      folder,
      today,
      running,
      ...(ran !== null && { ran }),
      user: { ...(await readUserConfigFile(env)), models: [], reviewers: {}, spending: {} },
      host: {
        name: agent,
        answers: Object.fromEntries(
          Object.entries(answers).map(([question, texts]) => [question, texts.map(({ text }) => text)]),
        ),
      },
      limits: {},
      repository,
      spent: { all: 0, repository: 0 },
      asking: { run: id, past: await store.records.callsOf(id) },
    },
    {
      program,
      env,
      cwd,
      stop,
      keys: [],
      onProgress: progress,
      keepCall: async ({ unit, model, at, money, call }) => {
        if (keeps) await store.records.keepCall({ run: id, repository, unit, model, at, money, call });
      },
    },
  );
  return { draft: { ...draft, agent: receiptOf(agent, answers) }, given: JSON.stringify(given), open: questions };
}

/** The same, for a review that has begun. */
export async function resumeRun(run: AgentRun, answers: AgentAnswers, needs: AdvanceNeeds): Promise<Advanced> {
  const advanced = await advanceRun(run, answers, needs);
  if (run.what.is === "local" && advanced.draft.change.head !== run.what.head)
    throw new UserError(
      "The files have changed since this review began",
      "Start another one with review_start, and change no file until it is finished.",
    );
  return advanced;
}

function receiptOf(name: string, answers: AgentAnswers): AgentReceipt {
  const given = Object.values(answers);
  const separate = given.filter((texts) => texts.every((one) => one.separate)).length;
  return { name, answered: given.length, separate };
}
