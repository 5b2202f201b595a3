// Classifies a failed fetch by git's English messages, so that a person can act on it.
import { Unavailable, UserError } from "../../errors.ts";

export type FetchFault = "not-offered" | "damaged" | "other";

const notOffered = /not our ref|unadvertised object|couldn't find remote ref|no such remote ref/i;
const damaged =
  /bad object|is corrupt|object file .* is empty|unable to read (?:sha1|tree|[0-9a-f]{40})|missing (?:blob|tree|commit) |invalid (?:sha1|object) pointer|not a git repository|unable to find [0-9a-f]{40}|shallow file has changed/i;

/** Whether another fetch strategy or a new mirror can help. */
export function classifyFetchFault(stderr: string): FetchFault {
  return notOffered.test(stderr) ? "not-offered" : damaged.test(stderr) ? "damaged" : "other";
}

export interface FetchRequest {
  host: string;
  owner: string;
  repo: string;
  /** Whether a token was sent. */
  token: boolean;
}

/** In this order: disk errors, GitHub errors, network errors. */
export function errorOf(stderr: string, { host, owner, repo, token }: FetchRequest): Error {
  const name = `${owner}/${repo}`;
  if (/no space left on device|disk quota exceeded|file too large|file size limit/i.test(stderr))
    return new UserError(
      `The disk is full: the commits of ${name} cannot be stored`,
      "Free some space, or set XDG_CACHE_HOME to a folder on a larger disk. Commits that were fetched before are not affected.",
    );
  if (/permission denied|read-only file system|operation not permitted/i.test(stderr))
    return new UserError(
      `The mirror of ${name} cannot be written to`,
      "Make yourself the owner of the cache folder, or set XDG_CACHE_HOME to another one.",
    );
  if (/error: 30\d\b/.test(stderr))
    return new UserError(
      `${name} has moved on ${host}, and its new address is not followed with your token`,
      "Use the repository's new name: set it with `git remote set-url origin <address>`, or give the pull request's new address.",
    );
  if (
    /authentication failed|could not read (?:username|password)|error: 40[13]\b|terminal prompts disabled/i.test(stderr)
  )
    return new UserError(
      token ? `${host} does not let this token read ${name}` : `${host} requires a token for ${name}`,
      token
        ? "Use one that may read the repository's contents; where the organisation has single sign-on, allow the token there."
        : "Set GITHUB_TOKEN or GH_TOKEN, or sign in with `gh auth login`.",
    );
  if (/repository .*not found|error: 404\b/i.test(stderr))
    return new UserError(
      `There is no ${name} on ${host}, or this token may not see it`,
      "Check the name, and that the token may read the repository's contents.",
    );
  if (/fsck error|transfer\.fsckobjects|object of unexpected type/i.test(stderr))
    return new UserError(
      `git refuses the commits of ${name}: they are malformed`,
      `Look at them in a clone with \`git fsck\`; git says: ${lastLines(stderr)}`,
    );
  return new Unavailable(host, lastLines(stderr));
}

/** git's own reason on one line, safe to print. */
function lastLines(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const fatal = lines.findLast((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1) ?? "";
  const words = fatal.replace(/^(?:fatal|error):\s*/, "").replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return words.slice(0, 300) || "git gave no reason";
}
