// Reviews a local change and shows the result. Nothing leaves the machine.
import type { LocalTarget } from "../../change/target.ts";
import { recordedText } from "../../review/words/replay-texts.ts";
import { emptyChangeLine } from "../../review/words/terminal-texts.ts";
import { review, type ReviewOptions } from "../../review-change.ts";
import type { Draft } from "../../review/draft.ts";
import { discover, isInRepository } from "../../world/git/discover.ts";
import type { UserConfig } from "../../change/config.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import { runChoice, type RunChoice } from "./open-execution.ts";
import { chosenFormats, type ChosenFormat } from "../cli/formats.ts";
import { keepLocalReview } from "./keep-local-review.ts";
import { openGitRepository } from "./open-repository.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { modelsOf } from "./open-panel.ts";
import { progressLine, type ProgressLine } from "../cli/progress.ts";
import { readingOf } from "./review-inputs.ts";
import { limitsOf, reviewOptions } from "../cli/review-options.ts";
import { exitCodeOf } from "../../review/decision.ts";
import { checkPlaces, showDraft } from "../cli/show-draft.ts";
import { readUserConfigFile } from "../user-config.ts";

export async function reviewLocal(target: LocalTarget, input: Input, outside: ProcessEnvironment): Promise<number> {
  const chosen = await chosenFormats(input);
  checkPlaces(chosen.output, outside);
  const options = reviewOptions(input);
  const user = await readUserConfigFile(outside.env);
  const models = modelsOf(user, input);
  const folder = textOption(input, "repo") ?? outside.cwd;
  const running = runChoice(input, workTreeOf(folder));
  const progress = progressLine(outside);
  try {
    const draft = models
      ? await withModels({ target, options, folder, models, running }, input, outside, progress)
      : await withoutModels({ target, options, folder, user, running }, outside, progress);
    progress.clear();
    if (models) outside.tell(recordedText(draft.id));
    if (draft.change.files.length === 0 && draft.judged.length === 0 && chosen.formats[0] === "terminal") {
      const kind = target.kind === "staged" || target.kind === "working" ? target.kind : "commits";
      outside.print(emptyChangeLine(kind, draft.change));
      return 0;
    }
    const isKept = input.options["keep"] !== false && (await keepLocalReview(draft, folder, input, outside));
    showDraft(draft, chosen, outside, { explains: isKept });
    if (input.options["open"] === true) await openInPages(draft, isKept, chosen, input, outside);
    return exitCodeOf(draft.decision, textOption(input, "failOn"));
  } finally {
    progress.clear();
  }
}

/** The pages are the dashboard's, so the store is opened with them. */
async function openInPages(
  draft: Draft,
  kept: boolean,
  chosen: ChosenFormat,
  input: Input,
  outside: ProcessEnvironment,
): Promise<void> {
  const [{ openData }, { showReview }] = await Promise.all([
    import("../open-store.ts"),
    import("../dashboard/show-dashboard.ts"),
  ]);
  const store = await openData(input, outside);
  try {
    await showReview({ draft, kept, store, input, chosen }, outside);
  } finally {
    await store.close();
  }
}

/** Bare repositories have none. Where there is no repository at all, opening it says so. */
function workTreeOf(folder: string): string | null {
  return isInRepository(folder) ? discover(folder).workTree : null;
}

interface Local {
  target: LocalTarget;
  options: ReviewOptions;
  folder: string;
  running: RunChoice;
}

async function withoutModels(
  { target, options, folder, user, running }: Local & { user: UserConfig },
  outside: ProcessEnvironment,
  progress: ProgressLine,
): Promise<Draft> {
  const repository = openGitRepository(folder, outside.env, outside.stop);
  try {
    const reading = await readingOf(repository, user, outside, { running });
    return await review(target, { ...reading, progress: progress.show }, options);
  } finally {
    await repository.close();
  }
}

/** What they are asked is kept; without them nothing is opened for it, or even loaded. */
async function withModels(
  { target, options, folder, models, running }: Local & { models: UserConfig },
  input: Input,
  outside: ProcessEnvironment,
  progress: ProgressLine,
): Promise<Draft> {
  const [{ openData }, { draftInChild }] = await Promise.all([
    import("../open-store.ts"),
    import("../child/draft-in-child.ts"),
  ]);
  const { workTree, gitDir } = discover(folder);
  const place = workTree ?? gitDir;
  const store = await openData(input, outside);
  try {
    const what = { is: "local", target, options } as const;
    const asking = { models, store, repository: place, running, limits: limitsOf(options), progress: progress.show };
    return await draftInChild(what, place, asking, outside);
  } finally {
    await store.close();
  }
}
