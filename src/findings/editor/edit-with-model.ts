// Asks the editor once about the findings of a review and edits them by its advice. Without an answer, rules alone edit.
import type { Change } from "../../change/change.ts";
import { askOnce } from "../asking/ask-once.ts";
import type { Asker } from "../asking/asking.ts";
import { boundary } from "../asking/boundary.ts";
import type { TextOf } from "../asking/prompt.ts";
import { promptRedactor } from "../asking/prompt-redactor.ts";
import { reachesAuthor, type JudgedFinding } from "../finding.ts";
import type { Report } from "../report.ts";
import type { Texts } from "../texts.ts";
import { dropRepeats } from "./drop-repeats.ts";
import { editFindings, type EditorAdvice } from "./edit-findings.ts";
import { editorAnswerSchema, readEditorAnswer } from "./editor-answer.ts";
import { editorPrompt } from "./editor-prompt.ts";

export interface EditorNeeds {
  asker: Asker;
  text: TextOf;
  nonce: string;
  texts: Pick<Texts, "known">;
  countTokens(text: string): number;
  stop: AbortSignal;
  now(): number;
  took?(unit: string, ms: number): number;
}

export interface Edited {
  judged: JudgedFinding[];
  /** What the editor did, where it was asked. */
  report?: Report;
}

export async function editWithModel(
  change: Pick<Change, "config">,
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  needs: EditorNeeds,
): Promise<Edited> {
  const { advice, report } = await askEditor(reports, judged, needs);
  return { judged: editFindings(judged, change.config, advice), ...(report && { report }) };
}

/** With fewer there is nothing to group or to choose between. */
const fewest = 2;

async function askEditor(
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  { asker, nonce, texts, countTokens, ...needs }: EditorNeeds,
): Promise<{ advice: EditorAdvice; report?: Report }> {
  const model = asker.modelFor("editor");
  const findings = dropRepeats(judged).filter((one) => reachesAuthor(one) || one.outcome === "advisory");
  if (model === null || findings.filter(mayChange).length < fewest) return { advice: {} };
  const { fence } = boundary(nonce, promptRedactor(reports));
  const ordered = findings.toSorted((a, b) => Number(reachesAuthor(b)) - Number(reachesAuthor(a)));
  const facts = { fence, text: texts.known, nonce, budget: model.budget, countTokens };
  const { prompt, asked } = editorPrompt(ordered, needs.text("editor"), facts);
  const started = needs.now();
  // Models that think first count their thoughts as output.
  const limits = { steps: 1, outputTokens: 8000 + 200 * asked.size, ms: 300_000 };
  const question = { unit: "editor", prompt, tools: [], schema: editorAnswerSchema, limits };
  const reply = await askOnce(question, asker, needs.stop);
  const ms = Math.round(needs.now() - started);
  return {
    advice: reply.is === "answer" ? readEditorAnswer(reply.value, asked) : {},
    report: { ...reply.report, ms: needs.took?.("editor", ms) ?? ms },
  };
}

function mayChange(one: JudgedFinding): boolean {
  return reachesAuthor(one) && one.finding.proof !== "proven";
}
