// `npm test`: installs the programs that tests use where it may, then checks types, lint and format, and runs all tests.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { postgresPrograms } from "../test/support/postgres-programs.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

interface Needed {
  command: string;
  /** The Debian package that brings it. */
  debian: string;
  /** What the tests do with it. */
  use: string;
  /** Does the same for the tests, more slowly: enough where the package cannot be installed. */
  instead?: string;
  /** Nothing works without it; without the others, some tests are skipped. */
  always?: true;
}

const programs: readonly Needed[] = [
  { command: "git", debian: "git", use: "reviews of real repositories", always: true },
  {
    command: "chromium-headless-shell",
    debian: "chromium-headless-shell",
    use: "pages in a browser (test/browser)",
    instead: "chromium",
  },
  { command: "zsh", debian: "zsh", use: "shell completion in zsh" },
  { command: "fish", debian: "fish", use: "shell completion in fish" },
  { command: "bwrap", debian: "bubblewrap", use: "the sandbox, and everything that runs code of a change" },
  { command: "postgres", debian: "postgresql", use: "the store and the server on PostgreSQL" },
  { command: "pytest-3", debian: "python3-pytest", use: "pytest as a test runner" },
  { command: "go", debian: "golang-go", use: "Go as a test runner and linter" },
];

const { CI, CROSSCHECK_TEST_INSTALL } = process.env;
const mayInstall = CROSSCHECK_TEST_INSTALL !== "no";

function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function isHere({ command }: Needed): boolean {
  if (command === "postgres") return postgresPrograms() !== null;
  return works(command, [command === "go" ? "version" : "--version"]);
}

function run(title: string, command: string, args: readonly string[]): void {
  console.log(`\n> ${title}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function install(missing: readonly Needed[]): void {
  if (missing.length === 0 || !works("apt-get", ["--version"])) return;
  for (const { debian, use } of missing) console.log(`Installing the Debian package ${debian}, for ${use}.`);
  console.log("CROSSCHECK_TEST_INSTALL=no npm test installs nothing.");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => {
    const [command = "", ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return spawnSync(command, rest, { stdio: "inherit" }).status === 0;
  };
  if (apt("update")) for (const { debian } of missing) apt("install", "--yes", debian);
}

const missing = programs.filter((program) => !isHere(program));
if (mayInstall) install(missing);
const lacking = missing.filter(
  (program) => !isHere(program) && !(program.instead !== undefined && works(program.instead, ["--version"])),
);
for (const { command, debian, use } of lacking)
  console.log(`Missing: ${command} (Debian package ${debian}). Tests of this are skipped: ${use}.`);
if (lacking.some(({ always }) => always) || (lacking.length > 0 && CI === "true" && mayInstall)) process.exit(1);

run("types", "tsc", ["--noEmit"]);
run("lint", "oxlint", ["--type-aware", "--deny-warnings"]);
run("format", "oxfmt", ["--check"]);
run("unused code", "knip", []);
process.env["CROSSCHECK_TEST_FULL"] = "yes";
run("tests", "vitest", ["run", ...process.argv.slice(2)]);
