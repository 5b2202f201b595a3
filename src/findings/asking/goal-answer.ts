// Validates the goal reviewer's answer: a verdict counts only with a quoted line that exists.
import type { Concern } from "../../change/change.ts";
import { removedLines } from "../../change/diff.ts";
import { checkQuote, normalise } from "../quote.ts";
import type { ConcernAnswer, GoalAnswer } from "../report.ts";
import type { ReviewerAnswer, AnsweredEvidence } from "./answer.ts";
import { cut, collapseWhitespace, quoteOf, type AnswerFacts } from "./raw-findings.ts";

const most = { what: 3, evidence: 8, sentence: 400 };

export async function goalAnswer(said: ReviewerAnswer["goal"], facts: AnswerFacts): Promise<GoalAnswer | null> {
  if (said === null) return null;
  const goal = sentence(said.goal);
  const shown = await shownBy(said.evidence, facts);
  return {
    what: said.what
      .map(sentence)
      .filter((text) => text !== null)
      .slice(0, most.what),
    why: sentence(said.why),
    goal,
    ...verdictOf(said, goal, shown),
  };
}

function verdictOf(
  { verdict, evidence }: NonNullable<ReviewerAnswer["goal"]>,
  goal: string | null,
  shown: readonly string[],
): Pick<GoalAnswer, "verdict" | "evidence"> {
  if (goal === null) return { verdict: "n/a", evidence: [] };
  // Why it cannot be verified, or why no goal is seen in it, needs no line.
  const reasons = evidence
    .map(({ says }) => sentence(says))
    .filter((text) => text !== null)
    .slice(0, most.evidence);
  if (verdict === "unverifiable" || verdict === "n/a") return { verdict: "unverifiable", evidence: reasons };
  return shown.length > 0 ? { verdict, evidence: shown } : { verdict: "unverifiable", evidence: [] };
}

/** For concerns that people really raised, the first answer to each. */
export async function concernAnswers(
  said: ReviewerAnswer["concerns"],
  concerns: readonly Concern[],
  facts: AnswerFacts,
): Promise<ConcernAnswer[]> {
  const answers: ConcernAnswer[] = [];
  for (const { id } of concerns) {
    const answer = said.find((one) => one.id.trim() === id);
    if (!answer) continue;
    const shown = await shownBy(answer.evidence, facts);
    const holds = answer.status !== "open" && shown.length > 0;
    const how = [sentence(answer.how), ...(holds ? shown : [])].filter((text) => text !== null).join(" ");
    answers.push({ id, status: holds ? answer.status : "open", how: cut(how, 3 * most.sentence) });
  }
  return answers;
}

/** What lines at head, or lines that the change removed, really show: each a sentence with its place. */
async function shownBy(evidence: readonly AnsweredEvidence[], facts: AnswerFacts): Promise<string[]> {
  const shown = await Promise.all(
    evidence.slice(0, most.evidence).map(async (one) => {
      const quote = await quoteOf(one, facts);
      const verdict = checkQuote(quote, await facts.read(quote.path, quote.side));
      if (verdict.is === "missing" || (quote.side === "base" && !wasRemoved(quote, facts))) return null;
      const line = verdict.is === "moved" ? verdict.to : quote.start;
      const place = `${quote.path}:${line}${quote.side === "base" ? " at base" : ""}`;
      return `${sentence(one.says) ?? cut(collapseWhitespace(quote.text), 120)} (${place})`;
    }),
  );
  return shown.filter((text) => text !== null);
}

function wasRemoved({ path, text }: { path: string; text: string }, { files }: AnswerFacts): boolean {
  const file = files.find(({ oldPath }) => oldPath === path);
  const first = normalise(text.split("\n")[0] ?? "");
  return file !== undefined && [...removedLines(file)].some((line) => normalise(line.text) === first);
}

function sentence(text: string | null): string | null {
  const line = cut(collapseWhitespace(text ?? ""), most.sentence);
  return line === "" ? null : line;
}
