// Finds out from the event of a workflow run which pull request to review, and whether the run may post.
import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { UserError } from "../../errors.ts";
import { repositoryFullName } from "../../pull-request.ts";
import type { NoPull } from "../../review/words/action-texts.ts";
import type { WorkflowPull, WorkflowReads } from "../../world/github/workflow-reads.ts";
import type { WorkflowRunner } from "./action-inputs.ts";

export type EventPull =
  | {
      is: "pull";
      pull: WorkflowPull;
      /** Why GitHub would reject writes of this run; null: it accepts them. */
      readOnly: "fork" | "dependabot" | null;
      /** Code of the change may run: nothing that this run holds is worth stealing. */
      mayRunTests: boolean;
      /** The run whose artifact may report test failures. */
      tested: { run: number; candidates: readonly WorkflowPull[] } | null;
    }
  | { is: "none"; why: NoPull };

const head = z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() });
const pullEvent = z.object({ pull_request: z.object({ number: z.int().min(1), head }) });
const pushEvent = z.object({ ref: z.string(), deleted: z.boolean() });
const workflowRunEvent = z.object({
  workflow_run: z.object({
    id: z.int(),
    event: z.string(),
    head_sha: z.string(),
    head_branch: z.string().nullable(),
    head_repository: z.object({ full_name: z.string() }).nullable(),
  }),
});

export async function findEventPull(runner: WorkflowRunner, reads: WorkflowReads): Promise<EventPull> {
  switch (runner.event.name) {
    case "pull_request":
    case "pull_request_target":
      return await ofPullEvent(runner, reads);
    case "push":
      return await ofPush(runner, reads);
    case "workflow_run":
      return await ofWorkflowRun(runner, reads);
    case "merge_group":
      return { is: "none", why: "merge-queue" };
    default:
      throw new UserError(
        `The event ${runner.event.name} names no pull request`,
        "Start the workflow on pull_request_target, pull_request, push or workflow_run.",
      );
  }
}

async function ofPullEvent(runner: WorkflowRunner, reads: WorkflowReads): Promise<EventPull> {
  const { pull_request: now } = readEvent(runner, pullEvent);
  const isOpenToForks = runner.event.name === "pull_request_target";
  const isFork = now.head.repo?.full_name.toLowerCase() !== repositoryFullName(runner.repository).toLowerCase();
  const readOnly = isOpenToForks ? null : isFork ? "fork" : runner.actor === "dependabot[bot]" ? "dependabot" : null;
  return {
    is: "pull",
    // Labels in the event are those of its time, also when the run is repeated.
    pull: await reads.pull(now.number),
    readOnly,
    mayRunTests: !isOpenToForks,
    tested: null,
  };
}

async function ofPush(runner: WorkflowRunner, reads: WorkflowReads): Promise<EventPull> {
  const { ref, deleted } = readEvent(runner, pushEvent);
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch === undefined || deleted) return { is: "none", why: "no-branch" };
  const [pull] = await reads.pullsOf({ repository: repositoryFullName(runner.repository), branch });
  if (!pull) return { is: "none", why: "no-pull" };
  return { is: "pull", pull, readOnly: null, mayRunTests: true, tested: null };
}

/** The run is known from GitHub's event; whatever the run itself says of its pull request is not asked. */
async function ofWorkflowRun(runner: WorkflowRunner, reads: WorkflowReads): Promise<EventPull> {
  const { workflow_run: run } = readEvent(runner, workflowRunEvent);
  if (run.event !== "pull_request") return { is: "none", why: "not-of-pull-request" };
  if (run.head_repository === null || run.head_branch === null) return { is: "none", why: "no-branch" };
  const open = await reads.pullsOf({ repository: run.head_repository.full_name, branch: run.head_branch });
  const candidates = open.filter((one) => one.head.sha === run.head_sha);
  const [pull] = candidates;
  if (!pull) return { is: "none", why: open.length === 0 ? "no-pull" : "newer-commit" };
  return { is: "pull", pull, readOnly: null, mayRunTests: false, tested: { run: run.id, candidates } };
}

const largestEvent = 30_000_000;

function readEvent<T>({ event: { path, name } }: WorkflowRunner, schema: z.ZodType<T>): T {
  try {
    if (statSync(path).size > largestEvent) throw new Error("it is too large");
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UserError(`The event ${name} cannot be read: ${why}`, "Let the runner write GITHUB_EVENT_PATH.");
  }
}
