// The kinds in which a board shows threads: their classes, and those that nobody has classified or that are over.
import { classifications, type Classification } from "../../../threads/payloads.ts";
import type { BoardRow } from "../../../threads/publishers/board.ts";

export type Kind = Classification | "untriaged" | "resolved";

/** By how much a person is needed. */
export const kinds: readonly Kind[] = [
  "needs_human",
  "valid",
  "invalid",
  "already_fixed",
  "stale",
  "untriaged",
  "resolved",
];

export function kindOfRow({ isResolved, triage }: BoardRow): Kind {
  if (isResolved) return "resolved";
  return triage?.classification ?? "untriaged";
}

/** As an address names it; `open`, and whatever is none, means all that are not resolved. */
export function kindOf(asked: string | null): Kind | "open" {
  return kinds.find((kind) => kind === asked) ?? "open";
}

export function isClass(kind: Kind | "open"): kind is Classification {
  return (classifications as readonly string[]).includes(kind);
}
