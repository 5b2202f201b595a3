// Finds names that a claim is about and that occur nowhere: not in the quotes, the files, the diff or the tree.
import { linesOf } from "../../../change/diff.ts";
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { bareName, hasWholeName, type ClaimText } from "./claim-text.ts";
import type { ClaimContradiction } from "../claim-gate.ts";

/** The first clause says what is wrong; what follows often suggests something that does not exist yet. */
const laterClause = /[;:—–]|\. | - |, (?:use|prefer|consider|pass|wrap|see|try|call|e\.g|like|such as|not)\b/g;
/** Before a name: it is wished for, or said to be absent. */
const wished =
  /\b(?:no|not|never|without|lacks?|missing|use|using|prefer|consider|should|add|instead of|such as|like|e\.g\.?|see|wrap|via|need|needs|want|wants|expects?|expected|rename|renamed|called|named|replace|replaced)\b[^«]*(?:«\d+»,? (?:or|and|then|with|by) [^«]*)*$/i;
/** After a name: the same. */
const wishedAfter =
  /^[^«,;]{0,30}?\b(?:should|(?:would|could) (?:be|help|avoid|fit|make|suffice|work|do|prevent|let|allow)\b|instead(?! of)|is safer|is better|is enough|fits|is missing|absent|does not exist|(?:is|does) (?:not|never|nowhere) (?:called|invoked|used|set|exist|defined|declared|imported|passed|given|applied|found|available|awaited|present|provided|handled|implemented|registered|there|run|part))\b|^ missing\b/i;
/** Of a part of an object, even the deed may be what is absent: "`user.email` is never sent". */
const deniedAfter = /^ (?:is|does) (?:not|never)\b/i;
const errors = /(?:Error|Exception|Fault|Panic|Interrupt|Warning)$/;
const identifier = /^[$@]?[A-Za-z_][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*[?!]?(?:\(\))?$/;
const distinctive = /[a-z\d][A-Z]|_|\.|::|->|\(\)$|[?!]$/;

/** The parts of names in the title that must occur somewhere if the claim is to be about this code. */
export function namedParts({ plain, names }: ClaimText): string[] {
  // "Path traversal: ..." begins with a label.
  const from = plain.indexOf("«");
  const end = [...plain.matchAll(laterClause)].find(({ index }) => index > from)?.index ?? plain.length;
  return names.flatMap(({ text, marked }, index) => {
    const at = plain.indexOf(`«${index}»`);
    if (at < 0 || at > end || !identifier.test(text) || !distinctive.test(text)) return [];
    if (!marked && !/\(\)$/.test(text)) return [];
    const after = plain.slice(at + `«${index}»`.length);
    if (wished.test(plain.slice(0, at)) || wishedAfter.test(after)) return [];
    if (text.includes(".") && deniedAfter.test(after)) return [];
    const parts = bareName(text)
      .replace(/[?!]$/, "")
      .split(/\.|::|->|#/);
    return parts.filter(
      (one, place) => !errors.test(one) && (place === parts.length - 1 || /^[A-Z]\w*[a-z][A-Z]/.test(one)),
    );
  });
}

export function unknownName(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const name = namedParts(claim).find((one) => facts.occurs?.(one) === false && !occursNearby(one, finding, facts));
  return name === undefined ? null : { isCertain: false, why: { kind: "unknown-name", name } };
}

/** In what the finding quotes, in the quoted files at either end, or in the change, whose removed lines no tree has. */
export function occursNearby(
  name: string,
  { evidence, at }: Pick<Finding, "evidence" | "at">,
  facts: Pick<GateFacts, "change" | "text">,
): boolean {
  return (
    [...evidence, at].some(
      ({ path, side }) =>
        path.includes(name) || (facts.text(path, side)?.lines.some((line) => hasWholeName(line, name)) ?? false),
    ) ||
    facts.change.files.some(
      (file) =>
        (file.newPath ?? file.oldPath ?? "").includes(name) ||
        file.hunks.some((hunk) => [...linesOf(hunk)].some(({ text }) => hasWholeName(text, name))),
    )
  );
}
