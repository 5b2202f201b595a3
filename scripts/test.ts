// `npm test`: sets up what the tests need where it may, then types, lint, format, unused code and tests. Under CI=true nothing is skipped.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { postgresPrograms } from "../test/support/postgres-programs.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** Programs that the tests use, and the Debian package that brings each. */
const programs: readonly { command: string; debian: string; needed: "always" | "else-skipped" }[] = [
  { command: "git", debian: "git", needed: "always" },
  { command: "chromium", debian: "chromium", needed: "else-skipped" },
  { command: "zsh", debian: "zsh", needed: "else-skipped" },
  { command: "fish", debian: "fish", needed: "else-skipped" },
  { command: "bwrap", debian: "bubblewrap", needed: "else-skipped" },
  { command: "postgres", debian: "postgresql", needed: "else-skipped" },
  { command: "pytest-3", debian: "python3-pytest", needed: "else-skipped" },
  { command: "go", debian: "golang-go", needed: "else-skipped" },
];

function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function isHere(command: string): boolean {
  if (command === "postgres") return postgresPrograms() !== null;
  return works(command, [command === "go" ? "version" : "--version"]);
}

function run(title: string, command: string, args: readonly string[]): void {
  console.log(`\n> ${title}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function install(debian: string): boolean {
  if (!works("apt-get", ["--version"])) return false;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => {
    const [command = "", ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return spawnSync(command, rest, { stdio: "inherit" }).status === 0;
  };
  return apt("update") && apt("install", "--yes", debian);
}

for (const { command, debian, needed } of programs) {
  if (isHere(command) || (install(debian) && isHere(command))) continue;
  const fails = needed === "always" || process.env["CI"] === "true";
  console.log(
    `${fails ? "Missing" : "Skipping tests that need"}: ${command} (Debian package ${debian}), which could not be installed here.`,
  );
  if (fails) process.exit(1);
}

run("types", "tsc", ["--noEmit"]);
run("lint", "oxlint", ["--type-aware", "--deny-warnings"]);
run("format", "oxfmt", ["--check"]);
run("unused code", "knip", ["--no-progress"]);
run("tests", "vitest", ["run", ...process.argv.slice(2)]);
