// Finds a changed literal on an otherwise equal line in a change titled `refactor:`.
import type { Code } from "../../../change/change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../../change/diff.ts";
import { blocksOf, isImport, startOf, type Block, type TokenizedLine, type LinePosition } from "../../text/changed.ts";
import { hasWord } from "../../../change/word-patterns.ts";
import { isPresentationPath, isProductSource } from "./path-roles.ts";
import type { Token } from "../../text/tokens.ts";

interface Pair {
  was: TokenizedLine;
  is: TokenizedLine;
  from: Token;
  to: Token;
}

/** A file with more pairs was not refactored by hand. */
const mostPairs = 50;

export async function refactorWithLiteral(files: readonly FileDiff[], code: Code): Promise<LinePosition | null> {
  const candidates: { position: LinePosition; rank: number }[] = [];
  for (const file of files.filter((each) => each.status !== "added" && isProductSource(pathOf(each)))) {
    const blocks = (await blocksOf(file, code)) ?? [];
    for (const pair of blocks.flatMap(findPairs).slice(0, mostPairs)) {
      if (pair.from.kind === "string" && (isPresentationPath(pathOf(file)) || !isKey(pair, files))) continue;
      candidates.push({ position: createPosition(file, pair), rank: literalRank(pair.from) });
    }
  }
  return candidates.toSorted((a, b) => a.rank - b.rank)[0]?.position ?? null;
}

const literals = new Set<Token["kind"]>(["number", "boolean", "string", "regex"]);
/** Interface text and names of places, versions or tests are not behaviour. */
const notBehaviour = hasWord(`
  log logger logging console warn\\w* error\\w* throw raise \\w*Error \\w*Exception debug info print\\w* puts
  assert\\w* expect describe message msg title label description help summary todo copyright format
  \\w*version\\w* since deprecated\\w* name path className testid __all__ href url t i18n translate gettext _
`);
/** A CSS declaration inside a component. */
const declaration = /^\s*[\w-]+: [^'"`]*;\s*$|\bvar\(--/;

function findPairs({ removed, added }: Block): Pair[] {
  const before = groupBySkeleton(removed);
  const after = groupBySkeleton(added);
  const pairs = [...before].flatMap(([skeleton, was]) => {
    const is = after.get(skeleton);
    return was.length === 1 && is?.length === 1 ? comparePair(was[0]!, is[0]!) : [];
  });
  // Several pairs at once are a renumbered or rekeyed list.
  return pairs.length === 1 ? pairs : [];
}

function groupBySkeleton(lines: readonly TokenizedLine[]): Map<string, TokenizedLine[]> {
  return Map.groupBy(lines.filter(mayBehave), (line) =>
    line.tokens.map((token) => (literals.has(token.kind) ? token.kind : token.text)).join(" "),
  );
}

function mayBehave(line: TokenizedLine): boolean {
  if (line.inside || isImport(line) || notBehaviour.test(startOf(line)) || declaration.test(startOf(line)))
    return false;
  return (
    line.tokens.some((token) => literals.has(token.kind)) &&
    line.tokens.filter((token) => token.kind === "name").length >= 1
  );
}

/** Exactly one literal differs, and it is not a list index. */
function comparePair(was: TokenizedLine, is: TokenizedLine): Pair[] {
  const differing = was.tokens.flatMap((from, index) => {
    const to = is.tokens[index]!;
    return normalizeLiteral(from) === normalizeLiteral(to)
      ? []
      : [{ was, is, from, to, after: was.tokens[index - 1]?.text, next: was.tokens[index + 1]?.text }];
  });
  const only = differing[0];
  return differing.length === 1 && only && !(only.after === "[" && only.next === "]") ? [only] : [];
}

/** Numbers by value, regular expressions by their words: a refactoring may change the spelling of both. */
function normalizeLiteral({ kind, text }: Token): string {
  if (kind === "number" && !Number.isNaN(Number(text))) return String(Number(text));
  return kind === "regex"
    ? text.replaceAll(/\\[a-zA-Z](?:\{[^}]{0,40}\})?|\[[^\]]{0,200}\]|\{[\d,]{1,9}\}|\/[a-z]*$|\W|_/g, "")
    : text;
}

/** A string that code compares or looks up, and that was not renamed everywhere. */
function isKey({ from, to }: Pair, files: readonly FileDiff[]): boolean {
  if (![from.text, to.text].every((text) => /^[\w:-]{2,40}$/.test(text))) return false;
  const times = (lines: Iterable<{ text: string }>, word: string) =>
    [...lines].filter(({ text }) => text.includes(word)).length;
  const gone = files.reduce((sum, file) => sum + times(removedLines(file), from.text), 0);
  const additions = files.reduce((sum, file) => sum + times(addedLines(file), to.text), 0);
  return gone === 1 && additions === 1;
}

function literalRank(token: Token): number {
  return token.kind === "string" || token.kind === "regex" ? 1 : 0;
}

function createPosition(file: FileDiff, { was, is, from }: Pair): LinePosition {
  const what = from.kind === "regex" ? "pattern" : from.kind;
  return {
    kind: "refactor-changes-value",
    path: pathOf(file),
    at: is,
    was: { path: file.oldPath ?? pathOf(file), at: was },
    confidence: from.kind === "string" || from.kind === "regex" ? 5 : 7,
    title: `The change is called a refactoring, but a ${what} differs on an otherwise equal line`,
    explanation:
      "A refactoring keeps behaviour, and this value affects behaviour. Restore it, or move it into a change " +
      "that states its purpose.",
  };
}
