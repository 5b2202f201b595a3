// Writes the check run on GitHub: never green when something was not reviewed, with the coverage receipt.
import { coverageReceipt, type Receipt } from "../../findings/coverage.ts";
import { findGaps } from "../../findings/gaps.ts";
import type { Draft } from "../draft.ts";
import { codeText, tableLines } from "./code-text.ts";
import { coverageLines } from "./coverage-texts.ts";
import { markdownText } from "./markdown-text.ts";
import { noiseText } from "./reasons.ts";
import { gapsText, decisionRuleText } from "./decision-rule-texts.ts";
import { count } from "./text.ts";

export interface CheckRunWords {
  conclusion: "success" | "neutral" | "failure";
  title: string;
  body: string;
}

export function checkRunOf(draft: Draft): CheckRunWords {
  const { change, reports, judged, decision } = draft;
  const receipt = coverageReceipt(change, reports);
  const gaps = findGaps(change, reports);
  const whole = gaps.length === 0 && receipt.unread === 0;
  const posted = judged.filter(({ outcome }) => outcome === "posted").length;
  const found = posted === 0 ? "No findings" : count(posted, "finding");
  return {
    conclusion: conclusionOf(draft, whole),
    title: whole ? found : `${found}; not everything was reviewed`,
    body: [
      ...decision.rules.map((rule) => `- ${markdownText(decisionRuleText(rule))}`),
      ...(gaps.length === 0 ? [] : ["", `**Not reviewed:** ${markdownText(gapsText(gaps))}`]),
      "",
      ...coverageLines(receipt).map(markdownText),
      "",
      ...receiptTable(receipt),
    ].join("\n"),
  };
}

function conclusionOf({ change, decision, judged }: Draft, whole: boolean): CheckRunWords["conclusion"] {
  const demands = judged.some(
    ({ outcome, severity, finding }) =>
      outcome === "posted" && !finding.improvement && (severity === "critical" || severity === "high"),
  );
  if (decision.event === "REQUEST_CHANGES" || demands) return "failure";
  // On GitHub a neutral run satisfies a required check; `checkRun: failure` prevents that.
  return whole ? "success" : change.config.checkRun;
}

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
