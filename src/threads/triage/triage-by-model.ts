// Asks a model about threads that the rules cannot classify, where one is configured. Its answer is validated: it
// covers only the given threads, `already_fixed` needs a quoted line of the file, and it cannot override a thread that
// needs a person.
import * as z from "zod";
import { ModelFault } from "../../errors.ts";
import { normalise } from "../../findings/quote.ts";
import { addCosts, noCost, type Asker, type Question } from "../../findings/asking/asking.ts";
import { boundary, type Boundary } from "../../findings/asking/boundary.ts";
import type { ModelCost } from "../../model-cost.ts";
import { oneLine, shorten } from "../../review/words/text.ts";
import { modelNote, notFixedYet, recommendedAction, unprovenNote } from "../words/triage-texts.ts";
import { classifications } from "../thread-payloads.ts";
import type { ReviewThread } from "../thread.ts";
import type { TriagedThread } from "../triage.ts";
import type { CodeFacts, Excerpt } from "./code-facts.ts";
import { codeTokens, distinctiveTokens } from "./code-tokens.ts";
import { triageUnit } from "./triage-unit.ts";

export { triageUnit };

export interface OpenThread {
  thread: ReviewThread;
  facts: CodeFacts;
  /** The rules' verdict. */
  verdict: TriagedThread;
}

export interface ModelTriageNeeds {
  asker: Asker;
  /** The text of `triage-thread.md`. */
  instructions: string;
  nonce: string;
  stop: AbortSignal;
  /** Redacts secrets before a model sees the text. */
  cover?(text: string): string;
}

export interface ModelTriage {
  /** In the given order; threads that were not sent are unchanged. */
  triaged: readonly TriagedThread[];
  /** For people: what a model could not answer, and why. */
  notes: readonly string[];
  cost: ModelCost;
}

const batch = 12;
const longest = { body: 3000, reason: 1000, reply: 2000, comments: 6 };

const answerSchema = z.object({
  threads: z.array(
    z.object({
      id: z.string().describe("as it was given, such as T1"),
      classification: z.enum(classifications),
      confidence: z.enum(["low", "medium", "high"]),
      reason: z.string().describe("in one or two sentences"),
      quote: z.string().nullable().describe("one line of the code as it stands now, verbatim"),
      reply: z.string().nullable().describe("a draft of an answer; null for none"),
      needsHuman: z.boolean().describe("a person has to decide"),
    }),
  ),
});
type Answer = z.infer<typeof answerSchema>["threads"][number];

export async function triageByModel(open: readonly OpenThread[], needs: ModelTriageNeeds): Promise<ModelTriage> {
  const asked = needs.asker.modelFor(triageUnit) === null ? [] : open.filter(isForModel);
  const weighed = new Map<OpenThread, TriagedThread>();
  const notes: string[] = [];
  const costs: ModelCost[] = [];
  for (let from = 0; from < asked.length; from += batch) {
    const some = asked.slice(from, from + batch);
    try {
      const { value, model, cost } = await needs.asker.ask(questionOf(some, needs), needs.stop);
      costs.push(cost);
      for (const [one, answer] of answersFor(some, value.threads)) weighed.set(one, validateAnswer(one, answer, model));
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      if (error.cost) costs.push(error.cost);
      notes.push(modelNote(error.message));
    }
  }
  return {
    triaged: open.map((one) => weighed.get(one) ?? one.verdict),
    notes: [...new Set(notes)],
    cost: addCosts([noCost, ...costs]),
  };
}

/** A thread whose text needs a person is never sent to a model. */
function isForModel({ verdict }: OpenThread): boolean {
  return verdict.confidence === "low" && !needsPerson(verdict);
}

function needsPerson({ evidence }: TriagedThread): boolean {
  return evidence.words.some((word) => word !== "question");
}

