// Selects our requests for changes of which nothing is left: all that asked for changes is fixed, or was dismissed by
// someone who may.
import type { ChangeRequest, PastFinding } from "../change/change.ts";
import { severities } from "../findings/finding.ts";
import { compareRounds } from "./compare-rounds.ts";
import { eventOf, objectionsTo } from "./decision.ts";
import type { Draft } from "./draft.ts";

export function settledRequests(draft: Draft): readonly ChangeRequest[] {
  const { change, decision } = draft;
  // On GitHub an approval replaces a request for changes.
  if (eventOf(decision) !== "COMMENT" || objectionsTo(decision).length > 0 || decision.hasUnreviewedCommits) return [];
  const { requests = [] } = change.past;
  return requests.filter(({ reasons }) => reasons.length > 0 && reasons.every((reason) => isSettled(reason, draft)));
}

/** Something that was not looked at again is not settled, nor is what only a person asked for. */
function isSettled(reason: string, draft: Draft): boolean {
  const { decision, reports } = draft;
  switch (reason) {
    case "serious-finding":
      return decision.seriousButHeld === 0 && !hasUncheckedSerious(draft);
    case "failed-concern":
      return decision.openConcerns === 0;
    case "new-test-failure":
      return !decision.testsNotRun && reports.some(({ tests }) => tests?.tests.some(({ trouble }) => trouble === null));
    case "eval-regression":
      return !decision.testsNotRun && reports.some(({ evals }) => evals !== undefined && evals.scenarios.length > 0);
    default:
      return false;
  }
}

function hasUncheckedSerious(draft: Draft): boolean {
  const { known, remaining } = compareRounds(draft);
  const seen = new Set(known.map(({ past }) => past));
  return remaining.some((past) => !seen.has(past) && mayBeSerious(past));
}

/** The severity is unknown where only a marker is left, or a record of an earlier version. */
function mayBeSerious({ about }: PastFinding): boolean {
  const rank = severities.findIndex((severity) => severity === about?.severity);
  return rank <= severities.indexOf("high");
}
