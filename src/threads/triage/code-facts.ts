// Defines the facts about the commented code, then and at the head. `read-code-facts.ts` reads them from git.
import type { CodeSinceComment } from "../policy.ts";

/** Why nothing is known. */
export type UnknownWhy =
  /** GitHub does not give its position or commit. */
  | "no-place"
  /** It is on a line that the change removes, which no later commit has. */
  | "removed-line"
  /** The commit or the head is not in this clone. */
  | "no-commit"
  /** The file did not exist, is not text, or has fewer lines. */
  | "no-file"
  /** The line differs from what GitHub shows above the comment. */
  | "other-text"
  /** The file or the diff is too large. */
  | "too-large";

export interface Excerpt {
  path: string;
  /** Number of the first line. */
  start: number;
  lines: readonly string[];
}

/** A piece of code that the comment names, and whether it is at the commented position at the head. */
export interface NamedCode {
  text: string;
  stands: boolean;
  /**
   * It is gone, but much of it or code of the same kind is present: a call with one more argument, another name, or an
   * equivalent.
   */
  altered: boolean;
  /** A bare name, or names joined by dots: the problem may be fixed around it. */
  name: boolean;
}

export interface CodeFacts {
  unknown: UnknownWhy | null;
  path: string | null;
  /** The file's name at the head; null when it was deleted. */
  headPath: string | null;
  /** The commented lines at the commented commit. */
  commented: Excerpt | null;
  /** Their positions at the head; null: changed or removed. */
  followed: readonly (number | null)[];
  outcome: "untouched" | "partly" | "replaced" | "removed" | "file-removed" | "unknown";
  /** Whether the text of the commented line is anywhere in the file at the head. */
  lineAtHead: boolean | null;
  /** Whether it is near its old position. */
  lineNear: boolean;
  /** Share of the commented code that remains, in order, in its replacement: 0 to 1. */
  remains: number;
  /** Only whitespace, line breaks or comments differ. */
  sameCode: boolean;
  /** The commented lines or adjacent ones contain other code now, which was not merely moved. */
  changed: boolean;
  /** The old and new names, if only names differ. */
  renames: readonly (readonly [string, string])[] | null;
  /** Number of words and operators in the commented code: a lone bracket is not enough to judge by. */
  words: number;
  /** Where the change moved such code to. */
  movedTo: { path: string; line: number } | null;
  /** Code that was there when the comment was written. */
  quotes: readonly NamedCode[];
  /** Code that was not there. */
  proposals: readonly NamedCode[];
  /** `substance`: written differently, but everything it adds is present and everything it removes is gone. */
  suggestion: "stands" | "substance" | "missing" | null;
  /**
   * The result for a request in plain words: `added`: something was missing and is present now; `mended`: the
   * criticised code is gone; `open`: neither is shown; null: the words match no known request.
   */
  inWords: "added" | "mended" | "open" | null;
  /** The comment makes several points, and one of them is not shown. */
  unshown: boolean;
  /** Whether the quoted code is elsewhere in the file, in unchanged lines. */
  others: boolean;
  /** The commit that last changed the commented lines. */
  commit: string | null;
  /** For a short comparison of then and now. */
  before: Excerpt | null;
  now: Excerpt | null;
}

export function codeSinceComment({ unknown, changed }: CodeFacts): CodeSinceComment {
  if (unknown !== null) return "unknown";
  return changed ? "changed" : "unchanged";
}

export function unknownCodeFacts(unknown: UnknownWhy, known: Partial<CodeFacts> = {}): CodeFacts {
  return {
    unknown,
    path: null,
    headPath: null,
    commented: null,
    followed: [],
    outcome: "unknown",
    lineAtHead: null,
    lineNear: false,
    remains: 1,
    sameCode: false,
    changed: false,
    renames: null,
    words: 0,
    movedTo: null,
    quotes: [],
    proposals: [],
    suggestion: null,
    inWords: null,
    unshown: false,
    others: false,
    commit: null,
    before: null,
    now: null,
    ...known,
  };
}