function questionOf(some: readonly OpenThread[], needs: ModelTriageNeeds): Question<z.infer<typeof answerSchema>> {
  const fences = boundary(needs.nonce, needs.cover);
  return {
    unit: triageUnit,
    prompt: {
      instructions: needs.instructions,
      shared: `The mark of this question: ${needs.nonce}\n`,
      own: some.map((one, at) => threadText(one, `T${at + 1}`, fences)).join("\n"),
    },
    tools: [],
    schema: answerSchema,
    limits: { steps: 1, outputTokens: 4000 + 500 * some.length, ms: 300_000 },
  };
}

function threadText({ thread, facts }: OpenThread, id: string, { fence }: Boundary): string {
  const comments = thread.comments.length > 0 ? thread.comments : [thread.firstComment].filter((one) => one !== null);
  return [
    `## ${id}\n`,
    ...comments
      .slice(0, longest.comments)
      .map((comment, at) => fence(`${id} comment ${at + 1}`, shorten(comment.body, longest.body))),
    codeText(`${id} code then`, facts.before, fence),
    codeText(`${id} code now`, facts.now, fence),
  ].join("");
}

function codeText(label: string, excerpt: Excerpt | null, fence: Boundary["fence"]): string {
  if (excerpt === null) return `(${label}: not known)\n`;
  return fence(label, excerpt.lines.map((line, at) => `${excerpt.start + at}: ${line}`).join("\n"));
}

/** One answer per thread; duplicate answers are discarded. */
function answersFor(some: readonly OpenThread[], answers: readonly Answer[]): [OpenThread, Answer][] {
  return some.flatMap((one, at) => {
    const mine = answers.filter(({ id }) => id === `T${at + 1}`);
    return mine.length === 1 ? [[one, mine[0]!] as [OpenThread, Answer]] : [];
  });
}

function validateAnswer({ facts, verdict }: OpenThread, answer: Answer, model: string): TriagedThread {
  const quote = quotedLineIn(answer.quote, facts.now);
  const settled = answer.classification === "already_fixed" || answer.classification === "stale";
  if (settled && quote === null) return { ...verdict, reason: `${verdict.reason} ${unprovenNote}` };
  const classification = answer.needsHuman || needsPerson(verdict) ? "needs_human" : answer.classification;
  const requiresHumanDecision = classification === "needs_human";
  // Without a change, no check can prove the fix.
  const proven = settled && facts.unknown === null && facts.outcome !== "untouched" && answer.confidence !== "low";
  return {
    ...verdict,
    classification,
    // A model's claim alone is never certain.
    confidence: answer.confidence === "high" ? "medium" : answer.confidence,
    reason: boundedLine(answer.reason, longest.reason) ?? verdict.reason,
    recommendedAction: recommendedAction(classification),
    filesToChange: classification === "valid" && facts.headPath !== null ? [facts.headPath] : [],
    replyBody: replyOf(classification, answer),
    canResolveAfterChecks: !requiresHumanDecision && (proven || classification === "valid"),
    requiresHumanDecision,
    evidence: { ...verdict.evidence, by: model, rule: "model", quote },
  };
}

/** The quoted line if it occurs in the file as shown to the model; a lone bracket proves nothing. */
function quotedLineIn(quote: string | null, now: Excerpt | null): string | null {
  const wanted = normalise(quote ?? "");
  if (distinctiveTokens(codeTokens(wanted)).length < 2) return null;
  return now?.lines.find((line) => normalise(line) === wanted) ?? null;
}

function replyOf(classification: Answer["classification"], { reply, reason }: Answer): string | null {
  if (classification === "needs_human") return null;
  if (classification !== "valid") return boundedLine(reply, longest.reply);
  const why = boundedLine(reason, longest.reason);
  return why === null || claimsDone.test(why) ? notFixedYet : `${notFixedYet} ${why}`;
}

/** In a draft reply for an open thread: words that sound as if it were done. */
const claimsDone =
  /\b(?:fixed|done|resolved|addressed|applied|pushed|committed|merged|updated|changed|corrected|implemented|removed|added|renamed|replaced|handled|taken care|no longer|now (?:uses|has|checks|handles|returns)|(?:has|have|had|was|were) been)\b/i;

function boundedLine(text: string | null, most: number): string | null {
  const plain = oneLine(text ?? "").trim();
  return plain === "" ? null : shorten(plain, most);
}
