// Renders check runs in webhook payloads.
import { repositoryById, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { CheckRun, Pull } from "../state.ts";
import { appShape } from "./accounts.ts";
import { repositoryShape } from "./repositories.ts";

export function checkRunWebhookShape(hub: Hub, run: CheckRun) {
  const { url: repositoryUrl, html_url } = repositoryShape(hub, repositoryById(hub, run.repository));
  const url = `${repositoryUrl}/check-runs/${run.id}`;
  const app = appShape(
    hub,
    hub.state.apps.find((one) => one.id === run.app)!,
  );
  const pulls = hub.state.pulls.filter((one) => one.repository === run.repository && one.head.oid === run.headSha);
  const pull_requests = pulls.flatMap((one) => minimalPull(hub, one));
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId("CheckRun", run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: `${html_url}/runs/${run.id}`,
    details_url: run.detailsUrl ?? `${html_url}/runs/${run.id}`,
    status: run.status,
    conclusion: run.conclusion,
    started_at: isoTime(run.startedAt),
    completed_at: run.completedAt === null ? null : isoTime(run.completedAt),
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    app,
    pull_requests,
    check_suite: {
      id: run.suite,
      node_id: nodeId("CheckSuite", run.suite),
      head_branch: pulls[0]?.head.ref ?? null,
      head_sha: run.headSha,
      status: run.status,
      conclusion: run.conclusion,
      url: `${repositoryUrl}/check-suites/${run.suite}`,
      before: null,
      after: run.headSha,
      pull_requests,
      app,
      created_at: isoTime(run.startedAt),
      updated_at: isoTime(run.completedAt ?? run.startedAt),
    },
  };
}

/** Empty for a pull request from a fork, as on GitHub. */
function minimalPull(hub: Hub, pull: Pull) {
  if (pull.head.repository !== pull.repository) return [];
  const { id, name, url } = repositoryShape(hub, repositoryById(hub, pull.repository));
  const side = ({ ref, oid }: Pull["base"]) => ({ ref, sha: oid, repo: { id, url, name } });
  return [
    {
      id: pull.id,
      number: pull.number,
      url: `${url}/pulls/${pull.number}`,
      head: side(pull.head),
      base: side(pull.base),
    },
  ];
}
