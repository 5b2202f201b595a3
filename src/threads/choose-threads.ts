// Selects the requested threads and gives the reason for leaving out each of the others.
import { globMatcher } from "../change/path-glob.ts";
import type { ReviewThread, ThreadScan } from "./thread.ts";

export interface ThreadFilter {
  /** Includes resolved and outdated threads. */
  all?: boolean | undefined;
  /** Excludes resolved threads, which is the default; overrides `all`. */
  unresolved?: boolean | undefined;
  includeOutdated?: boolean | undefined;
  /**
   * Logins; one without `[bot]` also matches the App of that name, `codex` and the like match their bot, and `ghost`
   * matches deleted accounts.
   */
  authors?: readonly string[] | undefined;
  /** Likewise; what `authors` names is not excluded. */
  excludedAuthors?: readonly string[] | undefined;
  /** Paths, folders or globs. */
  paths?: readonly string[] | undefined;
}

/** In order of precedence: a thread is counted under the first that applies. */
const leftOutReasons = ["resolved", "outdated", "author", "path"] as const;
type LeftOutReason = (typeof leftOutReasons)[number];

export interface ChosenThreads {
  /** In the order of the scan. */
  threads: readonly ReviewThread[];
  leftOut: Readonly<Record<LeftOutReason, number>>;
  /** Whether every unresolved thread of the pull request, outdated ones too, was fetched and selected. */
  whole: boolean;
}

export function chooseThreads(
  { threads, complete }: Pick<ThreadScan, "threads" | "complete">,
  filter: ThreadFilter = {},
): ChosenThreads {
  const reasonOf = reasonsFor(filter);
  const chosen: ReviewThread[] = [];
  const leftOut: Record<LeftOutReason, number> = { resolved: 0, outdated: 0, author: 0, path: 0 };
  let missed = 0;
  for (const thread of threads) {
    const reason = reasonOf(thread);
    if (reason === null) chosen.push(thread);
    else {
      leftOut[reason] += 1;
      if (!thread.isResolved) missed += 1;
    }
  }
  return { threads: chosen, leftOut, whole: complete && missed === 0 };
}

function reasonsFor(filter: ThreadFilter): (thread: ReviewThread) => LeftOutReason | null {
  const withResolved = filter.all === true && filter.unresolved !== true;
  const withOutdated = filter.all === true || filter.includeOutdated === true;
  const authors = (filter.authors ?? []).map(authorTest);
  const excluded = (filter.excludedAuthors ?? []).map(authorTest);
  const isWantedAuthor: Test = (author) =>
    anyOf(authors)(author) && (authors.length > 0 || !excluded.some((test) => test(author)));
  const isWantedPath = anyOf((filter.paths ?? []).map(pathTest));
  return ({ isResolved, isOutdated, author, path }) => {
    if (isResolved && !withResolved) return "resolved";
    if (isOutdated && !withOutdated) return "outdated";
    if (!isWantedAuthor(author)) return "author";
    return isWantedPath(path) ? null : "path";
  };
}

type Test = (value: string | null) => boolean;

/** Without a filter everything is selected. */
function anyOf(tests: readonly Test[]): Test {
  return (value) => tests.length === 0 || tests.some((test) => test(value));
}

/** The names by which people know review bots whose login is another. */
const knownAs: Readonly<Record<string, readonly string[]>> = {
  codex: ["chatgpt-codex-connector"],
  coderabbit: ["coderabbitai"],
  copilot: ["copilot-pull-request-reviewer"],
  gemini: ["gemini-code-assist"],
  greptile: ["greptile-apps"],
  sourcery: ["sourcery-ai"],
};

/** GitHub logins are case-insensitive. */
function authorTest(asked: string): Test {
  const login = asked.trim().replace(/^@/, "").toLowerCase();
  const bots = Object.hasOwn(knownAs, login) ? knownAs[login]! : [];
  return (author) => {
    const name = author?.toLowerCase() ?? "ghost";
    return name === login || [login, ...bots].some((bot) => name === `${bot}[bot]`);
  };
}

/**
 * A folder matches its content. Names may contain glob characters, such as `[id].ts`, so the literal name is tried
 * first.
 */
function pathTest(asked: string): Test {
  const plain = asked.trim().replace(/^\.\//, "").replace(/\/+$/, "");
  if (plain === "" || plain === ".") return (path) => path !== null;
  const isMatch = globMatcher(plain, { dot: true });
  return (path) => path !== null && (path === plain || path.startsWith(`${plain}/`) || isMatch(path));
}
