import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";
import { demoCommits } from "../demo-commits.ts";

let repo: MadeRepository;
let folder = "";
let saved = "";
beforeAll(async () => {
  repo = await makeRepository(demoCommits, process.env, new AbortController().signal);
  folder = mkdtempSync(join(tmpdir(), "crosscheck-explain-"));
  saved = join(folder, "review.json");
  await crosscheck(["review", "--repo", repo.path, "--json", "--output", saved]);
});
afterAll(() => {
  repo.remove();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = "") => crosscheck(["explain", ...args], { cwd: repo.path, input });
interface Told {
  findings: { id: string; identity: string; at: { path: string; start: number } }[];
}
const told = async (args: readonly string[]) => JSON.parse((await run([...args, "--json"])).out) as Told;

describe("one finding, whole", () => {
  test("of a review that is done again", async () => {
    const { code, out, err } = await run(["comment-hygiene-2"]);
    expect([code, err]).toEqual([0, ""]);
    for (const said of [
      "Only this test runs because it is focused",
      "test/retry.test.js:5",
      '5 │ test.only("gives back what the work gives", async () => {',
      "Claim       present",
      "Proof       proven",
      "9/10, as it was found",
      "posted on its line",
      "comment-hygiene: Leftovers and hidden characters",
      "crosscheck-ignore comment-hygiene: why",
      "path: test/retry.test.js",
      "What would change its outcome",
    ])
      expect(out).toContain(said);
  });

  test("by id, identity, its beginning, and place: the same one", async () => {
    const [byId] = (await told(["non-code-1", "--from", saved])).findings;
    for (const name of [byId!.identity, byId!.identity.slice(0, 6), `${byId!.at.path}:${byId!.at.start}`])
      expect((await told([name, "--from", saved])).findings).toEqual([byId]);
  });

  test("from a saved review, in a file or on standard input, without a repository", async () => {
    const fromFile = await crosscheck(["explain", "non-code-2", "--from", saved], { cwd: folder });
    expect([fromFile.code, fromFile.err]).toEqual([0, ""]);
    expect(fromFile.out).toContain("notes.txt.bak looks like a backup copy");
    const piped = await run(["non-code-2", "--from", "-"], readFileSync(saved, "utf8"));
    expect([piped.code, piped.out]).toEqual([0, fromFile.out]);
  });

  test("why it was not posted, and how to change that", async () => {
    const { out } = await run(["comment-hygiene-1", "--profile", "minimal", "--range", "HEAD^..HEAD"]);
    expect(out).toMatch(/profile: below medium, .* → asks for held/);
    expect(out).toContain("A lower minSeverity or a stricter profile");
  });

  test("the leaked token is not repeated", async () => {
    const [text, json] = [await run(["non-code-1"]), await run(["non-code-1", "--json"])];
    for (const { out } of [text, json]) {
      expect(out).toContain("ghp_…");
      expect(out).not.toMatch(/ghp_\w/);
    }
  });
});

describe("of the last review of this repository", () => {
  const env = () => ({ CROSSCHECK_DATA: join(folder, "data") });
  const explain = (...args: string[]) => crosscheck(["explain", ...args], { cwd: repo.path, env: env() });

  test("its numbers, letters and places mean what the review showed", async () => {
    const shown = await crosscheck(["review", "HEAD^..HEAD"], { cwd: repo.path, env: env() });
    expect(shown.out).toMatch(/\nMore: crosscheck explain 1, or --verbose for all that was checked\n$/);
    // Another repository, reviewed later, does not come between.
    const other = await makeRepository(demoCommits.slice(0, 1), process.env, new AbortController().signal);
    await crosscheck(["review", "--repo", other.path], { env: env() });
    other.remove();
    const entry = (label: string) => shown.out.split("\n").find((line) => line.startsWith(`${label}  `));
    for (const name of ["1", "2", "A", "b", "test/retry.test.js:5"]) {
      const { code, out, err } = await explain(name);
      expect([code, err]).toEqual([0, "From the review of HEAD^..HEAD, just now:\n"]);
      const title = out.split("\n", 1)[0]!;
      if (name.includes(":")) expect(title).toBe("Only this test runs because it is focused");
      else expect(entry(name.toUpperCase())).toContain(`: ${title}`);
    }
  });

  test("secrets are not in what is kept", async () => {
    await crosscheck(["review"], { cwd: repo.path, env: env() });
    const files = readdirSync(join(folder, "data")).map((name) => readFileSync(join(folder, "data", name), "latin1"));
    expect(files.join("")).toContain("TRACKER_TOKEN=");
    expect(files.join("")).not.toMatch(/ghp_\w{10}/);
  });

  test("a number that it does not have lists those that it has", async () => {
    await crosscheck(["review"], { cwd: repo.path, env: env() });
    const ran = await explain("99");
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("non-code-1")]);
  });

  test("--no-keep leaves nothing behind, and another range is reviewed anew", async () => {
    const data = join(folder, "unused");
    const without = (...args: string[]) => crosscheck(args, { cwd: repo.path, env: { CROSSCHECK_DATA: data } });
    const { out } = await without("review", "--no-keep");
    expect(out).toMatch(/\nMore: --verbose for all that was checked\n$/);
    expect(existsSync(data)).toBe(false);
    const anew = await without("explain", "1", "--range", "HEAD^..HEAD");
    expect([anew.code, anew.err]).toEqual([0, ""]);
  });

  test("replay runs it again and finds the same; the list has it", async () => {
    const again = await crosscheck(["review", "--json"], { cwd: repo.path, env: env() });
    const { id } = JSON.parse(again.out) as { id: string };
    const listed = await crosscheck(["replay"], { env: env() });
    expect(listed.out).toContain(`${id}  `);
    const replayed = await crosscheck(["replay", id], { env: env() });
    expect([replayed.code, replayed.err]).toEqual([0, expect.stringContaining("is the same, byte for byte")]);
  });
});

