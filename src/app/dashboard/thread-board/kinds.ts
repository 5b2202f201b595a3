// Defines the filters of a board: classes, untriaged and resolved threads.
import { classifications, type Classification } from "../../../threads/thread-payloads.ts";
import type { BoardRow } from "../../../threads/publishers/board.ts";

export type BoardFilter = Classification | "untriaged" | "resolved";

/** Ordered by how much they need a person's attention. */
export const threadFilters: readonly BoardFilter[] = [
  "needs_human",
  "valid",
  "invalid",
  "already_fixed",
  "stale",
  "untriaged",
  "resolved",
];

export function kindOfRow({ isResolved, triage }: BoardRow): BoardFilter {
  if (isResolved) return "resolved";
  return triage?.classification ?? "untriaged";
}

/** The filter in the address; `open` or an unknown value: all unresolved threads. */
export function parseThreadFilter(asked: string | null): BoardFilter | "open" {
  return threadFilters.find((kind) => kind === asked) ?? "open";
}

export function isClass(kind: BoardFilter | "open"): kind is Classification {
  return (classifications as readonly string[]).includes(kind);
}
