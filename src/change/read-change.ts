// git in, one frozen Change out: the only place where a Change is made.
import { UserError } from "../errors.ts";
import { noPast, type Change, type Commit, type Cut, type Oid, type Ownership, type Words } from "./change.ts";
import { findConcerns } from "./concerns.ts";
import { configPath, effectiveConfig } from "./config.ts";
import type { RepositoryConfig, UserConfig } from "./config.ts";
import { addedLines, isSubmodule, pathOf, type FileDiff } from "./diff.ts";
import { fileDiffs } from "./file-diffs.ts";
import type { Git } from "./git.ts";
import { readIntent, type Intent, type Profile } from "./intent.ts";
import { isNoisePath, type Attributes } from "./noise.ts";
import { endsOf, type Ends, type Target } from "./target.ts";
import { triage } from "./triage.ts";

export interface ReadOptions {
  request?: string;
  profile?: Profile;
  fullPass?: boolean;
  secondOpinion?: boolean;
  /** Leave the repository's `.crosscheck.yml` out of it. */
  ignoreConfig?: boolean;
}

export interface ReadNeeds {
  git: Git;
  user: UserConfig;
  knownChecks: readonly string[];
  largestFile: number;
}

/** More commits than anyone reads; the rest are counted. */
const mostCommits = 1000;

export async function readChange(target: Target, options: ReadOptions, needs: ReadNeeds): Promise<Change> {
  const { git } = needs;
  const ends = await endsOf(target, git);
  const [files, log, loaded] = await Promise.all([
    git.compare(ends.base, ends.head).then(({ rows, patch }) => fileDiffs(rows, patch)),
    ends.committed ? git.commits(ends.base, ends.head, mostCommits) : { commits: [], total: 0 },
    readConfig(ends, options, needs),
  ]);
  const words = wordsOf(ends, log, options.request ?? null);
  const intent = withoutTitleTwice(readIntent(words), log.commits[0]);
  const config = effectiveConfig({
    repository: loaded.config,
    user: needs.user,
    intent,
    ...(options.profile && { profile: options.profile }),
  });
  const [attributes, headers, fileCuts] = await Promise.all([
    readAttributes(files, git, ends.base),
    readHeaders(files, git),
    cutsOf(files, git, needs.largestFile),
  ]);
  const triaged = triage({
    files,
    words,
    intent,
    config,
    attributes,
    headers,
    fullPass: options.fullPass ?? false,
    secondOpinion: options.secondOpinion ?? false,
  });
  const commitCut: Cut[] =
    log.total > log.commits.length ? [{ kind: "commits", read: log.commits.length, total: log.total }] : [];
  return Object.freeze({
    from: { kind: "local", shown: ends.shown, why: ends.why },
    base: ends.base,
    head: ends.head,
    files,
    words,
    intent,
    concerns: findConcerns(words),
    triage: triaged,
    config,
    owned: await ownership(git, needs.user),
    past: noPast,
    cuts: [...ends.cuts, ...commitCut, ...loaded.cuts, ...fileCuts],
  } satisfies Change);
}

