// Calls the arbiter once with all disputes.
import type { NotArbitrated } from "../reason.ts";
import type { Report } from "../report.ts";
import { askOnce } from "../asking/ask-once.ts";
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
  const question = await questionOf(arbiterPrompt(disputes, fence, text("arbiter")), disputes.length);
  const asked = await askOnce(question, asker, stop);
  const { report } = asked;
  if (asked.is === "fault") return { why: { kind: "failed", message: asked.message }, report };
  return { by: asked.by, text: asked.value.answer, report };
}

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
