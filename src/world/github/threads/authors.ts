// Classifies the author of a comment as person or bot.
import type { AuthorKind } from "../../../threads/thread.ts";

/**
 * Bots with ordinary accounts, without `[bot]`. A person taken for a bot could have a thread resolved against their
 * word, so only known machine accounts are listed; when in doubt, it is a person.
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

/** A deleted account was a person's. */
export function authorKind(login: string | null, viewer: string): AuthorKind {
  if (login === null) return "human";
  const lower = login.toLowerCase();
  if (viewer !== "" && lower === viewer.toLowerCase()) return "self";
  return lower.endsWith("[bot]") || machineUsers.has(lower) ? "bot" : "human";
}
