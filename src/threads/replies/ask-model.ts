// Asks a model a question. Comments and code are fenced; the answer is checked against the files, and a point whose
// quote is not in them is dropped.
import * as z from "zod";
import type { Asker, Question } from "../../findings/asking/asking.ts";
import { boundary } from "../../findings/asking/boundary.ts";
import { otherLanguage } from "../../findings/asking/other-language.ts";
import { checkQuote, normalise, quotedFile } from "../../findings/quote.ts";
import type { GroundedPoint } from "../words/conversation/grounded-answer.ts";
import { commandWords } from "../mention/mention-command.ts";

/** The name by which a model is configured. */
export const answerUnit = "answer-question";

export interface QuotedCode {
  label: string;
  text: string;
}

export interface ReplyModelNeeds {
  asker: Asker;
  /** The text of `answer-question.md`. */
  instructions: string;
  nonce: string;
  /** The repository's; the answer is posted. */
  language: string;
  stop: AbortSignal;
  /** Redacts secrets before a model sees the text. */
  cover(text: string): string;
  /** A file at the head; null if there is none. */
  read(path: string): Promise<Uint8Array | null>;
}

export interface GroundedAnswer {
  points: readonly GroundedPoint[];
  /** Number of points whose quote was not found in the code. */
  leftOut: number;
}

const answerSchema = z.object({
  points: z
    .array(
      z.object({
        text: z.string().describe("one to three sentences of plain Markdown"),
        quote: z
          .object({ path: z.string(), line: z.int(), text: z.string().describe("verbatim") })
          .nullable()
          .describe("the code that the point is about; null where it is about none"),
      }),
    )
    .describe("the answer, in order"),
});

const mostPoints = 8;

export async function askModel(shown: readonly QuotedCode[], needs: ReplyModelNeeds): Promise<GroundedAnswer> {
  const { value } = await needs.asker.ask(questionOf(shown, needs), needs.stop);
  const points = value.points.slice(0, mostPoints).filter(({ text }) => text.trim() !== "");
  const context = shown.map(({ text }) => text).join("\n");
  const held: GroundedPoint[] = [];
  for (const point of points) {
    const checked = await checkPoint(point, context, needs);
    if (checked) held.push(checked);
  }
  return { points: held, leftOut: points.length - held.length };
}

function questionOf(
  shown: readonly QuotedCode[],
  { nonce, language, cover, instructions }: ReplyModelNeeds,
): Question<z.infer<typeof answerSchema>> {
  const { fence } = boundary(nonce, cover);
  const other = otherLanguage(language);
  return {
    unit: answerUnit,
    prompt: {
      instructions,
      shared: `The mark of this question: ${nonce}\n${other === null ? "" : `Write the answer in this language: ${other}.\n`}`,
      own: shown.map(({ label, text }) => fence(label, text)).join("\n"),
    },
    tools: [],
    schema: answerSchema,
    limits: { steps: 1, outputTokens: 3000, ms: 180_000 },
  };
}

async function checkPoint(
  point: GroundedPoint,
  context: string,
  { read }: ReplyModelNeeds,
): Promise<GroundedPoint | null> {
  const { text, quote } = point;
  if (quote === null) return isUnnamed(text, context) ? null : point;
  const { path, line } = quote;
  const file = await read(path);
  const verdict = checkQuote(
    { path, side: "head", start: line, end: line, text: quote.text },
    file && quotedFile(file),
  );
  if (verdict.is === "missing") return null;
  return { text, quote: { ...quote, line: verdict.is === "moved" ? verdict.to : line } };
}

/** Whether it names code that the model was not shown. */
function isUnnamed(text: string, context: string): boolean {
  const shown = normalise(context);
  const named = [...text.matchAll(/`+([^`]+)`+/g)].map((match) => normalise(match[1]!));
  return named.some((name) => !shown.includes(name) && !commandWords.some((word) => name.startsWith(word)));
}
