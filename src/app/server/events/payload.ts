// Defines schemas of parts shared by most payloads.
import * as z from "zod";
import type { RepositoryRef } from "../../../pull-request.ts";

export const repositoryPart = z.object({ name: z.string(), owner: z.object({ login: z.string() }) });
export const installationPart = z.object({ id: z.int() });

export function payloadRepository(host: string, { name, owner }: z.infer<typeof repositoryPart>): RepositoryRef {
  return { host, owner: owner.login, repo: name };
}
