// Handles merge-queue events: answers at once, so that a required check never blocks a merge.
import * as z from "zod";
import type { MergeGroupData } from "../jobs/merge-group.ts";
import type { WebhookEvent } from "./event.ts";
import { installationPart, payloadRepository, repositoryPart } from "./payload.ts";
import { repositoryKey } from "../../../pull-request.ts";

const payload = z.object({
  action: z.literal("checks_requested"),
  merge_group: z.object({ head_sha: z.string().regex(/^[0-9a-f]{40,64}$/) }),
  repository: repositoryPart,
  installation: installationPart,
});

export const mergeGroup: WebhookEvent = {
  name: "merge_group",
  job(given, host) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { merge_group, repository, installation } = read.data;
    const { head_sha: head } = merge_group;
    const data: MergeGroupData = {
      host,
      owner: repository.owner.login,
      repo: repository.name,
      head,
      installation: installation.id,
    };
    return { kind: "merge-group", key: `${repositoryKey(payloadRepository(host, repository))}@${head}`, data };
  },
};
