// What is known of the code that a thread is about: then, and at the head. Plain data; `code-facts.ts` reads it from git.

/** Why nothing is known. */
export type UnknownWhy =
  /** GitHub does not say where or about which commit it was written. */
  | "no-place"
  /** It is on a line that the change removes, which no later commit has. */
  | "removed-line"
  /** The commit, or the head, is not in this clone. */
  | "no-commit"
  /** The file was not there, is not text, or has fewer lines. */
  | "no-file"
  /** The line does not say what GitHub shows above the comment. */
  | "other-text"
  /** The file or the diff is too large to be read for this. */
  | "too-large";

export interface Excerpt {
  path: string;
  /** The number of the first line. */
  start: number;
  lines: readonly string[];
}

/** A piece of code that the comment names, and whether it stands at the head where the comment's lines stood. */
export interface NamedCode {
  text: string;
  stands: boolean;
  /**
   * It does not, but much of it does, or one of its kind: a call with one more argument, with another name in it, or
   * exchanged for another.
   */
  altered: boolean;
  /** A mere name, or names joined by dots: what is wrong with it may be mended around it. */
  name: boolean;
}

export interface CodeFacts {
  unknown: UnknownWhy | null;
  path: string | null;
  /** What the file is called at the head; null when it is gone. */
  headPath: string | null;
  /** The commented lines at the commit that the comment was written about. */
  commented: Excerpt | null;
  /** Where each of them is at the head; null: changed or removed. */
  followed: readonly (number | null)[];
  outcome: "untouched" | "partly" | "replaced" | "removed" | "file-removed" | "unknown";
  /** Whether the text of the commented line stands anywhere in the file at the head. */
  lineAtHead: boolean | null;
  /** Whether it stands near where it stood. */
  lineNear: boolean;
  /** How much of the commented code stands, in order, in what came in its place: 0 to 1. */
  remains: number;
  /** Nothing but blanks, line breaks or comments differ. */
  sameCode: boolean;
  /** Where nothing but names differ: each with what it became. */
  renames: readonly (readonly [string, string])[] | null;
  /** How many words and operators the commented code has: a lone bracket says nothing. */
  words: number;
  /** Where the change put such code elsewhere. */
  movedTo: { path: string; line: number } | null;
  /** What stood there when the comment was written. */
  quotes: readonly NamedCode[];
  /** What did not stand there. */
  proposals: readonly NamedCode[];
  /** `substance`: written otherwise, but all that it brings in is there and all that it takes out is gone. */
  suggestion: "stands" | "substance" | "missing" | null;
  /**
   * Of what it asks for in plain words: `added` where the code was right but for something that is there now, `mended`
   * where what it is about is gone, `open` where neither shows; null where its words are not known.
   */
  inWords: "added" | "mended" | "open" | null;
  /** It says more than one thing, and of one of them nothing shows. */
  unshown: boolean;
  /** Whether the quoted code stands elsewhere in the file, in lines that nobody changed. */
  others: boolean;
  /** The commit that last changed the commented lines. */
  commit: string | null;
  /** For a small then-and-now. */
  before: Excerpt | null;
  now: Excerpt | null;
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
