// Lists the findings and answers of the scripted model. They pass the same gates as those of any model.
import type { ScriptedSighting } from "./sample.ts";

export const sightings: readonly ScriptedSighting[] = [
  {
    units: ["code-reviewer", "second-opinion"],
    path: "src/domain/pricing.ts",
    line: "  return cents > 10_000 ? Math.round(cents * 0.9) : cents;",
    finding: {
      kind: "off-by-one",
      severity: "high",
      confidence: 9,
      category: "correctness",
      pass: "correctness",
      title: "An order of exactly 100.00 loses its discount",
      explanation:
        "For 10000 cents the condition was true and is false now, so the customer pays 100.00 instead of 90.00. The comment above still promises the discount for 100.00 and more. Compare with “at least”, as before.",
      instead: "  return cents >= 10_000 ? Math.round(cents * 0.9) : cents;",
    },
    answer:
      "Take an order of exactly 100.00: this comparison is false for it, and the full price is charged. The comment above the function still promises the discount. With the comparison as it was, both say the same.",
  },
  {
    units: ["second-opinion"],
    path: "src/api/checkout.ts",
    line: "  const total = applyDiscount(subtotal(lines.filter(({ price }) => price > 0)));",
    finding: {
      kind: "wrong-condition",
      severity: "medium",
      confidence: 6,
      category: "correctness",
      pass: "correctness",
      title: "Positions with a negative price are dropped from the total",
      explanation:
        "A voucher is a position with a price below zero. The filter takes it out of the sum, and the customer pays too much. Leave out only what costs nothing.",
    },
    answer:
      "It hangs on whether a position can have a price below zero, such as a voucher. If there is no such thing in this shop, the filter changes nothing.",
    arbiter: {
      verdict: "FALSE_POSITIVE",
      why: "nothing that is shown gives a position a price below zero; the type speaks of what a position costs",
    },
  },
  {
    units: ["supply-chain-checker", "code-reviewer"],
    path: "package.json",
    line: '    "pino": "9.9.0"',
    finding: {
      side: "base",
      kind: "broken-contract",
      severity: "high",
      confidence: 9,
      category: "dependencies",
      pass: "diff-specific",
      title: "pino is taken out, and the checkout still imports it",
      explanation:
        "The first line of src/api/checkout.ts imports pino. Once it is gone from the dependencies, an install without it ends in an error as soon as the checkout is loaded. Keep it, or log by other means.",
    },
    answer:
      "The checkout logs with pino. Without this line the package is not installed, and importing the checkout fails.",
  },
];

/** Answers to questions about findings of checks, by kind. */
export const answersByKind: Readonly<Record<string, string>> = {
  "missing-job":
    "GitHub reads the whole workflow before it runs any of it. A job that waits for one that is not there makes the file invalid, so no job of it runs, and nobody is told on the pull request.",
  "name-in-docs":
    "Whoever follows the document calls a function that is not there any more. The compiler does not read documents, so nothing else would have told.",
  "signature-without-marker":
    "Callers outside this repository pass one argument. After an update of a minor version their build breaks. With a default for the new one it does not; else mark the change as breaking.",
  "empty-handler":
    "Whatever goes wrong in there, nobody hears of it: not the caller, not the log. Catch what you expect, and let the rest through.",
};
