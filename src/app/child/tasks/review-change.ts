// Task: reviews one change with models, for a process that may hold a write token.
import { openTreeExports } from "../../../world/models/cli/export-trees.ts";
import { openHostModels, type HostAnswers, type HostQuestion } from "../../../world/models/host-model.ts";
import * as z from "zod";
import type { Change } from "../../../change/change.ts";
import type { UserConfig } from "../../../change/config.ts";
import type { ReadOptions } from "../../../change/read-change.ts";
import type { LocalTarget } from "../../../change/target.ts";
import type { SpendingLimits } from "../../../findings/asking/estimate.ts";
import { laterReviewers } from "../../../findings/reviewers/index.ts";
import type { Report } from "../../../findings/report.ts";
import type { Draft } from "../../../review/draft.ts";
import { review, reviewRead, type Progress } from "../../../review-change.ts";
import type { RunChoice } from "../../review/open-execution.ts";
import { givenOf, openPanel, type Given } from "../../review/open-panel.ts";
import { openGitRepository } from "../../review/open-repository.ts";
import { repositoryOfChange } from "../../review/repository-of-change.ts";
import { readingOf } from "../../review/review-inputs.ts";
import { modelOptions, trustedInput, type ChildTask, type ModelInput } from "../child-task.ts";

export interface ReviewChangeInput extends ModelInput {
  /** A pull request's change was read with a token that the child does not get; a local one is read by the child. */
  what: { is: "change"; change: Change } | { is: "local"; target: LocalTarget; options: ReadOptions };
  /** The folder of the repository that has the commits. */
  folder: string;
  today: string;
  running: RunChoice;
  /** What ran in an earlier attempt at this review, and does not run again. */
  ran?: readonly Report[];
  user: UserConfig;
  /** The answers of the coding agent that asked for the review; absent: the user's models are asked. */
  host?: HostAnswers;
  limits: SpendingLimits;
  /** The repository that spending limits are counted for. */
  repository: string;
}

interface ReviewChangeOutput {
  draft: Draft;
  /** What a replay of the review needs; null if no model was asked. */
  given: Given | null;
  /** What the coding agent has not answered yet: without it, the draft is not finished. */
  questions: readonly HostQuestion[];
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

export const reviewChangeTask: ChildTask<ReviewChangeInput, ReviewChangeOutput, Progress> = {
  id: "review-change",
  input: trustedInput(),
  output: z.strictObject({
    draft: z.custom<Draft>((value) => isObject(value) && typeof (value as Draft).id === "string"),
    given: z.custom<Given>(isObject).nullable(),
    questions: z.array(z.custom<HostQuestion>(isObject)),
  }),
  progress: z.custom<Progress>((value) => isObject(value) && typeof (value as Progress).step === "string"),
  timeLimitMs: 4 * 3_600_000,
  async run(input, context) {
    const { what, user, running, ran, today, folder, limits, repository: name } = input;
    const { environment, reportProgress: progress } = context;
    const repository =
      what.is === "change"
        ? repositoryOfChange(what.change, folder, environment)
        : openGitRepository(folder, environment.env, environment.stop);
    try {
      const trees = openTreeExports({ git: repository.git, ...environment });
      repository.closing(() => trees.close());
      const later = laterReviewers.map(({ id }) => id);
      const host = input.host && openHostModels(input.host, later);
      const options = { trees, ...limits, ...modelOptions(input, context), repository: name, progress };
      const panel =
        host || user.models?.length ? await openPanel(user, environment, { ...options, ...(host && { host }) }) : null;
      const { clock, ...rest } = await readingOf(repository, user, environment, { running, panel, isolated: true });
      const executing = ran && { executing: { is: "recorded", reports: ran } as const };
      const reading = { ...rest, ...executing, clock: { ...clock, today: () => today }, progress };
      const draft =
        what.is === "change"
          ? await reviewRead(what.change, reading, limits)
          : await review(what.target, reading, { ...what.options, ...limits });
      return { draft, given: panel && givenOf(draft, panel, { folder, today }), questions: host?.open() ?? [] };
    } finally {
      await repository.close();
    }
  },
};
