// The filters of a board: classes, untriaged and resolved threads.
import { classifications, type Classification } from "../../../threads/payloads.ts";
import type { BoardRow } from "../../../threads/publishers/board.ts";

export type ThreadFilter = Classification | "untriaged" | "resolved";

/** By how much a person is needed. */
export const threadFilters: readonly ThreadFilter[] = [
  "needs_human",
  "valid",
  "invalid",
  "already_fixed",
  "stale",
  "untriaged",
  "resolved",
];

export function kindOfRow({ isResolved, triage }: BoardRow): ThreadFilter {
  if (isResolved) return "resolved";
  return triage?.classification ?? "untriaged";
}

/** As an address names it; `open`, and whatever is none, means all that are not resolved. */
export function parseThreadFilter(asked: string | null): ThreadFilter | "open" {
  return threadFilters.find((kind) => kind === asked) ?? "open";
}

export function isClass(kind: ThreadFilter | "open"): kind is Classification {
  return (classifications as readonly string[]).includes(kind);
}
