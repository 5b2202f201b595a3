// Answers questions about a finding without a model: its evidence, the rule behind it, the current code, and the
// possible actions.
import type { Oid } from "../../../change/change.ts";
import { codeBlock, codeText } from "../../../review/words/code-text.ts";
import { markdownText } from "../../../review/words/markdown-text.ts";
import { oneLine, plain, shorten } from "../../../review/words/text.ts";

export interface AskedFinding {
  identity: string;
  state: "open" | "fixed" | "dismissed";
  about: { check: string; kind: string; path: string; line: number; quote: string } | null;
  /** From the draft that posted it; null if that is no longer stored. */
  details: FindingDetails | null;
}

export interface FindingDetails {
  title: string;
  explanation: string;
  severity: string;
  confidence: number;
  category: string;
  sources: readonly string[];
}

/** State of the quoted line at the head. */
export type LineState =
  | { is: "there"; line: number }
  | { is: "gone" }
  | { is: "no-file" }
  /** The code could not be read, or nothing is quoted. */
  | { is: "unknown" };

/** Description of a built-in check, which is our own text. */
export interface RuleDescription {
  check: string;
  title: string;
  explains: string;
  /** Description of the kind of finding. */
  says: string | null;
}

export function findingReply(
  finding: AskedFinding,
  { rule, state, head }: { rule: RuleDescription | null; state: LineState; head: Oid | null },
): string {
  return [
    headLine(finding),
    explanationOf(finding),
    evidence(finding),
    lineStateText(finding, state, head),
    ruleText(rule),
  ]
    .concat(stateText(finding))
    .filter((part) => part !== "")
    .join("\n\n");
}

function headLine({ about, details }: AskedFinding): string {
  const title = details ? `**${markdownText(shorten(details.title, 300))}**` : "**This finding**";
  const where = about ? ` at ${codeText(placeOf(about))}` : "";
  const weight = details ? ` (${markdownText(details.severity)}, confidence ${details.confidence}/10)` : "";
  return `${title}${where}${weight}`;
}

function placeOf({ path, line }: NonNullable<AskedFinding["about"]>): string {
  return line < 1 ? oneLine(path) : `${oneLine(path)}:${line}`;
}

function explanationOf({ details }: AskedFinding): string {
  return details ? markdownText(shorten(details.explanation, 3000)) : "";
}

const longestQuote = 2000;

function evidence({ about }: AskedFinding): string {
  const quote = about?.quote.trim() ?? "";
  return quote === "" ? "" : `Evidence:\n\n${codeBlock(shorten(plain(quote), longestQuote))}`;
}

function lineStateText({ about }: AskedFinding, state: LineState, head: Oid | null): string {
  if (about === null || head === null) return "";
  const at = `At ${head.slice(0, 7)}`;
  switch (state.is) {
    case "there":
      return `${at} that line is still there, at ${codeText(`${oneLine(about.path)}:${state.line}`)}.`;
    case "gone":
      return `${at} that line is no longer in ${codeText(about.path)}.`;
    case "no-file":
      return `${at} there is no file ${codeText(about.path)}.`;
    case "unknown":
      return "";
  }
}

function ruleText(rule: RuleDescription | null): string {
  if (rule === null) return "";
  const says = rule.says === null ? "" : ` (${rule.says})`;
  return `The rule behind it is ${codeText(rule.check)}: ${rule.title}${says}. ${rule.explains}`;
}

function stateText({ state }: AskedFinding): string {
  if (state === "dismissed") return "It was dismissed, and is not posted again.";
  if (state === "fixed") return "A later review found it fixed.";
  return `If it is wrong, someone with write access can reply ${codeText("dismiss")} and the reason; it will not be posted again.`;
}

const mostListed = 20;

/** For a question on the pull request itself: the open findings. */
export function openFindings(findings: readonly AskedFinding[]): string {
  const open = findings.filter(({ state }) => state === "open");
  if (open.length === 0) return "I have no open findings on this pull request.";
  const rows = open.slice(0, mostListed).map(({ about, details }) => {
    const title = details ? markdownText(shorten(details.title, 200)) : about ? codeText(about.kind) : "a finding";
    return `- ${about ? `${codeText(placeOf(about))}: ` : ""}${title}`;
  });
  const more = open.length > mostListed ? [`- and ${open.length - mostListed} more`] : [];
  return [
    open.length === 1 ? "I have 1 open finding:" : `I have ${open.length} open findings:`,
    "",
    ...rows,
    ...more,
  ].join("\n");
}

/** Where there is neither a finding nor a model. */
/** `withheld`: models are asked only for people with write access. */
export function unknownFindingReply(withheld: boolean): string {
  if (withheld)
    return `I ask a model only for people with write access to this repository. For others I explain my findings: ask in the thread of a finding, or reply ${codeText("help")}. On a pull request, someone with write access can reply ${codeText("ok-to-review")}.`;
  return `No model is configured here, so I can only explain my findings: ask in the thread of a finding, or reply ${codeText("help")}.`;
}

/** The finding predates this server's store, or belongs to another server: only its comment is left. */
export function onlyTheComment(): string {
  return "I no longer have a record of this finding: all I know is in the first comment of this thread.";
}
