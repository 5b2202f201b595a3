// Implements the REST routes for check runs.
import { createCheckRun, updateCheckRun, type CheckRunFields } from "../acts/checks.ts";
import { needCaller } from "../callers.ts";
import { Failure, invalid, notFound } from "../exchange.ts";
import { resolveRevision } from "../pull-git.ts";
import type { App, CheckAnnotation, CheckConclusion, CheckStatus } from "../state.ts";
import { repositoryIn, findOwned } from "./find.ts";
import { paged } from "./page.ts";
import { route, type RestCall, type Route } from "./route.ts";
import { checkRunShape } from "./shapes.ts";

interface Sent {
  name?: string;
  external_id?: string;
  details_url?: string;
  status?: string;
  conclusion?: string;
  started_at?: string;
  completed_at?: string;
  output?: {
    title?: string;
    summary?: string;
    text?: string;
    annotations?: {
      path: string;
      start_line: number;
      end_line: number;
      annotation_level: CheckAnnotation["level"];
      message: string;
      title?: string;
    }[];
  };
}

const statuses: readonly CheckStatus[] = ["queued", "in_progress", "completed"];
const conclusions: readonly CheckConclusion[] = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
];

function oneOf<T extends string>(known: readonly T[], text: string | undefined, field: string): T | undefined {
  if (text === undefined) return undefined;
  const found = known.find((one) => one === text);
  if (found === undefined) throw invalid({ resource: "CheckRun", field, code: "invalid" });
  return found;
}

function fieldsOf(sent: Sent): CheckRunFields {
  const status = oneOf(statuses, sent.status, "status");
  const conclusion = oneOf(conclusions, sent.conclusion, "conclusion");
  if (status === "completed" && conclusion === undefined)
    throw invalid({ resource: "CheckRun", field: "conclusion", code: "missing_field" });
  const { output } = sent;
  const annotations = output?.annotations?.map((one) => ({
    path: one.path,
    startLine: one.start_line,
    endLine: one.end_line,
    level: one.annotation_level,
    message: one.message,
    title: one.title ?? null,
  }));
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.external_id !== undefined && { externalId: sent.external_id }),
    ...(sent.details_url !== undefined && { detailsUrl: sent.details_url }),
    ...(status && { status }),
    ...(conclusion && { conclusion }),
    ...(sent.started_at !== undefined && { startedAt: Date.parse(sent.started_at) }),
    ...(sent.completed_at !== undefined && { completedAt: Date.parse(sent.completed_at) }),
    ...(output && {
      output: {
        ...(output.title !== undefined && { title: output.title }),
        ...(output.summary !== undefined && { summary: output.summary }),
        ...(output.text !== undefined && { text: output.text }),
        ...(annotations && { annotations }),
      },
    }),
  };
}

function appOf(call: RestCall): App {
  const caller = needCaller(call.caller);
  if (!caller.app) throw new Failure(403, "You must authenticate via a GitHub App.");
  return caller.app;
}

export const checkRoutes: readonly Route[] = [
  route("post", "/repos/{owner}/{repo}/check-runs", async (call) => {
    const app = appOf(call);
    const repository = repositoryIn(call, "checks", "write");
    const sent: Sent & { head_sha?: string } = call.sent;
    const { name, head_sha: headSha } = sent;
    if (!name) throw invalid({ resource: "CheckRun", field: "name", code: "missing_field" });
    if (!headSha) throw invalid({ resource: "CheckRun", field: "head_sha", code: "missing_field" });
    if ((await resolveRevision(call.hub, repository, headSha)) !== headSha)
      throw new Failure(422, `No commit found for SHA: ${headSha}`);
    const made = createCheckRun(call.hub, call.by(), repository, app, { ...fieldsOf(sent), name, headSha });
    return { status: 201, body: checkRunShape(call.hub, made) };
  }),
  route("patch", "/repos/{owner}/{repo}/check-runs/{check_run_id}", async (call) => {
    const app = appOf(call);
    const repository = repositoryIn(call, "checks", "write");
    const belongs = (one: { repository: number; app: number }) =>
      one.repository === repository.id && one.app === app.id;
    const run = findOwned(call.hub.state.checkRuns, call.number("check_run_id"), belongs);
    const sent: Sent = call.sent;
    updateCheckRun(call.hub, call.by(), repository, run, fieldsOf(sent));
    return { status: 200, body: checkRunShape(call.hub, run) };
  }),
  route("get", "/repos/{owner}/{repo}/check-runs/{check_run_id}", async (call) => {
    const repository = repositoryIn(call, "checks", "read");
    const belongs = (one: { repository: number }) => one.repository === repository.id;
    const run = findOwned(call.hub.state.checkRuns, call.number("check_run_id"), belongs);
    return { status: 200, body: checkRunShape(call.hub, run) };
  }),
  route("get", "/repos/{owner}/{repo}/commits/{ref}/check-runs", async (call) => {
    const repository = repositoryIn(call, "checks", "read");
    const oid = await resolveRevision(call.hub, repository, call.named("ref"));
    if (oid === null) throw notFound();
    const { query } = call.asked;
    const all = call.hub.state.checkRuns.filter(
      (one) =>
        one.repository === repository.id &&
        one.headSha === oid &&
        (query.get("check_name") ?? one.name) === one.name &&
        (query.get("app_id") ?? String(one.app)) === String(one.app) &&
        (query.get("status") ?? one.status) === one.status,
    );
    const shown = query.get("filter") === "all" ? all : latest(all);
    const { items, headers } = paged(call, shown);
    const runs = items.map((one) => checkRunShape(call.hub, one));
    return { status: 200, body: { total_count: shown.length, check_runs: runs }, headers };
  }),
];

/** By default GitHub lists the newest run of each name and App. */
function latest<T extends { name: string; app: number }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [`${one.app} ${one.name}`, one])).values()];
}
