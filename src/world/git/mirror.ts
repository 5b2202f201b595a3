// Maintains a bare mirror of a GitHub repository in the user's cache, with what reviews need of it. It is never checked
// out; reading goes through `openGit` like any other repository.
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
  /** The fetch URL: https, or http on loopback. */
  url: string;
  /** Passed to `git fetch` only. */
  token: string | null;
  /** A complete clone (`canLend`) that has the merge base, so that only the missing objects are fetched. */
  borrow?: string | null;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** Progress from 0 to 100. */
  progress?(percent: number): void;
  /** Size limit of all mirrors together, in bytes. */
  room?: number;
  /** The size in bytes above which unreachable objects are removed. */
  clearFrom?: number;
}

export interface WantedCommits {
  head: Oid;
  mergeBase: Oid;
  number: number;
  /** Number of commits of the pull request. */
  commits: number;
  /** The base branch, for hosts that do not serve commits by id. */
  baseRef: string;
}

export interface Mirror {
  /** The path of a bare repository, for reading. */
  path: string;
  /** Fetches what is missing; returns whether a fetch was needed. */
  fetch(wanted: WantedCommits): Promise<{ asked: boolean }>;
  /** Fetches a branch with its history since that date; returns its head, or null if nothing is that recent. */
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
        // Another process may have fetched it in the meantime.
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

/** GitHub's names are case-insensitive, so folder names are in lower case, without colons. */
function placeOf({ host, owner, repo, borrow }: MirrorOptions): string[] {
  const [at, by, name] = [host, owner, repo].map((part) => part.toLowerCase());
  if (!hostForm.test(at!) || at!.includes("..") || !ownerForm.test(by!) || !repoForm.test(name!))
    throw new UserError(
      `${JSON.stringify(repositoryKey({ host, owner, repo }).slice(0, 200))} is not the name of a repository`,
      "Name it as in github.com/owner/name.",
    );
  // A borrowing mirror is usable only next to its lender.
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

/** Created aside and renamed, so that other processes see all of it or nothing. */
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

/** Whether a clone is complete: neither shallow nor partial, and with SHA-1 ids. */
export function canLend(clone: string): boolean {
  return hasWholeFiles(clone) && !existsSync(join(discover(clone).commonDir, "shallow"));
}

/** Whether the files of each of its commits are present too. */
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
    // Another process has just removed it and will recreate it.
    if (existsSync(join(path, "HEAD"))) throw error;
  }
}

/** Not yet locked: another process may just be removing a damaged mirror. */
async function isHereNow(run: GitRun, wanted: WantedCommits): Promise<boolean> {
  try {
    return await isHere(run, wanted);
  } catch (error) {
    if (run.stop.aborted) throw error;
    return false;
  }
}

/** Whether both ends with their files and the history between them are present. */
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

/** A mirror that is damaged, by a full disk or a missing lender, is removed: it can be created again. */
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

/** Whoever holds our lock can remove git's own locks, because their owners are gone. */
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
    // Refs of earlier rounds point to missing objects.
    throw new Damaged(String(error));
  }
  await repackWhenMany(run);
  await clearUnnamed(run, needs.options.clearFrom ?? worthClearing);
}

/** The lender has the merge base and its history, so the fetch brings the rest with full history. */
async function bringBesideLender({ head, mergeBase, number }: WantedCommits, needs: Needs): Promise<void> {
  if (!(await areHere(needs.run, [mergeBase]))) throw new Damaged("the lender no longer has the merge base");
  // Named explicitly, so that git need not walk the lender's history.
  await nameCommit(needs.run, number, mergeBase);
  const tips = [mergeBase, "refs/crosscheck/*"].map((tip) => `--negotiation-tip=${tip}`);
  await ask(tips, [`${head}:${refOf(number, head)}`, `refs/pull/${number}/head:${latestRef}`], needs);
}

/** One commit more than the pull request has reaches the merge base along the shortest parent path. */
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
  const { code, stderr } = await fetchInto(needs.fetching, needs.source, [from], [`refs/heads/${branch}:${branchTip}`]);
  if (code !== 0) {
    if (classifyFetchFault(stderr) === "damaged") throw new Damaged(stderr);
    if (
      classifyFetchFault(stderr) === "not-offered" ||
      /no commits selected for shallow|error processing shallow info/i.test(stderr)
    )
      return null;
    throw errorOf(stderr, { ...needs.options, token: needs.source.token !== null });
  }
  await mendShallow(run);
  await repackWhenMany(run);
  await clearUnnamed(run, needs.options.clearFrom ?? worthClearing);
  const tip = await runGit(run, ["rev-parse", "--verify", "--quiet", `${branchTip}^{commit}`]);
  return tip.code === 0 ? (tip.stdout.toString("latin1").trim() as Oid) : null;
}

/** git's value for unlimited depth. */
const unlimited = 0x7fffffff;
/** A temporary ref for objects fetched by a name other than their id. */
const latestRef = "refs/crosscheck/latest";

function refOf(number: number, oid: string): string {
  return `refs/crosscheck/${number}/${oid}`;
}

/** Tries each refspec in turn until the host serves one. */
async function ask(options: readonly string[], refspecs: readonly string[], needs: Needs): Promise<void> {
  for (const [index, refspec] of refspecs.entries()) {
    const { code, stderr } = await fetchInto(needs.fetching, needs.source, options, [refspec]);
    if (code === 0) return;
    const fault = classifyFetchFault(stderr);
    if (fault === "damaged") throw new Damaged(stderr);
    if (fault !== "not-offered") throw errorOf(stderr, { ...needs.options, token: needs.source.token !== null });
    if (index === refspecs.length - 1) return;
  }
}
