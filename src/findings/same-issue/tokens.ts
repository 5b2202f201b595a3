// Splits a finding's text into words, terms and letter n-grams.
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

/** A finding says what it has to say in far less; the rest of a longer text is not compared. */
export const maxComparedText = 4000;

/** How many letters a run has: long enough to tell words apart, short enough to meet in their other forms. */
const run = 4;

export interface IssueTokens {
  plain: ReadonlySet<string>;
  /** How often each occurs. */
  terms: ReadonlyMap<string, number>;
  grams: ReadonlyMap<string, number>;
}

export function issueTokens(text: string): IssueTokens {
  const names = text.slice(0, maxComparedText).match(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+/gu) ?? [];
  const parts = names.flatMap(partsOf);
  return {
    plain: new Set(names.flatMap((name) => name.toLowerCase().split(/[_$]+/)).filter(Boolean)),
    terms: counted([...parts.filter(carriesMeaning).map(stem), ...names.filter(isCompound).map(wholeName)]),
    grams: counted(gramsOf(` ${parts.join(" ")} `)),
  };
}

/** `fetchUserById` and `fetch_user_by_id` are the same four words. */
function partsOf(name: string): string[] {
  return name
    .split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[_$]+/u)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
}

function carriesMeaning(part: string): boolean {
  return !stopWords.has(part) && !/^\p{N}+$/u.test(part);
}

function isCompound(name: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|_|\$/u.test(name);
}

/** Two that name the same identifier are nearer than two that share its words; the mark keeps it apart from words. */
function wholeName(name: string): string {
  return `#${name.toLowerCase()}`;
}

function gramsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - run + 1) }, (_, at) => text.slice(at, at + run));
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
