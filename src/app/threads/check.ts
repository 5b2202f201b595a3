// Implements `crosscheck check`: runs the repository's check commands on a commit and records the results.
import type { Oid } from "../../change/change.ts";
import { configPath, effectiveConfig, type UserConfig } from "../../change/config.ts";
import type { PullSnapshot } from "../../change/github.ts";
import { configError, loadRepositoryConfig } from "../../change/load-config.ts";
import { decodeSourceText } from "../../change/read-change.ts";
import { repositoryOf } from "../../change/remote.ts";
import { endsOf } from "../../change/target.ts";
import { UserError } from "../../errors.ts";
import type { CheckState } from "../../threads/thread-state.ts";
import { settingsOf } from "../../threads/thread-settings.ts";
import type { OpenGit } from "../../world/git/repository.ts";
import { detectCommands } from "../../world/run-commands/detect.ts";
import { runCommands, type CommandOutcome } from "../../world/run-commands.ts";
import { isSameRepository, type PullRequestRef, repositoryFullName } from "../../pull-request.ts";

export interface CheckNeeds {
  pull: PullRequestRef;
  git: OpenGit;
  /** What GitHub says of the pull request; null where it was not asked. */
  snapshot: Pick<PullSnapshot, "owned" | "base" | "mergeBase" | "head" | "viewer"> | null;
  user: UserConfig;
  /** Ids of checks that a config may name. */
  knownChecks: readonly string[];
  /** The values of `--command`. */
  commands: readonly string[];
  ms: number;
  env: Readonly<Record<string, string | undefined>>;
  /** The Node executable used to test for a sandbox. */
  node: string;
  now(): number;
  stop: AbortSignal;
  progress?(command: string, at: number, of: number): void;
}

export interface Checked {
  state: CheckState;
  ends: readonly CommandOutcome[];
  from: "config" | "flags" | "config-and-flags" | "found";
  where: "here" | "sandbox";
}

export async function checkHead(needs: CheckNeeds): Promise<Checked> {
  const { git, env, now, stop, ms } = needs;
  if (git.bare)
    throw new UserError("A bare repository has no files to run checks on", "Run this in a clone with a working tree.");
  const head = await headOf(git);
  const { commands, from } = await commandsOf(needs);
  const where = await whereToRun(needs);
  const before = await changedPaths(git, head);
  const at = now();
  const ends = await runCommands({
    commands,
    folder: git.shown,
    where,
    env,
    ms,
    now,
    stop,
    started: (command, index) => needs.progress?.(command, index, commands.length),
  });
  const dirty = before.length > 0 || (await headOf(git)) !== head || (await changedPaths(git, head)).some(isTracked);
  const ran = ends.map(({ command, exit, ms: took, result }) => ({ command, exit, ms: took, result }));
  return { state: { at, head, dirty, result: overallResult(ends), commands: ran }, ends, from, where };
}

async function headOf(git: OpenGit): Promise<Oid> {
  const head = await git.resolve("HEAD");
  if (head === null)
    throw new UserError("Nothing is committed in this repository yet", "Commit something, then run this again.");
  return head;
}

interface Changed {
  status: string;
}

/** The differences between the working tree and the commit, without ignored files. */
async function changedPaths(git: OpenGit, head: Oid): Promise<readonly Changed[]> {
  const { tree } = await git.working();
  return (await git.compare(head, tree)).rows;
}

/**
 * New files left by commands are allowed; a changed or deleted file means that the checks ran on another state than the
 * commit.
 */
function isTracked({ status }: Changed): boolean {
  return !status.startsWith("A");
}

export function overallResult(ends: readonly Pick<CommandOutcome, "result">[]): CheckState["result"] {
  for (const worst of ["failed", "timed-out", "skipped"] as const)
    if (ends.some(({ result }) => result === worst)) return worst;
  return ends.length === 0 ? "skipped" : "passed";
}

/** Flags add to the commands that the base requires, and cannot replace them. */
async function commandsOf(needs: CheckNeeds): Promise<{ commands: readonly string[]; from: Checked["from"] }> {
  const configured = settingsOf(await baseConfig(needs)).checks;
  const given = needs.commands;
  if (configured.length > 0)
    return {
      commands: [...configured, ...given.filter((one) => !configured.includes(one))],
      from: given.length > 0 ? "config-and-flags" : "config",
    };
  if (given.length > 0) return { commands: given, from: "flags" };
  const found = detectCommands(needs.git.shown);
  if (found.length > 0) return { commands: found, from: "found" };
  throw new UserError(
    "No check is known for this repository: no test, lint or type-check script was found",
    `Name one with --command, or list them under reviewComments.checks in ${configPath} on the base branch.`,
  );
}

