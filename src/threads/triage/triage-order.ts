// Orders threads for processing: people's first, then bots', then our own.
import type { AuthorKind, ReviewThread } from "../thread.ts";

const rank: Record<AuthorKind, number> = { human: 0, bot: 1, self: 2 };

export function inTriageOrder(threads: readonly ReviewThread[]): ReviewThread[] {
  return threads.toSorted(
    (a, b) =>
      rank[a.authorKind] - rank[b.authorKind] ||
      byText(a.path ?? "", b.path ?? "") ||
      (a.line ?? a.originalLine ?? 0) - (b.line ?? b.originalLine ?? 0) ||
      byText(a.createdAt ?? "", b.createdAt ?? "") ||
      byText(a.threadId, b.threadId),
  );
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
