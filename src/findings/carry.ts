// Matches findings with those of earlier rounds, through rebases, renames and moves. A finding keeps the identity under
// which it was first posted.
import type { Change, Identity, ReviewHistory, PastFinding } from "../change/change.ts";
import { addedLines, pathOf, type FileDiff } from "../change/diff.ts";
import { seenBy, type SeenHunks } from "../change/hunk-patch.ts";
import { pairInOrder } from "./carry/pair-in-order.ts";
import type { Finding } from "./finding.ts";
import { identityKey, nthIdentity, type IdentityFacts } from "./identity.ts";
import { normalise } from "./quote.ts";
import type { Report } from "./report.ts";
import { mostFindings } from "./run-units.ts";
import type { Texts } from "./texts.ts";

export interface CarryFacts extends IdentityFacts {
  past: ReviewHistory;
  seen: SeenHunks;
}

/** The same findings in the same order. Those that an earlier round knows have its names; no new one has a name in use. */
export function carry(findings: readonly Finding[], facts: CarryFacts): Finding[] {
  const { past } = facts;
  if (past.findings.length === 0) return [...findings];
  const keys = new Map(findings.map((finding) => [finding, identityKey(finding, facts)]));
  const known = knownAgain(findings, keys, facts);
  const taken = new Set<string>(past.findings.map(({ identity }) => identity));
  return findings.map((finding) => {
    const before = known.get(finding);
    if (before) return { ...finding, identity: before.identity };
    const identity = taken.has(finding.identity) ? freeName(keys.get(finding)!, taken) : finding.identity;
    taken.add(identity);
    return { ...finding, identity };
  });
}

/** Those that may be met again: what was fixed and comes back is new, with a thread of its own. */
export function isLive({ state }: PastFinding): boolean {
  return state !== "fixed";
}

function freeName(key: string, taken: ReadonlySet<string>): Identity {
  for (let ordinal = 0; ; ordinal++) {
    const name = nthIdentity(key, ordinal);
    if (!taken.has(name)) return name;
  }
}

/** How far beyond the number of equals the ordinal of an older name is looked for. */
const mostOlder = 50;

function knownAgain(findings: readonly Finding[], keys: ReadonlyMap<Finding, string>, facts: CarryFacts) {
  const known = new Map<Finding, PastFinding>();
  const left = new Set(facts.past.findings.filter(isLive));
  const pair = (past: readonly PastFinding[], now: readonly Finding[]) => {
    for (const [before, finding] of pairInOrder(past, now, lineOf, ({ at }) => at.start)) {
      known.set(finding, before);
      left.delete(before);
    }
  };
  const unknown = () => findings.filter((finding) => !known.has(finding));

  // Equal in all that an identity knows.
  for (const [key, alike] of Map.groupBy(findings, (finding) => keys.get(finding)!)) {
    const names = new Map([
      ...alike.map(({ identity }, index) => [identity as string, index] as const),
      ...namesOf(key, alike.length + Math.min(left.size, mostOlder)),
    ]);
    const mine = [...left].filter(({ identity }) => names.has(identity));
    if (mine.length > 0) pair(inOrder(mine, names), sorted(alike));
  }
  // Moved within its file, or its function renamed; then moved to another file, or the file renamed.
  for (const place of [inFile, anywhere])
    for (const [key, past] of Map.groupBy(left, (one) => placesOf(one, place)[0] ?? "")) {
      const now = unknown().filter(
        (finding) => likenesses(finding, place, facts).includes(key) && hasMoved(finding, facts.seen),
      );
      if (key !== "" && now.length > 0) pair(inOrder(past, new Map()), sorted(now));
    }
  return known;
}

function namesOf(key: string, number: number): ReadonlyMap<string, number> {
  return new Map(Array.from({ length: number }, (_, ordinal) => [nthIdentity(key, ordinal), ordinal]));
}

function lineOf({ about }: PastFinding): number | null {
  return about?.line ?? null;
}

/** By file and line; where only a name is left, by its ordinal. */
function inOrder(past: readonly PastFinding[], names: ReadonlyMap<string, number>): PastFinding[] {
  const ordinal = ({ identity }: PastFinding) => names.get(identity) ?? 0;
  return past.toSorted((a, b) =>
    a.about && b.about
      ? byText(a.about.path, b.about.path) || a.about.line - b.about.line || ordinal(a) - ordinal(b)
      : ordinal(a) - ordinal(b),
  );
}

