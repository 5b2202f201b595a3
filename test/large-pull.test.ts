// A pull request over the limits of GitHub's diff and commit list, through the real command line. `bench/large-pull.ts`
// does ten times as much.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DraftJson } from "../src/review/publishers/json-schema.ts";
import { openStandin, type Standin } from "../src/standin/github/standin.ts";
import type { Pull } from "../src/standin/github/state.ts";
import { addUp, largePull, sumsOf, traceOf, type LargePull, type Trace } from "./support/large-pull.ts";
import { crosscheck, type Ran } from "./support/run-cli.ts";

const [manyFiles, manyCommits] = [350, 260];
const made = largePull(manyFiles, 20);
let folder: string;
let github: Standin;
let token: string;
let pull: Pull;
let ran: Ran;
let draft: DraftJson;
let trace: Trace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-large-"));
  github = await openStandin({
    folder: join(folder, "hub"),
    clock: { now: Date.now },
    path: process.env["PATH"] ?? "",
  });
  github.user("ada");
  github.user("kim");
  github.organization("acme", [{ login: "kim", role: "admin" }]);
  token = github.token("kim");
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: made.base }]);
  await github.push(shop, "side", inCommits(made.head), { from: "main", by: "ada" });
  pull = await github.openPull(shop, "ada", { title: "feat: a larger shop", head: "side", body: "It grows." });

  const env = { GH_ENTERPRISE_TOKEN: token, HOME: folder };
  const address = `${github.url}/acme/shop/pull/${pull.number}`;
  ran = await crosscheck(["review", address, "--post", "all", "--json"], { cwd: folder, env });
  trace = traceOf(github, pull, 0);
  draft = JSON.parse(ran.out) as DraftJson;
});

afterAll(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

function inCommits(head: LargePull["head"]): { message: string; files: LargePull["head"] }[] {
  const entries = Object.entries(head);
  return Array.from({ length: manyCommits }, (_, at) => ({
    message: `feat: part ${at}`,
    files: Object.fromEntries(entries.filter((_entry, index) => index % manyCommits === at)),
  }));
}

describe(`a pull request of ${manyFiles} files in ${manyCommits} commits`, () => {
  test("is one whose diff GitHub itself does not give out", async () => {
    const headers = { accept: "application/vnd.github.diff", authorization: `Bearer ${token}` };
    const reply = await fetch(`${github.url}/api/v3/repos/acme/shop/pulls/${pull.number}`, { headers });
    expect(reply.status).toBe(406);
  });

  test("is posted once, and no request is refused", () => {
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("Review: posted") as string });
    expect(trace.requests.filter(({ status }) => status === null || status >= 400)).toEqual([]);
    expect([trace.reviews, trace.details]).toEqual([1, 1]);
  });

  test("is read whole: every file, and what was read and left out adds up", () => {
    const sums = sumsOf(draft);
    expect(sums.files.total).toBe(manyFiles);
    expect(sums.files.withoutLines).toBeGreaterThan(0);
    expect(sums.lines.leftOut).toBeGreaterThan(0);
    expect(sums).toSatisfy(addUp);
  });

  test("says which commits GitHub did not list, and counts as GitHub does", () => {
    expect(draft.change.cuts).toContainEqual(
      expect.objectContaining({ kind: "commits", read: 250, total: manyCommits }),
    );
    expect(draft.change.cuts.map(({ kind }) => kind)).not.toContain("counts-differ");
  });

  test("has every flaw posted: the profile's number of them on their lines, the others in texts that fit", () => {
    expect(made.flaws).toBeGreaterThan(5);
    expect(draft.counts.byOutcome["inline"]! + draft.counts.byOutcome["listed"]!).toBe(made.flaws);
    expect(trace.onLines).toBe(5);
    expect(Math.max(...trace.bodies)).toBeLessThanOrEqual(65_536);
  });
});
