// Defines the shared parts of the simulated GitHub: state, clock, git, ledger and listeners.
import { join } from "node:path";
import { runGit, type GitOutput } from "../../world/git/run.ts";
import type { Happening } from "./happenings.ts";
import type { Actor, LedgerAction, LedgerEntry, WritableLedger } from "./ledger.ts";
import type { Account, GitHubState, Issue, Login, Pull, SimulatedRepository } from "./state.ts";

export interface StandinClock {
  now(): number;
}

export interface Hub {
  /** `http://127.0.0.1:<port>`; set once the server listens. */
  url: string;
  readonly folder: string;
  readonly state: GitHubState;
  readonly clock: StandinClock;
  readonly ledger: WritableLedger;
  /** The environment of git: PATH, and no user config. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with every event in order, after it took effect. */
  readonly listeners: ((happening: Happening) => void)[];
  /** Results read from git, by content: commits never change. */
  readonly cache: Map<string, Promise<unknown>>;
  readonly stop: AbortSignal;
}

export function gitEnvironment(path: string | undefined): Record<string, string> {
  return {
    ...(path !== undefined && { PATH: path }),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Runs git in a bare repository; a failure throws. */
export async function gitIn(
  hub: Hub,
  directory: string,
  args: readonly string[],
  input?: Uint8Array | string,
): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(hub, directory, args, input);
  if (code !== 0) throw new Error(`git ${args.slice(0, 3).join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

export async function tryGit(
  hub: Hub,
  directory: string,
  args: readonly string[],
  input?: Uint8Array | string,
): Promise<GitOutput> {
  return await runGit({ cwd: directory, env: hub.env, stop: hub.stop }, args, input);
}

/** Caches results by key, since commits never change. */
export async function remembered<T>(hub: Hub, key: string, work: () => Promise<T>): Promise<T> {
  const known = hub.cache.get(key);
  if (known !== undefined) return (await known) as T;
  const made = work();
  hub.cache.set(key, made);
  made.catch(() => hub.cache.delete(key));
  return await made;
}

export function accountOf(hub: Hub, login: Login): Account {
  const found = hub.state.accounts.find((one) => same(one.login, login));
  if (!found) throw new Error(`the stand-in has no account ${login}`);
  return found;
}

/** GitHub names are case-insensitive. */
export function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function findRepository(hub: Hub, owner: string, name: string): SimulatedRepository | null {
  return hub.state.repositories.find((one) => same(one.owner, owner) && same(one.name, name)) ?? null;
}

export function repositoryById(hub: Hub, id: number): SimulatedRepository {
  const found = hub.state.repositories.find((one) => one.id === id);
  if (!found) throw new Error(`the stand-in has no repository with the id ${id}`);
  return found;
}

export function fullName(repository: SimulatedRepository): string {
  return `${repository.owner}/${repository.name}`;
}

export function findPull(hub: Hub, repository: number, number: number): Pull | null {
  return hub.state.pulls.find((one) => one.repository === repository && one.number === number) ?? null;
}

export function pullById(hub: Hub, id: number): Pull {
  const found = hub.state.pulls.find((one) => one.id === id);
  if (!found) throw new Error(`the stand-in has no pull request with the id ${id}`);
  return found;
}

export function findIssue(hub: Hub, repository: number, number: number): Issue | null {
  return hub.state.issues.find((one) => one.repository === repository && one.number === number) ?? null;
}

/** Issues and pull requests of a repository are numbered together. */
export function nextNumber(hub: Hub, repository: number): number {
  const mine = [...hub.state.issues, ...hub.state.pulls].filter((one) => one.repository === repository);
  return mine.reduce((most, one) => Math.max(most, one.number), 0) + 1;
}

export function pullName(hub: Hub, pull: Pull): string {
  return `${fullName(repositoryById(hub, pull.repository))}#${pull.number}`;
}

export function record(
  hub: Hub,
  by: Actor,
  what: LedgerAction,
  target: string,
  more: Partial<Pick<LedgerEntry, "body" | "id" | "comments">> = {},
): void {
  const entry = { who: by.login, via: by.via, what, target, body: null, id: null, at: hub.clock.now(), ...more };
  hub.ledger.write(entry);
}

export function tell(hub: Hub, happening: Happening): void {
  for (const listener of hub.listeners) listener(happening);
}

export function directoryFor(hub: Hub, owner: string, name: string): string {
  return join(hub.folder, owner, `${name}.git`);
}
