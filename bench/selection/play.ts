// Plays recorded answers of models through a real review.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readingOf } from "../../src/app/review/review-inputs.ts";
import { openGitRepository } from "../../src/app/review/open-repository.ts";
import type { Asker, Prompt } from "../../src/findings/asking/asking.ts";
import { laterReviewers, reviewers } from "../../src/findings/reviewers/index.ts";
import type { Draft } from "../../src/review/draft.ts";
import { review } from "../../src/review-change.ts";
import { countTokens } from "../../src/world/models/count-tokens.ts";
import { promptText } from "../../src/world/models/prompt-texts.ts";
import type { RecordedPull } from "./recorded.ts";

export interface Played {
  pull: RecordedPull;
  draft: Draft;
  /** What the editor was asked; null where it was not. */
  editorPrompt: Prompt | null;
  /** Of prompts and answers together. */
  tokens: { reviewers: number; editor: number };
}

/** The editor's answer to a review as JSON text. */
type EditorAnswers = (pull: RecordedPull) => string;

const nothing = { findings: [], verdicts: [], notes: [], goal: null, concerns: [], answers: [] };
/** Fixed, so that an editor's answers to a captured prompt fit the next run. */
const nonce = "5e1ec710";

/** The file names of the recordings: the heading of the prompt, in lower case with hyphens. */
const jobs = new Map(
  [...reviewers, ...laterReviewers].map(({ id }) => {
    const heading = promptText(id).split("\n", 1)[0]!.replace("# Your job: ", "");
    return [
      id,
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, ""),
    ];
  }),
);

export async function play(pull: RecordedPull, editorAnswers: EditorAnswers): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), "crosscheck-selection-"));
  const env = { PATH: process.env["PATH"], HOME: home };
  const stop = new AbortController().signal;
  const repository = openGitRepository(pull.folder, env, stop);
  const tokens = { reviewers: 0, editor: 0 };
  const played: Pick<Played, "editorPrompt"> = { editorPrompt: null };
  const asker: Asker = {
    modelFor: (unit) => {
      if (unit === "arbiter") return null;
      const name = `recorded/${unit === "second-opinion" ? "second" : "first"}`;
      return { name, price: null, budget: 1_000_000, tools: true };
    },
    ask: async (question) => {
      const { unit, prompt } = question;
      const said = unit === "editor" ? editorAnswers(pull) : JSON.stringify(answerOf(pull, unit) ?? nothing);
      if (unit === "editor") played.editorPrompt = prompt;
      tokens[unit === "editor" ? "editor" : "reviewers"] += countTokens(
        [prompt.instructions, prompt.shared, prompt.own, said].join("\n"),
      );
      return { value: question.schema.parse(JSON.parse(said)), model: "recorded", cost: noCost };
    },
  };
  try {
    const panel = { asker, nonce, reviewers, text: promptText, countTokens };
    const environment = { env, stop, now: () => Date.now() };
    const reading = await readingOf(repository, {}, environment, { panel });
    const target = { kind: "range", from: pull.base, to: pull.head, symmetric: false } as const;
    const draft = await review(target, { ...reading, progress: () => {} });
    return { pull, draft, tokens, ...played };
  } finally {
    await repository.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const noCost = { tokensIn: 0, cacheReads: 0, cacheWrites: 0, tokensOut: 0, money: null };

function answerOf({ answers }: RecordedPull, unit: string): unknown {
  return answers.get(`${unit === "second-opinion" ? "second" : "first"}--${jobs.get(unit)}`);
}

/** Answers of an editor, as files named after the pull requests; without a folder it says nothing. */
export function answersFrom(folder: string | undefined): EditorAnswers {
  if (folder === undefined) return () => JSON.stringify({ findings: [], causes: [] });
  return ({ name }) => readFileSync(join(folder, `${name}.json`), "utf8");
}
