// Writes the cards of findings without a line into a body that has no summary.
import { commentLimit } from "../comment-limits.ts";
import type { PostedEntry } from "../posted-entries.ts";
import { moreCards } from "./body-lines.ts";
import { findingCard } from "./card.ts";

/** Room for the event line, the concerns, the list, the tag and the marker. */
const roomAround = 25_000;

/** Whole cards only; the details comment lists the others. */
export function bodyCards(entries: readonly PostedEntry[]): { cards: string[]; left: readonly PostedEntry[] } {
  const cards = entries.map((entry) => findingCard(entry, "enhanced", null));
  let room = commentLimit - roomAround;
  const end = cards.findIndex((card) => (room -= card.length + 10) < 0);
  if (end === -1) return { cards, left: [] };
  return { cards: [...cards.slice(0, end), moreCards(entries.length - end)], left: entries.slice(end) };
}
