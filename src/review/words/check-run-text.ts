// Renders the check run on GitHub, with the coverage receipt. It is never green if something was not reviewed.
import { coverageReceipt, type Receipt } from "../../findings/coverage.ts";
import { conclusionOf, openObjections, rulesOf, type Decision, type DecisionRule } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { codeText, tableLines } from "./code-text.ts";
import { coverageLines } from "./coverage-texts.ts";
import { markdownText } from "./markdown-text.ts";
import { noiseText } from "./reasons.ts";
import { decisionRuleBrief, decisionRuleText } from "./decision-rule-texts.ts";
import { count } from "./text.ts";

export interface CheckRunWords {
  conclusion: ReturnType<typeof conclusionOf>;
  title: string;
  body: string;
}

export function checkRunOf(draft: Draft): CheckRunWords {
  const { change, reports, decision } = draft;
  const receipt = coverageReceipt(change, reports);
  return {
    conclusion: conclusionOf(decision),
    title: titleOf(decision),
    body: [
      ...rulesOf(decision).map((rule) => `- ${markdownText(decisionRuleText(rule))}`),
      "",
      ...coverageLines(receipt).map(markdownText),
      "",
      ...receiptTable(receipt),
    ].join("\n"),
  };
}

/** The open findings, and other reasons against the change. */
function titleOf(decision: Decision): string {
  const open = Object.values(decision.posted).reduce((sum, some) => sum + some, 0);
  const others = openObjections(decision).filter(({ rule }) => !aboutFindings.includes(rule));
  return [open === 0 ? "No findings" : count(open, "finding"), ...others.map(decisionRuleBrief)].join("; ");
}

const aboutFindings: readonly DecisionRule["rule"][] = ["serious-finding", "medium-finding"];

function receiptTable({ hunks }: Receipt): string[] {
  const files = Map.groupBy(hunks, ({ path }) => path);
  const rows = [...files].map(([path, parts]) => {
    const sum = (holds: (part: (typeof parts)[number]) => boolean) =>
      String(parts.filter(holds).reduce((lines, part) => lines + part.lines, 0));
    const out = [...new Set(parts.flatMap(({ leftOut }) => (leftOut === null ? [] : [noiseText(leftOut)])))];
    return [
      codeText(path),
      sum(() => true),
      sum(({ reviewers }) => reviewers.length > 0),
      sum(({ reviewers, checks }) => reviewers.length === 0 && checks.length > 0),
      sum(({ reviewers, checks }) => reviewers.length === 0 && checks.length === 0),
      out.join(", "),
    ];
  });
  return tableLines(["File", "Changed lines", "Read by reviewers", "By checks only", "By nobody", "Left out as"], rows);
}
