// Handles a closed pull request: reads feedback once more and, after a merge, looks for defects it fixes.
import * as z from "zod";
import { escapeJobFor } from "../jobs/escape-job.ts";
import { feedbackJobFor } from "../jobs/feedback-job.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import { installationPart, payloadRepository, repositoryPart } from "./payload.ts";

const payload = z.object({
  action: z.literal("closed"),
  number: z.int(),
  pull_request: z.object({ merged: z.boolean().nullish(), base: z.object({ ref: z.string() }) }),
  repository: repositoryPart.extend({ default_branch: z.string() }),
  installation: installationPart,
});

export function closedJobs(given: unknown, host: string): readonly StoredJob[] | null {
  const read = payload.safeParse(given);
  if (!read.success) return null;
  const { number, repository, installation, pull_request: now } = read.data;
  const pull = { ...payloadRepository(host, repository), number };
  const feedback = feedbackJobFor(pull, installation.id);
  const branch = repository.default_branch;
  if (!now.merged || now.base.ref !== branch) return [feedback];
  const { owner, repo } = pull;
  return [feedback, escapeJobFor({ repository: { host, owner, repo }, branch, installation: installation.id })];
}
