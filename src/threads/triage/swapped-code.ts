// Detects code that was only exchanged for other code of the same form: the same chain with another member, or the same
// construct with another constant. Without semantics, such an exchange cannot be distinguished from a fix.
import { alignEqual } from "../../change/align-equal.ts";
import { isName, distinctiveTokens, withoutStrings } from "./code-tokens.ts";

const most = 300;

/** Maps each word of one to its position in the other, in order; null if it is gone. */
function placesIn(before: readonly string[], now: readonly string[]): (number | null)[] {
  const places: (number | null)[] = before.map(() => null);
  for (const [row, at] of alignEqual(before, now)) places[row] = at;
  return places;
}

export function isSwapped(quoted: readonly string[], before: readonly string[], now: readonly string[]): boolean {
  if (before.length > most || now.length > most) return false;
  const gaps = gapsOf(before, now);
  return isWordForWord(quoted, gaps) || isRefilled(slotOf(quoted, before), gaps);
}

/** Only words and numbers changed in the statement, including quoted ones. */
function isWordForWord(quoted: readonly string[], gaps: readonly Gap[]): boolean {
  const gone = gaps.flatMap((gap) => gap.gone);
  const came = gaps.flatMap((gap) => gap.came);
  // With other numbers of words, something else was changed too.
  if (came.length > gone.length || gone.length > came.length + 1 || isFlip(gone, came)) return false;
  if (![...gone, ...came].every(isWord)) return false;
  return gaps.some((gap) => gap.came.length > 0 && gap.gone.some((one) => quoted.includes(one)));
}

/** Everything around the quoted code is unchanged, and it was replaced. */
function isRefilled(slot: { from: number; to: number } | null, gaps: readonly Gap[]): boolean {
  if (slot === null) return false;
  const isIn = ({ from, to }: Gap) => from <= slot.to && to >= slot.from;
  const inside = gaps.filter(isIn);
  if (gaps.some((gap) => !isIn(gap) && gap.gone.length + gap.came.length > 0)) return false;
  const gone = inside.flatMap((gap) => gap.gone);
  const came = inside.flatMap((gap) => gap.came);
  return (
    (came.length > 0 || inside.some(({ opens }) => opens)) &&
    !isFlip(gone, came) &&
    !(gone.every(isEquality) && came.every(isEquality))
  );
}

const opened: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/** The position of the quoted code, including the arguments of its call. */
function slotOf(quoted: readonly string[], before: readonly string[]): { from: number; to: number } | null {
  const from = before.findIndex((_, at) => quoted.every((one, index) => before[at + index] === one));
  if (from < 0 || quoted.length === 0) return null;
  const after = from + quoted.length;
  return { from, to: endOfCall(before, after) };
}

/** After the bracket that closes the one at this position; without a bracket, the position itself. */
function endOfCall(tokens: readonly string[], start: number): number {
  const open = tokens[start] ?? "";
  const close = opened[open];
  if (close === undefined) return start;
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at] === open) depth++;
    else if (tokens[at] === close) depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

interface Gap {
  /** The range in the old code. */
  from: number;
  to: number;
  gone: string[];
  came: string[];
  /** An opening bracket or a string was added. */
  opens: boolean;
}

/** What was removed and added between each two unchanged words; a quoted string counts as one word. */
function gapsOf(before: readonly string[], now: readonly string[]): Gap[] {
  const places = placesIn(before, now);
  const gaps: Gap[] = [];
  let [old, fresh] = [0, 0];
  for (const [at, place] of [...places, now.length].entries()) {
    // Signs occur everywhere, so only unchanged words are reliable anchors.
    if (place === null || (at < before.length && !isWord(before[at]!))) continue;
    const [went, came] = [before.slice(old, at), now.slice(fresh, place)];
    if (went.join(" ") !== came.join(" ")) gaps.push({ from: old, to: at, ...changeOf(went, came) });
    [old, fresh] = [at + 1, place + 1];
  }
  return gaps;
}

function changeOf(went: readonly string[], came: readonly string[]): Omit<Gap, "from" | "to"> {
  const places = placesIn(went, came);
  const kept = new Set(places);
  const fresh = came.filter((_, at) => !kept.has(at));
  return {
    gone: wordsOf(went.filter((_, at) => places[at] === null)),
    came: wordsOf(fresh),
    opens: fresh.some((one) => one in opened || one === "{" || isText(one)),
  };
}

function wordsOf(tokens: readonly string[]): string[] {
  return withoutStrings(tokens).filter((one) => isText(one) || distinctiveTokens([one]).length > 0);
}

function isText(one: string): boolean {
  return one === '"' || one === "'" || one === "`";
}

/** `>=` for `>` only shifts the limit, so comparisons count as numbers. */
function isWord(one: string): boolean {
  return isName(one) || isText(one) || /^(?:\p{N}|[<>]=?$)/u.test(one);
}

/** Comments about equality are about the choice between these, so exchanging them can be the fix. */
function isEquality(one: string): boolean {
  return /^(?:[=!]==?|is|not)$/.test(one);
}

/** A boolean has only one alternative, so flipping it can be the fix. */
function isFlip(gone: readonly string[], came: readonly string[]): boolean {
  const [old, now] = [gone.join(" ").toLowerCase(), came.join(" ").toLowerCase()];
  return (old === "true" && now === "false") || (old === "false" && now === "true");
}
