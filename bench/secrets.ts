// How well secrets are found, and how often real changes raise a finding.
//   node bench/secrets.ts [--changes 250] REPOSITORY REPOSITORY ...
//     Each finding is printed with its secret redacted, for a person to judge. Well-kept histories hold next to no live
//     secret, so nearly every posted one there is a false alarm; the goal is at most one in 500 changes.
//   node bench/secrets.ts --creddata CREDDATA FOLDER
//     Precision and recall by the labels of CredData, on those of its repositories that FOLDER holds. A line without a
//     label counts as wrong.
//   node bench/secrets.ts --forms [--seed 1]
//     How many of 20 random values are found in each form in which people leave secrets, with a fresh seed every time.
// How many made-up tokens of vendors are found is in secrets-in-file.test.ts.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { readChange } from "../src/change/read-change.ts";
import { nonCode } from "../src/findings/checks/non-code.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { judgedForm, secretForms } from "../test/support/secret-forms.ts";
import { finish } from "./measure.ts";
import { measureCredData, type Figures } from "./secrets/creddata.ts";

const { values, positionals: repositories } = parseArgs({
  options: {
    changes: { type: "string", default: "250" },
    creddata: { type: "string" },
    forms: { type: "boolean", default: false },
    seed: { type: "string", default: String(randomInt(1e9)) },
  },
  allowPositionals: true,
});
if (values.forms) {
  formFigures(Number(values.seed));
  process.exit();
}
if (repositories.length === 0) {
  console.log("skipped: no data (name git repositories with histories of their own)");
  process.exit(0);
}

if (values.creddata !== undefined) {
  credDataFigures(values.creddata, repositories[0]!);
  process.exit();
}

/** Less sure findings are listed for a person. */
const postedFrom = 5;
const secretKinds = new Set(["secret", "possible-secret", "removed-secret"]);
const stop = new AbortController().signal;
let changes = 0;
let commits = 0;
let alarms = 0;
let advisory = 0;
for (const repository of repositories) {
  const before = { changes, alarms, advisory };
  await readHistory(repository);
  console.log(
    `${repository}: ${changes - before.changes} changes, ${alarms - before.alarms} posted, ${advisory - before.advisory} advisory`,
  );
}
console.log(
  `${changes} changes, ${commits} of their commits read by themselves, ${alarms} posted, ${advisory} advisory`,
);
finish({ "at most one posted in 500 changes": alarms * 500 <= changes });

function formFigures(seed: number): void {
  console.log(`seed ${seed}`);
  const poor = secretForms.filter((form) => {
    const outcomes = Array.from({ length: 20 }, (_, at) => judgedForm(form, seed + at));
    const found = outcomes.filter((one) => one !== null).length;
    const live = outcomes.filter((one) => one === "live").length;
    console.log(`${form[0]}: ${found} of 20 found, ${live} would be posted`);
    return found < 19;
  });
  finish({ "19 of 20 values found in every form": poor.length === 0 });
}

function credDataFigures(credData: string, folder: string): void {
  const { figures, repositories: measured } = measureCredData(credData, folder);
  console.log(`${measured.length} repositories: ${measured.join(", ")}`);
  const shares = ({ right, wrong, unlabelled, found, of }: Figures) => ({
    precision: right / (right + wrong + unlabelled),
    recall: found / of,
  });
  for (const [part, outcomes] of Object.entries(figures))
    for (const [outcome, one] of Object.entries(outcomes)) {
      const { precision, recall } = shares(one);
      console.log(
        `${part}, ${outcome}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} ${JSON.stringify(one)}`,
      );
    }
  const outside = shares(figures["outside tests and docs"]["posted or advisory"]);
  const all = shares(figures.everything["posted or advisory"]);
  finish({
    "outside tests and docs: precision .90 at recall .45": outside.precision >= 0.9 && outside.recall >= 0.45,
    "everything: precision .80 at recall .30": all.precision >= 0.8 && all.recall >= 0.3,
  });
}

async function readHistory(repository: string): Promise<void> {
  const { git, code, close } = openGitRepository(repository, process.env, stop);
  for (const [head, base] of ends(repository)) {
    try {
      const change = await readChange(
        { kind: "range", from: base, to: head, symmetric: false },
        { ignoreConfig: true },
        { git, user: {}, knownChecks: [nonCode.id], largestFile },
      );
      const around = code.at(change.base, change.head);
      const { findings } = await nonCode.run(change, { code: around }, stop);
      changes++;
      commits += (await around.commits()).length;
      for (const { kind, at, title, evidence, confidence } of findings) {
        if (!secretKinds.has(kind)) continue;
        if (confidence >= postedFrom) alarms++;
        else advisory++;
        console.log(`  ${head.slice(0, 12)} ${at.path}:${at.start} ${title}`);
        console.log(`    ${(evidence[0].masked ?? "(not redacted)").trim().slice(0, 160)}`);
      }
    } catch (error) {
      // A partial clone lacks the objects of some commits.
      console.log(`  ${head.slice(0, 12)} not read: ${(error as Error).message.slice(0, 100)}`);
    }
  }
  await close();
}

/** The last changes as they were taken in: each against its first parent. */
function ends(repository: string): [head: string, base: string][] {
  return execFileSync(
    "git",
    ["-C", repository, "log", "--first-parent", "-n", values.changes, "--format=%H %P", "HEAD"],
    { encoding: "utf8" },
  )
    .trim()
    .split("\n")
    .flatMap((line): [string, string][] => {
      const [head, base] = line.split(" ");
      return head && base ? [[head, base]] : [];
    });
}
