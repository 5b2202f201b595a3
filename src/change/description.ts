// Splits a description into the author's own paragraphs by section, without templates, trailers and generated text.
import { startOfText } from "../secrets/cut-text.ts";
import { proseWithCode } from "./prose.ts";

/** What a heading announces; `plain` without one, or below one that says nothing of its content. */
type DescriptionSection = "reason" | "goal" | "summary" | "plain" | "other";

export interface DescriptionBlock {
  section: DescriptionSection;
  isItem: boolean;
  /** One line; inline code is kept, other markup is not. */
  text: string;
}

const mostLines = 1000;
const longestBlock = 2000;

/** The description of a bot that updates dependencies or releases: its notes are about another project or itself. */
const dependencyUpdate =
  /^(?:this (?:pr|mr) (?:contains the following updates|was opened by the )|here is everything you need to know about this up|bumps? (?:[[`]|the )|updates the requirements on \[)/im;

export function isDependencyUpdate(body: string): boolean {
  return dependencyUpdate.test(body);
}

/** What git makes of a squash: each commit with its head. */
const commitLog = /^commit [0-9a-f]{40}\s*\n(?:Merge: .{1,100}\n)?Author: /m;

/** In order; empty for what a program wrote. */
export function readDescription(body: string): DescriptionBlock[] {
  if (isDependencyUpdate(body) || commitLog.test(body)) return [];
  const blocks: DescriptionBlock[] = [];
  let section: DescriptionSection = "plain";
  let below: DescriptionSection = "plain";
  let isItem = false;
  let open: string[] = [];
  const close = () => {
    const text = withoutMarkup(startOfText(open.join(" "), longestBlock));
    if (/\p{L}/u.test(text)) blocks.push({ section, isItem, text });
    open = [];
    isItem = false;
  };
  const written = body.split(/\r?\n/, mostLines);
  const lines = proseWithCode(body).split(/\r?\n/, mostLines);
  let isQuoted = false;
  for (const [index, raw] of lines.entries()) {
    // A wrapped quote may go on without its mark.
    isQuoted = /^\s{0,3}>(?!=? ?\d)/.test(written[index]!) || (isQuoted && /^\p{Ll}/u.test(raw));
    const line = isQuoted ? "" : raw.trim();
    const next = lines[index + 1]?.trim() ?? "";
    const heading = headingOf(line, next) ?? (open.length === 0 ? labelOf(line) : null);
    if (heading !== null) {
      close();
      section = sectionOf(heading.name);
      // A label stands for its own paragraph, unless a blank line follows it as it does a heading.
      if (heading.rest === null || (heading.rest === "" && next === "")) below = section;
      if (heading.rest) open.push(heading.rest);
    } else if (line === "") {
      close();
      section = below;
    } else if (isDropped(line, open.at(-1)) && !(open.length > 0 && /^\p{Ll}/u.test(next))) close();
    else {
      const item = listItem.exec(line);
      if (item || startsParagraph(line, open) || hasRoom(lines, index)) close();
      isItem ||= item !== null;
      if (!(item && checkbox.test(item[1]!))) open.push(item?.[1] ?? line);
    }
  }
  close();
  return blocks;
}

const listItem = /^(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const checkbox = /^\[[ xX]?\]/;

interface Heading {
  name: string;
  /** The text behind a label on the same line; null for a heading. */
  rest: string | null;
}

/** `## Why`, `**Why**`, `<h2>Why</h2>`, or `Why` above a rule. */
function headingOf(line: string, next: string): Heading | null {
  const name =
    /^#{1,6}\s+(.*?)[\s#]*$/.exec(startOfText(line, 200))?.[1] ??
    /^(?:\*\*|__)([^*_]{1,60})(?:\*\*|__):?$/.exec(line)?.[1] ??
    /^<h[1-6]>([^<]{1,60})<\/h[1-6]>$/i.exec(line)?.[1] ??
    (line.length > 2 && line.length < 60 && /^(?:={3,}|-{3,})$/.test(next) ? line : null);
  return name === null ? null : { name, rest: null };
}

/** `Why: …`, also in bold. */
function labelOf(line: string): Heading | null {
  const label = /^[*_]{0,2}(\p{L}[\p{L} ’'/-]{1,40})[*_]{0,2}:[*_]{0,2}(?:\s+(.*))?$/u.exec(line);
  if (!label || sectionOf(label[1]!) === "plain") return null;
  return { name: label[1]!, rest: label[2]?.trim() ?? "" };
}

const sections: readonly [DescriptionSection, RegExp][] = [
  [
    "other",
    /^(?:tests?|testing|tested|how (?:to|was|were|did|has|have|do|can|should)|test plan|qa|verification|validation|check ?list|screen ?shots?|videos?|demo|release notes?|change ?logs?|related|refs?|references?|links?|see also|notes?|additional|follow[- ]?ups?|future|todos?|next steps|breaking|migration|upgrade|performance|benchmarks?|results?|before submitting|who can|review|reviewers?|subscribers|documentation|docs|types? of|contribut|legal|license|generative|ai\b|was generative|risks?|rollback|deploy|limitations?|alternatives?|open questions|unresolved|acknowledg|credits?|backports?|environment|steps|reproduc|repro|example|usage|before|after|output|logs?|configuration|dependabot|renovate|walkthrough|cursor|summary by|copilot|coderabbit|commits?|files?|affected|impact|tasks?|tags|differential|reviewed|disclaimer|ecosystem|drawbacks?)\b/,
  ],
  [
    "reason",
    /^(?:why(?! (?:was|were|did|not|it)\b)|what(?:'s| is) (?:the problem|wrong|broken)|what does this (?:pr|change) (?:try to )?(?:resolve|solve|fix))\b/,
  ],
  [
    "reason",
    alone(
      "motivations?|rationale|reasons?|reasoning|backgrounds?|contexts?|problems?|root causes?|causes?|bugs?|symptoms?|current behaviou?r|justification|use cases?",
    ),
  ],
  ["goal", alone("goals?|purpose|objectives?|aims?|intent|intention")],
  [
    "summary",
    /^(?:(?:a )?(?:short |brief |pr |change )?(?:summary|what|descriptions?|overview|tl;?dr|abstract|changes|solution|the fix|fix|proposal|proposed|introduction|implementation|approach|details|how))\b/,
  ],
];

/** Not the first word of a topic, as in "Background jobs" or "Context menu". */
function alone(names: string): RegExp {
  return new RegExp(
    `^(?:the )?(?:${names})(?: (?:statement|description|summary|info|information)s?)?(?:\\s*$|\\s*[^\\p{L}\\s]| (?:and|or|of|for|to|behind|with|in|this|is)\\b)`,
    "u",
  );
}

function sectionOf(heading: string): DescriptionSection {
  const name = heading
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, "")
    .replaceAll("’", "'");
  return sections.find(([, pattern]) => pattern.test(name))?.[0] ?? "plain";
}

const trailer =
  /^(?:(?:[A-Za-z]+-)+(?:by|to|id|on|with|url|revid|from|source|session)|cc|bug|change-?id|pull[ -]request resolved|differential revision|reviewers|subscribers|git-svn-id|\(cherry picked from)\s?:?\s/i;
/** `RELNOTES=n/a` */
const setting = /^[A-Z][A-Z_]{3,30}=\S/;
/** At the start of a line: "a hash generated by the tool" is the author's own text. */
const generated =
  /^\W*(?:(?:this|the) (?:[\w-]+ ){1,3}(?:is|was|were|has been) |(?:pr |commit |pull request )?(?:description|summary|message|text|code) (?:was )?)?(?:auto(?:matically)?[ -]?)?generated (?:with|by)\b|^🤖/i;
const furniture = /^(?:[|]|[-=_*~#]{3,}$|!\[[^\]]{0,200}\]\(\S{0,500}\)$|<\/?[a-z][^<>]{0,500}>$|\[[^\]]{1,80}\]:\s)/i;

/** Trailers, tables, rules, images and lines of references. A reference that ends a wrapped sentence stays. */
function isDropped(line: string, previous: string | undefined): boolean {
  if (trailer.test(line) || setting.test(line) || furniture.test(line) || generated.test(line)) return true;
  const continues = previous !== undefined && !/[.!?:)…]$/.test(previous);
  return isReference(line) && !(continues && (previous.length >= shortLine || unfinished.test(previous)));
}

const unfinished = /\b(?:in|of|to|by|from|with|for|see|and|or|the|at|on|via|after|since|like)$/i;
const referenceWords: ReadonlySet<string> = new Set(
  (
    "fix fixes fixed fixing close closes closed closing resolve resolves resolved addresses address ref refs reference " +
    "references related relates to issue issues pr prs pull request and part of see also follow up followup followups on " +
    "depends stack stacked backport cherry pick xref ref via from the in for this is a an cc by tracking work towards " +
    "supersedes replaces alternative partially upstream discussion thread ticket jira linear slack context based r"
  ).split(" "),
);
const reference =
  /(?:<?https?:\/\/[^\s)>]{1,500}>?|[\w.-]{0,80}(?:\/[\w.-]{1,80})?#\d{1,9}|\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b|\b[0-9a-f]{7,40}\b|@[\w/-]{1,60})/g;

function isReference(line: string): boolean {
  if (line.length > 600) return false;
  const rest = line.replace(reference, "");
  return rest !== line && (rest.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => referenceWords.has(word));
}

const shortLine = 45;

/**
 * A short line without a full stop was not wrapped: the next one starts anew. The middle of a sentence, and a line too
 * full for the next word, were.
 */
function startsParagraph(line: string, open: readonly string[]): boolean {
  const previous = open.at(-1);
  if (previous === undefined || previous.length >= shortLine || !/^\p{Lu}/u.test(line)) return false;
  if (open.length > 1 && /^\p{Ll}/u.test(previous)) return false;
  return !/[,;(]$/.test(previous) && previous.lastIndexOf("[") <= previous.lastIndexOf("]");
}

/** The sentence before ended without a full stop: the paragraph has longer lines, and this one's first word fits there. */
function hasRoom(lines: readonly string[], index: number): boolean {
  const previous = lines[index - 1]?.trim() ?? "";
  const line = lines[index]!.trim();
  if (previous === "" || !/^\p{Lu}/u.test(line) || !/[\p{L}\p{N})`]$/u.test(previous)) return false;
  const end = lines.findIndex((other, at) => at > index && other.trim() === "");
  const longest = Math.max(...lines.slice(index, end === -1 ? undefined : end).map((other) => other.trim().length));
  return longest > 80 && previous.length >= shortLine && previous.length + 1 + line.indexOf(" ") <= longest;
}

const htmlTag = /<(\/?)([a-z][a-z0-9]{0,9})(?:\s[^<>]{0,500})?\/?>/gi;
const emptyTags: ReadonlySet<string> = new Set(["br", "hr", "img", "source"]);

/** Only tags in pairs: in "a <div> is not allowed here", it is a name. */
function withoutTags(text: string): string {
  const closed = new Set([...text.matchAll(/<\/([a-z][a-z0-9]{0,9})>/gi)].map((match) => match[1]!.toLowerCase()));
  return text.replace(htmlTag, (tag, _closing, name: string) => {
    if (emptyTags.has(name.toLowerCase())) return " ";
    return closed.has(name.toLowerCase()) ? "" : tag;
  });
}

/** Without images, link targets, tags and emphasis; code spans stay as they are. */
function withoutMarkup(text: string): string {
  return withoutLinks(text)
    .split(/(``[^`]*``|`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutInlineMarkup(part)))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function withoutLinks(text: string): string {
  return text
    .replace(/!\[[^[\]]{0,200}\]\([^()\s]{0,500}\)/g, "")
    .replace(/\[([^[\]]{1,300})\](?:\([^()\s]{0,500}\)|\[[\w. -]{0,40}\])/g, "$1");
}

function withoutInlineMarkup(text: string): string {
  return withoutTags(text)
    .replaceAll("**", "")
    .replace(/(?<=^|[\s(])\*([^\s*][^*]{0,100})\*(?=[\s.,;:!?)]|$)/g, "$1");
}
