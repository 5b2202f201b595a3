// Asks a model a question. Comments and code are fenced; what the answer quotes is checked against the files and the
// texts that were shown, and a point whose quote is in neither is dropped.
import * as z from "zod";
import type { Side } from "../../change/change.ts";
import type { AnswerLimits, Asker, Question, Tool } from "../../findings/asking/asking.ts";
import type { Boundary } from "../../findings/asking/boundary.ts";
import { otherLanguage } from "../../findings/asking/other-language.ts";
import { checkQuote, normalise, type QuotedFile } from "../../findings/quote.ts";
import type { GroundedPoint } from "../words/conversation/grounded-answer.ts";
import { commandWords } from "../mention/mention-command.ts";

/** The name by which a model is configured. */
export const answerUnit = "answer-question";

/** A text that the model is shown, and may quote by its label. */
export interface ShownText {
  label: string;
  text: string;
}

export interface QuestionContext {
  texts: readonly ShownText[];
  /** The diff as far as it fits, fenced; empty where there is none. */
  diff: string;
  question: ShownText;
}

export interface ReplyModelNeeds {
  asker: Asker;
  /** Markdown of ours. */
  instructions: string;
  nonce: string;
  fence: Boundary["fence"];
  /** The repository's; the answer is posted. */
  language: string;
  stop: AbortSignal;
  tools: readonly Tool[];
  /** Null if there is no such file. */
  read(path: string, side: Side): Promise<QuotedFile | null>;
  /** The ends of the change, for programs that read files themselves; absent where there is no code. */
  trees?: NonNullable<Question<unknown>["trees"]>;
}

export interface GroundedAnswer {
  points: readonly GroundedPoint[];
  /** Number of points whose quote was not found. */
  leftOut: number;
}

const answerSchema = z.object({
  points: z
    .array(
      z.object({
        text: z.string().describe("one to three sentences of plain Markdown"),
        quote: z
          .object({
            from: z
              .enum(["head", "base", "shown"])
              .describe("head or base: a file after or before the change; shown: another text that you were shown"),
            path: z.string().describe("of the file; for another text its label"),
            line: z.int().describe("0 for another text"),
            text: z.string().describe("verbatim"),
          })
          .nullable()
          .describe("what the point rests on; null where it rests on nothing that can be quoted"),
      }),
    )
    .describe("the answer, in order"),
});
type AnsweredPoint = z.infer<typeof answerSchema>["points"][number];

const mostPoints = 10;
const limits: AnswerLimits = { steps: 12, outputTokens: 4000, ms: 240_000 };

export async function askModel(context: QuestionContext, needs: ReplyModelNeeds): Promise<GroundedAnswer> {
  const found: string[] = [];
  const { value } = await needs.asker.ask(questionOf(context, needs, found), needs.stop);
  const points = value.points.slice(0, mostPoints).filter(({ text }) => text.trim() !== "");
  const shown = [...context.texts, context.question].map(({ text }) => text);
  const seen = normalise([...shown, context.diff, ...found].join("\n"));
  const held: GroundedPoint[] = [];
  for (const point of points) {
    const checked = await checkPoint(point, { seen, texts: context.texts, needs });
    if (checked) held.push(checked);
  }
  return { points: held, leftOut: points.length - held.length };
}

/** `found` collects what the model looks up. */
function questionOf(
  { texts, diff, question }: QuestionContext,
  { nonce, language, fence, instructions, tools, trees }: ReplyModelNeeds,
  found: string[],
): Question<z.infer<typeof answerSchema>> {
  const other = otherLanguage(language);
  const fenced = ({ label, text }: ShownText) => fence(label, text);
  const noting = (tool: Tool): Tool => ({
    ...tool,
    async run(input, stop) {
      const answer = await tool.run(input, stop);
      found.push(answer);
      return answer;
    },
  });
  return {
    unit: answerUnit,
    prompt: {
      instructions,
      shared: `The mark of this question: ${nonce}\n${other === null ? "" : `Write the answer in this language: ${other}.\n`}`,
      own: [...(diff === "" ? [] : [diff]), ...texts.map(fenced), fenced(question)].join("\n"),
    },
    tools: tools.map(noting),
    schema: answerSchema,
    limits: { ...limits, steps: tools.length === 0 ? 1 : limits.steps },
    ...(trees && { trees }),
  };
}

interface CheckFacts {
  /** Everything that the model was shown or looked up. */
  seen: string;
  texts: readonly ShownText[];
  needs: Pick<ReplyModelNeeds, "read">;
}

async function checkPoint(
  { text, quote }: AnsweredPoint,
  { seen, texts, needs }: CheckFacts,
): Promise<GroundedPoint | null> {
  if (quote === null) return isUnnamed(text, seen) ? null : { text, quote };
  const { from, path, line } = quote;
  if (from === "shown") {
    const source = sourceOf(quote, texts);
    return source === undefined ? null : { text, quote: { from, label: source.label, text: quote.text } };
  }
  const place = { path, side: from, start: line, end: line, text: quote.text };
  const verdict = checkQuote(place, await needs.read(path, from));
  if (verdict.is === "missing") return null;
  return { text, quote: { from, path, line: verdict.is === "moved" ? verdict.to : line, text: quote.text } };
}

/** The text that has the quote, first of all the one that is named. */
function sourceOf(
  { path, text }: NonNullable<AnsweredPoint["quote"]>,
  texts: readonly ShownText[],
): ShownText | undefined {
  const wanted = normalise(text);
  if (wanted === "") return undefined;
  const named = texts.filter(({ label }) => label === path);
  return [...named, ...texts].find((one) => normalise(one.text).includes(wanted));
}

/** Whether it names code that the model was not shown. */
function isUnnamed(text: string, seen: string): boolean {
  const named = [...text.matchAll(/`+([^`]+)`+/g)].map((match) => normalise(match[1]!));
  return named.some((name) => !seen.includes(name) && !commandWords.some((word) => name.startsWith(word)));
}
