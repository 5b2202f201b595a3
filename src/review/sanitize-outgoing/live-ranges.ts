// Finds what GitHub makes live in plain text: mentions, bare URLs, references to issues and commits, and formulas.
// GitHub searches after Markdown has removed backslashes and entities, so these give no protection.

export interface OutgoingFacts {
  /** Host of the repository, such as github.com. */
  host: string;
  /** Such as acme/shop; null if there is none. */
  repository: string | null;
  /** The author's own text: links and references that it contains may stay live. */
  authorWrote: readonly string[];
}

/** The half-open range from `from` to `to` within one line. */
export interface Range {
  from: number;
  to: number;
}

/** The author's text and the allowed link targets, prepared for repeated lookups. */
export interface AllowedLinks {
  link(url: string): boolean;
  reference(reference: string): boolean;
}

export function allowedLinks({ host, repository, authorWrote }: OutgoingFacts): AllowedLinks {
  const links = new Set<string>();
  const references = new Set<string>();
  const full = (reference: string) =>
    (/^(?:#|gh-)/i.test(reference) ? `${repository ?? ""}#${/\d+/.exec(reference)?.[0]}` : reference).toLowerCase();
  for (const text of authorWrote) {
    for (const [url] of text.matchAll(authorUrl)) {
      const address = addressOf(trimTrailingPunctuation(url), host);
      if (address) links.add(address.href);
    }
    for (const { from, to } of issueReferences(text)) references.add(full(text.slice(from, to)));
  }
  return {
    link(url) {
      const address = addressOf(url, host);
      if (!address) return false;
      return links.has(address.href) || (address.host === host && !isForeignIssue(address, repository));
    },
    reference: (reference) => references.has(full(reference)),
  };
}

const authorUrl = /https?:\/\/[^\s<>"'`)\]]+/gi;

/** Removes trailing punctuation, which GitHub does not include in a bare URL. */
function trimTrailingPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && /[?!.,:;*_~'")\]]/.test(url[end - 1]!)) end--;
  return url.slice(0, end);
}

function addressOf(url: string, host: string): URL | null {
  const address = URL.parse(url, `https://${host}/`);
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== "" || address.password !== "")
    return null;
  return address;
}

/** A link to an issue creates a reference that is shown on that issue. */
function isForeignIssue({ pathname }: URL, repository: string | null): boolean {
  const issue = /^\/([^/]+\/[^/]+)\/(?:issues|pull|discussions)\/\d/.exec(pathname);
  return issue !== null && issue[1]!.toLowerCase() !== repository?.toLowerCase();
}

/** Sorted ranges that neither overlap nor touch. */
export function liveRanges(line: string, allowed: AllowedLinks): Range[] {
  const ranges = [
    ...addresses(line).filter(({ from, to }) => !allowed.link(linkTo(trimTrailingPunctuation(line.slice(from, to))))),
    ...mentions(line),
    ...issueReferences(line).filter(({ from, to }) => !allowed.reference(line.slice(from, to))),
    ...formulas(line),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}

function linkTo(address: string): string {
  return /^www\./i.test(address) ? `http://${address}` : address;
}

/** More than GitHub links, which also checks the preceding characters. */
function addresses(line: string): Range[] {
  return [...line.matchAll(/(?:https?:\/\/|ftp:\/\/)[^\s<>`|]+|www\.[^\s<>`|]*/gi)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

const name = /[a-z0-9][a-z0-9-]*(?:\/[a-z0-9._-]*[a-z0-9])?/iy;
const domain = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/iy;
const commit = /[0-9a-f]{7,40}(?![a-z0-9])/iy;
const beforeAt = /[a-z0-9._+/-]/i;

/** `@person` and `@organisation/team`; `person@host`, which is an email address; `owner/name@commit`. */
function mentions(line: string): Range[] {
  const ranges: Range[] = [];
  for (let at = line.indexOf("@"); at !== -1; at = line.indexOf("@", at + 1)) {
    const inWord = at > 0 && /[a-z0-9]/i.test(line[at - 1]!);
    const match = inWord
      ? (matchAt(domain, line, at + 1) ?? matchAt(commit, line, at + 1))
      : matchAt(name, line, at + 1);
    if (match !== null)
      ranges.push({ from: inWord ? leftOf(line, at, beforeAt, ranges) : at, to: at + 1 + match.length });
  }
  return ranges;
}

const beforeHash = /[a-z0-9._/-]/i;

/** `#12`, `owner/name#12`, `GH-12`. */
function issueReferences(line: string): Range[] {
  const ranges: Range[] = [];
  for (let at = line.indexOf("#"); at !== -1; at = line.indexOf("#", at + 1)) {
    const match = matchAt(/\d+/y, line, at + 1);
    if (match !== null) ranges.push({ from: leftOf(line, at, beforeHash, ranges), to: at + 1 + match.length });
  }
  for (const match of line.matchAll(/(?<![a-z0-9])gh-\d+/gi))
    ranges.push({ from: match.index, to: match.index + match[0].length });
  return ranges;
}

/** The start of the word before `at`, not before the end of an earlier range, so that the total time is linear. */
function leftOf(line: string, at: number, partOfIt: RegExp, earlier: readonly Range[]): number {
  const least = earlier.at(-1)?.to ?? 0;
  let from = at;
  while (from > least && partOfIt.test(line[from - 1]!)) from--;
  return from;
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}

/** `$…$` is rendered as a formula, so no dollar of such a line stays unescaped. `$$` always is. */
function formulas(line: string): Range[] {
  const dollars = [...line.matchAll(/\$+/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const opens = dollars.findIndex(({ to }) => /\S/.test(line[to] ?? " "));
  const closes = dollars.findLastIndex(
    ({ from, to }) => /\S/.test(line[from - 1] ?? " ") && !/[a-z0-9]/i.test(line[to] ?? ""),
  );
  return opens !== -1 && opens < closes ? dollars : dollars.filter(({ from, to }) => to - from > 1);
}
