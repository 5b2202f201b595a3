// Implements the REST route that lists the artifacts of a workflow run, and the storage that keeps their archives.
import { callerOf, need } from "../callers.ts";
import { Failure, failureReply } from "../exchange.ts";
import { findRepository, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { RawHandler } from "../server.ts";
import type { Artifact } from "../state.ts";
import { repositoryIn } from "./find.ts";
import { paged } from "./page.ts";
import { route, type Route } from "./route.ts";
import { api } from "./shapes.ts";

export const artifactRoutes: readonly Route[] = [
  route("get", "/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", async (call) => {
    const repository = repositoryIn(call, "actions", "read");
    const { hub, asked } = call;
    const found = hub.state.artifacts
      .filter((one) => one.repository === repository.id && one.run === call.number("run_id"))
      .filter(({ name }) => (asked.query.get("name") ?? name) === name);
    const { items, headers } = paged(call, found);
    const artifacts = items.map((one) => artifactShape(hub, `${repository.owner}/${repository.name}`, one));
    return { status: 200, body: { total_count: found.length, artifacts }, headers };
  }),
];

function artifactShape(hub: Hub, repository: string, { id, name, archive, expired, run, createdAt, size }: Artifact) {
  const url = api(hub, `repos/${repository}/actions/artifacts/${id}`);
  return {
    id,
    node_id: nodeId("Artifact", id),
    name,
    size_in_bytes: size ?? archive.length,
    url,
    archive_download_url: `${url}/zip`,
    expired,
    created_at: isoTime(createdAt),
    expires_at: isoTime(createdAt + 90 * 86_400_000),
    updated_at: isoTime(createdAt),
    workflow_run: { id: run },
  };
}

const zip = /^\/api\/v3\/repos\/([^/]+)\/([^/]+)\/actions\/artifacts\/(\d+)\/zip$/;
const storage = /^\/artifact-storage\/(\d+)$/;

/** GitHub redirects to a storage server, which knows no tokens and rejects requests that bring one. */
export function artifactStorage(hub: Hub): RawHandler {
  return async ({ headers: { authorization } }, response, { pathname }) => {
    const [, owner = "", repo = "", asked] = zip.exec(pathname) ?? [];
    if (asked !== undefined) {
      try {
        need(hub, callerOf(hub, authorization), findRepository(hub, owner, repo), "actions", "read");
        response.writeHead(302, { location: `${hub.url}/artifact-storage/${asked}` }).end();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { status, body } = failureReply(error);
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      }
      return true;
    }
    const stored = storage.exec(pathname)?.[1];
    if (stored === undefined) return false;
    const artifact = hub.state.artifacts.find(({ id }) => id === Number(stored));
    if (!artifact || authorization !== undefined) response.writeHead(artifact ? 400 : 404).end();
    else response.writeHead(200, { "content-type": "application/zip" }).end(artifact.archive);
    return true;
  };
}
