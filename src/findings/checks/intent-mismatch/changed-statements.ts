// Finds changed statements in a change titled `docs:` or `style:`.
import type { Code } from "../../../change/change.ts";
import { pathOf, type FileDiff } from "../../../change/diff.ts";
import {
  acts,
  blocksOf,
  isImport,
  isText,
  meaning,
  type Block,
  type Compared,
  type TokenizedLine,
  type LinePosition,
} from "../../text/changed.ts";
import { isPresentationPath, isProductSource } from "./path-roles.ts";

export async function docsWithStatements(files: readonly FileDiff[], code: Code): Promise<LinePosition | null> {
  for (const file of files.filter((each) => isProductSource(pathOf(each)))) {
    const blocks = await blocksOf(file, code);
    const at = blocks && changedStatement(blocks, "without-strings");
    if (at) return { ...docsTexts, path: pathAt(file, at), at, confidence: isCertain(at) ? 8 : 7 };
  }
  return null;
}

export async function styleWithStatements(files: readonly FileDiff[], code: Code): Promise<LinePosition | null> {
  // A change with a stylesheet is about visual style.
  if (files.some((file) => /\.(?:css|scss|less|sass|styl)$/.test(pathOf(file)))) return null;
  for (const file of files.filter((each) => isProductSource(pathOf(each)) && !isPresentationPath(pathOf(each)))) {
    const blocks = await blocksOf(file, code);
    const at = blocks && changedStatement(blocks, "with-strings");
    if (at) return { ...styleTexts, path: pathAt(file, at), at, confidence: isCertain(at) ? 7 : 5 };
  }
  return null;
}

const docsTexts = {
  kind: "docs-changes-code",
  title: "The change is called documentation, but it changes code",
  explanation:
    "Readers and release tools skip such a change, so its effect on code is easily missed. Split it, " +
    "or name the change after what it does.",
};
const styleTexts = {
  kind: "style-changes-code",
  title: "The change is called a style change, but it changes more than layout",
  explanation:
    "A style change keeps the meaning of every statement, but this line differs in more than layout. Split it, or " +
    "name the change after what it does.",
};

function pathAt(file: FileDiff, at: TokenizedLine): string {
  return at.side === "base" ? (file.oldPath ?? pathOf(file)) : pathOf(file);
}

/** The first line of a changed statement: an added one if possible, else a removed one. */
function changedStatement(blocks: readonly Block[], compared: Compared): TokenizedLine | null {
  const differing = blocks.filter(
    (block) =>
      !isRenaming(block) &&
      meaningfulTokens(block.removed, compared).join(" ") !== meaningfulTokens(block.added, compared).join(" "),
  );
  const removed = differing.flatMap((block) => block.removed);
  const added = differing.flatMap((block) => block.added);
  // The same tokens in another order: sorted imports, moved members.
  if (
    meaningfulTokens(removed, compared).toSorted().join(" ") === meaningfulTokens(added, compared).toSorted().join(" ")
  )
    return null;
  return firstNewStatement(added, removed, compared) ?? firstNewStatement(removed, added, compared);
}

function meaningfulTokens(lines: readonly TokenizedLine[], compared: Compared): string[] {
  return lines.filter((line) => !isText(line) && !isImport(line)).flatMap((line) => meaning(line, compared));
}

/** A statement whose tokens do not occur in this order on the other side. */
function firstNewStatement(
  lines: readonly TokenizedLine[],
  others: readonly TokenizedLine[],
  compared: Compared,
): TokenizedLine | null {
  const known = ` ${meaningfulTokens(others, compared).join(" ")} `;
  return (
    lines.find(
      (line) =>
        !isText(line) && !isImport(line) && acts(line) && !known.includes(` ${meaning(line, compared).join(" ")} `),
    ) ?? null
  );
}

/** Only names differ, line by line: a rename keeps the meaning. */
function isRenaming({ removed, added }: Block): boolean {
  const shape = (lines: readonly TokenizedLine[]) =>
    lines.flatMap((line) => line.tokens.map((token) => (token.kind === "name" ? "n" : token.text))).join(" ");
  return removed.length > 0 && shape(removed) === shape(added);
}

/** An assignment, call or branch; a bare word or a type may not be a statement. */
function isCertain(line: TokenizedLine): boolean {
  return (
    line.tokens.length >= 4 &&
    line.tokens.some(
      ({ kind, text }) =>
        (kind === "mark" && (text === "=" || text === "(")) || /^(?:if|for|while|return|throw|raise)$/.test(text),
    )
  );
}
