// Renders a question as one text, for programs that accept nothing else.
import type { ModelRequest } from "../model.ts";

export function renderPrompt({ prompt, schema, earlier }: Pick<ModelRequest, "prompt" | "schema" | "earlier">): string {
  const parts = [prompt.instructions, prompt.shared, prompt.own, howToAnswer(schema), ...earlier.map(repair)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function howToAnswer(schema: Record<string, unknown>): string {
  return `# How to answer

You have no tools here: all there is to read is above. Answer with one JSON value and nothing else, no words before or
after it. It must fit this JSON Schema:

${fencedBlock(JSON.stringify(schema), "json")}`;
}

function repair({ answer, complaint }: ModelRequest["earlier"][number]): string {
  return `# Your earlier answer

You have been asked this before, and answered:

${fencedBlock(answer)}

That did not fit. What is wrong with it:

${fencedBlock(complaint)}

Answer again, in full and as asked for above.`;
}

/** Fenced with more backticks than the text contains in a row. */
export function fencedBlock(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
