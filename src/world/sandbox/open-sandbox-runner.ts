// Runs commands of a change: checks out its files, provides the dependencies, and runs on a copy inside a sandbox.
// Leftovers of a crash are removed by the next run.
import { redactValues } from "../../secrets/redact-values.ts";
import { totalmem } from "node:os";
import type { Oid } from "../../change/change.ts";
import type {
  CommandLine,
  ExecutionSetup,
  Ecosystem,
  NotRun,
  RunOptions,
  TreeSpec,
  SandboxRunner,
  SandboxRunEnd,
} from "../../findings/execution/sandbox-runner.ts";
import { Unavailable } from "../../errors.ts";
import { checkOut, type Checkout, type CheckoutLimits, type CheckoutResult } from "../git/checkout.ts";
import type { OpenGit } from "../git/repository.ts";
import type { BindMount, SandboxLimits } from "./bubblewrap.ts";
import { provideDependencies } from "./dependencies.ts";
import { isStub, noProgram } from "./dependencies/this-machine.ts";
import { killOrphanedSandboxes } from "./orphaned-sandboxes.ts";
import { removeOrphanedGroups } from "./memory-group.ts";
import type { Machine, ProvideDependencies, SandboxDependencies } from "./sandbox-dependencies.ts";
import { makeTemporaryFolder, removeLeftovers, type TemporaryFolder } from "./temporary-folder.ts";
import { commandEnvironment } from "./runner/command-environment.ts";
import { runJobInSandbox } from "./runner/in-sandbox.ts";
import type { SandboxJob } from "./runner/sandbox-job.ts";
import { listenToHost } from "./runner/host-listener.ts";
import { environmentKeys, openOutsideAccess, type OpenOutsideAccess } from "./runner/outside-access.ts";
import { runJobWithoutSandbox } from "./runner/without-sandbox.ts";

export interface SandboxRunnerNeeds {
  git: OpenGit;
  base: Oid;
  head: Oid;
  /** The user's working tree; packages installed there may be used. */
  clone: string | null;
  env: Readonly<Record<string, string | undefined>>;
  node: string;
  /** Folder for cached installs; null: a temporary one until close. */
  cache: string | null;
  stop: AbortSignal;
  /** Run without a sandbox. */
  unsafe?: boolean;
  /** For tests. */
  provide?: ProvideDependencies;
  limits?: Partial<SandboxLimits>;
  most?: CheckoutLimits;
}

export interface OpenSandboxRunner extends SandboxRunner {
  /** Removes the checkouts. */
  close(): Promise<void>;
}

type Refusal = { is: "not-run" } & NotRun;

export function openSandboxRunner(needs: SandboxRunnerNeeds): OpenSandboxRunner {
  const staged = new Map<string, Promise<CheckoutResult>>();
  const temporary: TemporaryFolder[] = [];
  let cleaned: Promise<void> | null = null;
  const cacheFolder = () => {
    if (needs.cache !== null) return needs.cache;
    if (temporary.length === 0) temporary.push(makeTemporaryFolder("cache"));
    return temporary[0]!.path;
  };
  const stage = async (tree: TreeSpec) => {
    const withHead = tree.of === "base" ? (tree.withHead?.toSorted() ?? []) : [];
    const key = JSON.stringify([tree.of, withHead, tree.edit ?? null]);
    const made = staged.get(key) ?? checkOut(tree, needs);
    staged.set(key, made);
    // Failed checkouts are retried.
    return await made.catch((error: unknown) => {
      staged.delete(key);
      throw error;
    });
  };
  const close = async () => {
    const made = await Promise.allSettled(staged.values());
    staged.clear();
    for (const one of made) if (one.status === "fulfilled" && one.value.is === "made") one.value.remove();
    for (const folder of temporary.splice(0)) folder.remove();
  };
  // An aborted review may not call close.
  needs.stop.addEventListener("abort", () => void close(), { once: true });
  return {
    close,
    async run(tree, ecosystems, commands, options) {
      await (cleaned ??= removeLeftBehind());
      const stop = AbortSignal.any([needs.stop, options.stop]);
      stop.throwIfAborted();
      if (options.access) environmentKeys(options.access.env, needs.env);
      if (options.access && needs.unsafe)
        return { is: "not-run", why: "no-sandbox", message: "without one, keys could go to any host" };
      const files = await stage(tree);
      stop.throwIfAborted();
      if (files.is === "too-large") return { is: "not-run", why: "too-large", files: files.files, bytes: files.bytes };
      const { env, clone, node } = needs;
      const machine = { env, clone, node, stop, cache: cacheFolder() };
      const provided = await provideFor(ecosystems, commands, files, machine, needs.provide ?? provideDependencies);
      if ("why" in provided) return provided;
      if (!options.access) return await runOn(files, provided, commands, { ...options, stop }, needs, null);
      const access = await openOutsideAccess(options.access, env);
      try {
        return await runOn(files, provided, commands, { ...options, stop }, needs, access);
      } finally {
        await access.close();
      }
    },
  };
}

