// Parses a pull request as people write it: `123`, `#123`, `owner/name#123`, or the URL of one of its pages.
import { UserError } from "../errors.ts";
import { isLoopback } from "./remote.ts";
import type { PullTarget } from "./target.ts";
import { parseRepository } from "../pull-request.ts";

/** GitHub's numbers are 32-bit integers. */
const largestNumber = 2 ** 31 - 1;

/** Null if it names something else; an invalid pull request is a user error. */
export function parsePull(argument: string): PullTarget | null {
  // Git shortens a commit's id to seven digits or more, and one in thirty of those has no letter.
  if (/^\d{7,}$/.test(argument)) return null;
  const short = /^(?:([^\s/:@]+)\/([^\s/:#]+))?#?(\d+)$/.exec(argument);
  // A range of branches can look like a pull request, but contains two dots.
  if (short?.[1] !== undefined && (!argument.includes("#") || argument.includes(".."))) return null;
  if (short) return shortForm(argument, short[1], short[2], short[3]!);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(argument)) return fromAddress(argument, argument);
  // A browser may show the URL without its scheme.
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^/\s]+\/[^/\s]+\/pull\/\d/.test(argument))
    return fromAddress(`https://${argument}`, argument);
  return null;
}

function shortForm(argument: string, owner: string | undefined, repo: string | undefined, digits: string): PullTarget {
  const number = numberOf(digits, argument);
  if (owner === undefined || repo === undefined) return { kind: "pull", number, repository: null };
  const named = parseRepository("github.com", owner, repo);
  if (named === null) throw notNames(argument);
  return { kind: "pull", number, repository: { host: null, owner: named.owner, repo: named.repo } };
}

function fromAddress(address: string, argument: string): PullTarget {
  // `URL.parse` drops spaces and control characters, so the parsed address could differ from the visible one.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const url = /[\u0000-\u0020\u007f\\]/.test(address) ? null : URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw rejectArgument(argument, "is not the address of a pull request", "Give an https address of one.");
  if (url.username !== "" || url.password !== "")
    throw rejectArgument(
      `${url.protocol}//…@${url.host}`,
      "holds a name or a password",
      "Give the address without them: the token comes from GITHUB_TOKEN, GH_TOKEN or gh.",
    );
  if (url.protocol === "http:" && !isLoopback(url.host))
    throw rejectArgument(argument, "is not encrypted", "Give the https address.");
  const path = /^\/([^/]+)\/([^/]+)\/pull\/(\d+)(?:\/.*)?$/s.exec(url.pathname);
  if (!path)
    throw rejectArgument(
      argument,
      "is not the address of a pull request",
      `A pull request's address is like https://${isLoopback(url.host) ? "github.com" : url.host}/owner/name/pull/12.`,
    );
  const named = parseRepository(url.host, path[1]!, path[2]!);
  if (named === null) throw notNames(argument);
  return { kind: "pull", number: numberOf(path[3]!, argument), repository: named };
}

function numberOf(digits: string, argument: string): number {
  const number = Number(digits);
  if (number >= 1 && number <= largestNumber) return number;
  throw rejectArgument(
    argument,
    "is not the number of a pull request",
    "Numbers begin at 1 and have at most ten digits.",
  );
}

function notNames(argument: string): UserError {
  return rejectArgument(
    argument,
    "does not name a repository",
    "Owner and name are letters, digits, dots and hyphens.",
  );
}

function rejectArgument(argument: string, why: string, remedy: string): UserError {
  return new UserError(`${JSON.stringify(argument.slice(0, 200))} ${why}`, remedy);
}
