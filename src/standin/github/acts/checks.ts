// Creates and updates check runs; only Apps may.
import { invalid } from "../exchange.ts";
import { fullName, record, tell, type Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { takeId } from "../state.ts";
import type { App, CheckAnnotation, CheckConclusion, CheckRun, CheckStatus, SimulatedRepository } from "../state.ts";
import { checkBody } from "./bodies.ts";

export interface CheckRunFields {
  name?: string;
  externalId?: string;
  detailsUrl?: string;
  status?: CheckStatus;
  conclusion?: CheckConclusion;
  startedAt?: number;
  completedAt?: number;
  output?: { title?: string; summary?: string; text?: string; annotations?: CheckAnnotation[] };
}

const annotationsAtOnce = 50;

export function createCheckRun(
  hub: Hub,
  by: Actor,
  repository: SimulatedRepository,
  app: App,
  given: CheckRunFields & { name: string; headSha: string },
): CheckRun {
  checkOutput(given);
  const at = hub.clock.now();
  const run: CheckRun = {
    id: takeId(hub.state),
    repository: repository.id,
    app: app.id,
    suite: suiteOf(hub, repository, app, given.headSha),
    name: given.name,
    headSha: given.headSha,
    externalId: "",
    detailsUrl: null,
    status: "queued",
    conclusion: null,
    startedAt: at,
    completedAt: null,
    output: { title: null, summary: null, text: null, annotations: [] },
  };
  fill(run, given, at);
  hub.state.checkRuns.push(run);
  record(hub, by, "create-check-run", `${fullName(repository)}@${run.headSha}`, {
    body: run.output.summary,
    id: run.id,
  });
  announce(hub, by, repository, run, "created");
  return run;
}

function suiteOf(hub: Hub, repository: SimulatedRepository, app: App, headSha: string): number {
  const sibling = hub.state.checkRuns.find(
    (one) => one.repository === repository.id && one.app === app.id && one.headSha === headSha,
  );
  return sibling?.suite ?? takeId(hub.state);
}

export function updateCheckRun(
  hub: Hub,
  by: Actor,
  repository: SimulatedRepository,
  run: CheckRun,
  given: CheckRunFields,
): void {
  checkOutput(given);
  fill(run, given, hub.clock.now());
  record(hub, by, "update-check-run", `${fullName(repository)}@${run.headSha}`, {
    body: run.output.summary,
    id: run.id,
  });
  announce(hub, by, repository, run, "completed");
}

function checkOutput({ output }: CheckRunFields): void {
  if (!output) return;
  checkBody(output.summary ?? "", "CheckRun", "summary");
  checkBody(output.text ?? "", "CheckRun", "text");
  if ((output.annotations?.length ?? 0) > annotationsAtOnce)
    throw invalid({
      resource: "CheckRun",
      field: "annotations",
      code: "invalid",
      message: `annotations exceeds a maximum quantity of ${annotationsAtOnce}`,
    });
}

/** A conclusion completes it; annotations are added, everything else is replaced. */
function fill(run: CheckRun, given: CheckRunFields, at: number): void {
  if (given.name !== undefined) run.name = given.name;
  if (given.externalId !== undefined) run.externalId = given.externalId;
  if (given.detailsUrl !== undefined) run.detailsUrl = given.detailsUrl;
  if (given.startedAt !== undefined) run.startedAt = given.startedAt;
  if (given.status !== undefined) run.status = given.status;
  if (given.conclusion !== undefined) Object.assign(run, { conclusion: given.conclusion, status: "completed" });
  if (run.status === "completed") run.completedAt = given.completedAt ?? at;
  const { output } = given;
  if (!output) return;
  run.output.title = output.title ?? run.output.title;
  run.output.summary = output.summary ?? run.output.summary;
  run.output.text = output.text ?? run.output.text;
  run.output.annotations.push(...(output.annotations ?? []));
}

function announce(
  hub: Hub,
  by: Actor,
  repository: SimulatedRepository,
  run: CheckRun,
  action: "created" | "completed",
): void {
  if (action === "completed" && run.status !== "completed") return;
  tell(hub, { repository, sender: by.login, at: hub.clock.now(), event: "check_run", action, run });
}