function sorted(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => byText(a.at.path, b.at.path) || a.at.start - b.at.start);
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const longestQuote = 2000;

/** The part of a finding's quote that is stored and compared: redacted. */
export function keptQuote({ evidence: [quote] }: Finding): string {
  return normalise(quote.masked ?? quote.text).slice(0, longestQuote);
}

export function checkIds({ sources }: Finding): string[] {
  return sources.map((source) => source.replace(/^PRESCAN:/, ""));
}

type PlaceOf = (path: string) => string;
const inFile: PlaceOf = (path) => path;
const anywhere: PlaceOf = () => "";

function placesOf({ about }: PastFinding, place: PlaceOf): string[] {
  // Nothing but blanks, such as the quote of a binary file, is like everything of its kind.
  if (about === null || about.quote === "") return [];
  return [JSON.stringify([about.check, about.kind, about.quote, place(about.path)])];
}

/** By each check that says it, and by each name that its file has had. */
function likenesses(finding: Finding, place: PlaceOf, { files }: CarryFacts): string[] {
  const file = files.find((one) => pathOf(one) === finding.at.path);
  const paths = new Set([finding.at.path, file?.oldPath ?? finding.at.path].map(place));
  return checkIds(finding).flatMap((check) =>
    [...paths].map((path) => JSON.stringify([check, finding.kind, keptQuote(finding), path])),
  );
}

/** Lines that moved bring others along; where all around it are new, it is the same flaw made again elsewhere. */
function hasMoved({ at }: Finding, seen: SeenHunks): boolean {
  return !seen.known || seen.around(at.path, at.side, at.start);
}

/** What earlier rounds have seen of a change. */
export function seenByRounds(change: Change): SeenHunks {
  return seenBy(change.past.rounds, change);
}

export interface AgainFacts {
  change: Change;
  reports: readonly Report[];
  /** Past findings whose quoted line stands at head (`standingQuotes`); absent where nobody looked. */
  standing?: readonly Identity[];
}

/**
 * Whether an open finding that this round does not have is fixed: its check has looked and says nothing of it. Not so where
 * its line still stands and only left the change, as when the base has it now; nor where only a marker is left of it, which
 * does not tell who said it.
 */
export function isFixed(past: PastFinding, { change, reports, standing }: AgainFacts): boolean {
  const { about } = past;
  if (about === null || !hasLooked(reports.find(({ unit }) => unit === about.check))) return false;
  const { rounds } = change.past;
  const last = rounds.at(-1);
  if (last?.base === change.base) return true;
  const stands = standing ? standing.includes(past.identity) : true;
  return !stands || !wasTouched(about.quote, seenByRounds(change)) || isTouched(about.quote, change.files);
}

/** A check that found nothing to look at has looked; one that found too much does not say all. */
function hasLooked(report: Report | undefined): boolean {
  if (!report || report.findings.length >= mostFindings) return false;
  return report.status === "ran" || (report.status === "skipped" && report.why?.kind === "nothing-to-check");
}

/** A redacted quote cannot be searched for. */
function wasTouched(quote: string, seen: SeenHunks): boolean {
  return !seen.known || quote.includes("…") || seen.text(quote, "head");
}

function isTouched(quote: string, files: readonly FileDiff[]): boolean {
  return files.some((file) => [...addedLines(file)].some(({ text }) => says(text, quote)));
}

/** Which open findings of earlier rounds quote a line that stands at head. */
export async function standingQuotes({ past, files }: Pick<Change, "past" | "files">, texts: Pick<Texts, "read">) {
  const standing: Identity[] = [];
  for (const { identity, state, about } of past.findings) {
    if (state !== "open" || about === null) continue;
    const renamed = files.find(({ oldPath, status }) => oldPath === about.path && status === "renamed")?.newPath;
    const file = await texts.read(renamed ?? about.path, "head");
    if (file?.lines.some((line) => says(line, about.quote))) standing.push(identity);
  }
  return standing;
}

/** The ellipsis of a redacted quote matches any text. */
function says(line: string, quote: string): boolean {
  const text = normalise(line);
  const [start = "", ...rest] = quote.split("…");
  return rest.length === 0 ? text === start : text.startsWith(start) && text.endsWith(rest.at(-1)!);
}
