// Assembles a Change from its two ends: diff, config, triage and omissions, whatever the source of the author's text.
import { UserError } from "../errors.ts";
import type { Change, Omission, Oid, Ownership, ReviewHistory, AuthorText } from "./change.ts";
import { findConcerns } from "./concerns.ts";
import { configPath, effectiveConfig } from "./config.ts";
import type { RepositoryConfig, UserConfig } from "./config.ts";
import { addedLines, isSubmodule, pathOf, type FileDiff } from "./diff.ts";
import { fileDiffs } from "./file-diffs.ts";
import type { Git, PastCommit } from "./git.ts";
import { readIntent, type Intent, type Profile } from "./intent.ts";
import { isNoisePath, programmingLanguageOf } from "./file-kinds.ts";
import { fewestCodeFiles, lookFirst, mostPastCommits } from "./look-first.ts";
import { type Attributes } from "./noise.ts";
import { ownCheckIds } from "./own-checks.ts";
import { triage, type Triage } from "./triage.ts";

export interface AssembleOptions {
  profile?: Profile;
  mode?: Change["config"]["mode"];
  fullPass?: boolean;
  secondOpinion?: boolean;
  /** Ignores the repository's `.crosscheck.yml`. */
  ignoreConfig?: boolean | "broken";
}

export interface AssembleNeeds {
  git: Git;
  user: UserConfig;
  knownChecks: readonly string[];
  largestFile: number;
}

/** Facts about a change besides its two ends. */
export interface AuthorInput {
  from: Change["from"];
  words: AuthorText;
  adjustIntent?(intent: Intent): Intent;
  owned: Ownership;
  past: ReviewHistory;
  cuts: readonly Omission[];
}

export interface ChangeEnds {
  base: Oid;
  head: Oid;
  /** The config at the tip of the base branch, null if it has none; absent where `base` is that tip or it is unknown. */
  config?: string | null;
}

/** The only place that creates a Change. The author's text is read while git compares the two ends. */
export async function assembleChange(
  ends: ChangeEnds,
  options: AssembleOptions,
  needs: AssembleNeeds,
  readAuthorInput: (files: Promise<readonly FileDiff[]>) => Promise<AuthorInput>,
): Promise<Change> {
  const { git } = needs;
  const diff = git.compare(ends.base, ends.head).then(({ rows, patch }) => fileDiffs(rows, patch));
  const [compared, loaded, { from, words, adjustIntent: mendIntent, owned, past, cuts }] = await Promise.all([
    diff,
    readConfig(ends, options, needs),
    readAuthorInput(diff),
  ]);
  const read = readIntent({ ...words, authorTags: loaded.config.authorTags });
  const intent = mendIntent ? mendIntent(read) : read;
  const config = effectiveConfig({
    repository: loaded.config,
    user: needs.user,
    intent,
    ...(options.profile && { profile: options.profile }),
    ...(options.mode && { mode: options.mode }),
  });
  const [attributes, headers, fileCuts, pastCommits] = await Promise.all([
    readAttributes(compared, git, ends.base),
    readHeaders(compared, git),
    findOmissions(compared, git, needs.largestFile),
    readHistory(compared, git, ends.base),
  ]);
  const inDiffOrder = triage({
    files: compared,
    words,
    intent,
    config,
    attributes,
    headers,
    fullPass: options.fullPass ?? false,
    secondOpinion: options.secondOpinion ?? false,
  });
  const { files, triage: triaged } = inReadingOrder(compared, inDiffOrder, pastCommits, !git.shallow);
  return Object.freeze({
    from,
    base: ends.base,
    head: ends.head,
    files,
    words,
    intent,
    concerns: findConcerns(words),
    triage: triaged,
    config,
    owned,
    past,
    cuts: [...cuts, ...loaded.cuts, ...fileCuts],
  } satisfies Change);
}

/** Small changes are read whole in any order. */
async function readHistory(files: readonly FileDiff[], git: Git, base: Oid): Promise<PastCommit[]> {
  const code = files.filter((file) => programmingLanguageOf(pathOf(file)) !== null);
  return code.length < fewestCodeFiles ? [] : await git.pastCommits(base, mostPastCommits);
}

