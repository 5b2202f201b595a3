// Defines the types of a task that runs in a child process, and of the context that the process gives it.
import * as z from "zod";
import type { CallRecord } from "../../world/models/record.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { ModelOptions } from "../review/open-models.ts";
import type { ProcessLimits } from "./limited-command.ts";

export interface ChildTask<Input extends object, Output, Step = never> {
  id: string;
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
  /** Absent: the task reports no progress. */
  progress?: z.ZodType<Step>;
  timeLimitMs: number;
  /** Absent: 15 minutes of CPU time and 2 GB of heap. */
  limits?: ProcessLimits;
  run(input: Input, context: TaskContext): Promise<Output>;
  /** Checks the output against the input, in the parent. Throws if the output names something the parent did not ask about. */
  accept?(output: Output, input: Input): Output;
}

export interface TaskContext {
  environment: ProcessEnvironment;
  /** Sent when the call ends, not with the output, so that the parent records its cost even if the child dies. */
  reportCall(call: CallReport): void;
  reportProgress(step: unknown): void;
}

/** The parent is trusted and writes the input from typed values. */
export function trustedInput<Input extends object>(): z.ZodType<Input> {
  return z.custom<Input>((value) => typeof value === "object" && value !== null);
}

export const callReportSchema = z.strictObject({
  unit: z.string().max(100),
  model: z.string().max(300),
  at: z.number(),
  money: z.number().min(0).nullable(),
  /** The `CallRecord` as JSON, stored unchanged. */
  call: z.string().max(20_000_000),
  /** False: the call was interrupted because the task was stopped. It cost money, and is asked again. */
  isOver: z.boolean(),
});
export type CallReport = z.infer<typeof callReportSchema>;

/** A run of a task that asks models, and the calls that an interrupted attempt has already made. */
interface ModelRun {
  /** Part of every fence around untrusted text. A retry uses the same one, otherwise no prompt would be the same. */
  run: string;
  /** Each a `CallRecord` as JSON. */
  past: readonly string[];
}

/** The parent's side of a run: the child has no store. */
export interface RecordedModelRun extends ModelRun {
  keep(call: CallReport): Promise<void>;
}

export interface ModelInput {
  /** In dollars, this month. */
  spent: { all: number; repository: number };
  /** Null if no model is asked. */
  asking: ModelRun | null;
}

export function modelOptions(
  { spent, asking }: ModelInput,
  { environment: { stop }, reportCall }: TaskContext,
): Pick<ModelOptions, "keeper" | "resumes"> {
  const keeper: ModelOptions["keeper"] = {
    keep: async (_run, _repository, call) => {
      const { unit, model, at, cost, outcome } = call;
      // It is asked again, and costs nothing until then.
      if (outcome.is === "failed" && outcome.fault === "unanswered") return;
      const isOver = outcome.is === "answered" || !stop.aborted;
      reportCall({ unit, model, at, money: cost.money, call: JSON.stringify(call), isOver });
    },
    spent: async (_since, repository) => (repository === undefined ? spent.all : spent.repository),
  };
  if (asking === null) return { keeper };
  return { keeper, resumes: { run: asking.run, calls: asking.past.map((call) => JSON.parse(call) as CallRecord) } };
}
