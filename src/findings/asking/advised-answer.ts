// Validates a reviewer's answers about advisory findings: one that refutes counts only with a quoted line of code that
// exists.
import { plainReason } from "../arbitrate/answer.ts";
import { codeLines } from "../gates/claim-gate/code-lines.ts";
import { checkQuote } from "../quote.ts";
import type { AdvisedAnswer } from "../report.ts";
import type { ReviewerAnswer } from "./answer.ts";
import type { CheckFinding } from "./known-findings.ts";
import { quoteOf, type AnswerFacts } from "./raw-findings.ts";

type Said = ReviewerAnswer["answers"][number];

/** One answer to each question at most; a confirmation goes before a refutation. */
export async function advisedAnswers(
  said: readonly Said[],
  questions: readonly CheckFinding[],
  facts: AnswerFacts,
): Promise<AdvisedAnswer[]> {
  const answers = await Promise.all(
    questions.map(async ({ id, finding }) => {
      const about = said.filter((one) => one.id.trim() === id);
      const confirmation = about.find(({ verdict }) => verdict === "confirmed");
      if (confirmation)
        return [{ finding: finding.id, verdict: "confirmed" as const, reason: plainReason(confirmation.reason) }];
      const refutation = about.find(({ verdict }) => verdict === "refuted");
      const shown = refutation && (await refutes(refutation, facts));
      return shown ? [{ finding: finding.id, verdict: "refuted" as const, ...shown }] : [];
    }),
  );
  return answers.flat();
}

/** Null without a reason, or where the quote is not there or is a comment: what a change says of itself shows nothing. */
async function refutes(said: Said, facts: AnswerFacts): Promise<Pick<AdvisedAnswer, "reason" | "at"> | null> {
  const reason = plainReason(said.reason);
  const quote = await quoteOf(said, facts);
  const file = await facts.read(quote.path, quote.side);
  const verdict = checkQuote(quote, file);
  if (reason === "" || file === null || verdict.is === "missing") return null;
  const line = verdict.is === "moved" ? verdict.to : quote.start;
  const code = codeLines(file, quote.path).slice(line - 1, line + quote.end - quote.start);
  if (code.every((text) => text.trim() === "")) return null;
  return { reason, at: { path: quote.path, side: quote.side, line } };
}
