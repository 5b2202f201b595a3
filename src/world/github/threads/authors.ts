// Classifies the author of a comment as person or bot.
import type { AuthorKind } from "../../../threads/thread.ts";

/**
 * Machine accounts without `[bot]`. If a person were taken for a bot, a thread could be resolved against their
 * objection, so only known accounts are listed.
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

/** REST and the GraphQL viewer write an App's login as `name[bot]`; GraphQL authors lack the suffix. */
export function loginOf(author: Readonly<Record<string, unknown>> | null): string | null {
  const login = author?.["login"];
  if (typeof login !== "string" || login === "") return null;
  return author?.["__typename"] === "Bot" && !login.endsWith("[bot]") ? `${login}[bot]` : login;
}

/** A deleted account was a person's. */
export function authorKind(login: string | null, viewer: string): AuthorKind {
  if (login === null) return "human";
  const lower = login.toLowerCase();
  if (viewer !== "" && lower === viewer.toLowerCase()) return "self";
  return lower.endsWith("[bot]") || machineUsers.has(lower) ? "bot" : "human";
}
