// `npm test`: installs the programs that tests use where it may, then checks types, lint and format, and runs all tests.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
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
  { command: "gh", debian: "gh", use: "GitHub's command line against the simulated GitHub" },
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

interface Step {
  title: string;
  command: string;
  args: readonly string[];
}

const checks: readonly Step[] = [
  { title: "types", command: "tsc", args: ["--noEmit"] },
  { title: "format", command: "oxfmt", args: ["--check"] },
  { title: "unused code", command: "knip", args: [] },
];
/** Takes longer than the others together. It runs while tests wait for processes, timers and the browser. */
const lint: Step = { title: "lint", command: "oxlint", args: ["--type-aware", "--deny-warnings"] };

const failed: string[] = [];

/** With its output together, at the end. */
async function runCheck({ title, command, args }: Step, priority = constants.priority.PRIORITY_NORMAL): Promise<void> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  const closed = once(child, "close") as Promise<[code: number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  console.log(`\n> ${title}${code === 0 ? "" : ": failed"}\n${out}${err}`.trimEnd());
  if (code !== 0) failed.push(title);
}

async function runTests(): Promise<void> {
  console.log("\n> tests");
  process.env["CROSSCHECK_TEST_FULL"] = "yes";
  const child = spawn("vitest", ["run", ...process.argv.slice(2)], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [code: number | null];
  if (code !== 0) failed.push("tests");
}

function endIfFailed(): void {
  if (failed.length === 0) return;
  console.log(`\nFailed: ${failed.join(", ")}.`);
  process.exit(1);
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

await Promise.all(checks.map((check) => runCheck(check)));
endIfFailed();
await Promise.all([runTests(), runCheck(lint, constants.priority.PRIORITY_LOW)]);
endIfFailed();
