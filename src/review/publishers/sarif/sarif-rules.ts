// Lists the SARIF rules: the kinds of each check, then any other kind in the draft.
import type { ReportingDescriptor, Result } from "sarif";
import { checks } from "../../../findings/checks/index.ts";
import type { JudgedFinding, Severity } from "../../../findings/finding.ts";
import type { Check } from "../../../findings/report.ts";
import { checkHelp } from "../../words/message-texts.ts";
import { ruleIdOf } from "../for-programs/rule-id.ts";

export const levels: Record<Severity, Result.level> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  nit: "note",
};

/** GitHub's severity scale: above 9 critical, from 7 high, from 4 medium, otherwise low. */
const securitySeverity: Record<Severity, string> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.5",
  low: "2.0",
  nit: "1.0",
};

/** A rule for every kind of the checks, and for other kinds (from reviewers) those that occur. */
export function sarifRules(judged: readonly JudgedFinding[]): ReportingDescriptor[] {
  const rules = new Map(
    checks.flatMap((check) => Object.keys(check.kinds).map((kind) => [`${check.id}/${kind}`, checkRule(check, kind)])),
  );
  for (const one of judged) {
    const id = ruleIdOf(one);
    if (!rules.has(id)) rules.set(id, foundRule(id, one));
  }
  return [...rules.values()];
}

function checkRule(check: Check, kind: string): ReportingDescriptor {
  const { severity, category, says } = check.kinds[kind]!;
  return {
    id: `${check.id}/${kind}`,
    name: pascal(kind),
    shortDescription: { text: `${capital(says)}.` },
    fullDescription: { text: `${check.title}: ${says}.` },
    help: { text: checkHelp(check, (mark) => mark), markdown: checkHelp(check, (mark) => `\`${mark}\``) },
    defaultConfiguration: { level: levels[severity] },
    properties: weight(category, check.passes, severity),
  };
}

function foundRule(id: string, { finding, severity }: JudgedFinding): ReportingDescriptor {
  const words = id.slice(id.indexOf("/") + 1).replaceAll("-", " ");
  return {
    id,
    name: pascal(finding.kind),
    shortDescription: { text: `${capital(words)}.` },
    defaultConfiguration: { level: levels[severity] },
    properties: weight(finding.category, [finding.pass], severity),
  };
}

function weight(category: string, passes: readonly string[], severity: Severity) {
  return {
    tags: [...new Set([category, ...passes])],
    ...(category === "security" && { "security-severity": securitySeverity[severity] }),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pascal(kind: string): string {
  return kind
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");
}
