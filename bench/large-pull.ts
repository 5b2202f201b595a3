// A pull request of 3,000 files and 300,000 changed lines: read, reviewed and posted to the stand-in, which has GitHub's
// limits. No request may be refused, every body must fit, and what was read and what was left out must add up.
//   node bench/large-pull.ts [--source] [--files 3000] [--lines 100] [--rounds 3]
// The packed program is measured, as people have it; `--source` runs the source instead. Time is a ratio to `git diff` of
// the same range in the same round; memory is that of the program with its threads, without git's own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStandin } from "../src/standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../src/standin/github/state.ts";
import type { DraftJson } from "../src/review/publishers/json-schema.ts";
import { addUp, largePull, sumsOf, traceOf, type Trace } from "../test/support/large-pull.ts";
import { describe, finish } from "./measure.ts";
import { programIn, run } from "./run-program.ts";

const { values } = parseArgs({
  options: {
    source: { type: "boolean", default: false },
    files: { type: "string", default: "3000" },
    lines: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
  },
});
const mostMemory = 500;
/** Of git diff, which only compares and prints. */
const mostTime = 30;
const longestBody = 65_536;
/** On their lines at most, by the balanced profile; the rest is listed. */
const mostComments = 5;
const path = process.env["PATH"] ?? "";

const folder = mkdtempSync(join(tmpdir(), "crosscheck-large-"));
const program = programIn(folder, values.source);
const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
try {
  await measure();
} finally {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  for (const login of ["ada", "kim"]) github.user(login);
  github.organization("acme", [{ login: "kim", role: "admin" }]);
  const token = github.token("kim");
  const { base, head, flaws } = largePull(Number(values.files), Number(values.lines));
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: base }]);
  await github.push(shop, "side", [{ message: "feat: a larger shop", files: head }], { from: "main", by: "ada" });
  const ratios: number[] = [];
  let memory = 0;
  const goals: Record<string, boolean> = {};
  // The first round fills node's compile cache and what the stand-in remembers; its time is not counted.
  for (let round = 0; round <= Number(values.rounds); round++) {
    const pull = await open(shop, round);
    const before = github.requests.length;
    const home = join(folder, `home${round}`);
    const env = { PATH: path, HOME: home, NODE_COMPILE_CACHE: join(folder, "compiled"), GH_ENTERPRISE_TOKEN: token };
    const diff = await run("git", ["-C", shop.gitDirectory, "diff", "main...side"], {
      env: { PATH: path },
      cwd: folder,
    });
    const address = `${github.url}/acme/shop/pull/${pull.number}`;
    const args = [...program, "review", address, "--post", "all", "--json"];
    const ran = await run(process.execPath, args, { env, cwd: folder });
    const draft = JSON.parse(ran.out) as DraftJson;
    const trace = traceOf(github, pull, before);
    if (round === 0) tell(draft, trace, flaws);
    else ratios.push(ran.ms / diff.ms);
    console.log(
      `round ${round}: ${(ran.ms / 1000).toFixed(1)} s, git diff ${(diff.ms / 1000).toFixed(2)} s, ${Math.round(ran.memory)} MB, ${trace.requests.length} requests`,
    );
    memory = Math.max(memory, ran.memory);
    for (const [goal, holds] of Object.entries(judged(draft, trace, flaws)))
      goals[goal] = holds && goals[goal] !== false;
    rmSync(home, { recursive: true, force: true });
  }
  const time = describe(ratios);
  console.log(`time: ${time.text} of git diff of the same range; memory: at most ${Math.round(memory)} MB`);
  finish({
    ...goals,
    [`memory under ${mostMemory} MB`]: memory < mostMemory,
    [`time at most ${mostTime} times git diff`]: time.value <= mostTime,
  });
}

/** The same commits under another name each round: a pull request that nobody has reviewed yet. */
async function open(shop: SimulatedRepository, round: number): Promise<Pull> {
  const head = `side${round}`;
  await github.push(shop, head, [], { from: "side", by: "ada" });
  return await github.openPull(shop, "ada", { title: "feat: a larger shop", head, body: "It grows." });
}

function tell(draft: DraftJson, { bodies, onLines }: Trace, flaws: number): void {
  const { files, lines } = sumsOf(draft);
  const outcomes = Object.entries(draft.counts.byOutcome).map(([outcome, number]) => `${number} ${outcome}`);
  console.log(`${files.total} files: ${files.withLines} with lines, ${files.withoutLines} without`);
  console.log(
    `${lines.total} changed lines: ${lines.byChecks} read by checks, ${lines.unread} by nobody; ${lines.leftOut} of them left out as noise`,
  );
  console.log(`${flaws} flaws put in; findings: ${outcomes.join(", ")}; ${onLines} on their lines`);
  console.log(`the longest body has ${Math.max(...bodies)} characters`);
}

function judged(
  draft: DraftJson,
  { requests, reviews, details, bodies, onLines }: Trace,
  flaws: number,
): Record<string, boolean> {
  const sums = sumsOf(draft);
  const { byOutcome } = draft.counts;
  return {
    "no request is refused": requests.every(({ status }) => status !== null && status < 400),
    "one review and one details comment": reviews === 1 && details === 1,
    "every body fits": bodies.every((length) => length <= longestBody),
    "every file is in the change": sums.files.total === Number(values.files),
    "GitHub counts the same": !draft.change.cuts.some(({ kind }) => kind === "counts-differ"),
    "what was read and what was left out add up": addUp(sums),
    [`at most ${mostComments} comments on lines`]: onLines <= mostComments,
    "no check failed": draft.reports.every(({ status }) => status !== "failed"),
    "every flaw is posted": flaws === byOutcome["inline"]! + byOutcome["listed"]!,
  };
}