function inReadingOrder(
  files: readonly FileDiff[],
  triaged: Triage,
  past: readonly PastCommit[],
  hasAllCommits: boolean,
): { files: readonly FileDiff[]; triage: Triage } {
  const depths = new Map(triaged.files.map(({ path, depth }) => [path, depth]));
  const first = lookFirst(
    files.map((file) => {
      const path = pathOf(file);
      const isCode = programmingLanguageOf(path) !== null && depths.get(path) !== "left-out";
      return { path, before: file.oldPath ?? path, additions: file.additions, isCode };
    }),
    past,
    hasAllCommits && past.length < mostPastCommits,
  );
  if (first === null) return { files, triage: triaged };
  const places = new Map(first.order.map((path, place) => [path, place]));
  const inOrder = <T>(some: readonly T[], pathIn: (one: T) => string) =>
    some.toSorted((a, b) => places.get(pathIn(a))! - places.get(pathIn(b))!);
  const described = inOrder(triaged.files, ({ path }) => path).map((file) => {
    const recent = first.recent.get(file.path);
    return recent ? { ...file, recent } : file;
  });
  return { files: inOrder(files, pathOf), triage: { ...triaged, files: described, lookFirst: true } };
}

async function readConfig(
  ends: ChangeEnds,
  options: AssembleOptions,
  { git, knownChecks }: AssembleNeeds,
): Promise<{ config: RepositoryConfig; cuts: Omission[] }> {
  const [base, head] = await Promise.all([git.tree(ends.base).read(configPath), git.tree(ends.head).read(configPath)]);
  const unused = (why: "only-at-head" | "changed-at-head" | "ignored" | "broken"): Omission[] => [
    { kind: "config-not-used", path: configPath, why },
  ];
  if (options.ignoreConfig) {
    const why = options.ignoreConfig === "broken" ? "broken" : "ignored";
    return { config: {}, cuts: base || head ? unused(why) : [] };
  }
  // What the change itself does to the config, whatever happened on the base branch since.
  const isChanged = head !== null && (base === null || Buffer.compare(base, head) !== 0);
  const text = ends.config === undefined ? base && decodeSourceText(base, configPath) : ends.config;
  if (text === null) return { config: {}, cuts: isChanged ? unused("only-at-head") : [] };
  const { loadRepositoryConfig, configError } = await import("./load-config.ts");
  const known = loadRepositoryConfig(text, knownChecks);
  // The config may refer to own checks; only then the tree is listed.
  const loaded =
    known.value === null
      ? loadRepositoryConfig(text, [...knownChecks, ...ownCheckIds(await git.tree(ends.base).paths())])
      : known;
  if (loaded.value === null)
    throw configError(
      ends.config === undefined ? `${configPath} at ${ends.base.slice(0, 12)}` : `${configPath} on the base branch`,
      loaded.faults,
      "Mend it on the base branch, or leave it out with --no-config.",
    );
  return { config: loaded.value, cuts: isChanged ? unused("changed-at-head") : [] };
}

export function decodeSourceText(bytes: Uint8Array, displayPath: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${displayPath} is not UTF-8 text`, "Save it as UTF-8.");
  }
}

/**
 * The `.gitattributes` files above the changed files, from the base, because a change must not declare itself
 * generated.
 */
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

/**
 * The first lines of each file, where generators leave a marker: from the base for existing files, for the same reason.
 */
async function readHeaders(files: readonly FileDiff[], git: Git): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  const readable = files.filter(
    (file) => !file.binary && file.hunks.length > 0 && !isSubmodule(file) && !isNoisePath(pathOf(file)),
  );
  await Promise.all(
    readable.map(async (file) => {
      const bytes = await git.blob(file.oldOid ?? file.newOid ?? "");
      if (bytes) headers.set(pathOf(file), new TextDecoder().decode(bytes.subarray(0, headerBytes)));
    }),
  );
  return headers;
}

async function findOmissions(files: readonly FileDiff[], git: Git, limit: number): Promise<Omission[]> {
  const sizes = await git.sizes(
    files.filter((file) => file.binary && file.newOid !== null && !isSubmodule(file)).map((file) => file.newOid!),
  );
  return files.flatMap((file): Omission[] => {
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