/** Of the base branch: a change cannot alter its own checks. */
async function baseConfig(needs: CheckNeeds) {
  const { user, knownChecks, snapshot } = needs;
  const text = snapshot?.base.config === undefined ? await configAtBase(needs) : snapshot.base.config;
  if (text === null) return {};
  const shown = `${configPath} on the base branch`;
  const { value, faults } = loadRepositoryConfig(text, knownChecks);
  if (value === null) throw configError(shown, faults, "Mend it on the base branch, then run this again.");
  return effectiveConfig({ repository: value, user });
}

async function configAtBase({ git, snapshot }: CheckNeeds): Promise<string | null> {
  const base = await baseOf(git, snapshot);
  const file = base === null ? null : await git.tree(base).read(configPath);
  return file && decodeSourceText(file, configPath);
}

async function baseOf(git: OpenGit, snapshot: CheckNeeds["snapshot"]): Promise<Oid | null> {
  if (snapshot !== null && (await git.object(snapshot.mergeBase))?.type === "commit") return snapshot.mergeBase;
  // On a detached HEAD, the parent commit may belong to the change itself.
  if ((await git.branch()) === null) return null;
  try {
    return (await endsOf({ kind: "current" }, git)).base;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

async function whereToRun(needs: CheckNeeds): Promise<Checked["where"]> {
  const why = await whyNotMine(needs);
  if (why === null) return "here";
  const { probeSandbox } = await import("../../world/sandbox/probe-sandbox.ts");
  const sandbox = await probeSandbox(needs.node, needs.env, needs.stop);
  if (sandbox.works) return "sandbox";
  throw new UserError(
    `${why}, so its commands run in a sandbox only, and there is none here: ${sandbox.why}`,
    "Install bubblewrap (Linux), or, if you trust this code as your own, name the folder under trust in your own config.",
  );
}

/** Null if both the repository and the source branch of the commits belong to the user. */
async function whyNotMine({ git, pull, snapshot, user }: CheckNeeds): Promise<string | null> {
  const name = repositoryFullName(pull);
  const from = snapshot?.head.repository;
  const theirFork =
    snapshot !== null &&
    from?.toLowerCase() !== name.toLowerCase() &&
    from?.split("/")[0]?.toLowerCase() !== snapshot.viewer.login.toLowerCase();
  if (theirFork)
    return `The commits of this pull request come from ${from ?? "a fork that is gone"}, which is not yours`;
  if (await isTrusted(git, user)) return null;
  if (snapshot === null) return `It is not known whether ${name} is yours`;
  if (snapshot.owned.is !== "mine") return `${name} is not yours`;
  // The checked-out commit may be anyone's, such as that of another pull request or clone.
  if ((await isCloneOf(git, pull, from ?? null)) && (await isBuiltOn(git, snapshot.head.sha))) return null;
  return `The commit that is checked out is not the head of ${name}#${pull.number}, nor built on it`;
}

async function isCloneOf(git: OpenGit, pull: PullRequestRef, from: string | null): Promise<boolean> {
  const [owner = "", repo = ""] = (from ?? "").split("/");
  const places = [pull, { host: pull.host, owner, repo }];
  return (await git.remotes()).some(({ url }) => {
    const named = repositoryOf(url);
    return named !== null && places.some((place) => isSameRepository(place, named));
  });
}

async function isBuiltOn(git: OpenGit, commit: Oid): Promise<boolean> {
  const head = await headOf(git);
  if (head === commit) return true;
  return (await git.object(commit))?.type === "commit" && (await git.mergeBase(commit, head)) === commit;
}

/** Matched as for reviews: by the clone's folder, or by the address of one of its remotes. */
async function isTrusted(git: OpenGit, { trust = [] }: UserConfig): Promise<boolean> {
  if (trust.length === 0) return false;
  if (trust.some((entry) => git.shown === entry || git.shown.startsWith(`${entry.replace(/\/$/, "")}/`))) return true;
  const trusted = trust.flatMap((entry) => repositoryOf(entry) ?? []);
  return (await git.remotes()).some(({ url }) => {
    const named = repositoryOf(url);
    return trust.includes(url) || (named !== null && trusted.some((one) => isSameRepository(one, named)));
  });
}
