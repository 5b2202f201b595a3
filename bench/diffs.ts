// How exactly and how fast diffs are read, beside the field's parsers.
//   node bench/diffs.ts [--eval ../shared/eval] [--texts FOLDER]
// FOLDER holds ID.diff files for the rows of eval/diffs/truth.jsonl (the eval folder's own `rebuild` writes them).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import gitdiffParser from "gitdiff-parser";
import peerParseDiff from "parse-diff";
import type { FileDiff } from "../src/change/diff.ts";
import { parseDiff } from "../src/change/parse-diff.ts";
import { finish, ratioOf } from "./measure.ts";

const { values } = parseArgs({
  options: {
    eval: { type: "string", default: "../shared/eval" },
    texts: { type: "string", default: "../shared/eval/diffs" },
  },
});

interface TruthFile {
  status: string;
  old_path?: string | null;
  new_path: string | null;
  binary?: boolean;
  additions?: number | null;
  deletions?: number | null;
}
interface Truth {
  id: string;
  combined: boolean;
  files: TruthFile[];
}

const letters: Record<FileDiff["status"], string> = {
  added: "A",
  deleted: "D",
  modified: "M",
  renamed: "R",
  copied: "C",
  "type-changed": "T",
};

function sameFile(got: FileDiff, want: TruthFile, combined: boolean): string | null {
  if (letters[got.status] !== want.status) return `status ${letters[got.status]} is not ${want.status}`;
  if (got.newPath !== want.new_path) return `new path ${got.newPath} is not ${want.new_path}`;
  if (combined) return got.combined ? null : "not marked as combined";
  if (got.oldPath !== want.old_path) return `old path ${got.oldPath} is not ${want.old_path}`;
  // A pure rename or mode change of a binary file has no content in the text that could show it; its counts are nought.
  if (got.binary && !want.binary) return "called binary, but is not";
  if (got.additions !== (want.additions ?? 0) || got.deletions !== (want.deletions ?? 0))
    return `counts +${got.additions} -${got.deletions} are not +${want.additions} -${want.deletions}`;
  return null;
}

function faultsOf(row: Truth, files: readonly FileDiff[]): string[] {
  if (files.length !== row.files.length) return [`${files.length} files, not ${row.files.length}`];
  return row.files.flatMap((want, index) => sameFile(files[index]!, want, row.combined) ?? []);
}

const truthFile = join(values.eval, "diffs/truth.jsonl");
if (!existsSync(truthFile)) {
  console.log("skipped: no data (give --eval FOLDER)");
  process.exit(0);
}
const rows = readFileSync(truthFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Truth);
const present = rows.filter((row) => existsSync(join(values.texts, `${row.id}.diff`)));
if (present.length === 0) {
  console.log("skipped: no texts (write them with the eval folder's rebuild, then give --texts FOLDER)");
  process.exit(0);
}

let exact = 0;
for (const row of present) {
  const faults = faultsOf(row, parseDiff(readFileSync(join(values.texts, `${row.id}.diff`))));
  if (faults.length === 0) exact++;
  else console.log(`  ${row.id}: ${faults.slice(0, 3).join("; ")}`);
}
console.log(
  `exact paths, status and counts: ${exact} of ${present.length} (${rows.length - present.length} rows have no text here)`,
);

// The peers do not read combined diffs; throughput is on what all three read.
const texts = present
  .filter((row) => !row.combined)
  .map((row) => readFileSync(join(values.texts, `${row.id}.diff`), "utf8"));
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
console.log(`throughput on ${texts.length} diffs, ${megabytes.toFixed(1)} MB:`);
const runs = {
  "parse-diff": () => texts.forEach((text) => peerParseDiff(text)),
  "gitdiff-parser": () =>
    texts.forEach((text) => (gitdiffParser as unknown as { parse(text: string): unknown }).parse(text)),
};
let ahead = true;
for (const [name, run] of Object.entries(runs)) {
  const ratio = ratioOf(() => texts.forEach((text) => parseDiff(text)), run);
  console.log(`  ${ratio.text} of ${name}'s time`);
  ahead &&= ratio.value < 1;
}
finish({ "every diff exact": exact === present.length, "faster than both peers": ahead });
