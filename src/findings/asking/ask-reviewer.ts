// Turns a reviewer into a unit: composes its prompt, asks the model, and takes the valid parts of the answer.
import type { Change, Code } from "../../change/change.ts";
import { hunkId, pathOf } from "../../change/diff.ts";
import type { RawFinding } from "../build-finding.ts";
import { passes, type Pass } from "../finding.ts";
import type { Report, Unit, UnitResult, Verdict } from "../report.ts";
import { answerSchema, toRawFindings, type ReviewerAnswer } from "./answer.ts";
import type { Asker, AnswerLimits } from "./asking.ts";
import { promptRedactor } from "./prompt-redactor.ts";
import { boundary } from "./boundary.ts";
import { fromLines } from "./from-lines.ts";
import { concernAnswers, goalAnswer } from "./goal-answer.ts";
import { composePrompt, ownPart, type PromptInputs, type TextOf } from "./prompt.ts";
import { cut, collapseWhitespace } from "./raw-findings.ts";
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

interface SharedReads {
  /** The change as every reviewer of this budget reads it. */
  reading(budget: number): Promise<PromptInputs>;
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
  const { code, asker, text, countTokens } = needs;
  const { reading, read } = needs.shared;
  const model = asker.modelFor(reviewer.id);
  if (model === null) throw new Error(`no model is set for ${reviewer.id}`);
  const { fence } = boundary(needs.nonce, promptRedactor(await needs.known));
  const shared = await reading(model.budget);
  const own = ownPart(reviewer, change, { text, fence, countTokens, budget: model.budget });
  const lines = await linesRead(change, shared, read);
  const {
    value,
    model: answeredBy,
    cost,
  } = await asker.ask(
    {
      unit: reviewer.id,
      prompt: composePrompt(text, shared, own),
      tools: model.tools ? reviewTools({ code, read, fence }) : [],
      schema: answerSchema,
      fromText: (said) => fromLines(said, { pass: reviewer.passes[0] ?? "correctness", line: lines }),
      limits: askLimits,
    },
    stop,
  );
  const facts = { files: change.files, read };
  const findings = await toRawFindings(value, reviewer, facts);
  const speaksOfGoal = reviewer.sees === "words";
  const goal = speaksOfGoal ? await goalAnswer(value.goal, facts) : null;
  return {
    findings,
    verdicts: verdictsOf(reviewer, value, findings),
    read: [...shared.read, ...own.read],
    ...(shared.told && shared.told.length > 0 && { told: shared.told }),
    cost,
    model: answeredBy,
    notes: value.notes
      .slice(0, mostNotes)
      .map((note) => cut(collapseWhitespace(note), longestNote))
      .filter((note) => note !== ""),
    ...(goal && { goal }),
    ...(speaksOfGoal && { concerns: await concernAnswers(value.concerns, change.concerns, facts) }),
  };
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
 * evidence. A pass without either has no verdict, and so is a gap where every pass needs one.
 */
function verdictsOf(
  reviewer: Pick<Reviewer, "passes">,
  answer: Pick<ReviewerAnswer, "verdicts">,
  findings: readonly Pick<RawFinding, "pass">[],
): Verdict[] {
  return passes
    .filter((pass) => reviewer.passes.includes(pass))
    .flatMap((pass): Verdict[] => {
      const found = findings.filter((finding) => finding.pass === pass).length;
      if (found > 0) return [{ pass, says: "findings", evidence: `${found} found` }];
      const said = answer.verdicts.find(
        ({ pass: of, says, evidence }) =>
          of === pass && evidence.trim() !== "" && (says === "clean" || (says === "n/a" && mayNotApply.includes(pass))),
      );
      return said ? [{ pass, says: said.says, evidence: cut(collapseWhitespace(said.evidence), longestNote) }] : [];
    });
}
