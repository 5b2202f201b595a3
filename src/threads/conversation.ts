// Selects the comments of a conversation that count and fits them into a budget. Nothing here is trusted; it is fenced
// where a model reads it.
import { redactSecrets } from "../secrets/redact-secrets.ts";
import { hiddenCharacters } from "../hidden-characters.ts";
import { omittedTurnsNote } from "./words/conversation/context-texts.ts";

export interface Turn {
  id: number;
  /** A login; null when the account was deleted. */
  author: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
}

/** GitHub threads are flat; a longer reply chain is invalid. */
const mostSteps = 10;

/** The first comment of a thread; null if a parent is missing. */
export async function findRoot<C extends { id: number; inReplyTo: number | null }>(
  start: number,
  read: (id: number) => Promise<C | null>,
): Promise<C | null> {
  let id = start;
  for (let step = 0; step < mostSteps; step += 1) {
    const comment = await read(id);
    if (comment === null || comment.inReplyTo === null || comment.inReplyTo === id) return comment;
    id = comment.inReplyTo;
  }
  return null;
}

/** The comments as of that time: nothing later, and nothing edited since. */
export function isBefore(trigger: { id: number; at: string }): (turn: Turn) => boolean {
  const then = Date.parse(trigger.at);
  return ({ id, createdAt, updatedAt }) => {
    const written = Date.parse(createdAt);
    if (id === trigger.id || !(written <= then) || !(Date.parse(updatedAt) <= then)) return false;
    // Within one second, ids give the order.
    return written < then || id < trigger.id;
  };
}

const mostComments = 100;
const wholeTurns = 3;
export const truncated = "…[truncated]";
const between = "\n\n";

/**
 * The last three turns in full, older ones by their first sentence; the oldest are dropped first. Never exceeds the
 * budget, and deterministic. `earlier`: number of comments already left out.
 */
export function threadContext(turns: readonly Turn[], budget: number, earlier = 0): string {
  const newest = turns.slice(-mostComments);
  const left = earlier + turns.length - newest.length;
  const headings = newest.map((turn, at) => turnHeading(turn, at >= newest.length - wholeTurns));
  const parts = left > 0 ? [omittedTurnsNote(left), ...headings] : headings;
  const kept: string[] = [];
  let room = budget;
  for (const part of parts.toReversed()) {
    const gap = kept.length === 0 ? 0 : between.length;
    if (part.length + gap <= room) {
      kept.push(part);
      room -= part.length + gap;
      continue;
    }
    const cut = truncateTo(part, room - gap);
    if (cut !== null) kept.push(cut);
    else if (kept.length > 0) kept.push(shortened(kept.pop()!, room));
    break;
  }
  return kept.toReversed().join(between);
}

function turnHeading({ author, createdAt, body }: Turn, isWhole: boolean): string {
  // Before the turn is shortened. Hidden characters may split a secret or separate it from a word.
  const text = redactSecrets(visibleText(redactSecrets(body)));
  return `${author ?? "somebody"}, ${createdAt}:\n${isWhole ? text : firstSentence(text)}`;
}

/** The start, with a note that it was truncated; null if even that does not fit. */
function truncateTo(text: string, room: number): string | null {
  return room < truncated.length
    ? null
    : `${withoutPartialCharacter(text.slice(0, room - truncated.length))}${truncated}`;
}

/** Marks the oldest kept turn as truncated, because earlier ones are missing. */
function shortened(text: string, room: number): string {
  const most = text.length + Math.max(0, room);
  return text.endsWith(truncated) ? text : (truncateTo(text, Math.min(most, text.length)) ?? text.slice(0, most));
}

/** Never splits a surrogate pair. */
function withoutPartialCharacter(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Without invisible characters, and with line feeds only. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(hiddenCharacters, "").trim();
}

const longestSentence = 400;

export function firstSentence(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  const end = /[.!?](?=\s|$)/.exec(line.slice(0, longestSentence));
  if (end) return line.slice(0, end.index + 1).trim();
  return line.length <= longestSentence ? line.trim() : `${withoutPartialCharacter(line.slice(0, longestSentence))}…`;
}
