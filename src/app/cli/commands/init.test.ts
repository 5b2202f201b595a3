import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";

let repo: MadeRepository;
beforeEach(async () => {
  repo = await makeRepository(
    [{ message: "x", files: { "deep/er/a.js": "" } }],
    process.env,
    new AbortController().signal,
  );
});
afterEach(() => repo.remove());
const file = () => join(repo.path, ".crosscheck.yml");

test("writes the file at the top of the working tree; its defaults change nothing", async () => {
  const ran = await crosscheck(["init"], { cwd: join(repo.path, "deep/er") });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.out).toContain(`Wrote ${file()}`);
  const text = readFileSync(file(), "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  await repo.commit({ message: "configure", files: {} });
  const doctor = await crosscheck(["doctor", "--repo", repo.path]);
  expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining(".crosscheck.yml at HEAD is valid")]);
  const config = await crosscheck(["config", "--staged", "--repo", repo.path, "--json"]);
  const { values } = JSON.parse(config.out) as { values: { origin: { from: string } }[] };
  expect(new Set(values.map(({ origin }) => origin.from))).toEqual(new Set(["default", "preset"]));
});

test("does not overwrite a file without --force", async () => {
  writeFileSync(file(), "profile: strict\n");
  const ran = await crosscheck(["init", "--repo", repo.path]);
  expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(/already exists\n {2}.*--force/)]);
  expect(readFileSync(file(), "utf8")).toBe("profile: strict\n");
  expect((await crosscheck(["init", "--repo", repo.path, "--force"])).code).toBe(0);
  expect(readFileSync(file(), "utf8")).toMatch(/^# yaml-language-server/);
});

test("does not write through a link that the repository has set up", async () => {
  const outside = join(repo.path, "..", `${repo.path.split("/").at(-1)}-outside`);
  symlinkSync(outside, file());
  expect((await crosscheck(["init", "--repo", repo.path])).code).toBe(2);
  expect((await crosscheck(["init", "--repo", repo.path, "--force"])).code).toBe(0);
  expect(existsSync(outside)).toBe(false);
});

test("--print needs no repository and writes nothing", async () => {
  const ran = await crosscheck(["init", "--print"], { cwd: "/" });
  expect([ran.code, ran.out.split("\n")[0]]).toEqual([0, expect.stringContaining("$schema=")]);
});

test("a bare repository has nowhere to write to", async () => {
  await repo.git("clone", "--quiet", "--bare", ".", "bare");
  const ran = await crosscheck(["init", "--repo", join(repo.path, "bare")]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/bare repository.*\n {2}.*--print/)]);
});

test("a folder of that name is not replaced", async () => {
  mkdirSync(file());
  const ran = await crosscheck(["init", "--repo", repo.path, "--force"]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("is a folder")]);
});
