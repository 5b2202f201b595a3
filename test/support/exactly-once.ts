// Posting under trouble, for tests and a bench: pull requests on the stand-in with an earlier round of ours, plans as the
// program makes them, a process that dies at a chosen call, and what the ledger says of it all.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { Identity, Oid, PastFinding } from "../../src/change/change.ts";
import { formatMarker, parseMarker } from "../../src/review/marker.ts";
import { planPosting, type Action, type Plan } from "../../src/review/plan.ts";
import type { ReviewWriter } from "../../src/review-change.ts";
import { nodeId } from "../../src/standin/github/node-id.ts";
import { lines } from "./github/sample-repository.ts";
import {
  openStandin,
  setClock,
  type SetClock,
  type Standin,
  type GitHubStandinOptions,
} from "../../src/standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../../src/standin/github/state.ts";
import { apiOf } from "../../src/world/github/address.ts";
import { tokenPermissions } from "../../src/world/github/app-token.ts";
import type { RequestClock } from "../../src/world/github/clock.ts";
import { openPermit } from "../../src/world/github/permit.ts";
import { openWrites } from "../../src/world/github/writes.ts";
import { openStore } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { changeOf } from "./change-of.ts";
import { draftOf, judgedOf, onPull, reportOf } from "./finding-of.ts";
import { pullRequestKey, type PullRequestRef } from "../../src/pull-request.ts";

const path = "till.ts";
const before = lines(40);
const after = lines(40, { 10: "changed 10", 20: "changed 20", 30: "changed 30" });
const bot = "crosscheck[bot]";
const old = "01d" as Identity;

/** Far above what GitHub allows: these stories are about what is lost and doubled, not about pace. */
const noLimits = {
  core: 1e9,
  graphql: 1e9,
  contentPerMinute: 1e9,
  contentPerHour: 1e9,
  pointsPerMinute: 1e9,
  graphqlPointsPerMinute: 1e9,
  concurrent: 1e9,
};

export interface PostingWorld {
  github: Standin;
  time: SetClock;
  repository: SimulatedRepository;
  /** Of the App that reviews. */
  token: string;
  newPull(given?: PullGiven): Promise<ReviewedPull>;
}

interface PullGiven {
  /** The details comment of an earlier round stands there. */
  withDetails?: boolean;
  branch?: string;
}

export interface ReviewedPull {
  at: PullRequestRef;
  pull: Pull;
  /** Said by the earlier round, and mended since. */
  past: PastFinding;
}

