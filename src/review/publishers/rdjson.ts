// Publishes posted findings as a reviewdog DiagnosticResult.
import type { Draft } from "../draft.ts";
import { reachesAuthor, severities, type JudgedFinding, type Severity } from "../../findings/finding.ts";
import { messageParts, plainReport } from "../words/message-texts.ts";
import { exactFix } from "./for-programs/exact-fix.ts";
import { inert } from "./for-programs/inert.ts";
import { printJson } from "./for-programs/print-json.ts";
import { ruleIdOf } from "./for-programs/rule-id.ts";
import type { Publisher } from "./publisher.ts";

type RdSeverity = "ERROR" | "WARNING" | "INFO";

/** Whole lines, the last one included: no columns. */
interface RdRange {
  start: { line: number; column?: number };
  end: { line: number; column?: number };
}

interface Diagnostic {
  message: string;
  location: { path: string; range?: RdRange };
  severity: RdSeverity;
  code: { value: string };
  suggestions?: { range: RdRange; text: string }[];
  original_output: string;
}

export interface DiagnosticResult {
  source: { name: string };
  severity?: RdSeverity;
  diagnostics: Diagnostic[];
}

const severityNames: Record<Severity, RdSeverity> = {
  critical: "ERROR",
  high: "ERROR",
  medium: "WARNING",
  low: "INFO",
  nit: "INFO",
};

export const rdjson: Publisher = {
  id: "rdjson",
  title: "for reviewdog",
  extension: "rdjson",
  render: (draft) => printJson(toRdjson(draft)),
};

/** No URLs: a check's documentation has no stable URL. */
function toRdjson({ judged }: Draft): DiagnosticResult {
  const posted = judged.filter(reachesAuthor);
  const worst = severities.find((severity) => posted.some((one) => one.severity === severity));
  return {
    source: { name: "crosscheck" },
    ...(worst && { severity: severityNames[worst] }),
    diagnostics: posted.map(diagnosticOf),
  };
}

function diagnosticOf(one: JudgedFinding): Diagnostic {
  const rule = ruleIdOf(one);
  return {
    message: inert(messageParts(one).join("\n\n")),
    location: locationOf(one),
    severity: severityNames[one.severity],
    code: { value: rule },
    ...suggestionsOf(one),
    original_output: plainReport(one, rule),
  };
}

/** Reviewdog counts lines in the current file, so a location before the change is given by its file alone. */
function locationOf({ finding: { at } }: JudgedFinding): Diagnostic["location"] {
  if (at.side === "base" || at.start < 1) return { path: at.path };
  return { path: at.path, range: { start: { line: at.start }, end: { line: Math.max(at.start, at.end) } } };
}

/** Reviewdog applies a suggestion to the file of its diagnostic, so fixes in other files are left out. */
function suggestionsOf(one: JudgedFinding): Pick<Diagnostic, "suggestions"> {
  const fix = exactFix(one);
  if (!fix || fix.path !== one.finding.at.path) return {};
  const range =
    fix.text === null
      ? { start: { line: fix.start, column: 1 }, end: { line: fix.end + 1, column: 1 } }
      : { start: { line: fix.start }, end: { line: fix.end } };
  return { suggestions: [{ range, text: fix.text ?? "" }] };
}
