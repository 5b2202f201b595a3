// Converts a finding to a SARIF result.
import type { Fix, PhysicalLocation, Result, Suppression } from "sarif";
import type { CodeLocation, Quote } from "../../../change/change.ts";
import { reachesAuthor, type FindingOutcome, type JudgedFinding } from "../../../findings/finding.ts";
import { shownQuote, whyNotPosted } from "../../words/finding-lines.ts";
import { messageParts } from "../../words/message-texts.ts";
import { reasonText } from "../../words/reasons.ts";
import { exactFix } from "../for-programs/exact-fix.ts";
import { inert } from "../for-programs/inert.ts";
import { ruleIdOf } from "../for-programs/rule-id.ts";
import { artifactUri } from "./artifact-uri.ts";
import { levels } from "./sarif-rules.ts";

export const root = "SRCROOT";

/** SARIF's kind for each outcome. Only a `fail` may have a level. */
const kinds: Record<FindingOutcome, Result.kind> = {
  inline: "fail",
  listed: "fail",
  advisory: "review",
  held: "informational",
  suppressed: "fail",
  dropped: "open",
};

/** No `baselineState`: it compares with an earlier run, which is not known here. */
export function sarifResult(one: JudgedFinding, ruleIndex: number): Result {
  const { finding, outcome, severity, confidence } = one;
  const kind = kinds[outcome];
  return {
    ruleId: ruleIdOf(one),
    ruleIndex,
    kind,
    level: kind === "fail" ? levels[severity] : "none",
    message: { text: inert(messageParts(one).join(" ")) },
    locations: [{ physicalLocation: physical(finding.at, quoteAt(one)) }],
    ...relatedLocations(one),
    partialFingerprints: { "crosscheck/v1": finding.identity },
    ...(outcome === "suppressed" && { suppressions: suppressionsOf(one) }),
    ...fixesOf(one),
    properties: {
      outcome,
      ...(!reachesAuthor(one) && { why: whyNotPosted(one) }),
      severity,
      confidence,
      root: finding.root,
      proof: finding.proof,
      sources: finding.sources,
    },
  };
}

/** A location before the change has no region: viewers open the current file, where the line differs. */
function physical(at: CodeLocation, quote?: Quote): PhysicalLocation {
  const artifactLocation = { uri: artifactUri(at.path), uriBaseId: root };
  if (at.side === "base" || at.start < 1) return { artifactLocation };
  const snippet = quote && { snippet: { text: shownQuote(quote) } };
  return { artifactLocation, region: { startLine: at.start, endLine: Math.max(at.start, at.end), ...snippet } };
}

/** Only a quote of exactly these lines: a snippet must be the region's text. */
function quoteAt({ finding: { at, evidence } }: JudgedFinding): Quote | undefined {
  return evidence.find((quote) => isAt(quote, at));
}

function isAt(quote: Quote, at: CodeLocation): boolean {
  return quote.path === at.path && quote.side === at.side && quote.start === at.start && quote.end === at.end;
}

function relatedLocations({ finding: { at, evidence } }: JudgedFinding): Pick<Result, "relatedLocations"> {
  const others = evidence.filter((quote) => !isAt(quote, at));
  if (others.length === 0) return {};
  return { relatedLocations: others.map((quote) => ({ physicalLocation: physical(quote, quote) })) };
}

function suppressionsOf({ marks }: JudgedFinding): Suppression[] {
  return marks
    .filter((mark) => mark.outcome === "suppressed")
    .map(({ why }) => ({
      kind: why.kind === "ignored-inline" ? "inSource" : "external",
      status: "accepted",
      justification: reasonText(why),
    }));
}

/** A region without columns ends before its last line's end; deleted lines include that end. */
function fixesOf(one: JudgedFinding): { fixes?: Fix[] } {
  const fix = exactFix(one);
  if (!fix) return {};
  const replacement =
    fix.text === null
      ? { deletedRegion: { startLine: fix.start, startColumn: 1, endLine: fix.end + 1, endColumn: 1 } }
      : { deletedRegion: { startLine: fix.start, endLine: fix.end }, insertedContent: { text: fix.text } };
  const artifactLocation = { uri: artifactUri(fix.path), uriBaseId: root };
  return { fixes: [{ artifactChanges: [{ artifactLocation, replacements: [replacement] }] }] };
}
