// A bare mirror of a repository on GitHub, in the user's cache: what a review needs of it, and what earlier reviews
// needed. It is never checked out. Reading goes through `openGit`, as with any other repository.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../change/change.ts";
import { UserError } from "../../errors.ts";
import { discover } from "./discover.ts";
import { errorOf, classifyFetchFault } from "./mirror-faults.ts";
import { fetchInto, plainEnvironment, type FetchRun, type FetchSource } from "./mirror-fetch.ts";
import { withLock } from "./mirror-lock.ts";
import { clearUnnamed, dropOldRefs, mendShallow, nameCommit, repackWhenMany, worthClearing } from "./mirror-upkeep.ts";
import { mirrorHostFolder, makeRoom, mostBytes, removeMirror, usedFile } from "./mirror-room.ts";
import { runGit, type GitRun } from "./run.ts";
import { repositoryKey } from "../../pull-request.ts";

export interface MirrorOptions {
  /** The cache folder. */
  folder: string;
  host: string;
  owner: string;
  repo: string;
  /** Where git reaches it: https, or http on this machine. */
  url: string;
  /** Reaches `git fetch` and nothing else. */
  token: string | null;
  /** A complete clone (`canLend`) that has the merge base: then only what it lacks is fetched. */
  borrow?: string | null;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** How much has come, from 0 to 100. */
  progress?(percent: number): void;
  /** How many bytes all mirrors may take together. */
  room?: number;
  /** From how many bytes on a mirror is freed of what nothing names any more. */
  clearFrom?: number;
}

export interface WantedCommits {
  head: Oid;
  mergeBase: Oid;
  number: number;
  /** How many commits the pull request has. */
  commits: number;
  /** The branch that it goes to: asked for where the host gives no commits by id. */
  baseRef: string;
}

export interface Mirror {
  /** A bare repository, to be opened for reading. */
  path: string;
  /** Brings what is not there yet; says whether it had to ask. */
  fetch(wanted: WantedCommits): Promise<{ asked: boolean }>;
  /** Brings a branch with its history since then; says where it stands, null where nothing of it is that new. */
  fetchBranch(branch: string, since: number): Promise<Oid | null>;
}

export function openMirror(options: MirrorOptions): Mirror {
  const mirrors = join(options.folder, "mirrors");
  const path = join(mirrors, ...placeOf(options));
  const source = { url: soundAddress(options.url), token: options.token };
  make(path, options.borrow ?? null);
  touch(path);
  const run: GitRun = { env: plainEnvironment(path, options.env), cwd: path, stop: options.stop };
  const fetching: FetchRun = {
    mirror: path,
    env: options.env,
    stop: options.stop,
    progress: options.progress ?? (() => {}),
  };
  const needs: Needs = { run, fetching, source, options };
  return {
    path,
    async fetch(wanted) {
      if (!isSound(wanted)) throw new Error("a commit's id or a branch's name has not the form of one");
      if (await isHereNow(run, wanted)) return { asked: false };
      return await withLock(`${path}.lock`, options.stop, async () => {
        make(path, options.borrow ?? null);
        // Another process may have brought it while this one waited.
        if (await isHere(run, wanted)) return { asked: false };
        makeRoom(mirrors, options.room ?? mostBytes, path);
        await orBeginAnew(needs, () => bring(wanted, needs));
        touch(path);
        return { asked: true };
      });
    },
    async fetchBranch(branch, since) {
      if (!branchForm.test(branch)) throw new Error("a branch's name has not the form of one");
      return await withLock(`${path}.lock`, options.stop, async () => {
        makeRoom(mirrors, options.room ?? mostBytes, path);
        const tip = await orBeginAnew(needs, () => bringBranch(branch, since, needs));
        touch(path);
        return tip;
      });
    },
  };
}

interface Needs {
  run: GitRun;
  fetching: FetchRun;
  source: FetchSource;
  options: MirrorOptions;
}

