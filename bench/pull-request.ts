// How long a posted deterministic review of a real pull request takes, against the stand-in for GitHub with a latency,
// beside `git clone --depth 1` of the same repository from the same stand-in in the same run.
//   node bench/pull-request.ts REPOSITORY [--rounds 5] [--latency 50] [--commits 5] [--gap 10] [--source]
// REPOSITORY is a clone or a bare repository on this machine, of more than commits * 2 + gap merges; it is not written to.
// The first pull request is made of its real commits; so is the second, which began `gap` merges later. Cold: the first,
// with nothing in the cache. Warm: the second, with the mirror that the first left behind. The packed program is measured,
// as people have it; `--source` runs the source. A review stands when the stand-in has it; the program then writes the
// details comment as well, a second later, since GitHub asks for that second between two writes.
// How long the clone takes depends mostly on how quickly the disk makes files: five times as long on one as on another.
// Hence the goal is set against what a person would do by hand: clone it, and review it there with the same program.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStandin, type Standin } from "../src/standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../src/standin/github/state.ts";
import { describe, finish } from "./measure.ts";
import { programIn, run } from "./run-program.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    latency: { type: "string", default: "50" },
    commits: { type: "string", default: "5" },
    gap: { type: "string", default: "10" },
    source: { type: "boolean", default: false },
  },
});
const [given] = positionals;
if (given === undefined) throw new Error("Which repository? node bench/pull-request.ts REPOSITORY");
const path = process.env["PATH"] ?? "";
const most = 1.5;

interface Measured {
  /** Until the review stood on GitHub. */
  posted: number;
  /** Until the program ended. */
  ended: number;
  memory: number;
  asked: number;
  fetches: number;
  fetched: number;
}

const folder = mkdtempSync(join(tmpdir(), "crosscheck-pull-request-"));
const program = programIn(folder, values.source);
const latencyMs = Number(values.latency);
const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, latencyMs, path });
const traffic = gitTraffic(github);
try {
  await measure();
} finally {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
}

interface Round {
  clones: readonly [number, number];
  /** A clone that writes no files: what it takes where making files is quick. */
  unwritten: number;
  first: Measured;
  second: Measured;
  /** The same program on the same commits in a repository on this machine. */
  locally: readonly [number, number];
}

async function measure(): Promise<void> {
  for (const login of ["ada", "kim"]) github.user(login);
  github.organization("acme", [{ login: "kim", role: "admin" }]);
  const token = github.token("kim");
  const shop = await serve(resolve(given!));
  const rounds: Round[] = [];
  // The first round fills node's compile cache and what the stand-in remembers; it is not counted.
  for (let round = 0; round <= Number(values.rounds); round++) {
    const one = await measureRound(shop, token, round);
    if (round > 0) rounds.push(one);
  }
  const meanClone = rounds.map(({ clones: [before, after] }) => (before + after) / 2);
  console.log(
    `git clone --depth 1: ${middle(meanClone)} ms, ${megabytes(traffic.cloned)} (for scale; only ratios count)`,
  );
  console.log(`  without writing its files: ${middle(rounds.map(({ unwritten }) => unwritten))} ms`);
  console.log(`noise, the clone against itself: ${describe(rounds.map(({ clones: [a, b] }) => a / b)).text}`);
  const cold = tell("cold", rounds, ({ first }) => first, 0);
  const warm = tell("warm", rounds, ({ second }) => second, 1);
  finish({
    [`cold at most ${most} times the clone and the local review`]: cold <= most,
    [`warm at most ${most} times the clone and the local review`]: warm <= most,
  });
}

async function measureRound(shop: SimulatedRepository, token: string, round: number): Promise<Round> {
  const home = join(folder, `home${round}`);
  const env = { PATH: path, HOME: home, NODE_COMPILE_CACHE: join(folder, "compiled"), GH_ENTERPRISE_TOKEN: token };
  const pulls = [await open(shop, "first", round), await open(shop, "second", round)] as const;
  // One before and one after: the machine's own noise is seen, and its drift weighs on both sides.
  const before = await clone(shop);
  const first = await review(pulls[0], env);
  const second = await review(pulls[1], env);
  const after = await clone(shop);
  const unwritten = await clone(shop, "--no-checkout");
  const locally = [
    await reviewLocally(shop, "earlier...first", { ...env, HOME: `${home}-local` }),
    await reviewLocally(shop, "main...second", { ...env, HOME: `${home}-local` }),
  ] as const;
  for (const name of [home, `${home}-local`]) rmSync(name, { recursive: true, force: true });
  return { clones: [before, after], unwritten, first, second, locally };
}

