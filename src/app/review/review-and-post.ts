// `crosscheck review 123`: the pull request is reviewed, its draft kept and shown, and posted if somebody chose so.
import type { Change } from "../../change/change.ts";
import type { UserConfig } from "../../change/config.ts";
import { mayRun } from "../../findings/execution/execute.ts";
import type { Draft } from "../../review/draft.ts";
import { summaryFactsOfDraft } from "../../review/summary-facts.ts";
import type { ActionOutcome } from "../../review/post-once.ts";
import type { Choice } from "../../review/plan.ts";
import {
  cancelledText,
  headMovedText,
  notPosted,
  outcomeLines,
  unfinishedPosting,
} from "../../review/words/gate-texts.ts";
import type { Store } from "../../world/store/store.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import { runChoice, type RunChoice } from "./open-execution.ts";
import { chosenFormats, type ChosenFormat } from "../cli/formats.ts";
import { askAtGate } from "../cli/confirmation-gate.ts";
import type { GitHub } from "../open-github.ts";
import { learnedSummary } from "../../review/words/lessons-texts.ts";
import type { LearningResult } from "../../threads/learn-from-review.ts";
import { readLearned } from "../threads/lessons/learned.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { modelsOf } from "./open-panel.ts";
import { repositoriesAt } from "./last-review.ts";
import { postDraft } from "./post-draft.ts";
import { progressLine, type ProgressLine } from "../cli/progress.ts";
import { readingOf } from "./review-inputs.ts";
import { limitsOf, reviewOptions } from "../cli/review-options.ts";
import { reviewPull } from "./review-pull-request.ts";
import type { OpenPull } from "./open-pull-request.ts";
import type { ReviewOptions } from "../../review-change.ts";
import { exitCodeOf } from "../../review/decision.ts";
import { checkPlaces, showDraft } from "../cli/show-draft.ts";
import { readUserConfigFile } from "../user-config.ts";
import { pullRequestKey, type PullRequestRef, repositoryKey } from "../../pull-request.ts";

export interface PullCommand {
  pull: PullRequestRef;
  github: GitHub;
  /** Where the user stands, if that is a repository. */
  localFolder: string | null;
  /** In a workflow that may run nothing: what another one reports of its tests. */
  reported?: RunChoice["reported"];
}

export async function reviewAndPost(command: PullCommand, input: Input, outside: ProcessEnvironment): Promise<number> {
  const chosen = await chosenFormats(input);
  checkPlaces(chosen.output, outside);
  reviewOptions(input);
  const store = await openData(input, outside);
  const progress = progressLine(outside);
  try {
    // A head that moves while a person reads is reviewed anew, and they are asked again.
    for (;;) {
      const draft = await reviewToDraft(command, input, outside, store, progress);
      const done = await chooseAndPost(draft, command, input, outside, store, chosen);
      if (done === "moved") continue;
      if (input.options["open"] === true) {
        const { showReview } = await import("../dashboard/show-dashboard.ts");
        await showReview({ draft, kept: true, store, input, chosen }, outside);
      }
      return done;
    }
  } finally {
    progress.clear();
    await store.close();
  }
}

export async function reviewToDraft(
  { pull, github, localFolder, reported }: PullCommand,
  input: Input,
  outside: ProcessEnvironment,
  store: Store,
  progress: ProgressLine,
): Promise<Draft> {
  const user = await readUserConfigFile(outside.env);
  const models = modelsOf(user, input);
  const options = reviewOptions(input);
  const { env, stop } = outside;
  const runningIn = (clone: string | null) => ({ ...runChoice(input, clone), ...(reported && { reported }) });
  const draft = await reviewPull(
    pull,
    {
      github,
      store,
      localFolder,
      env,
      stop,
      progress: progress.show,
      reading: (repository) =>
        readingOf(repository, user, outside, { running: runningIn(repository.clone), isolated: true }),
      elsewhere: apartFromToken(user, models, { pull, store, options, runningIn }, outside, progress),
      learned: (of) => readLearned(store, repositoryKey(of)),
      moved: (from, to) => {
        progress.clear();
        outside.tell(headMovedText(from, to));
      },
    },
    options,
  );
  progress.clear();
  await keepDraft(draft, store, outside);
  return draft;
}