const hostForm = /^[a-z0-9](?:[a-z0-9._-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;
const ownerForm = /^[a-z0-9_][a-z0-9_-]{0,99}$/;
const repoForm = /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/;

/** GitHub's names do not tell small letters from capitals, so the folders have small ones; a colon is no part of a name. */
function placeOf({ host, owner, repo, borrow }: MirrorOptions): string[] {
  const [at, by, name] = [host, owner, repo].map((part) => part.toLowerCase());
  if (!hostForm.test(at!) || at!.includes("..") || !ownerForm.test(by!) || !repoForm.test(name!))
    throw new UserError(
      `${JSON.stringify(repositoryKey({ host, owner, repo }).slice(0, 200))} is not the name of a repository`,
      "Name it as in github.com/owner/name.",
    );
  // One that borrows is of use beside its lender alone.
  const lender = borrow ? `+${createHash("sha256").update(objectsOf(borrow)).digest("hex").slice(0, 12)}` : "";
  return [mirrorHostFolder(at!), by!, `${name}${lender}.git`];
}

function soundAddress(address: string): string {
  const url = URL.parse(address);
  const local = url !== null && /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(url.hostname);
  const sound =
    url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && local)) &&
    `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!sound)
    throw new UserError("A repository is fetched over https only", "Give its https address, without credentials.");
  return url.href;
}

function isSound({ head, mergeBase, number, baseRef }: WantedCommits): boolean {
  const oid = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
  return (
    oid.test(head) && oid.test(mergeBase) && Number.isSafeInteger(number) && number > 0 && branchForm.test(baseRef)
  );
}

const branchForm = /^(?!-|.*(?:\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]))[^/].*[^/.]$|^[^-/.\s~^:?*[\\]$/u;

const mirrorConfig = `[core]
\trepositoryformatversion = 0
\tbare = true
\tlogAllRefUpdates = false
\thooksPath = /dev/null
\tfsmonitor = false
\tattributesFile = /dev/null
\t; What a lender has is told by commit; its refs are its own business, and git is not run in it.
\talternateRefsCommand = true
[gc]
\tauto = 0
`;

/** Made aside and renamed: another process sees all of it or nothing. */
function make(path: string, borrow: string | null): void {
  if (existsSync(join(path, "HEAD"))) return;
  const aside = `${path}.${randomUUID()}.new`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    mkdirSync(join(aside, "objects", "info"), { recursive: true, mode: 0o700 });
    mkdirSync(join(aside, "refs"), { mode: 0o700 });
    writeFileSync(join(aside, "config"), mirrorConfig);
    if (borrow !== null) writeFileSync(join(aside, "objects", "info", "alternates"), `${quoted(objectsOf(borrow))}\n`);
    writeFileSync(join(aside, "HEAD"), "ref: refs/heads/none\n");
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(join(path, "HEAD"))) throw error;
  }
}

/** The alternates file takes one path a line, or a C-quoted one. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

function objectsOf(clone: string): string {
  return join(discover(clone).commonDir, "objects");
}

/** Whether a clone has all that its commits name: neither cut short nor filled in on demand, and of GitHub's kind of ids. */
export function canLend(clone: string): boolean {
  return hasWholeFiles(clone) && !existsSync(join(discover(clone).commonDir, "shallow"));
}

/** Whether the files of each commit that it has are there too. */
export function hasWholeFiles(clone: string): boolean {
  const { commonDir } = discover(clone);
  const packs = join(commonDir, "objects", "pack");
  const config = join(commonDir, "config");
  const partial = existsSync(packs) && readdirSync(packs).some((name) => name.endsWith(".promisor"));
  const other =
    existsSync(config) && /^\s*(?:objectformat\s*=\s*"?sha256|partialclone\b)/im.test(readFileSync(config, "utf8"));
  return !partial && !other;
}

function touch(path: string): void {
  try {
    writeFileSync(join(path, usedFile), "");
  } catch (error) {
    // Thrown away by another process just now, which makes it anew.
    if (existsSync(join(path, "HEAD"))) throw error;
  }
}

/** Before it is ours alone: another process may just throw a damaged one away, and then it is not there at all. */
async function isHereNow(run: GitRun, wanted: WantedCommits): Promise<boolean> {
  try {
    return await isHere(run, wanted);
  } catch (error) {
    if (run.stop.aborted) throw error;
    return false;
  }
}

/** Whether both ends are there with their files, and the history between them. */
async function isHere(run: GitRun, { head, mergeBase }: WantedCommits): Promise<boolean> {
  if (!(await areHere(run, [head, mergeBase]))) return false;
  return (await runGit(run, ["merge-base", "--is-ancestor", mergeBase, head])).code === 0;
}

async function areHere(run: GitRun, commits: readonly string[]): Promise<boolean> {
  const asked = commits.map((oid) => `${oid}^{tree}\n`).join("");
  const { code, stdout } = await runGit(run, ["cat-file", "--batch-check=%(objecttype)"], asked);
  const found = stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line === "tree");
  return code === 0 && found.length === commits.length;
}

/** A mirror that was damaged, as by a full disk or a lender that is no more, is thrown away: it can be made again. */
async function orBeginAnew<T>(needs: Needs, work: () => Promise<T>): Promise<T> {
  const { path, borrow } = { path: needs.run.cwd, borrow: needs.options.borrow ?? null };
  clearLeftovers(path);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    removeMirror(path);
    make(path, borrow);
    return await work();
  }
}

class Damaged extends Error {}

/** Whoever holds our lock knows that git's own locks are of nobody who still lives. */
function clearLeftovers(path: string): void {
  for (const name of ["shallow.lock", "packed-refs.lock", "HEAD.lock", "config.lock"])
    rmSync(join(path, name), { force: true });
  const packs = join(path, "objects", "pack");
  if (!existsSync(packs)) return;
  for (const name of readdirSync(packs)) if (name.startsWith("tmp_")) rmSync(join(packs, name), { force: true });
}

async function bring(wanted: WantedCommits, needs: Needs): Promise<void> {
  const { run } = needs;
  const { head, mergeBase, number } = wanted;
  await (needs.options.borrow ? bringBesideLender(wanted, needs) : bringAlone(wanted, needs));
  if (!(await areHere(run, [head, mergeBase])))
    throw new UserError(
      `The commits of pull request #${number} are no longer on ${needs.options.host}: it was changed while it was read`,
      "Run this again.",
    );
  await nameCommit(run, number, head);
  await nameCommit(run, number, mergeBase);
  try {
    await mendShallow(run);
    await dropOldRefs(run, number, [head, mergeBase]);
  } catch (error) {
    run.stop.throwIfAborted();
    // Refs of earlier rounds name what is no longer there.
    throw new Damaged(String(error));
  }
  await repackWhenMany(run);
  await clearUnnamed(run, needs.options.clearFrom ?? worthClearing);
}

