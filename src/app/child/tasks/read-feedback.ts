// Task: reads how people reacted to the findings on one pull request, with a token that cannot write.
import * as z from "zod";
import { signals } from "../../../threads/learn/feedback-signals.ts";
import { pullRequestKey, type PullRequestRef } from "../../../pull-request.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openFeedbackReads } from "../../../world/github/feedback-reads.ts";
import type { KeptFinding } from "../../../world/store/kept/outputs.ts";
import { readFeedback } from "../../threads/lessons/collect-feedback.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";
import { reviewedPlace, unitName } from "./trace-escapes.ts";

export interface ReadFeedbackInput {
  pull: PullRequestRef;
  token: string;
  /** The App's slug; null if it is not known. */
  slug: string | null;
  findings: readonly KeptFinding[];
  now: number;
}

const login = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9_])?$/i);
const output = z.strictObject({
  reactions: z
    .array(
      z.strictObject({
        place: reviewedPlace,
        identity: z.string().max(200),
        unit: unitName,
        signal: z.enum(signals),
        actor: login,
        reason: z.string().max(300).nullable(),
        at: z.number(),
      }),
    )
    .max(20_000)
    .readonly(),
  ignored: z.int().min(0),
  complete: z.boolean(),
});

export const readFeedbackTask: ChildTask<ReadFeedbackInput, z.infer<typeof output>> = {
  id: "read-feedback",
  input: trustedInput(),
  output,
  timeLimitMs: 3_600_000,
  async run({ token, ...known }, { environment: { env, stop } }) {
    const api = apiOf(known.pull.host, env);
    return await readFeedback(known, openFeedbackReads({ api, token: async () => token, clock: wallClock, stop }));
  },
  accept(read, { pull, findings, now }) {
    const units = new Map(findings.map(({ identity, about }) => [identity, checkIn(about)]));
    const here = pullRequestKey(pull);
    for (const { place, identity, unit } of read.reactions)
      if (place !== here || units.get(identity) !== unit)
        throw new Error("the child process reports feedback on a finding that is not on the pull request");
    return { ...read, reactions: read.reactions.map((one) => ({ ...one, at: now })) };
  },
};

function checkIn(about: string | null): string | null {
  return about === null ? null : ((JSON.parse(about) as { check?: string }).check ?? null);
}
