// Reads a local change from git; `read-pull.ts` does it for pull requests.
import { assembleChange, type AssembleNeeds, type AssembleOptions } from "./assemble-change.ts";
import { noPast, type Change, type Commit, type Omission, type Ownership, type AuthorText } from "./change.ts";
import type { UserConfig } from "./config.ts";
import type { Git } from "./git.ts";
import type { Intent } from "./intent.ts";
import { type MergedText, readMergeMessage } from "./merge-message.ts";
import { endsOf, type Ends, type LocalTarget } from "./target.ts";

export { decodeSourceText } from "./assemble-change.ts";

export interface ReadOptions extends AssembleOptions {
  request?: string;
}

export type ReadNeeds = AssembleNeeds;

/** Upper limit of commits that are read; the rest are counted. */
const mostCommits = 1000;

export async function readChange(target: LocalTarget, options: ReadOptions, needs: ReadNeeds): Promise<Change> {
  const { git } = needs;
  const ends = await endsOf(target, git);
  const log = async () =>
    ends.committed ? await git.commits(ends.base, ends.head, mostCommits) : { commits: [], total: 0 };
  return await assembleChange(ends, options, needs, async () => {
    const { commits, total } = await log();
    const cut: Omission[] = total > commits.length ? [{ kind: "commits", read: commits.length, total }] : [];
    const merged = await mergedText(ends, commits.at(-1), git);
    return {
      from: { kind: "local", shown: ends.shown, why: ends.why, ...(merged && { merge: true }) },
      words: { ...readAuthorText(ends, { commits, total }, options.request ?? null), ...merged },
      adjustIntent: (intent) => withoutTitleTwice(intent, commits[0]),
      owned: await ownership(git, needs.user),
      past: noPast,
      cuts: [...ends.cuts, ...cut],
    };
  });
}

/** What a merge commit says of all that it brings, where the change is that commit. */
async function mergedText(ends: Ends, last: Commit | undefined, git: Git): Promise<MergedText | null> {
  const text = last === undefined ? null : readMergeMessage(last.message);
  return text !== null && (await git.resolve(`${ends.head}^1`)) === ends.base ? text : null;
}

/** Without a pull request, the first commit provides the title and description. */
function readAuthorText(ends: Ends, log: { commits: Commit[]; total: number }, request: string | null): AuthorText {
  const [first] = log.commits;
  const [title = "", ...rest] = (first?.message ?? "").split("\n");
  return {
    title,
    body: rest.join("\n").trim(),
    branch: ends.branch,
    author: log.commits.at(-1)?.author ?? null,
    labels: [],
    draft: false,
    commits: log.commits,
    commitsTotal: log.total,
    issues: [],
    request,
  };
}

/** The title is the first commit's subject, so its signals count once. */
function withoutTitleTwice(intent: Intent, first: Commit | undefined): Intent {
  const elsewhere = ({ sha }: { sha: string | null }) => sha === null || sha !== first?.sha;
  return { ...intent, tags: intent.tags.filter(elsewhere), breaking: intent.breaking.filter(elsewhere) };
}

async function ownership(git: Git, user: UserConfig): Promise<Ownership> {
  const trusted = user.trust ?? [];
  if (trusted.some((entry) => git.shown === entry || git.shown.startsWith(`${entry.replace(/\/$/, "")}/`)))
    return { is: "mine", why: "trusted-path" };
  if (trusted.length > 0 && (await git.remotes()).some(({ url }) => trusted.includes(url)))
    return { is: "mine", why: "trusted-remote" };
  return { is: "unknown", why: "not-asked" };
}
