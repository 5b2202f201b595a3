// A change of the Standard tier made of this project's own source: eight files as they are now, and as they might have
// been before somebody worked on them.
import { readFileSync } from "node:fs";
import type { CommitFixture } from "../src/world/git/make-repository.ts";

export const changedPaths = [
  "src/findings/carry.ts",
  "src/findings/gate.ts",
  "src/findings/merge.ts",
  "src/findings/reconcile.ts",
  "src/findings/run-units.ts",
  "src/review/decision.ts",
  "src/review/comment-limits.ts",
  "src/review/intent-summary.ts",
];
const otherPaths = ["src/findings/finding.ts", "src/findings/report.ts", "src/review/draft.ts", "ARCHITECTURE.md"];

const addedBlock = 22;
const reworded = 7;

export function standardChange(): CommitFixture[] {
  const head = filesOf(changedPaths);
  const base = Object.fromEntries(Object.entries(head).map(([path, text]) => [path, asBefore(text)]));
  return [
    { message: "feat: start", files: { ...filesOf(otherPaths), ...base } },
    { message: "feat: weigh findings by who found them", files: head },
  ];
}

function filesOf(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(`../${path}`, import.meta.url), "utf8")]));
}

/** Without a block in its middle, and with some lines in other words. */
function asBefore(text: string): string {
  const lines = text.split("\n");
  const start = Math.floor((lines.length - addedBlock) / 2);
  const left = lines.toSpliced(start, addedBlock);
  const every = Math.floor(left.length / reworded);
  return left.map((line, at) => (at % every === 2 ? otherwise(line) : line)).join("\n");
}

function otherwise(line: string): string {
  return line.replace(/\w+/, "$&Before");
}
