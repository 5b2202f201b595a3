// What the reading process does: one pull request in, a plan and a draft out. It has no store and nothing that could write.
import type { PullRef } from "../../change/change.ts";
import { skipOf } from "../../change/skip.ts";
import { planSkip } from "../../review/plan.ts";
import { plan } from "../../review-change.ts";
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openReads } from "../../world/github/reads.ts";
import type { GitHub } from "../github.ts";
import type { Outside } from "../outside.ts";
import { readingOf } from "../reading.ts";
import { reviewPull } from "../review-pull.ts";
import type { Drafted, ToRead } from "./reader.ts";

export async function readForServer(toRead: ToRead, outside: Outside): Promise<Drafted> {
  const { pull, token } = toRead;
  const { env, stop } = outside;
  const github: GitHub = {
    token,
    reads: openReads({ api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop }),
    writes: () => {
      throw new Error("this process cannot write");
    },
  };
  const now = await github.reads.now(pull);
  // The title is looked at before anything is fetched (INT-14).
  const skip = skipOf(now);
  if (skip) return { plan: planSkip(skip, pull, now.head, { checkRun: true }), draft: null };
  const draft = await reviewPull(pull, readingNeeds(toRead, github, outside), {});
  const late = skipOf(now, draft.change.config);
  if (late) return { plan: planSkip(late, pull, draft.change.head, { checkRun: true }), draft: null };
  const facts = { version: outside.version, checkRun: true, ...(toRead.request && { request: toRead.request }) };
  return {
    plan: withPull(plan(draft, "code", facts), pull),
    draft: { id: draft.id, json: JSON.stringify(draft), publish: draft.change.config.publish },
  };
}

function readingNeeds({ findings, rounds }: ToRead, github: GitHub, outside: Outside) {
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
    reading: (repository: Parameters<typeof readingOf>[0]) => readingOf(repository, {}, outside),
    moved() {},
  };
}

async function neverHere(): Promise<never> {
  throw new Error("this process keeps nothing");
}

/** A repository that was renamed answers under its new name; the job is for the name that the webhook gave. */
function withPull(planned: ReturnType<typeof plan>, pull: PullRef): unknown {
  return planned && { ...planned, pull };
}
