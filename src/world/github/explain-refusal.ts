// Turns a refused request into an error with a remedy. GitHub reports "not found" for what the token may not see.
import { Refused, UserError } from "../../errors.ts";
import type { PullRequestRef } from "../../pull-request.ts";

type Place = Pick<PullRequestRef, "owner" | "repo"> & { number?: number };

export async function explained<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused ? explain(error, place) : error;
  }
}

function explain({ who, status, message }: Refused, { owner, repo, number }: Place): UserError {
  const repository = `${owner}/${repo}`;
  const what = number === undefined ? `the repository ${repository}` : `pull request ${number} in ${repository}`;
  if (status === 401)
    return new UserError(
      `${who} does not accept the token`,
      "It may have expired or been revoked: create a new one, or sign in again with gh auth login.",
    );
  if (status === 404)
    return new UserError(
      `There is no ${what.replace(/^the /, "")}, or the token may not see it`,
      "Check the name and the number. For a private repository the token needs the scope repo, or read access to contents, pull requests and issues.",
    );
  if (status === 403 && /\bSAML\b|\bSSO\b/i.test(message))
    return new UserError(
      `The organisation of ${repository} requires the token to be authorised for its single sign-on`,
      "On GitHub, under Settings, Developer settings, choose Configure SSO beside the token and authorise it.",
    );
  if (status === 403)
    return new UserError(
      `The token may not read ${what}: ${message}`,
      "Give it the scope repo, or read access to contents, pull requests, issues and checks.",
    );
  return new UserError(
    `${who} does not answer for ${what}: ${message}`,
    "If this is an Enterprise Server, it may be too old: 3.10 or newer is needed.",
  );
}