/** Two pull requests of real commits, each on a base branch where the history stood when it began. */
async function serve(source: string): Promise<SimulatedRepository> {
  const shop = await github.repository("acme", "shop", []);
  const git = (...args: string[]) => execFileSync("git", ["-C", shop.gitDirectory, ...args], { encoding: "utf8" });
  rmSync(shop.gitDirectory, { recursive: true, force: true });
  execFileSync("git", ["clone", "--quiet", "--bare", "--single-branch", "--no-tags", source, shop.gitDirectory]);
  const [commits, gap] = [Number(values.commits), Number(values.gap)];
  const tip = git("rev-parse", "HEAD").trim();
  const branch = git("symbolic-ref", "HEAD").trim();
  const set = (name: string, back: number) => git("update-ref", `refs/heads/${name}`, `${tip}~${back}`);
  set("first", commits + gap);
  set("earlier", commits * 2 + gap);
  set("second", 0);
  set("main", commits);
  git("symbolic-ref", "HEAD", "refs/heads/main");
  if (branch !== "refs/heads/main") git("update-ref", "-d", branch);
  for (const [name, base] of [
    ["first", "earlier"],
    ["second", "main"],
  ] as const)
    console.log(`the ${name} pull request:${git("diff", "--shortstat", `${base}...${name}`).trimEnd()}`);
  return shop;
}

/** The same commits under another name each round: a pull request that nobody has reviewed yet. */
async function open(shop: SimulatedRepository, which: "first" | "second", round: number): Promise<Pull> {
  const head = `${which}${round}`;
  await github.push(shop, head, [], { from: which, by: "ada" });
  const base = which === "first" ? "earlier" : "main";
  return await github.openPull(shop, "ada", { title: "feat: what was merged", head, base, body: "As it was." });
}

async function clone(shop: SimulatedRepository, ...options: string[]): Promise<number> {
  const into = join(folder, "clone");
  const env = { PATH: path, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };
  const address = `${github.url}/acme/${shop.name}.git`;
  const before = traffic.bytes;
  const { ms } = await run("git", ["clone", "--quiet", "--depth", "1", ...options, address, into], {
    env,
    cwd: folder,
  });
  rmSync(into, { recursive: true });
  traffic.cloned = traffic.bytes - before;
  return ms;
}

async function reviewLocally({ gitDirectory }: SimulatedRepository, range: string, env: Record<string, string>) {
  const args = [...program, "review", range, "--repo", gitDirectory];
  return (await run(process.execPath, args, { env, cwd: folder })).ms;
}

async function review({ number }: Pull, env: Record<string, string>): Promise<Measured> {
  const address = `${github.url}/acme/shop/pull/${number}`;
  const before = { requests: github.requests.length, fetches: traffic.requests, bytes: traffic.bytes };
  const started = Date.now();
  const ran = await run(process.execPath, [...program, "review", address, "--post", "code"], { env, cwd: folder });
  const stood = github.ledger.entries.find(({ what, target }) => what === "review" && target.includes(`#${number}`));
  if (!stood) throw new Error(`pull request ${number} has no review`);
  const refused = github.requests.slice(before.requests).filter(({ status }) => status === null || status >= 400);
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
  return {
    posted: stood.at - started,
    ended: ran.ms,
    memory: ran.memory,
    asked: github.requests.length - before.requests,
    fetches: traffic.requests - before.fetches,
    fetched: traffic.bytes - before.bytes,
  };
}

/** Counts what git asks and is sent. */
function gitTraffic(standin: Standin): { requests: number; bytes: number; cloned: number } {
  const counted = { requests: 0, bytes: 0, cloned: 0 };
  standin.handlers.unshift(async (request, response, url) => {
    if (!/\/(?:info\/refs|git-upload-pack)$/.test(url.pathname)) return false;
    const { socket } = request;
    const before = socket.bytesWritten;
    counted.requests++;
    response.once("close", () => (counted.bytes += socket.bytesWritten - before));
    return false;
  });
  return counted;
}

/** Prints the figures; what counts is returned: the ratio to a clone and a local review, one after the other. */
function tell(kind: string, rounds: readonly Round[], which: (round: Round) => Measured, at: 0 | 1): number {
  const of = (name: keyof Measured) => rounds.map((round) => which(round)[name]);
  const against = (name: "posted" | "ended", floor: (round: Round) => number) =>
    describe(rounds.map((round) => which(round)[name] / floor(round)));
  const cloned = ({ clones: [before, after] }: Round) => (before + after) / 2;
  const byHand = against("posted", (round) => cloned(round) + round.locally[at]);
  console.log(
    `${kind}: the review stands after ${middle(of("posted"))} ms, the program ends after ${middle(of("ended"))} ms`,
  );
  console.log(
    `  of the clone: ${against("posted", cloned).text}; until the program ends ${against("ended", cloned).text}`,
  );
  console.log(`  of a clone that writes no files: ${against("posted", ({ unwritten }) => unwritten).text}`);
  console.log(`  of the local review: ${against("posted", ({ locally }) => locally[at]).text}`);
  console.log(`  of the clone and the local review: ${byHand.text}`);
  console.log(
    `  ${middle(of("asked"))} requests to the API, ${middle(of("fetches"))} by git, ${megabytes(Math.max(...of("fetched")))} fetched, ${Math.round(Math.max(...of("memory")))} MB of memory`,
  );
  return byHand.value;
}

function middle(numbers: readonly number[]): string {
  return (numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN).toFixed(0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
