// Explains one finding, for a terminal and for programs. Its data may come from a file: nothing is trusted.
import type { Change } from "../../change/change.ts";
import type { Check } from "../../findings/report.ts";
import type { ExplainedFinding } from "../explained-finding.ts";
import { painter, severityStyles, type Paint } from "../publishers/paint.ts";
import { fit, pad, wrap } from "../publishers/wrap.ts";
import { claimWords, outcomeMeaning, proofWords, rootWords, wouldChange } from "./finding-outcomes.ts";
import { targetLine } from "./intent-summary-lines.ts";
import { relativeAge } from "./pages/reviews-page-texts.ts";
import { sourceName } from "./reasons.ts";
import { waysToSuppress } from "./silence.ts";
import { whereOf } from "./finding-lines.ts";
import { oneLine, plain, shorten } from "./text.ts";

export const sameCauseTitle = "With the same cause";

/** Which review the answer is from. */
export function lastReviewText(change: Pick<Change, "from">, savedAt: number, now: number): string {
  return `From the review of ${targetLine(change)}, ${relativeAge(savedAt, now)}:\n`;
}

interface Screen {
  colour: boolean;
  width: number;
}

interface Page {
  paint: Paint;
  room: number;
}

export function explainText(one: ExplainedFinding, checks: readonly Check[], { colour, width }: Screen): string {
  const page: Page = { paint: painter(colour), room: Math.max(40, Math.min(width, 100)) };
  return `${[
    ...headLines(one, page),
    ...section("Evidence", evidenceLines(one, page), page),
    ...section("Suggested instead", fixLines(one, page), page),
    ...section("How it was judged", weighedLines(one, page), page),
    ...section("Found by", foundByLines(one, checks, page), page),
    ...section("To silence it", silenceLines(one, page), page),
    ...section("What would change its outcome", changeLines(one, page), page),
  ].join("\n")}\n`;
}

function placeName({ at }: Pick<ExplainedFinding, "at">): string {
  return whereOf(at);
}

function headLines(one: ExplainedFinding, { paint, room }: Page): string[] {
  const weight = `${paint(one.severity, ...severityStyles[one.severity])} ${one.confidence}/10, ${paint(one.outcome, "bold")}`;
  return [
    ...wrap(oneLine(one.title), room).map((line) => paint(line, "bold")),
    `${paint(placeName(one), "cyan")}  ${weight}`,
    paint(`id ${oneLine(one.id)}, identity ${oneLine(one.identity)}`, "dim"),
    "",
    ...wrap(oneLine(one.explanation), room),
  ];
}

function section(title: string, lines: readonly string[], { paint }: Page): string[] {
  return lines.length === 0 ? [] : ["", paint(title, "bold"), ...lines];
}

/** A label in its own column, with wrapped text beside it. */
function labelled(label: string, text: string, { paint, room }: Page): string[] {
  return wrap(text, room - 14).map((line, index) => `  ${paint(pad(index === 0 ? label : "", 12), "dim")}${line}`);
}

/** Long lines are truncated and end with dots. */
const longestLine = 1000;

function evidenceLines({ evidence }: ExplainedFinding, { paint }: Page): string[] {
  return evidence.flatMap(({ path, side, start, text }) => {
    const lines = plain(text).split("\n");
    const digits = String(start + lines.length - 1).length;
    return [
      `  ${paint(`${oneLine(path)}${side === "base" ? " (before)" : ""}`, "cyan")}`,
      ...(text === ""
        ? [`    ${paint("the file as a whole", "dim")}`]
        : lines.map(
            (line, index) =>
              `  ${paint(`${String(start + index).padStart(digits + 2)} │`, "dim")} ${shorten(line, longestLine)}`,
          )),
    ];
  });
}

function fixLines({ fix }: ExplainedFinding, { paint }: Page): string[] {
  return fix === null
    ? []
    : plain(fix.text)
        .split("\n")
        .map((line) => `    ${paint(shorten(line, longestLine), "green")}`);
}

function weighedLines(one: ExplainedFinding, page: Page): string[] {
  return [
    ...labelled("About", `${rootWords[one.root]}${one.improvement ? "; an improvement, not a defect" : ""}`, page),
    ...labelled("Claim", claimWords[one.claim], page),
    ...labelled("Proof", proofWords[one.proof], page),
    ...labelled("Severity", changed(one.before?.severity, one.severity), page),
    ...labelled("Confidence", changed(one.before?.confidence, one.confidence, "/10"), page),
    ...one.marks.flatMap((mark, index) =>
      labelled(index === 0 ? "Marks" : "", `${index + 1}. ${markWords(mark, one)}`, page),
    ),
    ...(one.marks.length === 0 ? labelled("Marks", "none: no rule objected", page) : []),
    ...labelled("Outcome", outcomeMeaning(one), page),
  ];
}

