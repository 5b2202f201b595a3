// Finds cited names that occur nowhere else or not in the file that is named.
import { readText } from "../../changed-text.ts";
import type { Change, Code } from "../../../change/change.ts";
import { removedLines } from "../../../change/diff.ts";
import type { NameUses, Uses } from "../../../change/symbols/symbols.ts";
import { isProse } from "../../../change/file-kinds.ts";
import { otherUses, type NameClaim, type FalseClaim } from "./doc-claims.ts";
import { createPathIndex } from "./path-index.ts";
import { mentionsForeignCode } from "./wording.ts";

export function namesToSearch(claims: readonly NameClaim[]): string[] {
  return claims.filter(isCheckable).map(({ citation }) => citation.name);
}

/** In prose, foreign names are as common as the repository's own. */
function isCheckable({ citation, near }: NameClaim): boolean {
  return citation.linked || !mentionsForeignCode(near.replaceAll(/`[^`]*`/g, "``"));
}

export async function findFalseNames(
  change: Change,
  code: Code,
  claims: readonly NameClaim[],
  uses: Uses,
): Promise<FalseClaim[]> {
  const checkable = claims.filter(isCheckable);
  const missing = firstOfEachName(checkable.filter((claim) => isUnknownName(claim, checkable, uses)));
  const removed = missing.length > 0 ? removedNames(change, missing) : new Set<string>();
  return [
    ...missing.flatMap((claim) => missingName(claim, removed)),
    ...(await findMisplacedNames(code, checkable, missing, uses)),
  ];
}

function isUnknownName({ citation }: NameClaim, claims: readonly NameClaim[], uses: Uses): boolean {
  const known = uses.get(citation.name);
  const same = claims.filter((claim) => claim.citation.name === citation.name);
  return known !== undefined && !known.cut && otherUses(known.at, same).length === 0;
}

/** Reports each name once per file. */
function firstOfEachName(claims: readonly NameClaim[]): NameClaim[] {
  return [...Map.groupBy(claims, ({ doc, citation }) => `${doc}\0${citation.name}`).values()].map(
    (same) => same.find(({ citation }) => citation.linked) ?? same[0]!,
  );
}

/**
 * Certain if the change removes the name, if a documentation tool must resolve it, or if the text sends the reader to
 * it. A bare name in a comment may belong to another program: only six in ten were right when measured, so those are
 * advisory.
 */
function missingName(claim: NameClaim, removed: ReadonlySet<string>): FalseClaim[] {
  const { name, written, linked, isReferral, isQualified } = claim.citation;
  const isRemovedName = removed.has(name);
  if (claim.isProse && isQualified && !isRemovedName) return [];
  const isSure = !claim.isDoubtful && !(claim.isProse && !isRemovedName && !linked);
  return [
    {
      kind: "missing-name",
      claim,
      title: `\`${written}\` occurs nowhere else in the repository`,
      explanation:
        `A literal search for \`${name}\` at head has 0 other matches. ` +
        (isRemovedName
          ? "This change removes the last one. Name the replacement, or remove the mention."
          : "Correct the name, or state which project it belongs to."),
      confidence: !isSure ? 4 : isRemovedName ? 9 : linked ? 8 : isReferral ? 7 : 4,
    },
  ];
}

/** The names that occur in code that this change removes. */
function removedNames(change: Change, claims: readonly NameClaim[]): Set<string> {
  const cited = new Set(claims.map(({ citation }) => citation.name));
  const gone = new Set<string>();
  for (const file of change.files) {
    if (file.oldPath === null || isProse(file.oldPath)) continue;
    for (const { text } of removedLines(file))
      for (const [word] of text.slice(0, 2000).matchAll(/[A-Za-z_$][\w$]*/g)) if (cited.has(word)) gone.add(word);
  }
  return gone;
}

async function findMisplacedNames(
  code: Code,
  claims: readonly NameClaim[],
  missing: readonly NameClaim[],
  uses: Uses,
): Promise<FalseClaim[]> {
  const absent = new Set(missing.map(({ citation }) => citation.name));
  const placed = claims.filter(({ citation }) => citation.place !== null && !absent.has(citation.name));
  if (placed.length === 0) return [];
  const index = createPathIndex(await code.head.paths());
  const judged: FalseClaim[] = [];
  for (const claim of placed) {
    const file = index.file(claim.citation.place!, claim.doc);
    const text = file === null ? "" : ((await readText(code.head, file)) ?? "");
    if (file !== null && text !== "" && !text.includes(claim.citation.name))
      judged.push(misplacedName(claim, file, otherMatches(claim, claims, uses.get(claim.citation.name))));
  }
  return judged;
}

function otherMatches(claim: NameClaim, claims: readonly NameClaim[], known: NameUses | undefined) {
  const same = claims.filter(({ citation }) => citation.name === claim.citation.name);
  return otherUses(known?.at ?? [], same);
}

function misplacedName(claim: NameClaim, file: string, at: readonly { path: string; line: number }[]): FalseClaim {
  const { name, written } = claim.citation;
  const first = at.slice(0, 3).map(({ path, line }) => `${path}:${line}`);
  return {
    kind: "wrong-place",
    claim,
    title: `\`${written}\` is not in \`${file}\``,
    explanation:
      `The file does not have \`${name}\` at head. The repository has ${at.length} other matches` +
      `${first.length > 0 ? `: ${first.join(", ")}` : ""}. Name the file that contains it.`,
    confidence: claim.isDoubtful ? 4 : 7,
  };
}
