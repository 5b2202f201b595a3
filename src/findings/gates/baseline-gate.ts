// Lowers findings about what the code did before the change, and about code that only moved.
import type { Quote } from "../../change/change.ts";
import { addedLines, linesOf, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import type { Finding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";
import { normalise } from "../quote.ts";

const lowered = 4;
/** Shorter lines, such as a lone brace, stand everywhere and prove nothing. */
const shortest = 8;

export function baselineGate(finding: Finding, facts: GateFacts): Mark[] {
  return [...alreadyDone(finding, facts), ...onlyMoved(finding, facts)];
}

/**
 * Only for claims that a pattern is there: a missing thing is missing for its old users too, and that is news. A line
 * that is wrong beside other new lines may be right where it was copied from.
 */
function alreadyDone(finding: Finding, { change, text }: GateFacts): Mark[] {
  if (finding.category === "security" || finding.claim !== "present" || finding.at.side !== "head") return [];
  const file = change.files.find((one) => pathOf(one) === finding.at.path);
  if (!file) return [];
  const added = new Set([...addedLines(file)].map(({ line }) => line));
  const lines = text(finding.at.path, "head")?.lines ?? [];
  const elsewhere = (quote: Quote) =>
    lines.findIndex(
      (line, at) => at + 1 !== quote.start && !added.has(at + 1) && normalise(line) === normalise(quote.text),
    );
  const [first, ...others] = finding.evidence.filter(({ text: quote }) => normalise(quote).length >= shortest);
  const at = first === finding.evidence[0] ? elsewhere(first) : -1;
  const isNew = (quote: Quote) => quote.path === finding.at.path && quote.side === "head" && added.has(quote.start);
  if (at < 0 || others.some((quote) => isNew(quote) && elsewhere(quote) < 0)) return [];
  const confidence = Math.min(lowered, finding.confidence);
  return [{ by: "baseline", why: { kind: "same-elsewhere-in-file", path: finding.at.path, line: at + 1 }, confidence }];
}

const looks = new Set(["style", "docs"]);

function onlyMoved(finding: Finding, { change }: GateFacts): Mark[] {
  if (!looks.has(finding.category) || finding.at.side !== "head") return [];
  const file = change.files.find((one) => pathOf(one) === finding.at.path);
  const run = file ? addedRunAround(file, finding.at.start) : [];
  // Two or three equal lines are chance; a run of them that was taken away elsewhere was moved.
  if (run.length < 3) return [];
  const from = change.files.find((one) => holdsAll(one, run));
  return from
    ? [{ by: "baseline", why: { kind: "moved-unchanged", fromPath: from.oldPath ?? pathOf(from) }, outcome: "held" }]
    : [];
}

function addedRunAround(file: FileDiff, line: number): string[] {
  for (const hunk of file.hunks) {
    let run: { line: number; text: string }[] = [];
    for (const one of [...linesOf(hunk), null]) {
      if (one?.kind === "added") run.push({ line: one.new!, text: normalise(one.text) });
      else {
        if (run.some((added) => added.line === line)) return run.map(({ text }) => text).filter((text) => text !== "");
        run = [];
      }
    }
  }
  return [];
}

/** Asked of every file for each finding: what a file lost is read once. */
const lost = new WeakMap<FileDiff, ReadonlySet<string>>();

function holdsAll(file: FileDiff, run: readonly string[]): boolean {
  const removed = lost.get(file) ?? new Set([...removedLines(file)].map(({ text }) => normalise(text)));
  lost.set(file, removed);
  return run.every((text) => removed.has(text));
}
