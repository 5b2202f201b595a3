// What the reading process does: one pull request in, a plan and a draft out. It has no store and nothing that could write.
import { configPath } from "../../change/config.ts";
import { reviewSettingsIn } from "../../change/review-settings.ts";
import { skipOf, untriggered, type Skip } from "../../change/skip.ts";
import { coveredDraft } from "../../review/covered-draft.ts";
import { factsOf } from "../../review/facts.ts";
import { planSkip } from "../../review/plan.ts";
import { plan } from "../../review-change.ts";
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openPullStart, type PullStart } from "../../world/github/pull-start.ts";
import { openReads } from "../../world/github/reads.ts";
import type { GitHub } from "../open-github.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { readingOf } from "../review/review-inputs.ts";
import type { Draft } from "../../review/draft.ts";
import type { Panel } from "../../findings/asking/panel.ts";
import type { OpenRepository } from "../review/open-repository.ts";
import { givenOf, openPanel } from "../review/open-panel.ts";
import type { ToLearn } from "../../threads/learn/learned-schema.ts";
import { learnedFrom } from "../threads/lessons/learned.ts";
import { reviewPull } from "../review/review-pull-request.ts";
import { reviewDespiteConfig, withConfigNotice } from "./despite-config.ts";
import type { Drafted, ReadingGiven } from "./reader.ts";
import { runBefore, tellingKeeper, type Teller } from "./tell-server.ts";
import { type PullRequestRef, repositoryKey } from "../../pull-request.ts";

export async function readForServer(
  toRead: ReadingGiven,
  outside: ProcessEnvironment,
  tell: Pick<Teller, "call">,
): Promise<Drafted> {
  const { pull, token } = toRead;
  const { env, stop } = outside;
  const api = apiOf(pull.host, env);
  const github: GitHub = {
    token,
    reads: openReads({ api, token: async () => token, clock: wallClock, stop }),
    writes: () => {
      throw new Error("this process cannot write");
    },
  };
  const now = await openPullStart({ api, token: async () => token, clock: wallClock, stop }, configPath)(pull);
  // The repository's wishes and the title are looked at before anything is fetched (SRV-2, INT-14).
  const skip = now.state === "open" ? (unwanted(now, toRead) ?? skipOf(now)) : skipOf(now);
  if (skip)
    return { plan: planSkip(skip, pull, now.head, { checkRun: true }), draft: null, asked: null, learned: null };
  const models = modelsIn(toRead, outside, tell);
  const needs = readingNeeds(toRead, github, models, outside);
  const { draft, faults } = await reviewDespiteConfig((options) => reviewPull(pull, needs, options));
  const late = skipOf(now, draft.change.config);
  const asked = models.asked(draft);
  if (late)
    return { plan: planSkip(late, pull, draft.change.head, { checkRun: true }), draft: null, asked, learned: null };
  const { request, dashboard } = toRead;
  const facts = {
    version: outside.version,
    checkRun: true,
    ...(request && { request }),
    ...(dashboard && { dashboard }),
  };
  return {
    plan: withPull(withConfigNotice(plan(draft, "code", facts), pull, faults), pull),
    draft: {
      id: draft.id,
      json: JSON.stringify(coveredDraft(draft)),
      publish: draft.change.config.publish,
      facts: { ...factsOf(coveredDraft(draft)), tookMs: null },
    },
    asked,
    learned: toLearn(draft, toRead),
  };
}

/** What people refused to have learned is no business of the store's. */
function toLearn(draft: Draft, { seen }: ReadingGiven): ToLearn {
  const { patterns, candidates, sightings } = learnedFrom(draft, seen);
  return { patterns, candidates, sightings };
}

function unwanted({ config }: PullStart, { trigger }: ReadingGiven): Skip | null {
  return untriggered(reviewSettingsIn(config), trigger);
}

/** The models of this reading: what they are asked is told as it ends, since this process has no store. */
function modelsIn(
  { pull, models, spent, asking }: ReadingGiven,
  outside: ProcessEnvironment,
  tell: Pick<Teller, "call">,
) {
  let opened: { panel: Panel; folder: string; today: string } | null = null;
  const keeper = tellingKeeper(spent, tell, outside.stop);
  const resumes = asking && runBefore(asking);
  return {
    async reading(repository: OpenRepository) {
      const name = repositoryKey(pull);
      const options = { keeper, repository: name, progress() {}, ...(resumes && { resumes }) };
      const panel = models && (await openPanel(models, outside, options));
      const reading = await readingOf(repository, {}, outside, { panel });
      opened = panel && { panel, folder: repository.git.shown, today: reading.clock.today() };
      return reading;
    },
    asked(draft: Draft): Drafted["asked"] {
      return opened && { given: JSON.stringify(givenOf(draft, opened.panel, opened)) };
    },
  };
}

function readingNeeds(
  { findings, rounds, learned }: ReadingGiven,
  github: GitHub,
  models: ReturnType<typeof modelsIn>,
  outside: ProcessEnvironment,
) {
  const { env, stop } = outside;
  return {
    github,
    store: {
      findings: { of: async () => findings, keep: neverHere },
      rounds: { of: async () => rounds, add: neverHere },
    },
    localFolder: null,
    env,
    stop,
    progress() {},
    reading: models.reading,
    learned: async () => learned,
    moved() {},
  };
}

async function neverHere(): Promise<never> {
  throw new Error("this process keeps nothing");
}

/** A repository that was renamed answers under its new name; the job is for the name that the webhook gave. */
function withPull(planned: ReturnType<typeof plan>, pull: PullRequestRef): unknown {
  return planned && { ...planned, pull };
}
