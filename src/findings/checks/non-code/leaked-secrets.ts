// Finds secrets in added and removed lines, for the whole change and for each commit.
import type { Change, Code, CommitDiff } from "../../../change/change.ts";
import { addedLines, removedLines, type ChangedLine, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";
import { findPublishedValues, isExampleFile } from "./documented-seeds.ts";
import type { Secret } from "../../../secrets/find-own-secrets.ts";
import { holdsSampleKeys } from "./test-material.ts";

interface Leak extends Secret {
  path: string;
  line: number;
  text: string;
}

interface CommitLeak extends Leak {
  commit: string;
}

/** A leak; `commit` is set if only an intermediate commit shows it. */
export type SecretFinding = FindingInput & { commit?: string };

interface LeakedSecrets {
  findings: SecretFinding[];
  /** How many commits were read individually, and how many there are. */
  commits: { read: number; of: number };
}

export async function findLeakedSecrets(
  { files, words }: Pick<Change, "files" | "words">,
  code: Pick<Code, "base" | "commits">,
  stop: AbortSignal,
): Promise<LeakedSecrets> {
  const added = await findLeaks(files, "newPath", addedLines);
  const removed = await findLeaks(files, "oldPath", removedLines);
  const passing = await findPassingLeaks(words.commits.length > 1 ? await code.commits() : [], files, stop);
  const all = [...added, ...removed, ...passing.leaks];
  const { seeds, examples } = await findPublishedValues(all, code.base);
  const inExamples = new Set([
    ...examples,
    ...added.flatMap(({ path, value, certainty }) => (isExampleFile(path) && certainty === "possible" ? [value] : [])),
  ]);
  const isUndocumented = (leak: Leak) => !seeds.has(leak.value);
  const judged = <L extends Leak>(leaks: readonly L[]) =>
    groupByValue(leaks.filter(isUndocumented)).map(({ leak, more }) => ({
      more,
      leak:
        inExamples.has(leak.value) || holdsSampleKeys(leak.path) ? { ...leak, certainty: "possible" as const } : leak,
    }));
  const addedValues = new Set(added.map((leak) => leak.value));
  const inDiff = new Set([...added, ...removed].map((leak) => leak.value));
  return {
    findings: [
      ...judged(added).map(({ leak, more }) => addedFinding(leak, more)),
      ...judged(removed.filter(isLive).filter(({ value }) => !addedValues.has(value))).map(({ leak }) =>
        removedFinding(leak),
      ),
      ...judged(passing.leaks.filter(isLive).filter(({ value }) => !inDiff.has(value))).map(({ leak }) =>
        passingFinding(leak),
      ),
    ],
    commits: passing.commits,
  };
}

/** A longer history is cut off here, and the check reports that. */
const mostText = 20_000_000;

/** Finds leaks in lines that commits add, except lines of the whole change and of the base. */
async function findPassingLeaks(
  commits: readonly CommitDiff[],
  files: readonly FileDiff[],
  stop: AbortSignal,
): Promise<{ leaks: CommitLeak[]; commits: LeakedSecrets["commits"] }> {
  const finalLines = new Set(files.flatMap((file) => [...addedLines(file)].map(({ text }) => text)));
  const fromBase = new Set<string>();
  const known = new Set<string>();
  const leaks: CommitLeak[] = [];
  let left = mostText;
  let read = 0;
  for (const { sha, files: changed } of commits) {
    stop.throwIfAborted();
    const hidden = changed.filter((file) => [...addedLines(file)].some(({ text }) => !finalLines.has(text)));
    left -= changed.reduce((sum, file) => sum + textSize(file), 0);
    if (left < 0) break;
    read++;
    // A value that a commit removes before any commit adds it was in the base.
    for (const { value } of await findLeaks(changed, "oldPath", removedLines))
      if (!known.has(value)) fromBase.add(value);
    for (const leak of await findLeaks(hidden, "newPath", addedLines)) {
      if (!fromBase.has(leak.value)) leaks.push({ ...leak, commit: sha });
      known.add(leak.value);
    }
  }
  // A value that ended up in test data is part of the whole change and was judged there.
  const gone = leaks.filter(({ value }) => ![...finalLines].some((text) => text.includes(value)));
  return { leaks: gone, commits: { read, of: commits.length } };
}

function textSize(file: FileDiff): number {
  return file.hunks.reduce((sum, hunk) => hunk.lines.reduce((inner, line) => inner + line.length, sum), 0);
}

async function findLeaks(
  files: readonly FileDiff[],
  side: "newPath" | "oldPath",
  linesOf: (file: FileDiff) => Iterable<ChangedLine>,
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const file of files) {
    const path = file[side];
    const lines = path === null ? [] : [...linesOf(file)];
    if (path === null || lines.length === 0) continue;
    // Loading the scanner takes longer than scanning, so a change without text skips it.
    const { secretsInFile } = await import("./secrets-in-file.ts");
    const starts: number[] = [];
    let length = 0;
    for (const line of lines) {
      starts.push(length);
      length += line.text.length + 1;
    }
    for (const secret of secretsInFile(path, lines.map((line) => line.text).join("\n"))) {
      const line = lines[starts.findLastIndex((start) => start <= secret.at)];
      if (line) leaks.push({ ...secret, path, line: line.line, text: line.text });
    }
  }
  return leaks;
}