/** A posting world and a store, in a temporary folder that `close` removes. */
export async function openPostingStore(): Promise<{
  folder: string;
  world: PostingWorld;
  store: Store;
  close(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-posting-"));
  const world = await openPostingWorld({ folder: join(folder, "hub") });
  const store = await openStore({ folder: join(folder, "data") });
  const close = async () => {
    await store.close();
    await world.github.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, world, store, close };
}

export async function openPostingWorld(
  options: Partial<GitHubStandinOptions> & { folder: string },
): Promise<PostingWorld> {
  const time = setClock();
  const github = await openStandin({ clock: time, limits: noLimits, ...options });
  for (const login of ["ada", "bob", "eve"]) github.user(login);
  const repository = await github.repository("ada", "shop", [{ message: "Open", files: { [path]: before } }]);
  const token = github.appToken(repository, "crosscheck", { ...tokenPermissions.read, ...tokenPermissions.write });
  // Hours pass here; getting a new token is another story.
  for (const one of github.state.tokens) if (one.kind === "installation") one.expiresAt = Number.POSITIVE_INFINITY;
  const branches = new Set<string>();
  return {
    github,
    time,
    repository,
    token,
    newPull: async ({ withDetails = false, branch = "next" } = {}) => {
      if (!branches.has(branch)) {
        branches.add(branch);
        const files = { [path]: after, [`${branch}.txt`]: "x\n" };
        await github.push(repository, branch, [{ message: `Change for ${branch}`, files }], { from: "main" });
      }
      const pull = await github.openPull(repository, "ada", { title: "Change the till", head: branch });
      const at: PullRequestRef = { host: github.host, owner: "ada", repo: "shop", number: pull.number };
      if (withDetails)
        github.comment(pull, bot, `Old details\n\n${formatMarker({ key: `${pullRequestKey(at)}/details` })}`);
      return { at, pull, past: await earlierRound(github, pull, at) };
    },
  };
}

async function earlierRound(github: Standin, pull: Pull, at: PullRequestRef): Promise<PastFinding> {
  const key = `${pullRequestKey(at)}@${"0".repeat(40)}/auto`;
  const body = `Mended since\n\n${formatMarker({ key, finding: old })}`;
  await github.review(pull, bot, { body: formatMarker({ key }), comments: [{ path, line: 10, side: "RIGHT", body }] });
  const comment = github.state.reviewComments.at(-1)!;
  return {
    identity: old,
    state: "open",
    about: { check: "sums", kind: "wrong-sum", path, line: 10, quote: "gone" },
    comment: nodeId("PullRequestReviewComment", comment.id),
    thread: nodeId("PullRequestReviewThread", comment.thread),
  };
}

const change = onPull(changeOf({ base: { [path]: before }, head: { [path]: after } }));
const judged = [20, 30].map((line) =>
  judgedOf({ path, line, text: `changed ${line}`, identity: `f${line}` as Identity, title: `Wrong at ${line}` }),
);

/** A review with two line comments, the details, a check run and a reply. */
export function planOn({ at, pull, past }: ReviewedPull, { request = "auto", version = "1.0.0" } = {}): Plan {
  const base = pull.base.oid as Oid;
  const from = { kind: "pull", pull: at, url: "", viewer: bot, fork: false } as const;
  const rounds = [{ base, head: "0".repeat(40) as Oid, hunks: [] }];
  const here = { ...change, from, base, head: pull.head.oid as Oid, past: { rounds, findings: [past] } };
  const draft = draftOf(here, judged, [reportOf({ unit: "sums" })]);
  const facts = { checkRun: true, version, ...(request !== "auto" && { request }) };
  const planned = planPosting(draft, "code", facts)!;
  // The details name the version; the check run does here too, so that one round is told from the next.
  const actions = planned.actions.map((one) =>
    one.do === "check-run" ? { ...one, body: `${one.body}\n\nBy ${version}.` } : one,
  );
  return { ...planned, actions };
}

/** Waiting moves the stand-in's clock, and lets others have a turn. */
export function quickClock(time: SetClock): RequestClock & ReviewWriter["clock"] {
  const sleep = async (milliseconds: number) => {
    time.advance(milliseconds);
    await turn();
  };
  return { now: () => time.now(), wait: sleep, sleep };
}

export interface ClientOptions {
  host: string;
  token: string;
  clock: RequestClock;
  timeout?: number;
}

export function clientOf({ host, token, clock, timeout = 30_000 }: ClientOptions): ReviewWriter["github"] {
  const { signal: stop } = new AbortController();
  const permit = openPermit({ clock, limits: [{ writes: 1000, within: 1 }] });
  return openWrites({ api: apiOf(host), token: async () => token, clock, stop, timeout, permit });
}

/** What a process dies of. Nothing that it does afterwards reaches anybody. */
export class Death extends Error {}

/**
 * The same world, for a process that dies before the nth of its calls to the store, to GitHub or to sleep: the call before
 * had its effect, and nobody noted it.
 */
export function mortal(writing: ReviewWriter, nth: number): { writing: ReviewWriter; calls(): number } {
  let made = 0;
  const dying =
    <A extends unknown[], R>(does: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      made += 1;
      if (made >= nth) throw new Death(`died before call ${nth}`);
      return await does(...given);
    };
  const all = <T extends object>(object: T): T =>
    Object.fromEntries(Object.entries(object).map(([name, does]) => [name, dying(does)])) as T;
  const { store, github, clock, leaseOwner } = writing;
  return {
    calls: () => made,
    writing: {
      store: { outputs: all(store.outputs), findings: all(store.findings), rounds: all(store.rounds) },
      github: all(github),
      clock: { now: clock.now, sleep: dying(clock.sleep) },
      leaseOwner,
    },
  };
}

export interface Tally {
  /** What a plan says and GitHub does not. */
  lost: string[];
  /** What GitHub was made to say more than once. */
  doubled: string[];
  /** Writes that said again what stood there already: harmless, and counted. */
  needless: number;
}

/** By the ledger. Of several plans for one pull request, the last is the one whose texts must stand. */
export function tallyOf(github: Standin, plans: readonly Plan[]): Tally {
  const made = madeByKey(github);
  const wanted = new Map<string, Action>(plans.flatMap(({ actions }) => actions.map((one) => [one.key, one])));
  const tally: Tally = { lost: [], doubled: [], needless: needlessEdits(github) };
  for (const [key, action] of wanted) {
    const there = made.get(key) ?? [];
    if (there.length > 1) tally.doubled.push(`${action.do} ${key}`);
    if (there.length === 0 || !there.some((one) => says(one, action))) tally.lost.push(`${action.do} ${key}`);
  }
  return tally;
}

interface MadeThing {
  text: string;
  lineComments: number;
}

/** Everything that our App ever made there under a key, as it stands now; what the story told beforehand counts too. */
function madeByKey({ ledger, state }: Standin): Map<string, MadeThing[]> {
  const found = new Map<string, MadeThing[]>();
  const add = (key: string | undefined, text: string, lineComments = 0) => {
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), { text, lineComments }]);
  };
  const comments = new Map(state.issueComments.map((one) => [one.id, one]));
  const runs = new Map(state.checkRuns.map((one) => [one.id, one]));
  for (const { who, what, id, body, comments: placed } of ledger.entries) {
    if (who !== bot) continue;
    if (what === "review" || what === "reply") add(parseMarker(body ?? "")?.key, body ?? "", placed?.length ?? 0);
    if (what === "comment") add(parseMarker(body ?? "")?.key, comments.get(id!)?.body ?? "");
    const run = what === "create-check-run" ? runs.get(id!) : undefined;
    if (run) add(run.externalId, `${run.conclusion} ${run.output.title} ${run.output.summary}`);
  }
  return found;
}

function says(made: MadeThing, action: Action): boolean {
  if (action.do === "check-run") return made.text === `${action.conclusion} ${action.title} ${action.body}`;
  if (action.do === "review") return made.text === action.body && made.lineComments === action.comments.length;
  return "body" in action && made.text === action.body;
}

function needlessEdits({ ledger }: Standin): number {
  const last = new Map<string, string | null>();
  let needless = 0;
  for (const { what, id, body } of ledger.entries) {
    const kind = /comment$/.test(what) ? "comment" : /check-run$/.test(what) ? "check-run" : null;
    if (kind === null) continue;
    if (/^(?:edit-comment|update-check-run)$/.test(what) && last.get(`${kind} ${id}`) === body) needless += 1;
    last.set(`${kind} ${id}`, body);
  }
  return needless;
}
