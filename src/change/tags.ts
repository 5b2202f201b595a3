// Parses bracket tags such as `[WIP]` in a title or commit subject.
import { hasSwappedLetters, nearestWord } from "./edit-distance.ts";
import { isTicketKey } from "./linked-issue.ts";
import { withoutCodeSpans } from "./prose.ts";

export const knownTags = [
  "wip",
  "draft",
  "no-review",
  "strict-review",
  "balanced-review",
  "minimal-review",
  "security-review",
  "style-ok",
] as const;
export type KnownTag = (typeof knownTags)[number];

const known: ReadonlySet<string> = new Set(knownTags);

/** Words of four letters and more that are one edit from a known tag, but are components or verbs in real titles. */
const ordinaryWords: ReadonlySet<string> = new Set(["craft", "daft", "drift", "graft", "raft", "whip", "wipe", "wisp"]);
const shortestTypo = 4;

export interface Tag {
  /** Lower-case, trimmed. */
  tag: string;
  recognised: boolean;
  source: "title" | "commit";
  sha: string | null;
  /** The known tag that the author may have meant. */
  suggestion: string | null;
  /** Why a recognised tag has no effect here. `not-allowed`: the repository does not let authors use it. */
  ignored: "no-review-in-commit" | "not-allowed" | null;
}

/** Reads the tags and bracketed issues of one title or one subject (`sha` set). Duplicates count once. */
export function readTags(line: string, sha: string | null): { tags: Tag[]; issues: string[] } {
  const tags = new Map<string, Tag>();
  const issues = new Set<string>();
  for (const text of bracketContents(line)) {
    const references = text.split(/[\s,]/).filter((part) => part !== "");
    if (references.length > 0 && references.every(isIssueReference))
      for (const reference of references) issues.add(reference);
    else tags.set(text.toLowerCase(), readTag(text.toLowerCase(), sha));
  }
  return { tags: [...tags.values()], issues: [...issues] };
}

function readTag(tag: string, sha: string | null): Tag {
  const recognised = known.has(tag);
  return {
    tag,
    recognised,
    source: sha === null ? "title" : "commit",
    sha,
    suggestion: recognised ? null : meantTag(tag),
    ignored: sha !== null && tag === "no-review" ? "no-review-in-commit" : null,
  };
}

/** The known tag that is one edit or two swapped letters away; null for short and ordinary words. */
function meantTag(tag: string): string | null {
  if (tag.length < shortestTypo || ordinaryWords.has(tag)) return null;
  return nearestWord(tag, knownTags, 1) ?? knownTags.find((candidate) => hasSwappedLetters(tag, candidate)) ?? null;
}

function isIssueReference(text: string): boolean {
  return isTicketKey(text) || /^#[0-9]+$/.test(text);
}

/** The trimmed contents of brackets, except those that mean something else. */
function bracketContents(line: string): string[] {
  const text = withoutCodeSpans(line);
  const lastParenthesis = text.lastIndexOf(")");
  const contents: string[] = [];
  let open = -1;
  let indexEnd = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") open = at;
    if (text[at] !== "]" || open === -1) continue;
    const inner = text.slice(open + 1, at).trim();
    const isLink = text[at + 1] === "(" && lastParenthesis > at + 1;
    // `a[i][j]`: brackets directly after an index are another index.
    const isIndex = (open === indexEnd || followsExpression(text, open)) && !isTagLike(inner.toLowerCase());
    if (isIndex) indexEnd = at + 1;
    else if (!isLink && !isTaskBox(inner)) contents.push(inner);
    open = -1;
  }
  return contents;
}

function isTaskBox(inner: string): boolean {
  return inner === "" || inner === "x" || inner === "X";
}

/** `foo[0]`, `foo()[0]` and `foo?.[0]` are code. */
function followsExpression(text: string, open: number): boolean {
  return /[A-Za-z0-9_$).]/.test(text[open - 1] ?? " ");
}

/** A known tag, or a misspelt one, is a tag even where no blank precedes it: `bug[no-review]`. */
function isTagLike(inner: string): boolean {
  return known.has(inner) || meantTag(inner) !== null;
}
