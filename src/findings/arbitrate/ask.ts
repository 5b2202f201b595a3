// Calls the arbiter once with all disputes.
import { ModelFault } from "../../errors.ts";
import type { NotArbitrated, Reason } from "../reason.ts";
import type { Report } from "../report.ts";
import type { Asker, Prompt, Question } from "../asking/asking.ts";
import type { TextOf } from "../asking/prompt.ts";
import { arbiterPrompt, type Contested, type Fence } from "./prompt.ts";

/** What came of asking: an answer, or why there is none. */
export type ArbiterReply = { by: string; text: string } | { why: NotArbitrated };

/** At most one call, for all disputes together; none, and no report, where there is nothing to ask, or nobody. */
export async function askArbiter(
  disputes: readonly Contested[],
  { fence, asker, text }: { fence: Fence; asker: Asker; text: TextOf },
  stop: AbortSignal,
): Promise<ArbiterReply & { report: Report | null }> {
  if (asker.modelFor("arbiter") === null) return { why: { kind: "no-arbiter" }, report: null };
  if (disputes.length === 0) return { why: { kind: "no-verdict" }, report: null };
  try {
    const { value, model, cost } = await asker.ask(
      await questionOf(arbiterPrompt(disputes, fence, text("arbiter")), disputes.length),
      stop,
    );
    return { by: model, text: value.answer, report: { ...empty, status: "ran", model, cost } };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    const { model, fault, message, cost } = error;
    const why: Reason = { kind: "model-failed", model, fault, message };
    return {
      why: { kind: "failed", message },
      report: { ...empty, ...(cost && { cost }), status: "failed", model, why },
    };
  }
}

/** Whoever holds a clock says how long it took. */
const empty = {
  unit: "arbiter",
  by: "reviewer" as const,
  findings: [],
  verdicts: [],
  read: [],
  ms: 0,
} satisfies Partial<Report>;

async function questionOf(prompt: Prompt, disputes: number): Promise<Question<{ answer: string }>> {
  // A review without models needs no schemas.
  const z = await import("zod");
  return {
    unit: "arbiter",
    prompt,
    tools: [],
    schema: z.strictObject({ answer: z.string().describe("one ARB line for each dispute, as told") }),
    fromText: (text) => (/^ARB /m.test(text) ? { answer: text } : null),
    // Models that think first count their thoughts as output.
    limits: { steps: 1, outputTokens: 8000 + 200 * disputes, ms: 300_000 },
  };
}
