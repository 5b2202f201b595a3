// Writes the break-point coverage: which steps from a person's action to the symptom were run, and what could still be
// wrong. Its texts come from a change or a model.
import type { Probe, ProbeEvidence, ProbeLevel, ProbeStep } from "../../findings/execution/probe-contract.ts";
import { codeText, folded } from "./code-text.ts";
import { markdownText } from "./markdown-text.ts";
import { count, oneLine, shorten } from "./text.ts";

export const probeTitle = "Break-point Coverage";

const probeLevelTexts: Record<ProbeLevel, string> = {
  A: "static trace",
  B: "tests ran",
  C: "runtime call",
  D: "end to end",
};

/** Text from rules or models is bounded at its source; text that a person supplies is not. */
const longest = 500;

interface Line {
  label: string;
  /** Each with its Markdown escape. */
  parts: readonly Part[];
}

type Part = string | { code: string } | { text: string };

/** "4 steps, 2 verified at level B (tests ran)" */
function chainWords({ failure_chain: chain, probe_decision: { verified_at } }: Probe): string {
  const verified = chain.filter((step) => step.verified).length;
  return `${count(chain.length, "step")}, ${verified} verified at level ${verified_at} (${probeLevelTexts[verified_at]})`;
}

/** "[1, 3]"; "none" where there are none. */
function stepNumbers(steps: readonly number[]): string {
  return steps.length === 0 ? "none" : `[${steps.join(", ")}]`;
}

function numbersOf(chain: readonly ProbeStep[], verified: boolean): string {
  return stepNumbers(chain.flatMap((step, index) => (step.verified === verified ? [index + 1] : [])));
}

function loweredWords({ from, to }: NonNullable<ProbeEvidence["lowered"]>): string {
  return `Level ${from} was claimed, but the runs only show ${to} (${probeLevelTexts[to]}).`;
}

const tooLowWords = "Below level C for an external system: this review does not approve.";

function whoTraced({ by }: Pick<ProbeEvidence, "by">): string {
  return by === "model" ? "by rules and a model" : "by rules";
}

interface ProbeParts {
  facts: readonly Line[];
  lists: readonly { title: string; items: readonly (readonly Part[])[]; numbered?: true }[];
  remarks: readonly string[];
}

function probeParts(evidence: ProbeEvidence): ProbeParts {
  const { probe, lowered, tooLow } = evidence;
  const {
    break_point: at,
    failure_chain: chain,
    unit_coverage: tests,
    residual_uncertainty,
    recommended_human_probe,
  } = probe;
  return {
    facts: [
      { label: "Break-point", parts: [{ code: `${at.path}:${at.line}` }, `, traced ${whoTraced(evidence)}`] },
      { label: "Failure chain", parts: [chainWords(probe)] },
      { label: "Verified runtime steps", parts: [numbersOf(chain, true)] },
      { label: "Unverified runtime steps", parts: [numbersOf(chain, false)] },
      ...(tests.length === 0
        ? []
        : [
            {
              label: "Tests that ran through it",
              parts: tests.flatMap((test, index): Part[] => [index === 0 ? "" : ", ", { code: test }]),
            },
          ]),
      ...(probe.runtime_gap.trim() === ""
        ? []
        : [{ label: "Not shown by tests", parts: [{ text: probe.runtime_gap }] }]),
    ],
    lists: [
      { title: "Steps", items: chain.map(stepParts), numbered: true },
      {
        title: "Residual uncertainty",
        items: residual_uncertainty.map(({ assumption, probability, failure_mode }) => [
          { text: assumption },
          ` (probability: ${probability}) → `,
          { text: failure_mode },
        ]),
      },
      {
        title: "Recommended follow-up (optional, before merge)",
        items: recommended_human_probe.map(({ action, steps_covered, cost, gain }) => [
          { text: action },
          ` — covers steps ${stepNumbers(steps_covered)}, cost `,
          { text: cost },
          `, gain ${gain} (${probeLevelTexts[gain]})`,
        ]),
      },
    ],
    remarks: [...(lowered ? [loweredWords(lowered)] : []), ...(tooLow ? [tooLowWords] : [])],
  };
}

function stepParts({ step, at, external, verified }: ProbeStep): Part[] {
  return [
    { text: step },
    ...(at ? [" at ", { code: `${at.path}:${at.line}` }] : []),
    ...(external === null ? [] : [" (outside: ", { text: external }, ")"]),
    verified ? ", verified" : ", not verified",
  ];
}

function plainPart(part: Part): string {
  if (typeof part === "string") return part;
  return shorten(oneLine("code" in part ? part.code : part.text).trim(), longest);
}

function markdownPart(part: Part): string {
  if (typeof part === "string") return part;
  return "code" in part ? codeText(shorten(part.code, longest)) : markdownText(shorten(part.text, longest));
}

/** As plain lines; list entries are indented below their title. */
export function probeLines(evidence: ProbeEvidence): string[] {
  const { facts, lists, remarks } = probeParts(evidence);
  return [
    ...facts.map(({ label, parts }) => `${label}: ${parts.map(plainPart).join("")}`),
    ...lists.flatMap(({ title, items, numbered }) =>
      items.length === 0
        ? []
        : [
            `${title}:`,
            ...items.map((parts, index) => `  ${numbered ? `${index + 1}.` : "-"} ${parts.map(plainPart).join("")}`),
          ],
    ),
    ...remarks,
  ];
}

/** The same in Markdown, without a heading. */
export function probeMarkdown(evidence: ProbeEvidence): string[] {
  const { facts, lists, remarks } = probeParts(evidence);
  return [
    ...facts.map(({ label, parts }) => `- **${label}:** ${parts.map(markdownPart).join("")}`),
    ...lists.flatMap(({ title, items, numbered }) =>
      items.length === 0
        ? []
        : [
            "",
            `${title}:`,
            "",
            ...items.map((parts, index) => `${numbered ? `${index + 1}.` : "-"} ${parts.map(markdownPart).join("")}`),
          ],
    ),
    ...remarks.flatMap((remark) => ["", remark]),
  ];
}

/** Folded, for the details comment. */
export function probeSection(evidence: ProbeEvidence): string[] {
  return folded(`${probeTitle}: ${chainWords(evidence.probe)}`, probeMarkdown(evidence));
}

/** Unfolded, under a heading, for files and the body. */
export function probeUnderHeading(evidence: ProbeEvidence, heading = "###"): string[] {
  return [`${heading} ${probeTitle}`, "", ...probeMarkdown(evidence)];
}
