// Defines the texts of `crosscheck models`.
import type { UserConfig } from "../../change/config.ts";
import type { ModelFaultKind } from "../../errors.ts";
import type { Price } from "../../findings/asking/asking.ts";
import { painter } from "../publishers/paint.ts";
import { modelFaultTexts } from "./reasons.ts";
import { moneyWords } from "./reviewers-texts.ts";
import { oneLine, plainJson, seconds } from "./text.ts";

export interface ModelRow {
  name: string;
  use: string;
  /** Ids of reviewers. */
  answersFor: readonly string[];
  price: Price | null;
  budget: number;
  tools: boolean;
  /** Null: it was not called. */
  tried: { works: true; ms: number } | { works: false; fault: ModelFaultKind; message: string } | null;
}

const none = `No model is configured: reviews run with checks alone.

Name some in your own config (crosscheck config --help says where it is):

  models:
    - use: anthropic/claude-sonnet-4-5     # its key is in ANTHROPIC_API_KEY
    - use: codex                           # an installed program, for second opinions
    - use: google/gemini-2.5-pro           # arbitrates where the two differ

or for one review: crosscheck review --model anthropic/claude-sonnet-4-5
`;

export function modelsText(
  rows: readonly ModelRow[],
  { spending = {} }: Pick<UserConfig, "spending">,
  { colour }: { colour: boolean },
): string {
  if (rows.length === 0) return none;
  const paint = painter(colour);
  const line = (label: string, text: string) => `  ${paint(label.padEnd(9), "dim")}${text}`;
  const blocks = rows.map((row) => [
    `${paint(oneLine(row.name), "bold")}${row.name === row.use ? "" : `  ${oneLine(row.use)}`}`,
    line("For", row.answersFor.length === 0 ? "no reviewer uses it" : row.answersFor.join(", ")),
    line("Price", priceWords(row.price)),
    line(
      "Reads",
      `up to ${Math.round(row.budget / 1000)}k tokens of a change${row.tools ? ", and can read more of it with tools" : ""}`,
    ),
    ...(row.tried === null ? [] : [line("Tried", triedWords(row.tried, paint))]),
  ]);
  const limits = [
    ["review", spending.perReview],
    ["repository and month", spending.perRepositoryPerMonth],
    ["month", spending.perMonth],
  ].flatMap(([what, limit]) => (typeof limit === "number" ? [`${moneyWords(limit)} a ${what}`] : []));
  const last = `Spending: ${limits.length === 0 ? "no limit is set" : limits.join(", ")}`;
  return `${[...blocks.map((block) => block.join("\n")), last].join("\n\n")}\n`;
}

function triedWords(tried: NonNullable<ModelRow["tried"]>, paint: ReturnType<typeof painter>): string {
  if (tried.works) return `${paint("answers", "green")} (${seconds(tried.ms)})`;
  return `${paint(modelFaultTexts[tried.fault], "red")}${tried.message === "" ? "" : `: ${oneLine(tried.message)}`}`;
}

function priceWords(price: Price | null): string {
  return price === null
    ? "unknown: set price: in your config to include it in the cost"
    : `${price.input} dollars for a million tokens in, ${price.output} out, ${price.cacheRead} from a cache`;
}

export function modelsJson(rows: readonly ModelRow[], { spending = {} }: Pick<UserConfig, "spending">): string {
  const models = rows.map(({ name, use, answersFor, price, budget, tools, tried }) => ({
    name,
    use,
    answersFor,
    price,
    budget,
    tools,
    tried,
  }));
  return `${plainJson(JSON.stringify({ models, spending }, null, 2))}\n`;
}
