// Defines the texts about lessons and patterns during and after a review.
import type { JudgedFinding } from "../../findings/finding.ts";
import type { LessonFault } from "../../findings/lessons/actionable.ts";
import type { Look, Pattern } from "../../change/stored-knowledge.ts";
import type { Report, GivenRule } from "../../findings/report.ts";
import { count, list, oneLine, shorten } from "./text.ts";

const lookWords: Record<Look, string> = {
  "wrong-logic": "incorrect logic",
  "broken-reference": "references that do not match",
  "swallowed-error": "swallowed errors",
  "missing-test": "code without tests",
  "unsafe-input": "unsafe handling of input and secrets",
  race: "race conditions",
  "slow-path": "slow code",
  "stale-document": "outdated documents",
  "undocumented-pattern": "undocumented patterns",
  "inconsistent-style": "inconsistent style",
  "risky-dependency": "risky dependencies",
  "risky-workflow": "risky workflows",
};

export function patternText({ unit, language, look }: Pattern): string {
  return `${language ?? "any file"}: ${lookWords[look]} (${unit})`;
}

/** The line after a review. */
function patternsLine(patterns: readonly Pattern[]): string {
  return `Noted for reviews of this repository: ${count(patterns.length, "pattern")}: ${patterns.map(patternText).join("; ")}`;
}

export function lessonFaultText(fault: LessonFault): string {
  switch (fault.fault) {
    case "empty":
      return "it is empty";
    case "too-long":
      return `it is longer than ${fault.longest} characters`;
    case "hidden":
      return "it has hidden characters or more than one line";
    case "names-nothing":
      return "it names no place, pattern or command: write one in backquotes, as in `src/pay/`, `fetch` or `npm run generate`";
    case "no-deed":
      return "it does not say what to do: write a verb, such as use, run or never call";
    case "vague":
      return `"${oneLine(fault.says)}" does not say exactly what to do`;
    case "one-off":
      return `it is about a single case (${oneLine(fault.names)})`;
  }
}

export function lessonFaultsText(faults: readonly LessonFault[]): string {
  return list(faults.map(lessonFaultText));
}

export interface RuleFacts {
  root: "CODE" | "DOC" | "NEW";
  path: string;
  /** Another file that the finding quotes. */
  other: string | null;
  title: string;
}

/** A first wording of a lesson; a person can reword it and has to approve it in any case. */
export function proposedRule({ root, path, other, title }: RuleFacts): string {
  const says = withoutCode(title);
  const folder = path.includes("/") ? `${path.slice(0, path.lastIndexOf("/"))}/` : path;
  if (root === "DOC")
    return other === null
      ? `Update ${quoted(path)} when the code that it describes changes: ${says}`
      : `Update ${quoted(path)} together with ${quoted(other)}: ${says}`;
  if (root === "NEW") return `In ${quoted(folder)}, document a new pattern before it is used again: ${says}`;
  return `In ${quoted(folder)}, fix this before a change is merged: ${says}`;
}

function quoted(path: string): string {
  return `\`${oneLine(path).replaceAll("`", "")}\``;
}

/** Removes angle brackets, since a title may quote code, and line numbers, which apply to one occasion only. */
function withoutCode(title: string): string {
  const text = oneLine(title)
    .replace(/[<>]/g, "")
    .replace(/:\d{1,7}\b/g, "")
    .trim();
  return shorten(text, 200).replace(/[.!]+$/, "");
}

/** After a posted review: what was recorded, and what is pending approval. */
export function learnedSummary(
  patterns: readonly Pattern[],
  candidates: readonly { id: string; rule: string }[],
): string {
  const lines = [
    ...(patterns.length === 0 ? [] : [patternsLine(patterns)]),
    ...(candidates.length === 0
      ? []
      : [
          `${count(candidates.length, "lesson")} ${candidates.length === 1 ? "is" : "are"} pending your approval (\`crosscheck lessons approve --id\`):`,
          ...candidates.map(({ id, rule }) => `  ${id}  ${oneLine(rule)}`),
        ]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The lessons given to reviewers, with their locations. */
export function lessonsLine(reports: readonly Report[]): string | null {
  const told = givenRules(reports);
  const lessons = told.filter(({ what }) => what === "lesson");
  const patterns = told.filter(({ what }) => what === "pattern").length;
  const parts = [
    ...(lessons.length === 0 ? [] : [`${count(lessons.length, "lesson")} (${placesOf(lessons)})`]),
    ...(patterns === 0 ? [] : [`${count(patterns, "pattern")} of earlier reviews`]),
  ];
  return parts.length === 0 ? null : `${list(parts)} given to reviewers`;
}

/** The project rules given to reviewers. */
export function rulesLine(reports: readonly Report[]): string | null {
  const rules = givenRules(reports).filter(({ what }) => what === "rule");
  return rules.length === 0 ? null : `given to reviewers: ${placesOf(rules)}`;
}

function givenRules(reports: readonly Report[]): GivenRule[] {
  const all = reports.flatMap(({ told = [] }) => told);
  return [...new Map(all.map((one) => [JSON.stringify([one.what, one.path, one.line]), one])).values()];
}

/** As in `AGENTS.md:3, 12; CLAUDE.md:1`. */
function placesOf(told: readonly GivenRule[]): string {
  return [...Map.groupBy(told, ({ path }) => path)]
    .map(([path, some]) => `${oneLine(path)}:${some.map(({ line }) => line).join(", ")}`)
    .join("; ");
}

/** One line for each check or reviewer whose findings the noise budget held back or lowered. */
export function noiseLines(judged: readonly JudgedFinding[]): string[] {
  const marks = judged.flatMap((one) => one.marks.map(({ why }) => why));
  const noisy = marks.filter((why) => why.kind === "over-noise-budget" || why.kind === "often-dismissed");
  return [...Map.groupBy(noisy, ({ unit }) => unit)].map(([unit, whys]) => {
    const [why] = whys;
    const numbers = `${why!.dismissed} of ${count(why!.judged, "judged finding")} of ${unit} were dismissed in this repository`;
    const what =
      why!.kind === "over-noise-budget"
        ? `more than the ${why!.percent}% that its check may have: ${count(whys.length, "finding")} of it ${whys.length === 1 ? "is" : "are"} only counted`
        : `${count(whys.length, "finding")} of it lost confidence`;
    return `${numbers}, ${what}; \`crosscheck lessons reset --unit ${unit}\` starts over`;
  });
}
