// Reads a pull request: its text from GitHub, its diff from git, which has none of GitHub's limits.
import { assembleChange, type AssembleNeeds } from "./assemble-change.ts";
import type { Change, Counts, Omission, Ownership, ReviewHistory, AuthorText } from "./change.ts";
import type { UserConfig } from "./config.ts";
import type { FileDiff } from "./diff.ts";
import type { GitHubReads, LinkedText, PullSnapshot } from "./github.ts";
import { linkedIssue } from "./linked-issue.ts";
import type { ReadOptions } from "./read-change.ts";
import { repositoryOf } from "./remote.ts";
import { type PullRequestRef, isSameRepository } from "../pull-request.ts";

export interface ReadPullNeeds extends AssembleNeeds {
  github: Pick<GitHubReads, "issues">;
  /** Earlier rounds. */
  past: ReviewHistory;
  /** The user's clone of the repository; null if there is none. */
  clone: string | null;
}

export async function readPullRequest(
  snapshot: PullSnapshot,
  options: ReadOptions,
  needs: ReadPullNeeds,
): Promise<Change> {
  const { pull, url, viewer } = snapshot;
  const { config } = snapshot.base;
  const ends = { base: snapshot.mergeBase, head: snapshot.head.sha, ...(config !== undefined && { config }) };
  return await assembleChange(ends, options, needs, async (files) => {
    const { issues, cuts } = await linkedTexts(snapshot, needs.github);
    return {
      from: { kind: "pull", pull, url, viewer: viewer.login, fork: isFork(snapshot) },
      words: { ...readAuthorText(snapshot), issues, request: options.request ?? null },
      owned: findOwnership(pull, needs.user, needs.clone) ?? snapshot.owned,
      past: needs.past,
      cuts: [...commitCuts(snapshot), ...cuts, ...countCuts(snapshot, await files)],
    };
  });
}

function readAuthorText(snapshot: PullSnapshot): Omit<AuthorText, "issues" | "request"> {
  const { title, body, author, labels, draft, commits, commitsTotal, head } = snapshot;
  return { title, body, branch: head.ref, author, labels, draft, commits, commitsTotal };
}

function isFork({ head, pull }: PullSnapshot): boolean {
  return head.repository?.toLowerCase() !== `${pull.owner}/${pull.repo}`.toLowerCase();
}

/** GitHub lists at most 250 commits. */
function commitCuts({ commits, commitsTotal }: PullSnapshot): Omission[] {
  return commitsTotal > commits.length ? [{ kind: "commits", read: commits.length, total: commitsTotal }] : [];
}

/** The issues that GitHub links and the one that the text names. */
async function linkedTexts(
  snapshot: PullSnapshot,
  github: ReadPullNeeds["github"],
): Promise<{ issues: readonly LinkedText[]; cuts: Omission[] }> {
  const { issues, pull } = snapshot;
  const named = normalizeReference(linkedIssue(readAuthorText(snapshot))?.reference ?? null, pull);
  if (named === null || issues.some(({ reference }) => referenceKey(reference, pull) === referenceKey(named, pull)))
    return { issues, cuts: [] };
  try {
    return { issues: [...issues, ...(await github.issues(pull, [named]))], cuts: [] };
  } catch (error) {
    // A failure to read an issue does not end the review.
    const message = error instanceof Error ? error.message : String(error);
    return { issues, cuts: [{ kind: "issues-not-read", references: [named], message }] };
  }
}

/** The reference in GitHub's form; null for a ticket of another tracker or an issue on another host. */
function normalizeReference(reference: string | null, pull: PullRequestRef): string | null {
  if (reference === null || /^(?:[\w.-]+\/[\w.-]+)?#\d+$/.test(reference)) return reference;
  const address = /^(https?:\/\/[^/]+\/([^/]+\/[^/]+))\/issues\/(\d+)$/.exec(reference);
  const there = address && repositoryOf(address[1]!);
  return there?.host === pull.host ? `${address![2]}#${address![3]}` : null;
}

function referenceKey(reference: string, { owner, repo }: PullRequestRef): string {
  const [repository = "", number = ""] = reference.toLowerCase().split("#");
  return `${repository || `${owner}/${repo}`.toLowerCase()}#${number}`;
}

/** The user's config takes precedence over GitHub's answer. */
function findOwnership(pull: PullRequestRef, { trust = [] }: UserConfig, clone: string | null): Ownership | null {
  const inTrusted = (entry: string) => clone === entry || clone?.startsWith(`${entry.replace(/\/$/, "")}/`);
  if (trust.some(inTrusted)) return { is: "mine", why: "trusted-path" };
  const names = (entry: string) => {
    const repository = repositoryOf(entry);
    return repository !== null && isSameRepository(repository, pull);
  };
  return trust.some(names) ? { is: "mine", why: "trusted-remote" } : null;
}

/** Compares git's counts with GitHub's, which may detect renames differently. */
function countCuts(snapshot: PullSnapshot, files: readonly FileDiff[]): Omission[] {
  if (snapshot.files.length < snapshot.filesTotal) return [];
  const github: Counts = {
    files: snapshot.filesTotal,
    additions: snapshot.additions,
    deletions: snapshot.deletions,
  };
  const git: Counts = {
    files: files.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
  };
  const same = git.files === github.files && git.additions === github.additions && git.deletions === github.deletions;
  return same ? [] : [{ kind: "counts-differ", git, github }];
}
