// The change that is reviewed in every story of a fault, and what a reviewer that answers says of it.
import type { ReviewerAnswer } from "../../src/findings/asking/answer.ts";
import { reviewers } from "../../src/findings/reviewers/index.ts";
import type { CommitFixture } from "../../src/world/git/make-repository.ts";
import { goodKey } from "./model-fault-kinds.ts";
import { findingOf, nothingFound } from "./with-models.ts";

export const filesIn = { Lite: 5, Standard: 7 };
const names = ["first", "second", "third"];

/** What a person says in the config on the base: whatever has no finding above "low" may be approved. */
export function commitsOf(files: number): CommitFixture[] {
  const part = (at: number, by: number) =>
    `// Part ${at}.\n${names.map((name) => `export const ${name}${at} = (given) => given + ${by};\n`).join("")}`;
  const all = (by: number) =>
    Object.fromEntries(Array.from({ length: files }, (_, at) => [`src/part${at}.js`, part(at, by)]));
  return [
    { message: "feat: start", files: { ...all(1), ".crosscheck.yml": "autoApprove: notes\n" } },
    { message: "feat: add two instead of one", files: all(2) },
  ];
}

const units = reviewers.map(({ id }) => id);
/** In words of their own, or they would be taken for one. */
const titles = [
  "Orders below zero are accepted",
  "The invoice rounds its cents away",
  "A basket without items throws",
  "Refunds forget which currency they had",
  "Nothing checks that coupons expire",
  "Tax for Sunday deliveries is left out",
  "Any visitor can read the shipment of others",
  "The ledger loads each row by itself",
  "Names of customers are cut after eight letters",
  "Stock can be reserved by two people",
  "Prices ignore the discount for members",
];

/** Each finds something of its own, too small to stand in the way of an approval, and speaks for its passes. */
export function answerOf(unit: string): ReviewerAnswer {
  const at = units.indexOf(unit);
  const file = at % filesIn.Lite;
  const line = 2 + Math.floor(at / filesIn.Lite);
  const title = titles[at]!;
  const passes = reviewers.find(({ id }) => id === unit)?.passes ?? [];
  return {
    ...nothingFound,
    findings: [
      findingOf({
        path: `src/part${file}.js`,
        line,
        quote: `export const ${names[line - 2]}${file} = (given) => given + 2;`,
        kind: `${unit}-found`,
        title,
        explanation: `${title}.`,
        severity: "low",
        pass: "diff-specific",
      }),
    ],
    // A server may say anything, also what it was told to keep.
    notes: [`Asked with ${goodKey}.`],
    verdicts: passes
      .filter((pass) => pass !== "diff-specific")
      .map((pass) => ({ pass, says: "clean", evidence: `every changed line was read for ${pass}` })),
  };
}
