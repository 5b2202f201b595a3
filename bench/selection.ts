// How well a review selects what it comments on: recorded answers of a model on real pull requests, played through real
// reviews, against golden comments and a maintainer's verdicts.
//   node bench/selection.ts --repositories FOLDER [--eval FOLDER] [--editor FOLDER] [--prompts FOLDER]
// FOLDER of --repositories holds bare git directories as OWNER+NAME/repo; that of --eval (default ../shared/eval) `play/`
// and `bench-findings/`. --prompts writes what the editor is asked, one file a pull request; --editor plays its answers,
// as NAME.json, back. Cross-validated: each repository at the weights that are best on the others.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { editFindings } from "../src/findings/editor/edit-findings.ts";
import { rankWeights, type RankWeights } from "../src/findings/editor/select-inline.ts";
import type { JudgedFinding } from "../src/findings/finding.ts";
import { applyMarks } from "../src/findings/gate.ts";
import { finish } from "./measure.ts";
import { answersFrom, play, type Played } from "./selection/play.ts";
import { readRecorded } from "./selection/recorded.ts";
import { addScores, f1, scorePull, type Score } from "./selection/score.ts";

const { values } = parseArgs({
  options: {
    eval: { type: "string", default: "../shared/eval" },
    repositories: { type: "string", default: "" },
    editor: { type: "string" },
    prompts: { type: "string" },
  },
});
const pulls = readRecorded(values.eval, values.repositories);
if (pulls === null) {
  console.log("skipped: no data (give the recordings with --eval and the repositories with --repositories)");
  process.exit(0);
}

const played: Played[] = [];
for (const pull of pulls) played.push(await play(pull, answersFrom(values.editor)));
if (values.prompts !== undefined) writePrompts(values.prompts);

const rules = printScore("rules alone", (one) => editFindings(beforeEditing(one), one.draft.change.config));
printCrossValidated();
const scored =
  values.editor === undefined ? rules : printScore("with the editor's answers", ({ draft }) => draft.judged);
const share = sum(({ tokens }) => tokens.editor) / sum(({ tokens }) => tokens.reviewers);
console.log(`the editor's tokens: ${percent(share)} of the reviewers'${values.editor ? "" : " (without its answers)"}`);

const reached = f1(scored);
const allLabelled = scored.worth.fix + scored.worth.minor + scored.worth.noise;
finish({
  "at most 4.5 comments a pull request": scored.inline <= 4.5 * scored.pulls,
  "precision .45 or more": reached.precision >= 0.45,
  "recall .58 or more": reached.recall >= 0.58,
  "F1 .53 or more": reached.f1 >= 0.53,
  "inline and listed keep all golden comments that were found but one": scored.kept >= scored.held - 1,
  "no repeats": scored.repeats === 0,
  "70% of the labelled comments to fix before merging": scored.worth.fix >= 0.7 * allLabelled,
  "5% noise at most": scored.worth.noise <= 0.05 * allLabelled,
  "the editor costs at most 15% of the reviewers": share <= 0.15,
});

/** As the gates left them: the editor only adds marks. */
function beforeEditing({ draft }: Played): JudgedFinding[] {
  return draft.judged.map(({ finding, marks }) =>
    applyMarks(
      finding,
      marks.filter(({ by }) => by !== "editor" && by !== "limit"),
    ),
  );
}

function printScore(name: string, edit: (one: Played) => readonly JudgedFinding[]): Score {
  const score = addScores(played.map((one) => scorePull(one.pull, edit(one))));
  print(name, score);
  return score;
}

function print(name: string, score: Score): void {
  const { precision, recall, f1: quality } = f1(score);
  const { fix, minor, noise } = score.worth;
  const labelled = Math.max(1, fix + minor + noise);
  console.log(
    `${name}: ${(score.inline / score.pulls).toFixed(2)} comments a pull request, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${score.found} of ${score.goldens}), F1 ${quality.toFixed(3)}; kept ${score.kept} of ${score.held}, repeats ${score.repeats}; of ${labelled} labelled: fix ${percent(fix / labelled)}, minor ${percent(minor / labelled)}, noise ${percent(noise / labelled)}`,
  );
}

function printCrossValidated(): void {
  const edited = new Map(
    weightings().map((weights) => [
      weights,
      played.map((one) => ({
        repo: one.pull.repo,
        score: scorePull(one.pull, editFindings(beforeEditing(one), one.draft.change.config, {}, weights)),
      })),
    ]),
  );
  const repos = [...new Set(played.map(({ pull }) => pull.repo))];
  const chosen = repos.map((repo) => {
    const qualityOf = (weights: RankWeights) =>
      f1(
        addScores(
          edited
            .get(weights)!
            .filter((one) => one.repo !== repo)
            .map(({ score }) => score),
        ),
      ).f1;
    const best = [...edited.keys()].toSorted((a, b) => qualityOf(b) - qualityOf(a))[0]!;
    const own = edited
      .get(best)!
      .filter((one) => one.repo === repo)
      .map(({ score }) => score);
    console.log(`  without ${repo}: ${JSON.stringify(best)}, F1 there ${f1(addScores(own)).f1.toFixed(3)}`);
    return addScores(own);
  });
  print("cross-validated by repository", addScores(chosen));
}

/** Those in use come first: another one must be better to be chosen. */
function weightings(): RankWeights[] {
  const all = [10, 10.5, 11, 11.5, 12].flatMap((inlineFrom) =>
    [2, 3, 4].flatMap((defect) =>
      [0.5, 1].flatMap((severity) => [0, 0.5, 1].map((source) => ({ inlineFrom, defect, severity, source }))),
    ),
  );
  return [rankWeights, ...all];
}

function sum(of: (one: Played) => number): number {
  return played.reduce((total, one) => total + of(one), 0);
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

function writePrompts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { pull, editorPrompt } of played)
    if (editorPrompt !== null)
      writeFileSync(join(folder, `${pull.name}.md`), `${editorPrompt.instructions}\n\n${editorPrompt.own}`);
}