function changed(before: string | number | undefined, after: string | number, unit = ""): string {
  if (before === undefined) return `${after}${unit}; the saved review does not say what it was before`;
  return before === after
    ? `${after}${unit}, as it was found`
    : `${before}${unit} as it was found, now ${after}${unit}`;
}

function markWords(
  { by, says, outcome, confidence, severity }: ExplainedFinding["marks"][number],
  { before }: ExplainedFinding,
): string {
  const did = [
    ...(confidence == null ? [] : [`confidence set to ${confidence}/10`]),
    ...(severity == null ? [] : [`severity set to ${severity}`]),
    ...(outcome == null ? [] : [`asks for ${outcome}`]),
  ];
  // A saved review without the previous state has no effects either, so "no effect" must not be claimed there.
  const effect = did.length > 0 ? did.join(", ") : before == null ? "its effect is not saved" : "a note without effect";
  return `${oneLine(by)}: ${oneLine(says)} → ${effect}`;
}

function checksOf({ sources }: ExplainedFinding, checks: readonly Check[]): Check[] {
  return sources.flatMap((source) => checks.filter(({ id }) => id === sourceName(source)));
}

function foundByLines(one: ExplainedFinding, checks: readonly Check[], page: Page): string[] {
  const known = checksOf(one, checks);
  const others = one.sources.map(sourceName).filter((name) => !known.some(({ id }) => id === name));
  return [
    ...known.flatMap((check) => [
      ...labelled("Check", `${check.id}: ${check.title}`, page),
      ...labelled("", check.explains, page),
    ]),
    ...others.flatMap((name) => labelled("Source", `${oneLine(name)}, unknown to this version`, page)),
    ...labelled("Kind", kindWords(one, known), page),
    ...labelled("Area", `${one.category}; looked for in the pass ${one.pass}`, page),
  ];
}

function kindWords({ kind }: ExplainedFinding, known: readonly Check[]): string {
  const says = known.find((check) => Object.hasOwn(check.kinds, kind))?.kinds[kind]?.says;
  return `${oneLine(kind)}${says === undefined ? "" : `: ${says}`}`;
}

function silenceLines(one: ExplainedFinding, { paint, room }: Page): string[] {
  return waysToSuppress(one).flatMap(({ how, write }) => [
    ...wrap(how, room - 4).map((line, index) => `  ${index === 0 ? "-" : " "} ${line}`),
    ...write.map((line) => `      ${paint(line, "green")}`),
  ]);
}

function changeLines(one: ExplainedFinding, { room }: Page): string[] {
  return wouldChange(one).flatMap((way) =>
    wrap(way, room - 4).map((line, index) => `  ${index === 0 ? "-" : " "} ${line}`),
  );
}

export function explainJson(found: readonly ExplainedFinding[], checks: readonly Check[]) {
  return {
    version: 1,
    findings: found.map((one) => ({
      ...one,
      checks: checksOf(one, checks).map(({ id, title, explains, kinds }) => ({
        id,
        title,
        explains,
        kind: kinds[one.kind] ?? null,
      })),
      says: { claim: claimWords[one.claim], proof: proofWords[one.proof], outcome: outcomeMeaning(one) },
      silence: waysToSuppress(one),
      wouldChange: wouldChange(one),
    })),
  };
}

const mostListed = 30;

/** One line each, by the label that the review shows, for when the requested finding does not exist. */
export function findingList(findings: readonly ExplainedFinding[], width: number): string[] {
  const shown = findings.slice(0, mostListed);
  const name = ({ label, id }: ExplainedFinding) => [...(label == null ? [] : [label]), oneLine(id)].join("  ");
  const names = Math.max(0, ...shown.map((one) => name(one).length)) + 2;
  const outcomes = Math.max(0, ...shown.map(({ outcome }) => outcome.length)) + 2;
  return [
    ...shown.map((one) =>
      fit(`${pad(name(one), names)}${pad(one.outcome, outcomes)}${placeName(one)}  ${oneLine(one.title)}`, width),
    ),
    ...(findings.length > mostListed ? [`and ${findings.length - mostListed} more`] : []),
  ];
}
