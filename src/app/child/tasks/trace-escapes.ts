// Task: finds commits on a branch that revert or fix what a reviewed pull request introduced.
import * as z from "zod";
import { webAddress } from "../../../change/remote.ts";
import { UserError } from "../../../errors.ts";
import { repositoryKey, type RepositoryRef } from "../../../pull-request.ts";
import { openHistory } from "../../../world/git/history.ts";
import { openMirror } from "../../../world/git/mirror.ts";
import type { KeptRound } from "../../../world/store/kept/outputs.ts";
import { userCacheFolder } from "../../../world/user-cache.ts";
import { traceEscaped } from "../../threads/lessons/escaped.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";

export interface TraceEscapesInput {
  repository: RepositoryRef;
  branch: string;
  token: string;
  /** Of the repository's reviewed pull requests. */
  rounds: readonly Pick<KeptRound, "place" | "base" | "head" | "at">[];
  /** No older commits are fetched. */
  since: number;
}

export const unitName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/i);
export const reviewedPlace = z.string().max(400);
export const escapeSchema = z.strictObject({
  place: reviewedPlace,
  mendedBy: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
  how: z.enum(["revert", "fix"]),
  path: z.string().min(1).max(4096),
  at: z.number(),
});
export type EscapeTrace = z.infer<typeof escapeSchema>;

const output = z.strictObject({ mendings: z.int().min(0), traced: z.array(escapeSchema).max(1000) });

/** The newest commits of the branch: the merge, and what was pushed around the same time. */
const commitsRead = 50;

export const traceEscapesTask: ChildTask<TraceEscapesInput, z.infer<typeof output>> = {
  id: "trace-escapes",
  input: trustedInput(),
  output,
  timeLimitMs: 3_600_000,
  async run({ repository, branch, token, rounds, since }, { environment: { env, stop } }) {
    const folder = userCacheFolder(env);
    if (folder === null)
      throw new UserError(
        "There is no cache folder for the repository's commits",
        "Set HOME, or set XDG_CACHE_HOME to a folder.",
      );
    const url = `${webAddress(repository)}.git`;
    const mirror = openMirror({ folder, ...repository, url, token, env, stop });
    const tip = await mirror.fetchBranch(branch, since);
    if (tip === null) return { mendings: 0, traced: [] };
    const history = openHistory(mirror.path, env, stop);
    try {
      const { mendings, traced } = await traceEscaped(repositoryKey(repository), history, tip, {
        last: commitsRead,
        rounds,
      });
      return { mendings, traced: [...traced] };
    } finally {
      history.close();
    }
  },
  accept(found, { rounds }) {
    const places = new Set(rounds.map(({ place }) => place));
    if (!found.traced.every(({ place }) => places.has(place)))
      throw new Error("the child process names a pull request that was not reviewed");
    return found;
  },
};
