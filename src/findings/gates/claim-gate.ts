// Compares what a finding claims with the code: claims that the quote or the files contradict are refused or doubted.
import type { Finding, JudgedFinding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";
import type { Reason } from "../reason.ts";
import { absenceClaims, contradictedAbsence } from "./claim-gate/absence.ts";
import { bareName, explainedClaims, readClaim } from "./claim-gate/claim-text.ts";
import { contradictedMissing } from "./claim-gate/missing.ts";
import { contradictedNews } from "./claim-gate/introduced.ts";
import { contradictedWork } from "./claim-gate/denied-work.ts";
import { deniedExistence } from "./claim-gate/denied-existence.ts";
import { namedParts, occursNearby, unknownName } from "./claim-gate/unknown-name.ts";

export interface ClaimContradiction {
  /** The code says the opposite of the claim; otherwise the claim is doubtful, and an arbiter may confirm it. */
  isCertain: boolean;
  why: Reason;
}

const doubted = 4;
const refuted = 2;
/** From here on confidence alone keeps no finding from being posted. */
const sureFrom = 5;
const mostNames = 50;
const kindDenials: Readonly<Record<string, string>> = {
  "missing-await": "it is not awaited",
  "missing-timeout": "it has no timeout",
};

/** Only for claims of models: a check has read the code itself. */
export function claimGate(finding: Finding, facts: GateFacts): Mark[] {
  const found = contradictionOf(finding, facts);
  if (!found) return [];
  if (!found.isCertain && isConfirmed(finding, facts)) return [{ by: "claim", why: found.why }];
  // A critical claim stays in sight of a person, as it does when its confidence is low.
  const outcome = found.isCertain && finding.severity !== "critical" ? "dropped" : "advisory";
  return [
    {
      by: "claim",
      why: found.why,
      outcome,
      confidence: Math.min(found.isCertain ? refuted : doubted, finding.confidence),
    },
  ];
}

function contradictionOf(finding: Finding, facts: GateFacts): ClaimContradiction | null {
  if (finding.proof === "proven") return null;
  const title = readClaim(finding.title);
  const sentences = [title, ...explainedClaims(finding)];
  // A kind says what is missing where the words only tell the consequence.
  const byKind = kindDenials[finding.kind];
  if (byKind !== undefined && title.names.some(({ text }) => finding.evidence[0].text.includes(bareName(text))))
    sentences.push({ ...title, plain: `${title.plain}; ${byKind}`, isTitle: false });
  for (const claim of sentences) {
    // What does not exist is also used at the quoted line: its name there refutes nothing.
    const isAbsence = absenceClaims(claim).some(
      ({ isPlain, isWord, within }) => isPlain && (!isWord || within !== null),
    );
    const found =
      contradictedAbsence(claim, finding, facts) ?? (isAbsence ? null : contradictedMissing(claim, finding, facts));
    if (found) return claim === title ? found : { ...found, isCertain: false };
  }
  for (const claim of sentences) {
    const found = deniedExistence(claim, title, finding, facts);
    if (found) return found;
  }
  return (
    contradictedNews(title, finding, facts) ??
    contradictedWork(title, finding, facts) ??
    unknownName(title, finding, facts)
  );
}

/** Names that only a search of the tree can confirm; most claims need none. */
export function claimedNames(findings: readonly Finding[], facts: Pick<GateFacts, "change" | "text">): string[] {
  const names = findings
    .filter(({ proof }) => proof === "argued")
    .flatMap((one) => namedParts(readClaim(one.title)).filter((name) => !occursNearby(name, one, facts)));
  return [...new Set(names)].slice(0, mostNames);
}

/** The doubt that an arbiter can settle; null where there is none, or the code settles it. */
export function doubtOf({ marks }: Pick<JudgedFinding, "marks">): Reason | null {
  return (
    marks.find(({ by, confidence }) => by === "claim" && confidence !== undefined && confidence > refuted)?.why ?? null
  );
}

function isConfirmed({ id }: Finding, { arbitrated }: GateFacts): boolean {
  const outcome = arbitrated?.get(id)?.outcome;
  return outcome?.is === "arbitrated" && outcome.verdict === "REAL_BUG";
}

/** A doubt as the side that contradicts the finding would put it. */
export function doubtText(why: Reason): string {
  switch (why.kind) {
    case "is-declared":
      return `${why.name} is declared or imported at ${why.path}:${why.line}.`;
    case "quote-has-it":
      return `What is said to be missing (${why.what}) seems to stand in the quoted code or around it.`;
    case "quote-does-it":
      return `The code at ${why.path}:${why.line} seems to do what is said not to be done.`;
    case "was-there-before":
      return `The line stood at ${why.path}:${why.line} before the change, which does not touch it.`;
    case "unknown-name":
      return `The name ${why.name} occurs neither in the change nor in the repository.`;
    default:
      return "The code seems to contradict the claim.";
  }
}

/** The marks of a finding whose doubt a model settled in its favour: it counts as if nobody had doubted it. */
export function withoutDoubt({ finding, marks }: Pick<JudgedFinding, "finding" | "marks">): Mark[] {
  const wasSure = finding.confidence >= sureFrom;
  return marks
    .filter(({ by }) => !(by === "confidence" && wasSure))
    .map((mark) => (mark.by === "claim" ? { by: "claim", why: mark.why } : mark));
}