/** This process can write to GitHub; what asks models about the text of a change, or runs it, must not. */
function apartFromToken(
  user: UserConfig,
  models: UserConfig | null,
  {
    pull,
    store,
    options,
    runningIn,
  }: { pull: PullRequestRef; store: Store; options: ReviewOptions; runningIn(clone: string | null): RunChoice },
  outside: ProcessEnvironment,
  progress: ProgressLine,
) {
  const repository = repositoryKey(pull);
  const limits = limitsOf(options);
  return async (change: Change, { git, clone }: OpenPull): Promise<Draft | null> => {
    const running = runningIn(clone);
    if (models === null && (running.quick || !mayRun(change, running.asked))) return null;
    const { draftInChild } = await import("../child/draft-in-child.ts");
    const asking = { models: models ?? { ...user, models: [] }, store, repository, running, limits };
    return await draftInChild({ is: "change", change }, git.shown, { ...asking, progress: progress.show }, outside);
  };
}

export async function keepDraft(
  draft: Draft,
  store: Pick<Store, "drafts">,
  { now }: Pick<ProcessEnvironment, "now">,
): Promise<void> {
  const { change } = draft;
  if (change.from.kind !== "pull") return;
  await store.drafts.save({
    id: draft.id,
    place: pullRequestKey(change.from.pull),
    head: change.head,
    draft: JSON.stringify(draft),
    state: "waiting",
    savedAt: now(),
    facts: summaryFactsOfDraft(draft),
  });
}

async function chooseAndPost(
  draft: Draft,
  { github, pull, localFolder }: PullCommand,
  input: Input,
  outside: ProcessEnvironment,
  store: Store,
  chosen: ChosenFormat,
): Promise<number | "moved"> {
  const explains = localFolder !== null && (await repositoriesAt(localFolder, outside)).includes(repositoryKey(pull));
  const asked = textOption(input, "post") as Choice | undefined;
  const onScreen = chosen.output === null && chosen.formats.length === 1 && chosen.formats[0] === "terminal";
  // With --open the draft is decided on in the browser.
  const asksHere = outside.screen.asks && onScreen && input.options["open"] !== true;
  if (asked !== undefined || !asksHere) {
    showDraft(draft, chosen, outside, { explains });
    if (asked === undefined) {
      outside.tell(notPosted(draft.id));
      return exitCodeOf(draft.decision, textOption(input, "failOn"));
    }
    return await post(draft, asked, github, outside, store, input);
  }
  const { terminalAsking } = await import("../cli/terminal-prompts.ts");
  const asking = terminalAsking(outside, viewerOf(draft), { verbose: chosen.verbose, explains });
  const gate = await askAtGate(draft, asking, (edited) => keepDraft(edited, store, outside));
  if (gate.choice === null) {
    outside.tell(cancelledText(gate.draft.id));
    return exitCodeOf(gate.draft.decision, textOption(input, "failOn"));
  }
  return await post(gate.draft, gate.choice, github, outside, store, input);
}

export function viewerOf({ change: { from } }: Draft): string {
  return (from.kind === "pull" ? from.viewer : null) ?? "you";
}

async function post(
  draft: Draft,
  choice: Choice,
  github: GitHub,
  outside: ProcessEnvironment,
  store: Store,
  input: Input,
): Promise<number | "moved"> {
  const posting = await postDraft(draft, choice, { github, store, version: outside.version, stop: outside.stop });
  if (posting.is === "moved") {
    outside.tell(headMovedText(draft.change.head, posting.to));
    return "moved";
  }
  const code =
    tellOutcomes(posting.outcomes, draft.id, outside) ?? exitCodeOf(draft.decision, textOption(input, "failOn"));
  tellLearned(posting.learned, outside);
  return code;
}

/** In a line or two: what was noted, and what waits for a yes. */
export function tellLearned(learned: LearningResult | null, { tell }: Pick<ProcessEnvironment, "tell">): void {
  const text = learned === null ? "" : learnedSummary(learned.patterns, learned.candidates);
  if (text !== "") tell(text);
}

/** The exit code of a posting that is not whole; null when it is. */
export function tellOutcomes(
  outcomes: readonly ActionOutcome[],
  id: string,
  outside: Pick<ProcessEnvironment, "tell">,
): number | null {
  outside.tell(`${outcomeLines(outcomes).join("\n")}\n`);
  const left = unfinishedPosting(outcomes, id);
  if (left !== null) outside.tell(`${left}\n`);
  if (outcomes.some(({ is }) => is === "unknown")) return 3;
  return outcomes.some(({ is }) => is === "refused") ? 2 : null;
}
