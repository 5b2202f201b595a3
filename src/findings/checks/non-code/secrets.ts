// Secrets in the lines that a change adds or removes. No sentence here repeats more than a secret's public prefix.
import { addedLines, removedLines, type ChangedLine, type FileDiff } from "../../../change/diff.ts";
import type { Found } from "../../build.ts";
import type { Secret } from "./find-secrets.ts";

interface Leak extends Secret {
  path: string;
  line: number;
  text: string;
}

export async function leakedSecrets(files: readonly FileDiff[]): Promise<Found[]> {
  const added = await leaksIn(files, "newPath", addedLines);
  const removed = await leaksIn(files, "oldPath", removedLines);
  const moved = new Set(added.map((leak) => leak.value));
  return [
    ...once(added).map(({ leak, more }) => sayAdded(leak, more)),
    ...once(removed.filter((leak) => !moved.has(leak.value))).map(({ leak }) => sayRemoved(leak)),
  ];
}

async function leaksIn(
  files: readonly FileDiff[],
  side: "newPath" | "oldPath",
  linesOf: (file: FileDiff) => Iterable<ChangedLine>,
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const file of files) {
    const path = file[side];
    const lines = path === null ? [] : [...linesOf(file)];
    if (path === null || lines.length === 0) continue;
    // Loading the scanner takes longer than scanning, so a change without text does not pay for it.
    const { findSecrets } = await import("./find-secrets.ts");
    const starts: number[] = [];
    let length = 0;
    for (const line of lines) {
      starts.push(length);
      length += line.text.length + 1;
    }
    for (const secret of findSecrets(path, lines.map((line) => line.text).join("\n"))) {
      const line = lines[starts.findLastIndex((start) => start <= secret.at)];
      if (line) leaks.push({ ...secret, path, line: line.line, text: line.text });
    }
  }
  return leaks;
}

/** The same secret in ten places is one thing to revoke. */
function once(leaks: readonly Leak[]): { leak: Leak; more: number }[] {
  const first = new Map<string, { leak: Leak; more: number }>();
  for (const leak of leaks) {
    const known = first.get(leak.value);
    if (known) known.more++;
    else first.set(leak.value, { leak, more: 0 });
  }
  return [...first.values()];
}

function nameOf({ what, shown }: Secret): string {
  return shown === "" ? what : `${what} (${shown}…)`;
}

/** A review must not become the next place where the secret stands. */
function masked({ text, value, shown }: Leak): string {
  return text.includes(value) ? text.replaceAll(value, `${shown}…`) : `${shown}…`;
}

function sayAdded(leak: Leak, more: number): Found {
  const places = more === 0 ? "" : ` It appears in ${more} more added ${more === 1 ? "line" : "lines"}.`;
  return {
    kind: "secret",
    path: leak.path,
    line: leak.line,
    text: leak.text,
    masked: masked(leak),
    title: `This line seems to hold a live secret: ${nameOf(leak)}`,
    explanation:
      `Whoever can read the repository can use it, and the history keeps it after the line is ` +
      `gone.${places} Revoke it, and read the new one from the environment or a secret store.`,
  };
}

function sayRemoved(leak: Leak): Found {
  return {
    kind: "removed-secret",
    path: leak.path,
    line: leak.line,
    text: leak.text,
    masked: masked(leak),
    side: "base",
    title: `The removed line seems to hold a live secret: ${nameOf(leak)}`,
    explanation:
      "Removing the line does not take it back: earlier commits still show it. Revoke it and issue a new one.",
  };
}
