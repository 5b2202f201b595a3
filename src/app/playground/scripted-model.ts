// The scripted model: reads the real client's prompts, looks for known lines, and answers in the requested format.
import type { ReviewerAnswer, AnsweredFinding } from "../../findings/asking/answer.ts";
import type { EditorAnswer } from "../../findings/editor/editor-answer.ts";
import { atLeast } from "../../findings/finding.ts";
import { laterReviewers, reviewers } from "../../findings/reviewers/index.ts";
import { scriptedWords as words } from "../../review/words/playground-texts.ts";
import type { ScriptedRequest, ScriptedReply } from "../../standin/models/story.ts";
import { promptText } from "../../world/models/prompt-texts.ts";
import type { ScriptedSighting } from "./samples/sample.ts";

export interface ScriptOptions {
  sightings: readonly ScriptedSighting[];
  /** About findings of checks, by their kind. */
  answers: Readonly<Record<string, string>>;
  /** Before every answer: long enough to watch a review at work. */
  thinks(): Promise<void>;
}

export function scriptOf({
  sightings,
  answers,
  thinks,
}: ScriptOptions): (asked: ScriptedRequest) => Promise<ScriptedReply> {
  const headings = new Map(
    [...[...reviewers, ...laterReviewers].map(({ id }) => id), "shared/answer-question"].map((id) => [
      promptText(id).split("\n", 1)[0]!,
      id,
    ]),
  );
  return async (asked) => {
    await thinks();
    const text = [asked.system, ...asked.turns.map((turn) => turn.text)].join("\n");
    const unit = [...headings].find(([heading]) => text.includes(heading))?.[1] ?? "";
    if (unit === "shared/answer-question") return { is: "json", value: answerTo(text, { sightings, answers }) };
    if (unit === "arbiter") return { is: "text", text: verdictsOn(text, sightings) };
    if (unit === "editor") return { is: "json", value: edit(text, sightings) };
    return { is: "json", value: review(unit, text, sightings) };
  };
}

function review(unit: string, text: string, sightings: readonly ScriptedSighting[]): ReviewerAnswer {
  const findings = sightings.flatMap((one) => (one.units.includes(unit) ? (seen(one, text) ?? []) : []));
  const owned = /^Your passes: ([^.\n]*)\./m.exec(text)?.[1]?.split(", ") ?? [];
  const paths = filesIn(text);
  return {
    findings,
    verdicts: owned.map((pass) => ({
      pass: pass as ReviewerAnswer["verdicts"][number]["pass"],
      says: findings.some((one) => one.pass === pass) ? "findings" : "clean",
      evidence: words.read(paths),
    })),
    notes: [words.read(paths)],
    goal:
      unit === "goal-reviewer"
        ? { what: [words.what(paths)], why: null, goal: null, verdict: "n/a", evidence: [] }
        : null,
    concerns: [],
    answers: [],
  };
}

/** As a finding, where the line is among those that the change adds or, at base, takes away. */
function seen({ path, line, finding }: ScriptedSighting, text: string): AnsweredFinding | null {
  const { side = "head", instead, ...said } = finding;
  const at = lineIn(text, path, side === "head" ? "+" : "-", line);
  if (at === null) return null;
  return {
    ...said,
    path,
    side,
    line: at,
    quote: line.trim(),
    endLine: null,
    also: [],
    claim: "present",
    root: "CODE",
    fix: instead === undefined ? null : { startLine: at, endLine: at, text: instead },
  };
}

/** Which line of the file's part of the prompt it is: they are written `+12|text`. */
function lineIn(text: string, path: string, sign: string, line: string): number | null {
  const start = text.indexOf(` begin file ${path}>>>`);
  if (start < 0) return null;
  const rows = text.slice(start, text.indexOf(` end file ${path}>>>`, start)).split("\n");
  const row = rows.find((one) => one.startsWith(sign) && one.slice(one.indexOf("|") + 1) === line);
  return row === undefined ? null : Number(row.slice(1, row.indexOf("|")));
}

function filesIn(text: string): string[] {
  return [...text.matchAll(/ begin file (.+)>>>$/gm)].map((match) => match[1]!);
}

interface AnswerToQuestion {
  points: { text: string; quote: { from: "head"; path: string; line: number; text: string } | null }[];
}

/** About what it saw itself; of what checks found it says what they say, with the line as it stands now. */
function answerTo(
  text: string,
  { sightings, answers }: Pick<ScriptOptions, "sightings" | "answers">,
): AnswerToQuestion {
  const shown = / begin code now, (.+)>>>\n([\s\S]*?)\n<<</.exec(text);
  const path = shown?.[1] ?? "";
  const code = (shown?.[2] ?? "").split("\n").map((row) => /^\s*(?:>\s*)?(\d+)[|:]\s?(.*)$/.exec(row));
  const quoteOf = (line: string) => {
    const row = code.find((one) => one !== null && one[2]!.trim() === line.trim());
    return row ? { from: "head" as const, path, line: Number(row[1]), text: line.trim() } : null;
  };
  const own = sightings.find((one) => one.path === path && text.includes(one.finding.title));
  if (own) return { points: [{ text: own.answer, quote: quoteOf(own.line) }] };
  const finding = / begin the finding>>>\n([\s\S]*?)\n<<</.exec(text)?.[1];
  const about = finding === undefined ? null : aboutIn(finding);
  if (about === null) return { points: [{ text: words.nothingShown, quote: null }] };
  const quote = quoteOf(about.quote);
  const known = answers[about.kind] ?? words.holds;
  return { points: [{ text: quote === null ? words.gone : known, quote }] };
}

/** What kind of finding it is, and the line that it quotes. */
function aboutIn(json: string): { kind: string; quote: string } | null {
  try {
    const { about } = JSON.parse(json) as { about?: { quote?: unknown; kind?: unknown } };
    return typeof about?.quote === "string" ? { quote: about.quote, kind: String(about.kind) } : null;
  } catch {
    return null;
  }
}

/** One line a dispute: `ARB <id> <verdict> — <reason>`. */
function verdictsOn(text: string, sightings: readonly ScriptedSighting[]): string {
  return text
    .split(/^## Dispute /m)
    .slice(1)
    .map((dispute) => {
      const own = sightings.find(({ finding }) => dispute.includes(finding.title));
      const { verdict, why } = own?.arbiter ?? { verdict: "REAL_BUG", why: words.arbiterHolds };
      return `ARB ${dispute.split(/\s/, 1)[0]} ${verdict} — ${why}`;
    })
    .join("\n");
}

/** Of what it saw itself, everything from medium on is to be fixed; of other findings it says nothing. */
function edit(text: string, sightings: readonly ScriptedSighting[]): EditorAnswer {
  const findings = text
    .split(/^## Finding /m)
    .slice(1)
    .flatMap((part) => {
      const own = sightings.find(({ finding }) => part.includes(finding.title));
      if (own === undefined) return [];
      const verdict = atLeast(own.finding.severity, "medium") ? ("fix" as const) : ("minor" as const);
      return [{ id: part.split(/\s/, 1)[0]!, verdict, reason: words.editorHolds }];
    });
  return { findings, causes: [] };
}
