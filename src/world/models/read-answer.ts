// Parses a model's final text into a value, or reports what is wrong.
import type { Question } from "../../findings/asking/asking.ts";

export type ParsedAnswer<T> = { is: "value"; value: T } | { is: "bad-json" | "wrong-shape"; complaint: string };

/** Upper bound on the error text sent back for repair. */
const longestComplaint = 2_000;

export function parseModelAnswer<T>(text: string, question: Pick<Question<T>, "schema" | "fromText">): ParsedAnswer<T> {
  const json = readJson(text);
  if ("value" in json) {
    const checked = question.schema.safeParse(json.value);
    if (checked.success) return { is: "value", value: checked.data };
    return { is: "wrong-shape", complaint: complaintOf(checked.error.issues) };
  }
  const value = question.fromText?.(text) ?? null;
  if (value !== null) return { is: "value", value };
  return { is: "bad-json", complaint: json.error };
}

/** The whole text, or its single JSON block. Answers are not extracted from prose. */
function readJson(text: string): { value: unknown } | { error: string } {
  const whole = parsed(text);
  if ("value" in whole) return whole;
  const blocks = jsonBlocks(text);
  return blocks.length === 1 ? parsed(blocks[0]!) : whole;
}

function parsed(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    // Reports the position only: the message would quote the answer.
    const place = /position (\d+)/.exec((error as Error).message)?.[1];
    return { error: place === undefined ? "It is not JSON." : `It is not JSON: it goes wrong at character ${place}.` };
  }
}

/** Line by line, because a pattern could take quadratic time. */
function jsonBlocks(text: string): string[] {
  const blocks: string[] = [];
  let inside: string[] | null = null;
  for (const line of text.split("\n")) {
    const mark = line.trimEnd();
    if (inside === null) {
      if (mark === "```json") inside = [];
    } else if (mark === "```") {
      blocks.push(inside.join("\n"));
      inside = null;
    } else inside.push(line);
  }
  return blocks;
}

interface Issue {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
}

/** A key chosen by the model is not repeated. */
function complaintOf(issues: readonly Issue[]): string {
  const says = ({ code, message }: Issue) =>
    code === "unrecognized_keys" ? "it has keys that were not asked for" : message;
  const lines = issues.map((issue) => `${issue.path.map(String).join(".") || "(all of it)"}: ${says(issue)}`);
  return lines.join("\n").slice(0, longestComplaint);
}