/** The same secret in several places has to be revoked once. The most certain place is named first. */
function groupByValue<L extends Leak>(leaks: readonly L[]): { leak: L; more: L[] }[] {
  return [...Map.groupBy(leaks, ({ value }) => value).values()].map((places) => {
    const leak = places.find(({ certainty }) => certainty === "live") ?? places[0]!;
    return { leak, more: places.filter((place) => place !== leak) };
  });
}

/** What may be a secret and is gone again is not worth a line. */
function isLive({ certainty }: Leak): boolean {
  return certainty === "live";
}

function describeSecret({ what, shown }: Secret): string {
  return shown === "" ? what : `${what} (${shown}…)`;
}

/** The review must not repeat the secret. `src/secrets/quoted-secrets.ts` finds the hidden value by the ellipsis. */
function maskLine({ text, value, shown }: Leak): string {
  return text.includes(value) ? text.replaceAll(value, `${shown}…`) : `${shown}…`;
}

/** Listed but not posted: a person's own password, an example, a value in a test. */
const confidenceOfPossible = 4;

function confidenceOf({ certainty }: Leak): Pick<FindingInput, "confidence"> {
  return certainty === "possible" ? { confidence: confidenceOfPossible } : {};
}

/** More of them would only be counted by a reader. */
const mostQuotes = 9;

function addedFinding(leak: Leak, more: readonly Leak[]): FindingInput {
  const places =
    more.length === 0 ? "" : ` It appears in ${more.length} more added ${more.length === 1 ? "line" : "lines"}.`;
  return {
    kind: isLive(leak) ? "secret" : "possible-secret",
    path: leak.path,
    line: leak.line,
    text: leak.text,
    masked: maskLine(leak),
    ...confidenceOf(leak),
    and: more.slice(0, mostQuotes).map((one) => ({
      path: one.path,
      side: "head",
      start: one.line,
      end: one.line,
      text: one.text,
      masked: maskLine(one),
    })),
    title: `This line ${secretClaim(leak)}`,
    explanation: isLive(leak)
      ? `Everyone who can read the repository can use it, and it stays in the history after the line is ` +
        `removed.${places} Revoke it, and read the new one from the environment or a secret store.`
      : `If it is used anywhere, everyone who can read the repository can use it.${places} Read it from the ` +
        `environment or a secret store, or make it recognisable as a placeholder.`,
  };
}

function secretClaim(leak: Leak): string {
  const what = describeSecret(leak);
  const named = what.startsWith("hard-coded secret") ? what : `secret: ${what}`;
  return `${isLive(leak) ? "seems to contain a live" : "may contain a"} ${named}`;
}

function removedFinding(leak: Leak): FindingInput {
  return {
    kind: "removed-secret",
    path: leak.path,
    line: leak.line,
    text: leak.text,
    masked: maskLine(leak),
    ...confidenceOf(leak),
    side: "base",
    title: `The removed line ${secretClaim(leak)}`,
    explanation: "Earlier commits still contain it. Revoke it and issue a new one.",
  };
}

function passingFinding(leak: CommitLeak): SecretFinding {
  const commit = leak.commit.slice(0, 12);
  return {
    kind: "removed-secret",
    path: leak.path,
    // Neither base nor head contains the line, so there is no line number.
    line: 0,
    text: leak.text,
    masked: maskLine(leak),
    ...confidenceOf(leak),
    commit: leak.commit,
    title: `Commit ${commit} adds what ${isLive(leak) ? "seems to be a live" : "may be a"} secret, and a later one removes it: ${describeSecret(leak)}`,
    explanation:
      `Everyone who has the branch can read line ${leak.line} of ${leak.path} in ${commit}. Revoke ` +
      "it and issue a new one. Rewriting the branch before the merge keeps it out of the main history, but is no " +
      "substitute for revoking.",
  };
}
