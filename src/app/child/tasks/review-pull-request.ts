// Task: reviews one pull request for a server, with a token that cannot write, and returns a draft and a plan.
import { openTreeExports } from "../../../world/models/cli/export-trees.ts";
import * as z from "zod";
import { configPath, type Trigger, type UserConfig } from "../../../change/config.ts";
import { BrokenConfig, type ConfigFault } from "../../../change/load-config.ts";
import { reviewSettingsIn, skipSettingsIn } from "../../../change/review-settings.ts";
import { closedSkip, skipOf, untriggered } from "../../../change/skip.ts";
import type { Panel } from "../../../findings/asking/panel.ts";
import { severities } from "../../../findings/finding.ts";
import type { StoredKnowledge } from "../../../change/stored-knowledge.ts";
import { redactDraft } from "../../../review/redact-draft.ts";
import type { Draft } from "../../../review/draft.ts";
import { summaryFactsOfDraft } from "../../../review/summary-facts.ts";
import { brokenConfigAction, planSkip, type PostedVerdict, type Plan } from "../../../review/plan.ts";
import { plan, type ReviewOptions } from "../../../review-change.ts";
import type { LearnedPayload } from "../../../threads/learn/learned-schema.ts";
import { repositoryKey, type PullRequestRef } from "../../../pull-request.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openPullStart } from "../../../world/github/pull-start.ts";
import { openReads } from "../../../world/github/reads.ts";
import type { KeptFinding, KeptRound } from "../../../world/store/kept/outputs.ts";
import { givenOf, openPanel } from "../../review/open-panel.ts";
import type { OpenRepository } from "../../review/open-repository.ts";
import { readingOf } from "../../review/review-inputs.ts";
import { reviewPull } from "../../review/review-pull-request.ts";
import { learnedFrom, type SeenElsewhere } from "../../threads/lessons/learned.ts";
import { modelOptions, trustedInput, type ChildTask, type ModelInput, type TaskContext } from "../child-task.ts";

export interface ReviewPullRequestInput extends ModelInput {
  pull: PullRequestRef;
  token: string;
  request: string | null;
  /** The event, in the terms of `review.triggers`; null: a person asked. */
  trigger: Trigger | null;
  /** The address of the server's dashboard; absent: it has none. */
  dashboard?: string;
  findings: readonly KeptFinding[];
  rounds: readonly KeptRound[];
  /** The last posted review of this pull request. */
  last: PostedVerdict | null;
  /** Lessons of this repository's reviews, and findings of its other pull requests. */
  learned: StoredKnowledge;
  seen: SeenElsewhere;
  /** The server's own models; null: none. */
  models: UserConfig | null;
  /** There are models, but not for this pull request. */
  withheld: boolean;
}

const output = z.strictObject({
  plan: z.unknown(),
  draft: z
    .strictObject({
      id: z.string().regex(/^[0-9a-f]{12}$/),
      /** Stored unchanged; parsed again when the draft is shown. */
      json: z.string().max(100_000_000),
      publish: z.enum(["auto", "confirm"]),
      facts: z.strictObject({
        title: z.string().max(400),
        author: z.string().max(100).nullable(),
        event: z.enum(["APPROVE", "COMMENT", "REQUEST_CHANGES"]),
        worst: z.enum(severities).nullable(),
        posted: z.int().min(0),
        advisory: z.int().min(0),
        files: z.int().min(0),
        money: z.number().min(0).nullable(),
        tookMs: z.null(),
        units: z
          .array(z.strictObject({ unit: z.string().max(100), posted: z.int().min(0), advisory: z.int().min(0) }))
          .max(500)
          .readonly(),
      }),
    })
    .nullable(),
  /** What a replay of the review needs besides the change; null: no models took part. */
  asked: z.strictObject({ given: z.string().max(1_000_000) }).nullable(),
  /** Validated by `parseLearned` before it is stored. */
  learned: z.unknown(),
});
export type PullRequestReview = z.infer<typeof output>;

