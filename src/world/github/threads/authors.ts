// Who wrote something, and what kind of account that is.
import type { AuthorKind } from "../../../threads/thread.ts";

/**
 * Machines that GitHub keeps as people: they have no `[bot]`. A person who is taken for a machine could have a thread
 * resolved over their head, so that only accounts are listed that nobody writes from; a doubt makes a human.
 */
const machineUsers = new Set([
  "claassistant",
  "codecov-commenter",
  "codecov-io",
  "coveralls",
  "dotnet-bot",
  "elasticmachine",
  "facebook-github-bot",
  "googlebot",
  "houndci-bot",
  "k8s-ci-robot",
  "openshift-bot",
  "openshift-ci-robot",
  "pep8speaks",
  "pytorchmergebot",
  "rustbot",
  "snyk-bot",
]);

/** REST says `name[bot]` of an App, and so does GraphQL of the viewer, but not of an author. */
export function loginOf(author: Readonly<Record<string, unknown>> | null): string | null {
  const login = author?.["login"];
  if (typeof login !== "string" || login === "") return null;
  return author?.["__typename"] === "Bot" && !login.endsWith("[bot]") ? `${login}[bot]` : login;
}

/** An account that is gone was somebody's. */
export function authorKind(login: string | null, viewer: string): AuthorKind {
  if (login === null) return "human";
  const lower = login.toLowerCase();
  if (viewer !== "" && lower === viewer.toLowerCase()) return "self";
  return lower.endsWith("[bot]") || machineUsers.has(lower) ? "bot" : "human";
}
