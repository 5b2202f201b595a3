// Prepares how the visible code of a review is shown: unified or split, with syntax tokens as far as they are in time.
import type { DiffLine } from "../../../change/diff.ts";
import type { LineTokens } from "../../../review/publishers/html/code-line.ts";
import type { DiffPiece, DiffStyle } from "../../../review/publishers/html/diff-table.ts";
import type { FileView } from "../../../review/publishers/html/files.ts";
import type { Visit } from "../page.ts";

/** A page does not wait longer for its colours; the next one finds them in the cache. */
const longestWaitMs = 400;
/** A large review takes long enough by itself. */
const largeWaitMs = 50;

export function isSplit(visit: Pick<Visit, "query" | "cookie">): boolean {
  return (visit.query("diff") ?? visit.cookie("crosscheck-diff")) === "split";
}

/** `shown`: the pieces that the page contains. */
export async function diffStyleFor(
  visit: Visit,
  shown: readonly { view: FileView; piece: DiffPiece }[],
  { large = false }: { large?: boolean } = {},
): Promise<DiffStyle> {
  const found = new Map<DiffLine, LineTokens>();
  const { highlighter } = visit.site;
  const reading = shown.map(async ({ view, piece }) => {
    const code = piece.code();
    // Each side is read as the text that it is; lines of both take the new side's tokens.
    const sides = code.some(({ line }) => line.kind === "removed")
      ? (["added", "removed"] as const)
      : (["added"] as const);
    for (const other of sides.toReversed()) {
      const lines = code.filter(({ line }) => line.kind === "context" || line.kind === other);
      const tokens = await highlighter.tokens(
        view.path,
        lines.map(({ text }) => text),
      );
      for (const [at, { line }] of lines.entries()) if (tokens?.[at]) found.set(line, tokens[at]);
    }
  });
  await atMost(large ? largeWaitMs : longestWaitMs, Promise.all(reading));
  return { split: isSplit(visit), tokens: (line) => found.get(line) ?? null };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