/** The lender has the merge base and all before it: what it lacks is what comes, with its whole history. */
async function bringBesideLender({ head, mergeBase, number }: WantedCommits, needs: Needs): Promise<void> {
  if (!(await areHere(needs.run, [mergeBase]))) throw new Damaged("the lender no longer has the merge base");
  // Named, so that git need not walk the lender's history to know that it is all there.
  await nameCommit(needs.run, number, mergeBase);
  const tips = [mergeBase, "refs/crosscheck/*"].map((tip) => `--negotiation-tip=${tip}`);
  await ask(tips, [`${head}:${refOf(number, head)}`, `refs/pull/${number}/head:${latestRef}`], needs);
}

/** One commit more than the pull request has reaches the merge base, along whichever of its parents is shortest. */
async function bringAlone({ head, mergeBase, number, commits, baseRef }: WantedCommits, needs: Needs): Promise<void> {
  const { run } = needs;
  const base = `refs/heads/${baseRef}:${latestRef}`;
  await ask(
    [`--depth=${Math.max(1, commits) + 1}`],
    [`${head}:${refOf(number, head)}`, `refs/pull/${number}/head:${latestRef}`, base],
    needs,
  );
  if (await areHere(run, [mergeBase])) return;
  await ask(["--depth=1"], [`${mergeBase}:${refOf(number, mergeBase)}`, base], needs);
  for (const depth of [100, 10_000, unlimited])
    if (!(await areHere(run, [mergeBase]))) await ask([`--depth=${depth}`], [base], needs);
}

const branchTip = "refs/crosscheck/branch/tip";

async function bringBranch(branch: string, since: number, needs: Needs): Promise<Oid | null> {
  const { run } = needs;
  const from = `--shallow-since=${new Date(since).toISOString()}`;
  const { code, said } = await fetchInto(needs.fetching, needs.source, [from], [`refs/heads/${branch}:${branchTip}`]);
  if (code !== 0) {
    if (classifyFetchFault(said) === "damaged") throw new Damaged(said);
    if (
      classifyFetchFault(said) === "not-offered" ||
      /no commits selected for shallow|error processing shallow info/i.test(said)
    )
      return null;
    throw errorOf(said, { ...needs.options, token: needs.source.token !== null });
  }
  await mendShallow(run);
  await repackWhenMany(run);
  await clearUnnamed(run, needs.options.clearFrom ?? worthClearing);
  const tip = await runGit(run, ["rev-parse", "--verify", "--quiet", `${branchTip}^{commit}`]);
  return tip.code === 0 ? (tip.stdout.toString("latin1").trim() as Oid) : null;
}

/** As git spells a depth that is none. */
const unlimited = 0x7fffffff;
/** For what was asked for by another name than its id; not kept. */
const latestRef = "refs/crosscheck/latest";

function refOf(number: number, oid: string): string {
  return `refs/crosscheck/${number}/${oid}`;
}

/** Asks for the first; for the next where the host does not give out the one before. */
async function ask(options: readonly string[], refspecs: readonly string[], needs: Needs): Promise<void> {
  for (const [index, refspec] of refspecs.entries()) {
    const { code, said } = await fetchInto(needs.fetching, needs.source, options, [refspec]);
    if (code === 0) return;
    const fault = classifyFetchFault(said);
    if (fault === "damaged") throw new Damaged(said);
    if (fault !== "not-offered") throw errorOf(said, { ...needs.options, token: needs.source.token !== null });
    if (index === refspecs.length - 1) return;
  }
}
