// Example changes for prompt-consistency, used in its docs and tests.
import type { Check } from "../../report.ts";

/** A prompt of more than twenty lines in a template string that ends with these lines. */
function promptWith(...lines: string[]): string {
  const rules = Array.from({ length: 14 }, (_, index) => `- Rule ${index + 1} holds for every file you read.`);
  return [
    "export const reviewPrompt = (quick: boolean) => `You are a reviewer.",
    "",
    "## Rules",
    ...rules,
    "## Flow",
    "Step 1: You MUST read the diff.",
    "Step 2: ALWAYS quote the line.",
    "Step 3: NEVER guess.",
    ...lines,
    "`;",
    "",
  ].join("\n");
}

const path = "src/prompts/review.ts";
const base = { [path]: promptWith() };

export const examples: Check["examples"] = {
  bad: [
    {
      name: "the same thing is both required and forbidden",
      base,
      head: { [path]: promptWith("- Always include a summary.", "- Never include a summary.") },
      expect: [`${path}:23 include-or-not`],
    },
    {
      name: "a mode skips what the prompt asks for all of",
      base,
      head: { [path]: promptWith("You must complete all steps.", "${quick ? `Skip step 2, there is no time.` : ``}") },
      expect: [`${path}:23 all-but-skipped`],
    },
    {
      name: "what comes after all steps never comes in a mode that skips one",
      base,
      head: { [path]: promptWith("After all steps, answer.", "${quick ? `Skip step 2, there is no time.` : ``}") },
      expect: [`${path}:23 after-all-but-skipped`],
    },
    {
      name: "a step that is not there",
      base,
      head: { [path]: promptWith("Use the quotes of Step 5 above.") },
      expect: [`${path}:22 missing-step`],
    },
    {
      name: "a field that only one mode says how to make",
      base,
      head: {
        [path]: promptWith(
          "${quick ? `` : `Judge the tests as testVerdict.`}",
          "Answer as:",
          '"testVerdict": "good or bad"',
        ),
      },
      expect: [`${path}:24 field-not-made`],
    },
  ],
  good: [
    {
      name: "each in a mode of its own",
      base,
      head: { [path]: promptWith("${quick ? `Never include a summary.` : `Always include a summary.`}") },
    },
    {
      name: "a rule with a condition",
      base,
      head: { [path]: promptWith("- Always include a summary.", "- If asked not to, never include a summary.") },
    },
    {
      name: "steps that are there",
      base,
      head: { [path]: promptWith("Use the quotes of Step 2 above, and go back to step 1.") },
    },
    {
      name: "an old contradiction in a prompt that the change does not touch",
      base: { [path]: promptWith("Use the quotes of Step 5 above.") },
      head: { [path]: `${promptWith("Use the quotes of Step 5 above.")}export const limit = 3; // always\n` },
    },
  ],
};
