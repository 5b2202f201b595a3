// Collects what a model is shown for a question: on a pull request its description, files, diff, findings and results;
// in a thread also the finding, the file and who uses the code around it.
import type { Change, Code, Side } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { OwnComment } from "../../change/github.ts";
import { aboutFile, byPath, pathLine } from "../../findings/asking/diff-text.ts";
import { readFiles, type ReadMeans } from "../../findings/asking/read-within.ts";
import type { QuotedFile } from "../../findings/quote.ts";
import { parseMarker, withoutMarker } from "../../review/marker.ts";
import { pullRequestKey, type PullRequestRef } from "../../pull-request.ts";
import { redactFileLines } from "../../secrets/redact-file.ts";
import { startOfText } from "../../secrets/cut-text.ts";
import { visibleText } from "../conversation.ts";
import type { RemoteChecks } from "../thread.ts";
import type { AskedFinding, LineState } from "../words/conversation/finding-texts.ts";
import { findingRow } from "../words/conversation/context-texts.ts";
import type { ShownText } from "./ask-model.ts";

export interface PullContext {
  pull: PullRequestRef;
  change: Change;
  code: Code;
  read(path: string, side: Side): Promise<QuotedFile | null>;
  /** What our account has posted. */
  output: readonly OwnComment[];
  /** The checks of the head; null if they could not be read. */
  checks: RemoteChecks | null;
}

/** In characters, lines or entries. */
const most = { description: 12_000, files: 300, findings: 100, reviews: 3, review: 12_000, runs: 100, uses: 40 };

export function pullTexts({ pull, change, output, checks }: Omit<PullContext, "code" | "read">): ShownText[] {
  const { words, files, triage } = change;
  const triaged = byPath(triage);
  const listed = files.slice(0, most.files).map((file) => `${pathLine(pathOf(file))} (${aboutFile(file, triaged)})`);
  const runs = checks?.runs.slice(0, most.runs).map(({ name, state }) => `${visibleText(name)}: ${state}`) ?? [];
  return nonEmpty([
    { label: "title", text: visibleText(words.title) },
    { label: "description", text: startOfText(visibleText(words.body), most.description) },
    { label: "changed files", text: withRest(listed, files.length) },
    { label: "checks on GitHub", text: runs.join("\n") },
    ...postedTexts(pull, output),
  ]);
}

/** The last reviews, and the details comment with the results of tests and checks. */
function postedTexts(pull: PullRequestRef, output: readonly OwnComment[]): ShownText[] {
  const place = pullRequestKey(pull);
  const posted = output.flatMap(({ kind, body }) => {
    const key = parseMarker(body)?.key;
    return key === undefined ? [] : [{ kind, key, text: startOfText(withoutMarker(body), most.review) }];
  });
  const reviews = posted.filter(({ kind, key }) => kind === "review" && key.startsWith(`${place}@`));
  const details = posted.filter(({ kind, key }) => kind === "conversation" && key === `${place}/details`);
  return [
    ...reviews.slice(-most.reviews).map(({ key, text }) => ({
      label: `review of ${key.slice(place.length + 1).slice(0, 7)}`,
      text,
    })),
    ...details.slice(-1).map(({ text }) => ({ label: "details of the last review", text })),
  ];
}

export function findingTexts(
  findings: readonly AskedFinding[],
  stateOf: (one: AskedFinding) => LineState,
): ShownText[] {
  const order = { open: 0, dismissed: 1, fixed: 2 };
  const rows = findings
    .toSorted((a, b) => order[a.state] - order[b.state])
    .slice(0, most.findings)
    .map((one) => findingRow(one, stateOf(one)));
  return nonEmpty([{ label: "findings", text: withRest(rows, findings.length) }]);
}

/** Where what is declared around a line, or on it, is used. */
export async function usesAround(
  path: string,
  line: number,
  code: Pick<Code, "symbols" | "uses">,
): Promise<ShownText[]> {
  const symbols = await code.symbols(path, "head");
  const around =
    symbols?.declared.filter(({ name, start, end }) => start <= line && line <= end && name.length > 1) ?? [];
  const inner = around.toSorted((a, b) => b.start - a.start).slice(0, 2);
  if (inner.length === 0) return [];
  const uses = await code.uses(inner.map(({ name }) => name));
  return inner.flatMap(({ name, line: declared }) => {
    const at = uses.get(name)?.at.filter((use) => use.path !== path || use.line !== declared) ?? [];
    const rows = at.slice(0, most.uses).map((use) => {
      const text = redactFileLines(use.path, [use.text])[0]!.trim();
      return `${pathLine(use.path)}:${use.line}: ${startOfText(text, longestLine)}`;
    });
    return nonEmpty([{ label: `uses of ${name}`, text: withRest(rows, at.length) }]);
  });
}

const longestLine = 400;

/** The diff within a budget in tokens; the file of the thread comes first, with up to half of it. */
export function diffText(change: Change, first: string | null, budget: number, means: ReadMeans): string {
  const own = change.files.filter((file) => pathOf(file) === first);
  const others = change.files.filter((file) => !own.includes(file));
  const [start] = own.length === 0 ? [] : readFiles({ ...change, files: own }, budget / 2, means);
  const left = budget - (start ? means.countTokens(start.shown) : 0);
  const [rest] = readFiles({ ...change, files: others }, left, means);
  return [start?.shown ?? "", rest.shown, start?.summaries ?? "", rest.summaries, rest.leftOut]
    .filter((part) => part !== "")
    .join("\n");
}

function nonEmpty(texts: readonly ShownText[]): ShownText[] {
  return texts.filter(({ text }) => text.trim() !== "");
}

function withRest(rows: readonly string[], all: number): string {
  const left = all - rows.length;
  return [...rows, ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
}
