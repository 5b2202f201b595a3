// What the process does that reads how findings were taken. It has no store and nothing that could write.
import { webAddress } from "../../change/remote.ts";
import { UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import { openHistory } from "../../world/git/history.ts";
import { openMirror } from "../../world/git/mirror.ts";
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openFeedbackReads } from "../../world/github/feedback-reads.ts";
import { userCacheFolder } from "../../world/user-cache.ts";
import { escapesOf, traceEscaped } from "../threads/lessons/escaped.ts";
import { listen } from "../threads/lessons/hear.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { ToHear, ToLook, ToTrace } from "./hear-reader.ts";
import { repositoryKey } from "../../pull-request.ts";

export async function hearForServer(given: ToHear | ToTrace | ToLook, outside: ProcessEnvironment): Promise<unknown> {
  if (given.task === "hear") return await hearOne(given, outside);
  if (given.task === "trace") return await trace(given, outside);
  const drafts = new Map(given.drafts.map(({ place, json }) => [place, JSON.parse(json) as Draft]));
  return given.traced.flatMap((one) => {
    const draft = drafts.get(one.place);
    return draft ? escapesOf(one, draft) : [];
  });
}

async function hearOne({ pull, token, ...known }: ToHear, { env, stop }: ProcessEnvironment) {
  const reads = openFeedbackReads({ api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop });
  return await listen({ pull, ...known }, reads);
}

/** So many commits of the branch: what was merged just now, and what was pushed beside it. */
const last = 50;

async function trace({ repository, branch, token, rounds, since }: ToTrace, { env, stop }: ProcessEnvironment) {
  const folder = userCacheFolder(env);
  if (folder === null)
    throw new UserError(
      "There is no folder to keep the repository's commits in",
      "Set HOME, or XDG_CACHE_HOME to a folder for things that can be made again.",
    );
  const url = `${webAddress(repository)}.git`;
  const mirror = openMirror({ folder, ...repository, url, token, env, stop });
  const tip = await mirror.fetchBranch(branch, since);
  if (tip === null) return { mendings: 0, traced: [] };
  const history = openHistory(mirror.path, env, stop);
  try {
    return await traceEscaped(repositoryKey(repository), history, tip, { last, rounds });
  } finally {
    history.close();
  }
}
