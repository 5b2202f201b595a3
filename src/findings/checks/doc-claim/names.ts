// Cited names that occur nowhere else, and names that are not in the file which is said to hold them.
import type { Change, Code } from "../../../change/change.ts";
import { removedLines } from "../../../change/diff.ts";
import type { NameUses, Uses } from "../../../change/symbols/symbols.ts";
import { isProse } from "../../../change/file-kinds.ts";
import { otherUses, type NameClaim } from "./claims.ts";
import { textOf } from "./doc-lines.ts";
import type { Judgement } from "./judgement.ts";
import { pathIndex } from "./paths.ts";
import { isForeign } from "./wording.ts";

export function namesToSeek(claims: readonly NameClaim[]): string[] {
  return claims.filter(isWeighed).map(({ cited }) => cited.name);
}

/** In prose a name of somebody else's is as common as one of ours. */
function isWeighed({ cited, near }: NameClaim): boolean {
  return cited.linked || !isForeign(near);
}

export async function judgeNames(
  change: Change,
  code: Code,
  claims: readonly NameClaim[],
  uses: Uses,
): Promise<Judgement[]> {
  const weighed = claims.filter(isWeighed);
  const missing = firstOfEach(weighed.filter((claim) => isNowhere(claim, weighed, uses)));
  const removed = missing.length > 0 ? removedNames(change, missing) : new Set<string>();
  return [
    ...missing.flatMap((claim) => missingName(claim, removed)),
    ...(await misplaced(code, weighed, missing, uses)),
  ];
}

function isNowhere({ cited }: NameClaim, claims: readonly NameClaim[], uses: Uses): boolean {
  const known = uses.get(cited.name);
  const same = claims.filter((claim) => claim.cited.name === cited.name);
  return known !== undefined && !known.cut && otherUses(known.at, same).length === 0;
}

/** One finding for each name of a file is enough to mend them all. */
function firstOfEach(claims: readonly NameClaim[]): NameClaim[] {
  return [...Map.groupBy(claims, ({ doc, cited }) => `${doc}\0${cited.name}`).values()].map(
    (same) => same.find(({ cited }) => cited.linked) ?? same[0]!,
  );
}

/**
 * Sure where the change itself takes the name away, or where a documentation tool would have to find it, or where the
 * reader is sent to it. A mere name in a comment may be one of another program: six in ten were ours when this was
 * measured, so that is for the author to know and no more.
 */
function missingName(claim: NameClaim, removed: ReadonlySet<string>): Judgement[] {
  const { name, shown, linked, seen } = claim.cited;
  const wasHere = removed.has(name);
  if (!wasHere && !linked && claim.isProse) return [];
  return [
    {
      kind: "missing-name",
      claim,
      title: `\`${shown}\` occurs nowhere else in the repository`,
      explanation:
        `A literal search for \`${name}\` at head has 0 other matches. ` +
        (wasHere
          ? "This change takes the last of them away. Name what took its place, or take the mention out."
          : "Correct the name, or say whose it is."),
      confidence: wasHere ? 9 : linked ? 8 : seen ? 7 : 4,
    },
  ];
}

/** Of the names, those that stood in code which this change takes away. */
function removedNames(change: Change, claims: readonly NameClaim[]): Set<string> {
  const wanted = new Set(claims.map(({ cited }) => cited.name));
  const gone = new Set<string>();
  for (const file of change.files) {
    if (file.oldPath === null || isProse(file.oldPath)) continue;
    for (const { text } of removedLines(file))
      for (const [word] of text.slice(0, 2000).matchAll(/[A-Za-z_$][\w$]*/g)) if (wanted.has(word)) gone.add(word);
  }
  return gone;
}

async function misplaced(
  code: Code,
  claims: readonly NameClaim[],
  missing: readonly NameClaim[],
  uses: Uses,
): Promise<Judgement[]> {
  const absent = new Set(missing.map(({ cited }) => cited.name));
  const placed = claims.filter(({ cited }) => cited.place !== null && !absent.has(cited.name));
  if (placed.length === 0) return [];
  const index = pathIndex(await code.head.paths());
  const judged: Judgement[] = [];
  for (const claim of placed) {
    const file = index.file(claim.cited.place!, claim.doc);
    const text = file === null ? "" : textOf(await code.head.read(file));
    if (file !== null && text !== "" && !text.includes(claim.cited.name))
      judged.push(wrongPlace(claim, file, otherMatches(claim, claims, uses.get(claim.cited.name))));
  }
  return judged;
}

function otherMatches(claim: NameClaim, claims: readonly NameClaim[], known: NameUses | undefined) {
  const same = claims.filter(({ cited }) => cited.name === claim.cited.name);
  return otherUses(known?.at ?? [], same);
}

function wrongPlace(claim: NameClaim, file: string, at: readonly { path: string; line: number }[]): Judgement {
  const { name, shown } = claim.cited;
  const first = at.slice(0, 3).map(({ path, line }) => `${path}:${line}`);
  return {
    kind: "wrong-place",
    claim,
    title: `\`${shown}\` is not in \`${file}\``,
    explanation:
      `The file does not have \`${name}\` at head. The repository has ${at.length} other matches` +
      `${first.length > 0 ? `: ${first.join(", ")}` : ""}. Name the file that holds it.`,
    confidence: 7,
  };
}
