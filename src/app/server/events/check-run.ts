// Handles check-run events: someone asks for ours to run again. Others are ignored.
import * as z from "zod";
import { reviewPullJobFor, type ReviewPullData } from "../jobs/review-pull-data.ts";
import type { WebhookEvent } from "./event.ts";
import { installationPart, payloadRepository, repositoryPart } from "./payload.ts";
import { repositoryKey } from "../../../pull-request.ts";

const payload = z.object({
  action: z.literal("rerequested"),
  check_run: z.object({ external_id: z.string().nullish() }),
  repository: repositoryPart,
  installation: installationPart.optional(),
});

export const checkRun: WebhookEvent = {
  name: "check_run",
  job(given, host, _self, delivery = "asked") {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { check_run, repository, installation } = read.data;
    const number = numberIn(check_run.external_id ?? "", repositoryKey(payloadRepository(host, repository)));
    if (number === null) return null;
    const pull = { ...payloadRepository(host, repository), number };
    const data: ReviewPullData = {
      pull,
      installation: installation?.id ?? null,
      request: `rerun-${delivery.slice(0, 60)}`,
      rerun: true,
    };
    return reviewPullJobFor(data);
  },
};

/** Read from our check run's external id, because GitHub leaves the list of pull requests empty for forks. */
function numberIn(key: string, repository: string): number | null {
  if (!key.startsWith(`${repository}#`)) return null;
  const number = /^(\d{1,9})@[0-9a-f]{40,64}\/check$/.exec(key.slice(repository.length + 1))?.[1];
  return number === undefined ? null : Number(number);
}
