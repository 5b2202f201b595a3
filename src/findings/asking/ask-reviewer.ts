// Turns a reviewer into a unit: composes its prompt, asks the model, and takes the valid parts of the answer.
import type { Change, Code } from "../../change/change.ts";
import { hunkId, pathOf } from "../../change/diff.ts";
import { ModelFault } from "../../errors.ts";
import type { RawFinding } from "../build-finding.ts";
import { passes, type Pass } from "../finding.ts";
import type { Report, Unit, UnitResult, Verdict } from "../report.ts";
import { answerSchema, toRawFindings, type ReviewerAnswer } from "./answer.ts";
import { addCosts, type Asker, type AnswerLimits, type ModelAnswer, type ModelFacts } from "./asking.ts";
import { promptRedactor } from "./prompt-redactor.ts";
import { boundary, type Boundary } from "./boundary.ts";
import { fromLines } from "./from-lines.ts";
import { concernAnswers, goalAnswer } from "./goal-answer.ts";
import { advisedAnswers } from "./advised-answer.ts";
import { listKnown, questionsFor, type CheckFinding } from "./known-findings.ts";
import { composePrompt, ownPart, type PromptInputs, type TextOf } from "./prompt.ts";
import { cut, collapseWhitespace } from "./raw-findings.ts";
import { joinReads } from "./read-within.ts";
import type { ReadFile } from "./read-trees.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";
import { reviewTools } from "./tools.ts";

export interface ReviewerNeeds {
  code: Code;
  /** What the checks found. */
  known: Promise<readonly Report[]>;
  asker: Asker;
  text: TextOf;
  /** Of this run: nobody could know it when the change was written. */
  nonce: string;
  countTokens(text: string): number;
  /** What all reviewers of a review share, made once (`run-reviewers.ts`). */
  shared: SharedReads;
}

export interface SharedReads {
  /** The change as every reviewer of this budget reads it, one part a call. */
  readings(budget: number): Promise<readonly [PromptInputs, ...PromptInputs[]]>;
  read: ReadFile;
}

/** Of one conversation; a call of it has no more time either. */
export const askLimits: AnswerLimits = { steps: 24, outputTokens: 16_000, ms: 300_000 };

export function reviewerUnit(reviewer: Reviewer): Unit<ReviewerNeeds> {
  const { id, title, passes: owned } = reviewer;
  return {
    id,
    title,
    passes: owned,
    when: (change) => reviewer.when(change),
    run: (change, needs, stop) => askReviewer(reviewer, change, needs, stop),
  };
}

async function askReviewer(
  reviewer: Reviewer,
  change: Change,
  needs: ReviewerNeeds,
  stop: AbortSignal,
): Promise<UnitResult> {
  const model = needs.asker.modelFor(reviewer.id);
  if (model === null) throw new Error(`no model is set for ${reviewer.id}`);
  const known = await needs.known;
  const { fence } = boundary(needs.nonce, promptRedactor(known));
  const questions = questionsFor(reviewer, listKnown(known, change.config));
  const readings = await needs.shared.readings(model.budget);
  const own = ownPart(reviewer, change, { ...needs, fence, budget: model.budget, questions });
  // The goal is one for the whole change: it is judged by the part with the riskiest files.
  const parts = reviewer.sees === "words" ? readings.slice(0, 1) : readings;
  const asked = await Promise.all(
    parts.map(async (part): Promise<AskedPart> => {
      try {
        return { part, answer: await askAbout(part, { reviewer, change, needs, model, own, fence }, stop) };
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        return { part, fault: error };
      }
    }),
  );
  return await joinParts(reviewer, change, needs, { own, questions }, asked);
}

interface AskedPart {
  part: PromptInputs;
  answer?: ModelAnswer<ReviewerAnswer>;
  fault?: ModelFault;
}

interface AskFacts {
  reviewer: Reviewer;
  change: Change;
  needs: ReviewerNeeds;
  model: ModelFacts;
  own: PromptInputs;
  fence: Boundary["fence"];
}

async function askAbout(
  part: PromptInputs,
  { reviewer, change, needs, model, own, fence }: AskFacts,
  stop: AbortSignal,
): Promise<ModelAnswer<ReviewerAnswer>> {
  const { code, asker, text } = needs;
  const { read } = needs.shared;
  const lines = await linesRead(change, part, read);
  return await asker.ask(
    {
      unit: reviewer.id,
      prompt: composePrompt(text, part, own),
      tools: model.tools ? reviewTools({ code, read, fence }) : [],
      schema: answerSchema,
      fromText: (said) => fromLines(said, { pass: reviewer.passes[0] ?? "correctness", line: lines }),
      limits: askLimits,
      trees: { base: change.base, head: change.head },
    },
    stop,
  );
}

