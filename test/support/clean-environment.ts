// Replaces the environment of the test run, so that no test sees the user's settings, accounts, locale or home folder.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

type Environment = Readonly<Record<string, string | undefined>>;

const kept =
  /^(?:PATH|TMPDIR|LD_LIBRARY_PATH|CI|TEST|VITEST\w*|CROSSCHECK_(?:TEST_\w+|CHROMIUM|PICTURES|SHOTS)|JAVA_HOME|PYENV_ROOT|GOROOT)$/;

const cacheFolder = (name: string) => fileURLToPath(new URL(`../../node_modules/.cache/${name}`, import.meta.url));

const compiledFolder = cacheFolder("compiled");

/** Vitest loads a test file under a new name in each run, so the compiled code would grow without end. */
function forgetOldCode(): void {
  const created = statSync(compiledFolder, { throwIfNoEntry: false })?.birthtimeMs ?? Date.now();
  if (created < Date.now() - 86_400_000) rmSync(compiledFolder, { recursive: true, force: true });
}

/** `home` is an empty folder; only toolchains and packages that were downloaded before are still found where they are. */
export function cleanEnvironment(env: Environment, home: string): Record<string, string> {
  const programs = join(home, "bin");
  mkdirSync(programs);
  // A program that does not run counts as missing.
  writeFileSync(join(programs, "gh"), "#!/bin/sh\nexit 127\n", { mode: 0o755 });
  const inOldHome = (path: string) => join(env["HOME"] ?? "/nonexistent", path);
  const maven = inOldHome(".m2/repository");
  if (existsSync(maven)) {
    mkdirSync(join(home, ".m2"));
    symlinkSync(maven, join(home, ".m2/repository"));
  }
  const same = Object.entries(env).flatMap(([name, value]) => (kept.test(name) ? [[name, value ?? ""]] : []));
  return {
    ...(Object.fromEntries(same) as Record<string, string>),
    HOME: home,
    PATH: `${programs}${delimiter}${env["PATH"] ?? ""}`,
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GOCACHE: cacheFolder("go-build"),
    NODE_COMPILE_CACHE: compiledFolder,
    RUSTUP_AUTO_INSTALL: "0",
    RUSTUP_HOME: env["RUSTUP_HOME"] ?? inOldHome(".rustup"),
    CARGO_HOME: env["CARGO_HOME"] ?? inOldHome(".cargo"),
  };
}

/** Memory where Linux offers enough of it: tests write many thousands of small files, and SQLite syncs each of its. */
function makeTemporaryFolder(): string {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(
    join(bavail * bsize > 4e9 && startsPrograms(memory) ? memory : tmpdir(), "crosscheck-tests-"),
  );
  // PostgreSQL and the sandbox run as other users where root runs the tests.
  chmodSync(folder, 0o755);
  return folder;
}

/** Containers may mount it so that nothing in it can be executed. */
function startsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, "crosscheck-try-"));
  try {
    writeFileSync(join(own, "program"), "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(join(own, "program")).status === 0;
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Runs before vitest starts its workers, which inherit the environment. */
export default function setup(): () => void {
  forgetOldCode();
  const folder = makeTemporaryFolder();
  const home = join(folder, "crosscheck-home");
  mkdirSync(home);
  const clean = { ...cleanEnvironment(process.env, home), TMPDIR: folder };
  for (const name of Object.keys(process.env)) if (!(name in clean)) delete process.env[name];
  Object.assign(process.env, clean);
  return () => rmSync(folder, { recursive: true, force: true });
}
