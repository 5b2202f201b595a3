// Runs `cargo test` for the changed packages: unit, integration and documentation tests.
import { inFolder, resolveFrom } from "../../../change/paths.ts";
import { testsMs } from "../runner.ts";
import type { Project, Runner, Selection, TestResult, TestReading, RunnerUse } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { readCargo, type CargoTarget, type CargoTestRun, type CargoTest } from "./cargo/cargo-output.ts";
import { cargoFolders, hasLock, integrationTest, modulePath, namesOf, cargoPackageAt } from "./cargo/cargo-packages.ts";
import { isBelow } from "./related/folders.ts";
import { uniqueFrames, locationAt, pathInProject, type ReportLocation } from "./reports/report-locations.ts";
import { endOfOutput, clipMessage, plainText } from "./reports/plain-text.ts";
import { truncatedReason, unfinishedReason } from "./reports/unfinished-reason.ts";

const mostPackages = 20;

export const cargo: Runner = {
  id: "cargo",
  ecosystem: "rust",
  detect: async (project) =>
    [...(await cargoFolders(project))].map(([cwd, packages]) => ({
      runner: "cargo",
      cwd,
      names: namesOf(packages, project.paths),
    })),
  related: async ({ cwd }, changed, project) => {
    const folders = await cargoFolders(project);
    const touched = changed
      .filter((path) => isBelow(path, cwd) && concerns(path))
      .map((path) => cargoPackageAt(path, cwd, folders));
    const names = [...new Set(touched.flatMap((one) => one?.name ?? []))].slice(0, mostPackages);
    return names.length === 0 ? null : selection(cwd, names, [], null, project);
  },
  exactly,
  collects: (path, { cwd }) =>
    isBelow(path, cwd) &&
    /(?:^|\/)tests\/.+\.rs$|(?:^|\/)src\/(?:.*\/)?(?:tests?|[^/]+_tests?|test_[^/]+)\.rs$/.test(path),
  read,
};

/** Includes data files of tests. */
function concerns(path: string): boolean {
  return path.endsWith(".rs") || /(?:^|\/)Cargo\.toml$|(?:^|\/)tests\//.test(path);
}

function selection(
  cwd: string,
  packages: readonly string[],
  options: readonly string[],
  files: readonly string[] | null,
  project: Project,
): Selection {
  const locked = hasLock(cwd, project) ? ["--locked"] : [];
  const chosen = packages.flatMap((name) => ["-p", name]);
  return {
    command: {
      words: ["cargo", "test", "--offline", ...locked, "--no-fail-fast", ...chosen, ...options],
      cwd,
      env: { CARGO_TERM_COLOR: "never", RUST_BACKTRACE: "1" },
      ms: testsMs,
    },
    files,
  };
}

/** Integration tests are selected by program, tests in separate files of a crate by module. */
async function exactly({ cwd }: RunnerUse, files: readonly string[], project: Project): Promise<Selection | null> {
  const folders = await cargoFolders(project);
  const taken: string[] = [];
  const names = new Set<string>();
  const tests = new Set<string>();
  const modules = new Set<string>();
  for (const file of files) {
    const owner = cargoPackageAt(file, cwd, folders);
    const test = owner === null ? null : integrationTest(file, owner);
    const module = owner === null || !cargo.collects(file, { runner: "cargo", cwd }) ? null : modulePath(file, owner);
    if (owner === null) continue;
    // Unit and documentation tests of a source file can only run with the whole package.
    if ((test ?? module) === null) return null;
    taken.push(file);
    names.add(owner.name);
    if (test !== null) tests.add(test);
    else if (module !== null) modules.add(module);
  }
  if (taken.length === 0) return null;
  const programs = [...tests].flatMap((test) => ["--test", test]);
  if (modules.size > 0) programs.push("--lib");
  // Filters apply to all programs, so none can be used together with integration tests.
  const filters = tests.size === 0 && modules.size > 0 ? ["--", ...modules] : [];
  return selection(cwd, [...names], [...programs, ...filters], taken, project);
}

function read(end: CommandEnd, used: RunnerUse): TestReading {
  const why = unfinishedReason(end) ?? truncatedReason(end);
  if (why !== null) return { is: "unreadable", why };
  const said = readCargo(plainText(end.output));
  const results = said.programs.length > 0 ? testResults(said, used) : compileErrors(said, used);
  if (results.length > 0 || end.code === 0) return { is: "results", results };
  const error = said.errors[0] ?? endOfOutput(end.output, 500);
  return {
    is: "unreadable",
    why: `cargo test ended with ${end.code ?? "no code"}: ${clipMessage(error)?.slice(0, 500)}`,
  };
}

