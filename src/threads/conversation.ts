// What was said before: which comments count, and how much of them fits (CON-3, CON-5, CON-8). Nothing here is trusted; it
// is fenced off where a model reads it.
import { hiddenCharacters } from "../hidden-characters.ts";
import { cutEarlier } from "./words/conversation/context.ts";

export interface Turn {
  id: number;
  /** A login; null when the account is gone. */
  author: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
}

/** A thread is flat on GitHub; a chain longer than this is none. */
const mostSteps = 10;

/** The first comment of a thread. A parent that is gone ends the walk: null, and there is no thread to speak of. */
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

/** What stood there when somebody spoke: nothing later, and nothing that was changed since. */
export function saidBefore(trigger: { id: number; at: string }): (turn: Turn) => boolean {
  const then = Date.parse(trigger.at);
  return ({ id, createdAt, updatedAt }) => {
    const written = Date.parse(createdAt);
    if (id === trigger.id || !(written <= then) || !(Date.parse(updatedAt) <= then)) return false;
    // Within one second, the number tells.
    return written < then || id < trigger.id;
  };
}

const mostComments = 100;
const wholeTurns = 3;
export const truncated = "…[truncated]";
const between = "\n\n";

/**
 * The last three turns whole, older ones by their first sentence; what is too much is cut from the oldest on. Never longer
 * than the budget, and always the same for the same turns. `earlier`: how many comments are left out already.
 */
export function threadContext(turns: readonly Turn[], budget: number, earlier = 0): string {
  const newest = turns.slice(-mostComments);
  const left = earlier + turns.length - newest.length;
  const said = newest.map((turn, at) => saidBy(turn, at >= newest.length - wholeTurns));
  const parts = left > 0 ? [cutEarlier(left), ...said] : said;
  const kept: string[] = [];
  let room = budget;
  for (const part of parts.toReversed()) {
    const gap = kept.length === 0 ? 0 : between.length;
    if (part.length + gap <= room) {
      kept.push(part);
      room -= part.length + gap;
      continue;
    }
    const cut = cutTo(part, room - gap);
    if (cut !== null) kept.push(cut);
    else if (kept.length > 0) kept.push(shortened(kept.pop()!, room));
    break;
  }
  return kept.toReversed().join(between);
}

function saidBy({ author, createdAt, body }: Turn, isWhole: boolean): string {
  const text = legible(body);
  return `${author ?? "somebody"}, ${createdAt}:\n${isWhole ? text : firstSentence(text)}`;
}

/** The beginning, and a word that there was more; null where even that does not fit. */
function cutTo(text: string, room: number): string | null {
  return room < truncated.length ? null : `${whole(text.slice(0, room - truncated.length))}${truncated}`;
}

/** The oldest that is kept says that it is not the first. */
function shortened(text: string, room: number): string {
  const most = text.length + Math.max(0, room);
  return text.endsWith(truncated) ? text : (cutTo(text, Math.min(most, text.length)) ?? text.slice(0, most));
}

/** Not half a character. */
function whole(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Without what no reader sees, and with line feeds alone. */
export function legible(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(hiddenCharacters, "").trim();
}

const longestSentence = 400;

export function firstSentence(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  const end = /[.!?](?=\s|$)/.exec(line.slice(0, longestSentence));
  if (end) return line.slice(0, end.index + 1).trim();
  return line.length <= longestSentence ? line.trim() : `${whole(line.slice(0, longestSentence))}…`;
}
