// How many real broken `needs:` chains are found in the workflows as they stood, and how many alarms the mended ones raise.
//   node bench/needs.ts --texts FOLDER [EVAL]     (EVAL: default ../shared/eval, with stale-pairs/needs.jsonl in it)
// FOLDER/needs holds each row's workflow before and after its fix, as ID.before.yml and ID.after.yml.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dependencyChain } from "../src/findings/checks/dependency-chain.ts";
import type { RawFinding } from "../src/findings/build-finding.ts";
import { changeOf, codeOf } from "../test/support/change-of.ts";
import { finish } from "./measure.ts";

const { values, positionals } = parseArgs({
  options: { texts: { type: "string" }, eval: { type: "string" } },
  allowPositionals: true,
});
const list = join(positionals[0] ?? values.eval ?? "../shared/eval", "stale-pairs/needs.jsonl");
if (!existsSync(list) || values.texts === undefined) {
  console.log("skipped: no data (give the eval folder, and --texts with the workflows' texts)");
  process.exit(0);
}
const texts = values.texts;

interface Row {
  id: string;
  repo: string;
  kind: "needs-missing-job" | "needs-context-undeclared";
  job: string;
  symbol: string;
  workflow: string;
  lines: number[];
  /** The fix mended one place and left the same error in another: what is still said of it is right. */
  same_error_elsewhere_after_fix: boolean;
}
const ourKind = { "needs-missing-job": "missing-job", "needs-context-undeclared": "undeclared-need" } as const;

function textOf(row: Row, which: "before" | "after"): string | null {
  const path = join(texts, "needs", `${row.id}.${which}.yml`);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text === "" ? null : text;
}

/** The workflow alone, as a new file: only what it says of its own jobs counts here. */
async function findingsIn(row: Row, text: string): Promise<RawFinding[]> {
  const files = { base: {}, head: { [row.workflow]: text } };
  const result = await dependencyChain.run(changeOf(files), { code: codeOf(files) }, AbortSignal.timeout(60_000));
  return result.findings.filter(({ kind }) => Object.values<string>(ourKind).includes(kind));
}

/** The row's own mistake, by names: its lines are those of the commit that broke it, and the text is a later one. */
function isOf(row: Row, finding: RawFinding): boolean {
  const names = [`"${row.job}"`, row.symbol].every((name) => finding.title.includes(name));
  return finding.kind === ourKind[row.kind] && names;
}

const rows = readFileSync(list, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const kinds = Object.keys(ourKind) as Row["kind"][];
const counts = Object.fromEntries(kinds.map((kind) => [kind, { rows: 0, found: 0, alarms: 0, partly: 0 }]));
const noData: string[] = [];
const others: string[] = [];

for (const row of rows) {
  const [before, after] = [textOf(row, "before"), textOf(row, "after")];
  const count = counts[row.kind]!;
  if (before === null || after === null) {
    noData.push(`${row.id} (${row.repo})`);
    continue;
  }
  count.rows++;
  const found = (await findingsIn(row, before)).filter((finding) => isOf(row, finding));
  if (found.length > 0) count.found++;
  else
    console.log(
      `  missed ${row.id} ${row.workflow} in ${row.repo}: ${row.job} needs ${row.symbol}, lines ${row.lines.join(", ")}`,
    );
  for (const finding of await findingsIn(row, after)) {
    const said = `${row.id} line ${finding.at.start}: ${finding.title}`;
    if (isOf(row, finding) && !row.same_error_elsewhere_after_fix) {
      count.alarms++;
      console.log(`  alarm ${said}`);
    } else if (isOf(row, finding)) count.partly++;
    else others.push(said);
  }
}

for (const kind of kinds) {
  const { rows: all, found, alarms, partly } = counts[kind]!;
  console.log(
    `${kind}: ${found} of ${all} found before the fix, ${alarms} alarms after it (${partly} where the fix mended half)`,
  );
}
console.log(`no data: ${noData.length === 0 ? "none" : noData.join(", ")}`);
console.log(`other findings after the fix, on what the row does not speak of: ${others.length}`);
for (const said of others) console.log(`  ${said}`);
const all = Object.values(counts);
finish({
  "every broken chain found": all.every(({ rows: count, found }) => found === count),
  "no alarm on a mended one": all.every(({ alarms }) => alarms === 0),
});