const notCompiled = /^error: could not compile `([^`]+)`(?: \((lib|bin|test)?(?: "([^"]+)")?[^)]*\))?/;

/** One failed result for each program that did not build. */
function compileErrors({ errors }: CargoTestRun, { cwd, names }: RunnerUse): TestResult[] {
  if (!errors.some((error) => notCompiled.test(error))) return [];
  const own = errors.filter((error) => !/^error: (?:could not compile|aborting due to) /.test(error));
  const said = (own.length === 0 ? errors : own).join("\n\n");
  const frames = uniqueFrames(
    [...said.matchAll(/^ *--> ([^\n]+?):(\d+):\d+$/gm)].flatMap(([, path, line]) =>
      locationAt(pathInProject(path!, cwd), line),
    ),
  );
  const files = errors.flatMap((error) => {
    const [whole, name = "", kind = "lib", test = ""] = notCompiled.exec(error) ?? [];
    const folder = names?.get(name.replaceAll("-", "_"));
    if (whole === undefined) return [];
    return [folder === undefined ? (frames[0]?.path ?? null) : inFolder(folder, rootFile(kind, test, names))];
  });
  return [...new Set(files)].map((file) => ({
    file,
    name: "",
    status: "failed",
    message: clipMessage(said),
    frames,
    ms: null,
  }));
}

function rootFile(kind: string, test: string, names: RunnerUse["names"]): string {
  if (kind !== "test") return kind === "bin" ? "src/main.rs" : "src/lib.rs";
  return names?.has(`tests/${test}/main.rs`) ? `tests/${test}/main.rs` : `tests/${test}.rs`;
}

interface Target {
  /** Folder of the package, if known. */
  folder: string | null;
  file: string | null;
  isDocumentation: boolean;
}

function testResults({ targets: announcedTargets, programs }: CargoTestRun, used: RunnerUse): TestResult[] {
  const targets = targetsOf(announcedTargets, used);
  return programs.flatMap(({ tests, ended }, at) => {
    const target = targets[at] ?? { folder: null, file: null, isDocumentation: false };
    const results = numberRepeats(tests.map((one) => resultOf(one, target, used.cwd)));
    if (ended) return results;
    // Killed by a signal, or exited early.
    const text = "The program of the tests ended before its tests did.";
    return [
      ...results,
      { file: target.file, name: "", status: "failed" as const, message: text, frames: [], ms: null },
    ];
  });
}

/** By crate; an integration test by its file, or by the package of the preceding programs. */
function targetsOf(announcedTargets: readonly CargoTarget[], { names }: RunnerUse): Target[] {
  let current: string | null = null;
  return announcedTargets.map(({ path, name }) => {
    const folder = (path?.startsWith("tests/") ? names?.get(path) : names?.get(name)) ?? current;
    current = folder;
    return {
      folder,
      file: path === null || folder === null ? null : resolveFrom("", inFolder(folder, path)),
      isDocumentation: path === null,
    };
  });
}

function resultOf(one: CargoTest, target: Target, cwd: string): TestResult {
  const failed = one.status === "failed";
  const shown = one.output.split(/^stack backtrace:$/m, 1)[0]!;
  const plain = shown.replaceAll(
    /^(?:thread '.*' (?:\(\d+\) )?panicked at [^\n]*:\d+:\d+:|note: run with `RUST_BACKTRACE.*)\n/gm,
    "",
  );
  return {
    ...(target.isDocumentation
      ? docTestName(one.name, target, cwd)
      : { file: target.file, name: one.name.replaceAll("::", " > ") }),
    status: one.status,
    message: failed ? clipMessage(plain) : null,
    frames: failed ? testFrames(one.output, target, cwd) : [],
    ms: null,
  };
}

/** `src/lib.rs - shop::add (line 5)`: lines move, so they are no part of the name. Older versions say the path from the package. */
function docTestName(name: string, { folder }: Target, cwd: string): { file: string | null; name: string } {
  const found = /^(\S+\.\w+) - (.*?) ?\(line \d+\)(?: - .*)?$/.exec(name);
  if (!found) return { file: null, name };
  const from = folder !== null && found[1]!.startsWith("src/") ? folder : cwd;
  return {
    file: pathInProject(found[1]!, from),
    name: `${found[2]!.replaceAll("::", " > ")} > doc test`.replace(/^ > /, ""),
  };
}

/** Numbers documentation examples with the same name. */
function numberRepeats(results: readonly TestResult[]): TestResult[] {
  const seen = new Map<string, number>();
  return results.map((one) => {
    const key = `${one.file}\n${one.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? one : { ...one, name: `${one.name} ${count}` };
  });
}

/** Panic locations are relative to the workspace, backtraces to the package. */
function testFrames(output: string, { folder }: Target, cwd: string): ReportLocation[] {
  const panics = [...output.matchAll(/panicked at (?:'.*', )?([^\s:'][^\n:']*\.rs):(\d+):\d+/g)];
  const traced = [...output.matchAll(/^ +at (\S[^\n:]*\.rs):(\d+)(?::\d+)?$/gm)];
  return uniqueFrames([
    ...panics.flatMap(([, path, line]) => locationAt(pathInProject(path!, cwd), line)),
    ...traced.flatMap(([, path, line]) => locationAt(pathInProject(path!, folder ?? cwd), line)),
  ]);
}