describe("errors name a remedy", () => {
  test("an unknown finding: lists the others", async () => {
    const ran = await run(["src/retry.js:1", "--from", saved]);
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain('There is no finding "src/retry.js:1"\n  The review has these:\n');
    for (const id of ["non-code-1", "comment-hygiene-2", "dependency-chain-1"]) expect(ran.err).toContain(id);
  });

  test("a review without findings", async () => {
    const ran = await run(["x", "--range", "HEAD^..HEAD^"]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("the review has none")]);
  });

  test.each<[string, string[], string, RegExp]>([
    ["a file that is not there", ["x", "--from", "none.json"], "", /There is no file .*none\.json\n/],
    ["a folder", ["x", "--from", "."], "", /is a folder\n/],
    ["no JSON", ["x", "--from", "-"], "{", /Standard input is not JSON\n {2}Make one with/],
    ["nothing", ["x", "--from", "-"], "", /Standard input is not JSON\n/],
    ["another JSON", ["x", "--from", "-"], '{"version":1}', /not a saved review: at findings/],
    [
      "a saved review done again",
      ["x", "--from", "-", "--repo", "."],
      "{}",
      /--from cannot be combined with options that start a new review/,
    ],
    ["no name", [], "", /missing required argument 'finding'/],
    ["a range that is none", ["x", "--range", "nothing"], "", /There is no branch, tag or commit named "nothing"/],
  ])("%s", async (_name, args, input, says) => {
    const ran = await run(args, input);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
  });

  test("a beginning that several share", async () => {
    const data = JSON.parse(readFileSync(saved, "utf8")) as Told;
    for (const one of data.findings) one.identity = `aaaa${one.identity.slice(4)}`;
    writeFileSync(join(folder, "same.json"), JSON.stringify(data));
    const ran = await run(["aaaa", "--from", join(folder, "same.json")]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/"aaaa" matches \d findings/)]);
  });
});
