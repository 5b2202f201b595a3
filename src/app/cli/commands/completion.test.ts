import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { checks } from "../../../findings/checks/index.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";
import { shells } from "../completion/words.ts";
import { listOptions } from "./command.ts";
import { commands } from "./index.ts";

let folder = "";
let repo: MadeRepository;
const scripts = new Map<string, string>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-completion-"));
  repo = await makeRepository(
    [{ message: "x", files: { "a b.json": "", "dir/c.json": "" } }],
    process.env,
    new AbortController().signal,
  );
  await repo.git("branch", "feature/one");
  await repo.git("branch", "feat$(touch${IFS}pwned)'x");
  await repo.git("tag", "v1.0");
  for (const shell of shells) {
    const { out } = await crosscheck(["completion", shell]);
    writeFileSync(join(folder, shell), out);
    scripts.set(shell, out);
  }
});
afterAll(() => {
  repo.remove();
  rmSync(folder, { recursive: true, force: true });
});

const isThere = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe.each(shells)("%s", (shell) => {
  test.skipIf(!isThere(shell))("is valid", () => {
    const checked = spawnSync(shell, ["-n", join(folder, shell)], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
  });

  test("knows every command, option, choice and check", () => {
    const script = scripts.get(shell)!;
    for (const command of commands) {
      expect(script).toContain(command.id);
      for (const option of listOptions(command)) {
        const name = /--([a-z-]+)/.exec(option.flags)![1]!;
        expect(script).toContain(shell === "fish" ? `-l ${name}` : `--${name}`);
        for (const choice of option.choices ?? []) expect(script).toContain(choice);
      }
    }
    for (const { id } of checks) expect(script).toContain(id);
  });
});

/** What bash would offer for the last word, where the cursor is. */
function offered(...words: string[]): string[] {
  const driver =
    'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _crosscheck; if ((${#COMPREPLY[@]})); then printf "%s\\n" "${COMPREPLY[@]}"; fi';
  const out = execFileSync(
    "bash",
    ["--norc", "--noprofile", "-uc", driver, "bash", join(folder, "bash"), "crosscheck", ...words],
    {
      cwd: repo.path,
      encoding: "utf8",
    },
  );
  return out.split("\n").filter(Boolean);
}

describe.skipIf(!isThere("bash"))("bash really completes", () => {
  test.each<[string, string[], string[]]>([
    ["a command", ["comp"], ["completion"]],
    ["commands of one beginning", ["co"], ["comments", "completion", "config"]],
    ["an option of its command", ["review", "--st"], ["--staged"]],
    ["no option of another one", ["doctor", "--st"], []],
    ["a choice", ["review", "--profile", "b"], ["balanced"]],
    ["all choices", ["config", "--profile", ""], ["strict", "balanced", "minimal"]],
    ["a choice after a sign", ["review", "--fail-on", "=", "crit"], ["critical"]],
    ["choices right after the sign", ["config", "--profile", "="], ["strict", "balanced", "minimal"]],
    ["the next of a list", ["review", "--format", "json,ht"], ["json,html"]],
    ["a check", ["checks", "dep"], ["dependency-chain"]],
    ["a shell", ["completion", ""], ["bash", "zsh", "fish"]],
    ["a command to be helped with", ["help", "expl"], ["explain"]],
    ["a branch", ["review", "feature"], ["feature/one"]],
    ["a tag", ["config", "v"], ["v1.0"]],
    ["the end of a range", ["review", "main..v"], ["main..v1.0"]],
    ["the end of a range since the common ancestor", ["review", "main...feature"], ["main...feature/one"]],
    ["a range as an option's value", ["explain", "x", "--range", "ma"], ["main"]],
    ["a file", ["explain", "x", "--from", "a"], ["a b.json"]],
    ["a folder, and no file", ["review", "--repo", ""], [".git", "dir"]],
    ["nothing for free text", ["review", "--request", ""], []],
    ["nothing for a command that is none", ["nope", ""], []],
  ])("%s", (_name, words, expected) => expect(offered(...words).toSorted()).toEqual(expected.toSorted()));

  test("a branch's name is quoted, and never run", () => {
    const [branch] = offered("review", "feat$");
    const typed = execFileSync("bash", ["--norc", "-c", `printf %s ${branch}`], { cwd: repo.path, encoding: "utf8" });
    expect(typed).toBe("feat$(touch${IFS}pwned)'x");
    expect(existsSync(join(repo.path, "pwned"))).toBe(false);
  });

  test("outside a repository it offers no branches and prints no error", () => {
    const bare = join(folder, "empty");
    mkdirSync(bare);
    const ran = spawnSync(
      "bash",
      [
        "--norc",
        "-c",
        `source ../bash; COMP_WORDS=(crosscheck review ""); COMP_CWORD=2; _crosscheck; echo "\${#COMPREPLY[@]}"`,
      ],
      { cwd: bare, encoding: "utf8", env: { ...process.env, GIT_CEILING_DIRECTORIES: folder } },
    );
    expect([ran.stdout, ran.stderr]).toEqual(["0\n", ""]);
  });
});

test("an unknown shell is rejected with a list of supported shells", async () => {
  const ran = await crosscheck(["completion", "tcsh"]);
  expect([ran.code, ran.out, ran.err]).toEqual([
    2,
    "",
    expect.stringMatching(/no completion for "tcsh"\n {2}Give one of bash, zsh, fish/),
  ]);
});

test("--help explains how to install each shell's completion", async () => {
  const { out } = await crosscheck(["completion", "--help"]);
  for (const said of ["~/.bashrc", "${fpath[1]}/_crosscheck", "~/.config/fish/completions/crosscheck.fish"])
    expect(out).toContain(said);
});