/** Cleans up after killed runs. */
async function removeLeftBehind(): Promise<void> {
  killOrphanedSandboxes();
  await removeOrphanedGroups();
  removeLeftovers();
}

/** By folder in which commands run. */
interface DependenciesByFolder {
  of: ReadonlyMap<string, readonly SandboxDependencies[]>;
}

async function provideFor(
  ecosystems: readonly Ecosystem[],
  commands: readonly CommandLine[],
  files: Checkout,
  machine: Machine,
  provide: ProvideDependencies,
): Promise<DependenciesByFolder | Refusal> {
  const of = new Map<string, SandboxDependencies[]>();
  for (const cwd of new Set(commands.map((command) => command.cwd))) {
    const all: SandboxDependencies[] = [];
    for (const ecosystem of new Set(ecosystems)) {
      const one = await provide(ecosystem, cwd, files, machine);
      if ("is" in one) return one;
      const checked = { ...machine, env: { ...machine.env, ...one.env } };
      for (const { words } of commands.filter((command) => command.cwd === cwd))
        if (await isStub(words[0], checked)) return noProgram(words[0]);
      all.push(one);
    }
    of.set(cwd, all);
  }
  return { of };
}

async function runOn(
  files: Checkout,
  { of }: DependenciesByFolder,
  commands: readonly CommandLine[],
  { stop, onOutput }: RunOptions,
  needs: SandboxRunnerNeeds,
  access: OpenOutsideAccess | null,
): Promise<SandboxRunEnd> {
  const all = [...of.values()].flat();
  const listening = listenToHost(commands, onOutput, access?.secrets);
  const job: SandboxJob = {
    tree: files.folder,
    treeBytes: files.bytes,
    commands: commands.map((command) => ({
      ...command,
      environment: environmentOf(command, of.get(command.cwd) ?? []),
    })),
    readOnly: uniqueBy(
      all.flatMap(({ readOnly }) => readOnly),
      ({ to }: BindMount) => to,
    ),
    links: uniqueBy(
      all.flatMap(({ links }) => links),
      ({ at }) => at,
    ),
    node: needs.node,
    env: needs.env,
    limits: { ...defaultLimits(), ...needs.limits },
    access,
    stop,
    onOutput: listening.onText,
  };
  const ended = needs.unsafe ? await runJobWithoutSandbox(job) : await runJobInSandbox(job);
  if (ended.is === "no-sandbox")
    return { is: "not-run", why: "no-sandbox", message: redactValues(ended.why, access?.secrets ?? []) };
  const failed = listening.failure();
  if (failed?.includes("No space left")) return tooLarge(files);
  if (failed !== null) throw new Unavailable("sandbox", failed);
  const dependencies = uniqueBy(
    all.map(({ did }) => did),
    (did) => JSON.stringify(did),
  );
  const did: ExecutionSetup = { sandbox: needs.unsafe ? "none" : "bubblewrap", dependencies };
  return { is: "ran", ends: listening.ends(ended.why), did, ...(access && { refused: access.refused() }) };
}

function environmentOf(command: CommandLine, provided: readonly SandboxDependencies[]): Record<string, string> {
  return commandEnvironment({
    cwd: command.cwd,
    path: provided.flatMap(({ path }) => path),
    provided: Object.assign({}, ...provided.map(({ env }) => env)) as Record<string, string>,
    own: command.env ?? {},
  });
}

function tooLarge({ paths, bytes }: Checkout): Refusal {
  return { is: "not-run", why: "too-large", files: paths.length, bytes };
}

/** The first per key. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const one of all) if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one);
  return [...byKey.values()];
}

/** Enough for large builds without starving the machine. */
function defaultLimits(): SandboxLimits {
  const totalMb = Math.floor(Math.min(8192, Math.max(1536, (totalmem() / 1024 ** 2) * 0.6)));
  return { totalMb, processes: 2048, openFiles: 8192, fileMb: Math.ceil(totalMb / 2) };
}
