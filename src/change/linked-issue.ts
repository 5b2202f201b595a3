// Finds the issue of a change: one that its text closes, else the first ticket key.
import type { AuthorText } from "./change.ts";
import { prose } from "./prose.ts";

export interface LinkedIssue {
  /** `#12`, `owner/repo#12`, a ticket key, or the URL of an issue on another host. */
  reference: string;
  by: "closing-word" | "key";
}

/** Names that look like ticket keys but are standards, formats, algorithms, advisories or versions. */
const notProjects: ReadonlySet<string> = new Set(
  (
    "UTF UCS ASCII ANSI ISO IEC IEEE RFC BCP PEP JEP JSR ECMA ES NIST FIPS PKCS CVE CWE GHSA SHA MD CRC AES RSA " +
    "EC HMAC BASE HTTP TLS SSL IPV USB X ARM AMD CP UTC GMT GPL LGPL AGPL BSD MPL CC GPT JDK JAVA PHP NODE PY VS PR GH"
  ).split(" "),
);

// Every repetition is bounded, so that matching time is linear.
const name = String.raw`[\w.-]{1,100}`;
const closing = new RegExp(
  String.raw`(?<![\w-])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[ \t:*_[]{1,6}` +
    String.raw`(?:((?:${name}/${name})?#\d{1,10}|GH-\d{1,10})` +
    String.raw`|(https?://[\w.-]{1,253}(?::\d{1,5})?)/(${name}/${name})/issues/(\d{1,10}))(?!\w)`,
  "gi",
);
const key = /(?<![A-Za-z0-9]|[A-Z0-9][-_])([A-Z][A-Z0-9_]{1,19})-([1-9]\d{0,8})(?![A-Za-z0-9]|-\d|\.\d)/g;

/** Its attributes name files. */
const htmlTag = /<[a-z]{1,12}\s[^<>]{0,1000}>/gi;

export function linkedIssue(words: Pick<AuthorText, "title" | "body" | "branch" | "commits">): LinkedIssue | null {
  const texts = [words.title, prose(words.body).replace(htmlTag, " ")];
  const messages = words.commits.map((commit) => commit.message);
  // A squash merge ends its title with the number of the pull request, which its text may close too.
  const own = /\((#\d{1,10})\)\s*$/.exec(words.title)?.[1];
  for (const text of [...texts, ...messages]) {
    const reference = closedIssues(text).find((named) => named !== own);
    if (reference !== undefined) return { reference, by: "closing-word" };
  }
  for (const text of [...texts, words.branch ?? "", ...messages]) {
    const reference = ticketKeys(text).next().value;
    if (reference !== undefined) return { reference, by: "key" };
  }
  return null;
}

function closedIssues(text: string): string[] {
  return [...text.matchAll(closing)].map(([, short, host, repository, number]) => {
    if (short !== undefined) return short.replace(/^GH-/i, "#");
    return /^https?:\/\/(?:www\.)?github\.com$/i.test(host!)
      ? `${repository}#${number}`
      : `${host}/${repository}/issues/${number}`;
  });
}

/** Yields ticket keys such as ABC-123 in order; upper-case only, as trackers write them. */
function* ticketKeys(text: string): Generator<string, undefined> {
  for (const match of text.matchAll(key)) if (!notProjects.has(match[1]!)) yield match[0];
}

export function isTicketKey(text: string): boolean {
  return ticketKeys(text).next().value === text;
}