/** Where a part has no answer, what the others say is kept, and the unit counts as failed. */
async function joinParts(
  reviewer: Reviewer,
  change: Change,
  needs: ReviewerNeeds,
  { own, questions }: { own: PromptInputs; questions: readonly CheckFinding[] },
  asked: readonly AskedPart[],
): Promise<UnitResult> {
  const costs = asked.flatMap(({ answer, fault: failed }) => answer?.cost ?? failed?.cost ?? []);
  const cost = costs.length === 0 ? undefined : addCosts(costs);
  const fault = asked.find((one) => one.fault)?.fault;
  const answered = asked.filter((one) => one.answer !== undefined);
  if (fault && answered.length === 0)
    throw new ModelFault(fault.model, fault.fault, fault.message, fault.retryAfterMs, cost);
  const answers = answered.map(({ answer }) => answer!.value);
  const facts = { files: change.files, read: needs.shared.read };
  const findings = withoutRepeats(
    (await Promise.all(answers.map((value) => toRawFindings(value, reviewer, facts)))).flat(),
  );
  const goal = reviewer.sees === "words" ? await goalAnswer(answers[0]!.goal, facts) : null;
  const told = asked[0]!.part.told ?? [];
  return {
    findings,
    verdicts: verdictsOf(reviewer, answers, findings),
    read: [...joinReads(answered.map(({ part }) => part)), ...own.read],
    ...(told.length > 0 && { told }),
    ...(cost && { cost }),
    model: answered[0]!.answer!.model,
    notes: answers
      .flatMap(({ notes }) => notes)
      .slice(0, mostNotes)
      .map((note) => cut(collapseWhitespace(note), longestNote))
      .filter((note) => note !== ""),
    ...(goal && { goal }),
    ...(reviewer.sees === "words" && {
      concerns: await concernAnswers(answers[0]!.concerns, change.concerns, facts),
    }),
    ...(questions.length > 0 && {
      answers: await advisedAnswers(
        answers.flatMap((one) => one.answers),
        questions,
        facts,
      ),
    }),
    ...(fault && { incomplete: fault }),
  };
}

/** A model that looks things up can report the same line in two parts. */
function withoutRepeats(findings: readonly RawFinding[]): RawFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ at, kind, title }) => {
    const key = JSON.stringify([at.path, at.side, at.start, kind, title]);
    return !seen.has(key) && seen.add(key);
  });
}

const mostNotes = 30;
const longestNote = 500;

/** The lines at head of the files that it was shown, for answers that only name a place. */
async function linesRead(
  change: Change,
  shared: PromptInputs,
  read: ReadFile,
): Promise<(path: string, line: number) => string | null> {
  const hunks = new Set(shared.read.flatMap(({ hunk, depth }) => (depth === "full" ? hunk : [])));
  const shown = change.files.filter((file) => file.hunks.some((_, index) => hunks.has(hunkId(pathOf(file), index))));
  const files = new Map(
    await Promise.all(shown.map(async (file) => [pathOf(file), await read(pathOf(file), "head")] as const)),
  );
  return (path, line) => files.get(path)?.lines[line - 1]?.replace(/\r$/, "") ?? null;
}

const mayNotApply: readonly Pass[] = ["performance", "async"];

/**
 * For the passes that it owns: what its findings say goes before what it says of them, "clean" and "n/a" count only with
 * evidence, and only if every part has one. A pass without either has no verdict, and so is a gap where every pass needs
 * one.
 */
function verdictsOf(
  reviewer: Pick<Reviewer, "passes">,
  answers: readonly Pick<ReviewerAnswer, "verdicts">[],
  findings: readonly Pick<RawFinding, "pass">[],
): Verdict[] {
  return passes
    .filter((pass) => reviewer.passes.includes(pass))
    .flatMap((pass): Verdict[] => {
      const found = findings.filter((finding) => finding.pass === pass).length;
      if (found > 0) return [{ pass, says: "findings", evidence: `${found} found` }];
      const said = answers.flatMap(({ verdicts }) => verdicts.find((one) => one.pass === pass && counts(one)) ?? []);
      if (said.length < answers.length) return [];
      const evidence = said.map((one) => collapseWhitespace(one.evidence)).join("; ");
      const says = said.find((one) => one.says === "clean")?.says ?? "n/a";
      return [{ pass, says, evidence: cut(evidence, longestNote) }];
    });
}

function counts({ pass, says, evidence }: ReviewerAnswer["verdicts"][number]): boolean {
  return evidence.trim() !== "" && (says === "clean" || (says === "n/a" && mayNotApply.includes(pass)));
}
