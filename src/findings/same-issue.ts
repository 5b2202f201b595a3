// Scores how likely two differently worded findings are about the same issue, from words and places, without a model.
import { normalise } from "./quote.ts";
import { maxComparedText, issueTokens } from "./same-issue/tokens.ts";
import { cosine, setOverlap, weigh } from "./same-issue/weigh.ts";

export interface IssueText {
  text: string;
  path?: string;
  start?: number;
  end?: number;
  kind?: string;
  quote?: string;
}

/** From here on two are taken for one. Below, both are kept: two that say the same cost less than one that is lost. */
export const sameFrom = 0.4;

/** So many lines apart, two findings may still be about one thing. */
export const nearLines = 10;

/** Two findings alone: from 0 to 1. */
export function sameIssue(a: IssueText, b: IssueText): number {
  return compareIssues([a, b])(0, 1);
}

/**
 * Compares any two of these, named by their positions. All findings of a review together tell which words are telling
 * in it; the more of them there are, the better they tell.
 */
export function compareIssues(issues: readonly IssueText[]): (a: number, b: number) => number {
  const tokens = issues.map(({ text, kind = "" }) => issueTokens(`${kind} ${text}`));
  const terms = weigh(tokens.map((one) => one.terms));
  const grams = weigh(tokens.map((one) => one.grams));
  return (a, b) => {
    // Three views that err in different places, none of which is worth more than another.
    const alike =
      (cosine(terms[a]!, terms[b]!) + cosine(grams[a]!, grams[b]!) + setOverlap(tokens[a]!.plain, tokens[b]!.plain)) /
      3;
    // Rounded, so that the order in which the words were added up decides nothing.
    return Math.round(alike * placed(issues[a]!, issues[b]!) * 1e6) / 1e6;
  };
}

/** What the places leave of it: nothing in different files, less the further apart; all of it where one is unknown. */
function placed(a: IssueText, b: IssueText): number {
  if (a.path !== undefined && b.path !== undefined && a.path !== b.path) return 0;
  if (a.start === undefined || b.start === undefined || quoteTheSame(a, b)) return 1;
  const apart = linesApart({ start: a.start, end: a.end ?? a.start }, { start: b.start, end: b.end ?? b.start });
  return apart <= nearLines ? 1 : nearLines / apart;
}

/** Reviewers miscount lines, and copy them well. */
function quoteTheSame(a: IssueText, b: IssueText): boolean {
  const [first, second] = [a, b].map(({ quote = "" }) => normalise(quote.slice(0, maxComparedText)));
  return first !== "" && first === second;
}

interface Lines {
  start: number;
  end: number;
}

/** 0 where they overlap. */
export function linesApart(a: Lines, b: Lines): number {
  return Math.max(0, a.start - b.end, b.start - a.end);
}
