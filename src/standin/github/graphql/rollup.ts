// Resolves the GraphQL types for check runs and statuses with their rollup.
import { isoTime, nodeId, objectNodeId } from "../node-id.ts";
import type { CheckRun, CommitStatus, SimulatedRepository } from "../state.ts";
import { actorObject } from "./accounts.ts";
import { checkRunObject } from "./commits.ts";
import { connection, type PageArgs } from "./connection.ts";
import type { Context } from "./context.ts";

/** Null without checks and statuses. Only the newest of each name counts. */
export function rollupObject(context: Context, repository: SimulatedRepository, oid: string) {
  const { state } = context.hub;
  const runs = newest(
    state.checkRuns.filter((one) => one.repository === repository.id && one.headSha === oid),
    (one) => `${one.app} ${one.name}`,
  );
  const statuses = newest(
    state.statuses.filter((one) => one.repository === repository.id && one.sha === oid),
    (one) => one.context,
  );
  if (runs.length + statuses.length === 0) return null;
  return {
    __typename: "StatusCheckRollup",
    id: `SCR_${objectNodeId("Commit", repository.id, oid)}`,
    state: sumOf([...runs.map(stateOfRun), ...statuses.map((one) => one.state.toUpperCase())]),
    contexts: (args: PageArgs) =>
      connection("contexts", [...runs, ...statuses], args, (one) =>
        "context" in one ? statusObject(context, one) : checkRunObject(context, repository, one),
      ),
  };
}

function newest<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}

function stateOfRun({ status, conclusion }: CheckRun): string {
  if (status !== "completed") return "PENDING";
  return conclusion === "success" || conclusion === "neutral" || conclusion === "skipped" ? "SUCCESS" : "FAILURE";
}

function sumOf(states: readonly string[]): string {
  return ["ERROR", "FAILURE", "PENDING"].find((one) => states.includes(one)) ?? "SUCCESS";
}

function statusObject(context: Context, one: CommitStatus) {
  return {
    __typename: "StatusContext",
    id: nodeId("StatusContext", one.id),
    context: one.context,
    state: one.state.toUpperCase(),
    targetUrl: one.targetUrl,
    description: null,
    isRequired: false,
    createdAt: isoTime(one.createdAt),
    creator: () => actorObject(context, one.creator),
  };
}
