// A part of the suite passes in an environment in which everything that a user could have set is set to do harm.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const part = [
  "test/clean-environment.test.ts",
  "src/world/git/repository.test.ts",
  "src/world/git/listing.test.ts",
  "src/world/github/token.test.ts",
  "src/world/probes.test.ts",
  "src/world/sandbox/dependencies/provide-go.test.ts",
  "src/world/sandbox/dependencies/provide-rust.test.ts",
  "src/findings/execution/runners/cargo.test.ts",
  "src/app/cli/commands/doctor.test.ts",
  "src/app/cli/commands/explain.test.ts",
  "src/app/cli/commands/config.test.ts",
  "src/app/cli/commands/post.test.ts",
  "src/review-change.test.ts",
];

const gitConfig = (hooks: string) => `
[core]
	hooksPath = ${hooks}
	autocrlf = true
	quotePath = false
	pager = false
	fsmonitor = false
[commit]
	gpgSign = true
	template = /nonexistent
[tag]
	gpgSign = true
[gpg]
	program = false
[init]
	defaultBranch = trunk
	defaultObjectFormat = sha256
[alias]
	log = !false
	diff = !false
[diff]
	noprefix = true
	external = false
	renames = copies
[user]
	useConfigOnly = true
[color]
	ui = always
[log]
	showSignature = true
[url "https://nowhere.invalid/"]
	insteadOf = /
`;

test("git, the command line, a review, execution and the search for a token", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-hostile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  };
  const nowhere = "http://127.0.0.1:9";
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  write("bin/gh", "#!/bin/sh\necho rubbish\n");
  write("bin/cargo", "#!/bin/sh\necho 'error: no version of cargo is configured' >&2\nexit 1\n");
  write("hooks/pre-commit", "#!/bin/sh\nexit 1\n");
  write("hooks/post-checkout", "#!/bin/sh\nexit 1\n");
  write("xdg/git/config", gitConfig(join(folder, "hooks")));
  write("npmrc", "registry=http://127.0.0.1:9/\n");

  const file = join(folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--maxWorkers=1", "--reporter=json", `--outputFile=${file}`, ...part];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      TMPDIR: tmpdir(),
      ...(process.env["CI"] !== undefined && { CI: process.env["CI"] }),
      CROSSCHECK_TEST_FULL: "no",
      // Below a file: not even root can make it.
      HOME: "/dev/null/home",
      XDG_CONFIG_HOME: join(folder, "xdg"),
      GIT_CONFIG_GLOBAL: join(folder, "xdg/git/config"),
      GIT_DIR: folder,
      GIT_AUTHOR_DATE: "1 January 1970",
      LANG: "tr_TR.UTF-8",
      LC_ALL: "tr_TR.UTF-8",
      TZ: "Asia/Kathmandu",
      NO_COLOR: "1",
      FORCE_COLOR: "1",
      COLUMNS: "20",
      EDITOR: "false",
      PAGER: "false",
      ...Object.fromEntries(proxies.map((name) => [name, nowhere])),
      NODE_USE_ENV_PROXY: "1",
      GITHUB_TOKEN: "not-a-token",
      GH_TOKEN: "not-a-token",
      ANTHROPIC_API_KEY: "not-a-key",
      OPENAI_API_KEY: "not-a-key",
      SSH_AUTH_SOCK: "/nonexistent",
      GPG_AGENT_INFO: "/nonexistent",
      CARGO_HOME: "/nonexistent",
      npm_config_userconfig: join(folder, "npmrc"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(existsSync(file), `${out}\n${err}`).toBe(true);
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  const failed = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === "" ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map((one) => `${one.fullName}: ${one.failureMessages.join("\n")}`),
  ]);
  expect(failed).toEqual([]);
  expect(report.testResults).toHaveLength(part.length);
  expect(report.numPassedTests).toBeGreaterThan(100);
});

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