/** Without a pull request, the first commit speaks for the change: it is what the branch was started for. */
function wordsOf(ends: Ends, log: { commits: Commit[]; total: number }, request: string | null): Words {
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

/** The title is the first commit's subject: what it says is said once. */
function withoutTitleTwice(intent: Intent, first: Commit | undefined): Intent {
  const elsewhere = ({ sha }: { sha: string | null }) => sha === null || sha !== first?.sha;
  return { ...intent, tags: intent.tags.filter(elsewhere), breaking: intent.breaking.filter(elsewhere) };
}

async function readConfig(
  ends: Ends,
  options: ReadOptions,
  { git, knownChecks }: ReadNeeds,
): Promise<{ config: RepositoryConfig; cuts: Cut[] }> {
  const [base, head] = await Promise.all([git.tree(ends.base).read(configPath), git.tree(ends.head).read(configPath)]);
  const unused = (why: "only-at-head" | "changed-at-head" | "ignored"): Cut[] => [
    { kind: "config-not-used", path: configPath, why },
  ];
  if (options.ignoreConfig) return { config: {}, cuts: base || head ? unused("ignored") : [] };
  if (base === null) return { config: {}, cuts: head ? unused("only-at-head") : [] };
  const { loadRepositoryConfig, configError } = await import("./load-config.ts");
  const loaded = loadRepositoryConfig(textOf(base, configPath), knownChecks);
  if (loaded.value === null)
    throw configError(
      `${configPath} at ${ends.base.slice(0, 12)}`,
      loaded.faults,
      "Mend it on the base branch, or leave it out with --no-config.",
    );
  const changed = head === null || Buffer.compare(base, head) !== 0;
  return { config: loaded.value, cuts: changed && head ? unused("changed-at-head") : [] };
}

export function textOf(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${shown} is not UTF-8 text`, "Save it as UTF-8.");
  }
}

/** The `.gitattributes` files above the changed files, at the base: a change must not declare itself generated. */
async function readAttributes(files: readonly FileDiff[], git: Git, base: Oid): Promise<Attributes> {
  const folders = new Set([""]);
  for (const file of files)
    for (
      let path = pathOf(file), slash = path.lastIndexOf("/");
      slash > 0;
      path = path.slice(0, slash), slash = path.lastIndexOf("/")
    )
      folders.add(path.slice(0, slash));
  const tree = git.tree(base);
  const read = await Promise.all(
    [...folders].toSorted().map(async (folder) => ({
      folder,
      bytes: await tree.read(folder === "" ? ".gitattributes" : `${folder}/.gitattributes`),
    })),
  );
  return read.flatMap(({ folder, bytes }) =>
    bytes === null ? [] : [{ folder, text: new TextDecoder().decode(bytes) }],
  );
}

const headerBytes = 600;

/** How each file begins, where generators leave their mark: at the base for files that were there, for the same reason. */
async function readHeaders(files: readonly FileDiff[], git: Git): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  const telling = files.filter(
    (file) => !file.binary && file.hunks.length > 0 && !isSubmodule(file) && !isNoisePath(pathOf(file)),
  );
  await Promise.all(
    telling.map(async (file) => {
      const bytes = await git.blob(file.oldOid ?? file.newOid ?? "");
      if (bytes) headers.set(pathOf(file), new TextDecoder().decode(bytes.subarray(0, headerBytes)));
    }),
  );
  return headers;
}

async function cutsOf(files: readonly FileDiff[], git: Git, limit: number): Promise<Cut[]> {
  const sizes = await git.sizes(
    files.filter((file) => file.binary && file.newOid !== null && !isSubmodule(file)).map((file) => file.newOid!),
  );
  return files.flatMap((file): Cut[] => {
    const path = pathOf(file);
    const bytes = sizes.get(file.newOid ?? "") ?? 0;
    if (isSubmodule(file)) return [{ kind: "submodule", path }];
    if (bytes > limit) return [{ kind: "too-large", path, bytes, limit }];
    return isLfsPointer(file) ? [{ kind: "lfs-pointer", path }] : [];
  });
}

function isLfsPointer(file: FileDiff): boolean {
  if (file.additions === 0 || file.additions > 10) return false;
  return (
    [...addedLines(file)].some(({ text }) => text.startsWith("oid sha256:")) &&
    file.hunks.some((hunk) => hunk.lines.some((line) => line.includes("https://git-lfs.github.com/spec/")))
  );
}

async function ownership(git: Git, user: UserConfig): Promise<Ownership> {
  const trusted = user.trust ?? [];
  if (trusted.some((entry) => git.shown === entry || git.shown.startsWith(`${entry.replace(/\/$/, "")}/`)))
    return { is: "mine", why: "trusted-path" };
  if (trusted.length > 0 && (await git.remotes()).some((url) => trusted.includes(url)))
    return { is: "mine", why: "trusted-remote" };
  return { is: "unknown", why: "not-asked" };
}
