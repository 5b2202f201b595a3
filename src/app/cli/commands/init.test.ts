import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
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

test("--action writes a workflow with the release that this build belongs to, or the one that is named", async () => {
  const unknown = await crosscheck(["init", "--action", "--repo", repo.path]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("crosscheck init --action OWNER/NAME")]);
  const ran = await crosscheck(["init", "--action", "acme/crosscheck", "--repo", repo.path]);
  const path = join(repo.path, ".github/workflows/crosscheck.yml");
  expect([ran.code, ran.out]).toEqual([0, `Wrote ${path}\n`]);
  expect(readFileSync(path, "utf8")).toContain("uses: acme/crosscheck/action@v0");
  const wrong = await crosscheck(["init", "--action", "a b/c", "--repo", repo.path]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("is not a repository")]);
});

test("Crosscheck's own audit finds nothing in the workflow but a reference that is no commit", async () => {
  await crosscheck(["init", "--action", "acme/crosscheck", "--repo", repo.path]);
  const ran = await crosscheck(["review", "--working", "--no-keep", "--json", "--repo", repo.path]);
  const { findings } = JSON.parse(ran.out) as { findings: { title: string }[] };
  expect(findings.map(({ title }) => title)).toEqual(["`acme/crosscheck/action@v0` is not pinned to a commit"]);
});

test.each([
  [{}, ".pre-commit-config.yaml", "additional_dependencies"],
  [{ ".husky/.keep": "" }, ".husky/pre-commit", "npx --no-install crosscheck review --staged"],
])("--pre-commit writes for the tool that the repository uses: %j", async (files, path, text) => {
  await repo.commit({ message: "hooks", files });
  const ran = await crosscheck(["init", "--pre-commit", "--json", "--repo", repo.path]);
  expect(JSON.parse(ran.out)).toEqual({ written: [join(repo.path, path)] });
  expect(readFileSync(join(repo.path, path), "utf8")).toContain(text);
});

test("--pre-commit leaves a file that is there", async () => {
  await repo.commit({ message: "hooks", files: { "lefthook.yml": "pre-push: {}\n" } });
  const ran = await crosscheck(["init", "--pre-commit", "--repo", repo.path]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("--print")]);
  expect(readFileSync(join(repo.path, "lefthook.yml"), "utf8")).toBe("pre-push: {}\n");
  expect((await crosscheck(["init", "--pre-commit", "--print", "--repo", repo.path])).out).toContain("crosscheck:\n");
});

test("--gh writes a program where gh looks for extensions", async () => {
  const ran = await crosscheck(["init", "--gh"], { cwd: "/", env: { XDG_DATA_HOME: repo.path } });
  const path = join(repo.path, "gh/extensions/gh-crosscheck/gh-crosscheck");
  expect([ran.code, ran.out]).toEqual([0, `Wrote ${path}\n`]);
  expect(statSync(path).mode & 0o111).toBe(0o111);
});

test("no link of the repository leads a workflow out of it", async () => {
  symlinkSync("/tmp", join(repo.path, ".github"));
  const ran = await crosscheck(["init", "--action", "acme/crosscheck", "--repo", repo.path]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("is a link")]);
});

test("adds the server to the settings of coding agents, and keeps what they hold", async () => {
  const at = (name: string) => join(repo.path, name);
  mkdirSync(at(".gemini"));
  writeFileSync(at(".gemini/settings.json"), '{\n  // mine\n  "mcpServers": { "other": { "command": "x" } }\n}\n');
  const ran = await crosscheck(["init", "--agents"], { cwd: repo.path });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  const server = { command: "npx", args: ["-y", "crosscheck-review", "mcp"] };
  expect(JSON.parse(readFileSync(at(".mcp.json"), "utf8"))).toEqual({ mcpServers: { crosscheck: server } });
  const merged = readFileSync(at(".gemini/settings.json"), "utf8");
  expect(merged).toContain("// mine");
  expect(JSON.parse(merged.replace("// mine", ""))).toEqual({
    mcpServers: { other: { command: "x" }, crosscheck: server },
  });
  expect(existsSync(at("opencode.json"))).toBe(false);
  expect((await crosscheck(["init", "--agents"], { cwd: repo.path })).code).toBe(0);
  expect(readFileSync(at(".gemini/settings.json"), "utf8")).toBe(merged);
  writeFileSync(at(".mcp.json"), "[]");
  const refused = await crosscheck(["init", "--agents"], { cwd: repo.path });
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("is not a JSON object")]);
  expect(readFileSync(at(".mcp.json"), "utf8")).toBe("[]");
});