export const reviewPullRequestTask: ChildTask<ReviewPullRequestInput, PullRequestReview> = {
  id: "review-pull-request",
  input: trustedInput(),
  output,
  timeLimitMs: 4 * 3_600_000,
  limits: { cpuSeconds: 300, memoryMb: 2048 },
  async run(input, context) {
    const { pull, token, trigger, request, dashboard } = input;
    const { env, stop, version } = context.environment;
    const asking = { api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop };
    const now = await openPullStart(asking, configPath)(pull);
    // The repository's settings and the title can rule out a review before anything is fetched.
    const unwanted = now.state === "open" ? untriggered(reviewSettingsIn(now.config), trigger) : null;
    // Somebody with write access asked for it in a comment: tags and drafts do not stand against that.
    const isAsked = request?.startsWith("comment-") === true;
    const { authorTags, checkRun } = skipSettingsIn(now.config);
    const skipping = { checkRun: true, last: input.last, unreviewed: checkRun };
    const skip = unwanted ?? (isAsked ? closedSkip(now) : skipOf(now, { authorTags }));
    if (skip) return { plan: planSkip(skip, pull, now.head, skipping), draft: null, asked: null, learned: null };
    const models = openReviewModels(input, context);
    const github = { token, reads: openReads(asking), writes: cannotWrite };
    const needs = reviewNeeds(input, github, models.reading, context);
    const { draft, faults } = await reviewDespiteConfig((options) => reviewPull(pull, needs, options));
    const late = isAsked ? null : skipOf(now, { ...draft.change.config, authorTags });
    const asked = models.asked(draft);
    if (late) return { plan: planSkip(late, pull, draft.change.head, skipping), draft: null, asked, learned: null };
    const facts = { version, checkRun: true, ...(request && { request }), ...(dashboard && { dashboard }) };
    const planned = withConfigNotice(plan(draft, "code", facts), pull, faults);
    const stored = redactDraft(draft);
    return {
      // A renamed repository answers under its new name; the job is for the name in the webhook.
      plan: planned && { ...planned, pull },
      draft: {
        id: draft.id,
        json: JSON.stringify(stored),
        publish: draft.change.config.publish,
        facts: { ...summaryFactsOfDraft(stored), tookMs: null },
      },
      asked,
      learned: toLearn(draft, input.seen),
    };
  },
};

function cannotWrite(): never {
  throw new Error("this process cannot write");
}

async function hasNoStore(): Promise<never> {
  throw new Error("this process has no store");
}

/** Without the lessons that people rejected: the store has those already. */
function toLearn(draft: Draft, seen: SeenElsewhere): LearnedPayload {
  const { patterns, candidates, sightings } = learnedFrom(draft, seen);
  return { patterns, candidates, sightings };
}

function openReviewModels(input: ReviewPullRequestInput, context: TaskContext) {
  const { pull, models, withheld } = input;
  let opened: { panel: Panel; folder: string; today: string } | null = null;
  return {
    async reading(repository: OpenRepository) {
      const trees = openTreeExports({ git: repository.git, ...context.environment });
      repository.closing(() => trees.close());
      const options = { trees, ...modelOptions(input, context), repository: repositoryKey(pull), progress() {} };
      const panel = models && (await openPanel(models, context.environment, options));
      const reading = await readingOf(repository, {}, context.environment, { panel, withheld, isolated: true });
      opened = panel && { panel, folder: repository.git.shown, today: reading.clock.today() };
      return reading;
    },
    asked(draft: Draft): PullRequestReview["asked"] {
      return opened && { given: JSON.stringify(givenOf(draft, opened.panel, opened)) };
    },
  };
}

function reviewNeeds(
  { findings, rounds, learned }: ReviewPullRequestInput,
  github: Parameters<typeof reviewPull>[1]["github"],
  reading: ReturnType<typeof openReviewModels>["reading"],
  { environment: { env, stop } }: TaskContext,
) {
  return {
    github,
    store: {
      findings: { of: async () => findings, keep: hasNoStore },
      rounds: { of: async () => rounds, add: hasNoStore },
    },
    localFolder: null,
    env,
    stop,
    progress() {},
    reading,
    learned: async () => learned,
    moved() {},
  };
}

/** An invalid configuration does not prevent a review: the defaults apply, and a notice names its faults. */
async function reviewDespiteConfig(
  review: (options: ReviewOptions) => Promise<Draft>,
): Promise<{ draft: Draft; faults: readonly ConfigFault[] }> {
  try {
    return { draft: await review({}), faults: [] };
  } catch (error) {
    if (!(error instanceof BrokenConfig)) throw error;
    return { draft: await review({ ignoreConfig: "broken" }), faults: error.faults };
  }
}

function withConfigNotice(planned: Plan | null, pull: PullRequestRef, faults: readonly ConfigFault[]): Plan | null {
  if (planned === null || faults.length === 0) return planned;
  return { ...planned, actions: [...planned.actions, brokenConfigAction(pull, configPath, faults)] };
}
