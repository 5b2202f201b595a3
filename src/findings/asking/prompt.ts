// Assembles a prompt from Markdown of ours and fenced text of the change, in cacheable order.
import type { Change } from "../../change/change.ts";
import { isManifest } from "../../change/file-kinds.ts";
import { categories } from "../finding.ts";
import type { Report, GivenRule } from "../report.ts";
import { otherLanguage } from "./other-language.ts";
import type { Prompt } from "./asking.ts";
import { claimsText, wordsText } from "./author-words.ts";
import type { Knowledge } from "./knowledge.ts";
import { knownText, listKnown, questionsText, type CheckFinding } from "./known-findings.ts";
import { readFiles, readLeftOut, type FilesRead, type PieceRead, type ReadMeans } from "./read-within.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";

/** The texts that lie beside the reviewers, by name: `code-reviewer`, `shared/boundary`. */
export type TextOf = (name: string) => string;

const instructionParts = ["role", "boundary", "reading", "evidence", "finding", "answer", "tools"];

/** The same for every reviewer of every review. */
export function instructions(text: TextOf): string {
  return joined(instructionParts.map((name) => text(`shared/${name}`)));
}

/** The change, or one part of it, as every reviewer of a budget reads it. */
export interface PromptInputs {
  text: string;
  read: Report["read"];
  pieces: readonly PieceRead[];
  /** What of the project's documents and lessons is in it. */
  told?: readonly GivenRule[];
}

export interface ReadingFacts extends ReadMeans {
  nonce: string;
  budget: number;
  /** What checks found. */
  known: readonly Report[];
  knowledge: readonly Knowledge[];
}

/** Shares of the budget that go into what is not the change itself. */
const shares = { knowledge: 0.12, known: 0.08 };

/** One text, or one for each call where all code does not fit into one and `most` allows more. */
export function sharedReadings(change: Change, facts: ReadingFacts, most: number): [PromptInputs, ...PromptInputs[]] {
  const { budget, fence, countTokens } = facts;
  const blocks = facts.knowledge.map((one) => ({ one, text: fence(labelOf(one), one.text) }));
  const fitting = withinTokens(blocks, budget * shares.knowledge, countTokens);
  const knowledge = fitting.map(({ text }) => text).join("\n");
  const known = knownText(listKnown(facts.known, change.config), budget * shares.known, facts);
  const spent = countTokens(`${knowledge}${known}`);
  const [first, ...others] = readFiles(change, budget - spent, facts, most);
  const told = fitting.flatMap(({ one }) => toldOf(one));
  const inputs = (files: FilesRead, index: number): PromptInputs => {
    const about = overview(change, files.counts, facts.nonce, { number: index + 1, of: others.length + 1 });
    const text = joined([about, knowledge, files.shown, files.summaries, files.leftOut, known]);
    return { text, read: files.read, pieces: files.pieces, told };
  };
  return [inputs(first, 0), ...others.map((files, index) => inputs(files, index + 1))];
}

function labelOf({ path, line, is }: Knowledge): string {
  if (is === undefined) return `project document ${path}:${line} at base`;
  return is.kind === "lessons" ? `lessons of earlier reviews, ${path} at base` : path;
}

function toldOf({ path, line, is }: Knowledge): GivenRule[] {
  if (is === undefined) return [{ what: "rule", path, line }];
  if (is.kind === "lessons") return is.lines.map((at) => ({ what: "lesson", path, line: at }));
  return Array.from({ length: is.number }, (_, index) => ({ what: "pattern", path, line: index + 1 }));
}

/** Ours, and so outside of fences: numbers, and words of closed lists. */
function overview(
  { files, triage, config }: Change,
  counts: FilesRead["counts"],
  nonce: string,
  part: { number: number; of: number },
): string {
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  const known = (areas: readonly string[]) => categories.filter((category) => areas.includes(category)).join(", ");
  const settings: [string, string][] = [
    ["Look above all at", known(config.focusAreas)],
    ["Not asked for, unless it is critical or about security", known(config.ignoredAreas)],
    ["Look at this too", triage.emphasis.join(", ")],
    ["Write titles, explanations and notes in this language", otherLanguage(config.language) ?? ""],
  ];
  return [
    `# The change\n\nThe mark of this review: ${nonce}\n`,
    `- Files: ${files.length}, +${additions} -${deletions}. Shown in full: ${counts.full}; in part: ${counts.partly}; by name only: ${counts.summarised}; only counted: ${counts.counted}; left out as noise: ${counts.leftOut}.`,
    ...(part.of === 1
      ? []
      : [
          `- The change is too large for one reading. This is part ${part.number} of ${part.of}; the others are read in calls of their own. Report what you see in this one. Files in earlier parts: ${counts.elsewhere}.`,
        ]),
    ...settings.flatMap(([says, what]) => (what === "" ? [] : [`- ${says}: ${what}.`])),
  ].join("\n");
}

export interface JobFacts extends ReadMeans {
  text: TextOf;
  budget: number;
  /** Advisory findings that it has to answer. */
  questions?: readonly CheckFinding[];
}

/** What one reviewer is told beside that, and what it alone reads. */
export function ownPart(reviewer: Reviewer, change: Change, facts: JobFacts): PromptInputs {
  const { text, questions = [] } = facts;
  const alone =
    reviewer.id === "supply-chain-checker"
      ? readLeftOut(change, isManifest, facts.budget * shareOfLockfiles, facts)
      : { shown: "", read: [] as Report["read"] };
  const inFull = reviewer.id === "security-reviewer" && change.triage.securityTier === "full";
  return {
    text: joined([
      text(reviewer.id),
      inFull ? text("shared/security-full") : "",
      change.triage.fullPass === null ? "" : passesText(reviewer, text),
      saidText(reviewer, change, facts),
      alone.shown,
      questions.length === 0 ? "" : joined([text("shared/advised"), questionsText(questions, facts.fence)]),
      text("shared/last"),
    ]),
    read: alone.read,
    pieces: [],
  };
}

/** Of what a model reads anyway; lockfiles repeat themselves. */
const shareOfLockfiles = 0.2;

function saidText({ sees }: Reviewer, change: Change, { fence, text }: JobFacts): string {
  if (sees === "words") return wordsText(change, fence);
  const claims = sees === "claims" ? claimsText(change, fence) : "";
  return claims === "" ? "" : joined([text("shared/claims"), claims]);
}

function passesText({ passes }: Reviewer, text: TextOf): string {
  return passes.length === 0 ? "" : `${text("shared/passes").trimEnd()}\n\nYour passes: ${passes.join(", ")}.`;
}

export function composePrompt(text: TextOf, shared: PromptInputs, own: PromptInputs): Prompt {
  return { instructions: instructions(text), shared: shared.text, own: own.text };
}

function withinTokens<T extends { text: string }>(
  blocks: readonly T[],
  budget: number,
  countTokens: ReadMeans["countTokens"],
): T[] {
  let left = budget;
  return blocks.filter(({ text }) => (left -= countTokens(text)) >= 0);
}

function joined(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}
