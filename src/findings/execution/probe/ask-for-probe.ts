// Asks a model to refine the traced probe and checks its answer against the facts.
import type { Change, Code } from "../../../change/change.ts";
import { isCommentable } from "../../../change/diff.ts";
import { ModelFault } from "../../../errors.ts";
import { askLimits } from "../../asking/ask-reviewer.ts";
import { wordsText } from "../../asking/author-words.ts";
import { boundary } from "../../asking/boundary.ts";
import { readKnowledge } from "../../asking/knowledge.ts";
import type { Panel } from "../../asking/panel.ts";
import { sharedReadings } from "../../asking/prompt.ts";
import { cleanPath } from "../../asking/raw-findings.ts";
import { readerOf, type ReadFile } from "../../asking/read-trees.ts";
import { reviewTools } from "../../asking/tools.ts";
import { promptRedactor } from "../../asking/prompt-redactor.ts";
import type { UnitResult } from "../../report.ts";
import { probeSchema, type ProbeAnswer } from "../probe-schema.ts";
import { checkProbeAnswer, type CheckedProbe, type ProbeFacts } from "./check-probe-answer.ts";
import type { RuleProbe } from "./probe-by-rules.ts";
import { notes } from "./probe-sentences.ts";

export interface ProbeRequest extends Pick<ProbeFacts, "coverage" | "reports"> {
  change: Change;
  code: Code;
  panel: Panel;
  ruled: RuleProbe;
}

export interface ProbeReply extends Pick<UnitResult, "cost" | "model" | "notes"> {
  /** Null if the model did not answer; the rule-based probe stands. */
  checked: CheckedProbe | null;
}

/** Same order as in reviewer prompts: our instructions first, the task last. */
const instructionParts = ["shared/boundary", "shared/reading", "shared/tools"];

export async function askForProbe(facts: ProbeRequest, stop: AbortSignal): Promise<ProbeReply> {
  const { panel, change, code, reports } = facts;
  const model = panel.asker.modelFor("probe");
  if (model === null) return { checked: null };
  // The checks' reports tell which secrets to redact.
  if (!reports.some(({ by }) => by === "check")) return { checked: null, notes: [notes.noSecretsKnown] };
  const { fence } = boundary(panel.nonce, promptRedactor(reports));
  const read = readerOf(code);
  const knowledge = await readKnowledge(change, code.base);
  const known = reports.filter(({ by }) => by === "check");
  const { nonce, countTokens } = panel;
  const [shared] = sharedReadings(change, { fence, nonce, budget: model.budget, countTokens, known, knowledge }, 1);
  const own = [
    panel.text("shared/probe").trimEnd(),
    wordsText(change, fence),
    fence("what the rules traced, as JSON", JSON.stringify(facts.ruled.probe, null, 1)),
  ].join("\n\n");
  try {
    const answered = await panel.asker.ask(
      {
        unit: "probe",
        prompt: {
          instructions: instructionParts.map((name) => panel.text(name).trimEnd()).join("\n\n"),
          shared: shared.text,
          own,
        },
        tools: model.tools ? reviewTools({ code, read, fence }) : [],
        schema: probeSchema,
        limits: askLimits,
      },
      stop,
    );
    const believed = await checkAnswer(answered.value, facts, read);
    return { checked: believed, model: answered.model, cost: answered.cost };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return {
      checked: null,
      model: error.model,
      ...(error.cost && { cost: error.cost }),
      notes: [notes.modelFailed(error.message.replace(/\.$/, ""))],
    };
  }
}

async function checkAnswer(answer: ProbeAnswer, facts: ProbeRequest, read: ReadFile): Promise<CheckedProbe> {
  const said = [answer.break_point, ...answer.failure_chain.slice(0, 50).flatMap(({ at }) => at ?? [])];
  const paths = [...new Set(said.map(({ path }) => cleanPath(path)))];
  const files = new Map(await Promise.all(paths.map(async (path) => [path, await read(path, "head")] as const)));
  return checkProbeAnswer(answer, {
    ...facts,
    exists: (path, line) => line >= 1 && line <= (files.get(path)?.lines.length ?? 0),
    isChanged: (path, line) =>
      facts.change.files.some((file) => file.newPath === path && isCommentable(file, "head", line)),
  });
}
