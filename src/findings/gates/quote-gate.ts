// Verifies quotes: the code must contain what the finding quotes, and the claim decides which quotes are needed.
import type { Quote } from "../../change/change.ts";
import type { Finding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";
import { checkQuote, isOfCommit, normalise, type QuoteVerdict } from "../quote.ts";
import type { Reason } from "../reason.ts";
import { absenceClaims } from "./claim-gate/absence.ts";
import { readClaim } from "./claim-gate/claim-text.ts";
import { codeLines } from "./claim-gate/code-lines.ts";
import { quotesChangedLine } from "./claim-gate/introduced.ts";

/** An unproven claim may still be right: it is shown to the person, and not posted. */
const unproven = 4;

export function quoteGate(finding: Finding, facts: GateFacts): Mark[] {
  const checked = finding.evidence.map((quote) => ({ quote, verdict: verdictOn(quote, finding, facts) }));
  const missing = checked.find(({ verdict }) => verdict.is === "missing")?.quote;
  if (missing) return [fails(finding, { kind: "quote-not-found", path: missing.path, line: missing.start })];
  const needed = neededByClaim(finding, facts);
  if (needed) return [fails(finding, needed)];
  return checked.flatMap(({ quote, verdict }): Mark[] =>
    verdict.is === "moved" ? [{ by: "quote", why: { kind: "quote-moved", from: quote.start, to: verdict.to } }] : [],
  );
}

/** A proven finding about a whole file, empty or binary, has no line to quote: that the file is there is its evidence. */
function verdictOn(quote: Quote, finding: Finding, facts: GateFacts): QuoteVerdict {
  if (isOfCommit(quote)) {
    const ours = facts.change.words.commits.some(({ sha }) => sha === quote.commit);
    return { is: ours && finding.proof === "proven" ? "there" : "missing" };
  }
  const file = facts.text(quote.path, quote.side);
  const wholeFile = finding.proof === "proven" && quote.text === "" && quote.start === 1;
  return wholeFile && file !== null ? { is: "there" } : checkQuote(quote, file);
}

function fails(finding: Finding, why: Reason): Mark {
  return { by: "quote", why, outcome: "advisory", confidence: Math.min(unproven, finding.confidence) };
}

function neededByClaim(finding: Finding, facts: GateFacts): Reason | null {
  switch (finding.claim) {
    case "present":
      return null;
    case "absent":
      return frameworkMadeIt(finding, facts) ? { kind: "quote-missing", needs: "framework-construct" } : null;
    case "unreachable":
    case "mismatch":
      return places(finding.evidence) < 2 ? { kind: "quote-missing", needs: "both-sides" } : null;
    case "introduced":
      return introducedNeeds(finding, facts);
  }
}

function places(quotes: readonly Quote[]): number {
  return new Set(quotes.map((quote) => `${quote.side}:${quote.path}:${quote.start}`)).size;
}

/**
 * "Newly introduced" refutes itself when the base already had the line and no quote shows a line that the change touches;
 * the base's version must be shown where there was one.
 */
function introducedNeeds(finding: Finding, facts: GateFacts): Reason | null {
  const [first] = finding.evidence;
  const file = facts.change.files.find((one) => one.newPath === first.path);
  if (!file || file.oldPath === null) return null;
  const base = facts.text(file.oldPath, "base");
  const line = base?.lines.findIndex((text) => normalise(text) === normalise(first.text)) ?? -1;
  if (line >= 0 && !quotesChangedLine(finding, facts.change.files))
    return { kind: "was-there-before", path: file.oldPath, line: line + 1 };
  return finding.evidence.some((quote) => quote.side === "base") ? null : { kind: "quote-missing", needs: "base-line" };
}

// What makes symbols that no text search finds: ORM meta classes, decorators, migrations, generated clients. Each only in
// its own language, since elsewhere the same words are plain names.
const makesSymbols: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\.pyi?$/,
    /^\s*class Meta\b|^\s*@(?:dataclass|attrs?\.s|define|model)\b|\b(?:relationship|Column|mapped_column|ForeignKey)\(|\bmigrations\.(?:CreateModel|AddField)\b/,
  ],
  [/\.(?:rb|rake)$/, /^\s*(?:has_many|belongs_to|has_one|scope|attr_accessor|define_method)[ (]\s*:/],
  [/\.(?:java|kt|[mc]?ts)$/, /^\s*@(?:Entity|Table|Column|Data|Getter|Builder)\b/],
  [/\.(?:[mc]?[jt]sx?)$/, /\bsequelize\.define\b|\bnew (?:PrismaClient|Proxy)\(/],
];

/**
 * In a file with such a construct, only quoting the construct proves that it makes no such symbol. A missing test or check
 * is no symbol.
 */
function frameworkMadeIt(finding: Finding, facts: GateFacts): boolean {
  const [{ path, side }] = finding.evidence;
  const construct = makesSymbols.filter(([paths]) => paths.test(path)).map(([, pattern]) => pattern);
  if (
    finding.proof === "proven" ||
    construct.length === 0 ||
    !absenceClaims(readClaim(finding.title)).some(({ isPlain }) => isPlain)
  )
    return false;
  const makes = (line: string) => line.length < 500 && construct.some((pattern) => pattern.test(line));
  const file = facts.text(path, side);
  if (!file || !codeLines(file, path).some(makes)) return false;
  return !finding.evidence.some((quote) => quote.text.split("\n").some(makes));
}
