// Finds the folders of a project in which a JavaScript runner is used.
import { globMatcher } from "../../../../change/path-glob.ts";
import { inFolder } from "../../../../change/paths.ts";
import type { Project, RunnerUse } from "../../runner.ts";
import type { Invocation, JsTestProgram } from "./invocations.ts";
import { runsHiddenJest } from "./invocations.ts";
import {
  dependenciesOf,
  dependsOn,
  holdsPackages,
  nearestOf,
  jsPackageAt,
  packagesOf,
  under,
  type Package,
} from "./js-packages.ts";

export interface RunnerSigns {
  runner: JsTestProgram;
  configs: RegExp | null;
  /** Field of package.json with its config. */
  field: string | null;
  dependency: RegExp | null;
  /** Config of another program that may contain its settings. */
  shared?: { configs: RegExp; says: RegExp };
  /** Configs that run the projects of other packages. */
  projects?: { configs: RegExp; says: RegExp };
}

/** How a runner was detected. */
type Evidence = "script" | "config" | "dependency";

interface DetectedPackage {
  one: Package;
  by: Evidence;
}

export async function findRunnerUses(project: Project, traces: RunnerSigns): Promise<RunnerUse[]> {
  const packages = await packagesOf(project);
  const found: DetectedPackage[] = [];
  for (const one of packages) {
    const by = await evidenceOf(one, packages, project, traces);
    if (by !== null) found.push({ one, by });
  }
  const covered = await coveredBy(found, project, traces);
  return found
    .filter(({ one }) => !covered.has(one.folder))
    .map(({ one }) => ({ runner: traces.runner, cwd: one.folder }))
    .toSorted((a, b) => (a.cwd < b.cwd ? -1 : 1));
}

async function evidenceOf(
  one: Package,
  packages: readonly Package[],
  project: Project,
  traces: RunnerSigns,
): Promise<Evidence | null> {
  const { dependency } = traces;
  // Scripts and configs can be stale: without a dependency the runner is not installed.
  const isThere = dependency === null || packages.some((other) => isAbove(other, one) && dependsOn(other, dependency));
  if (!isThere) return null;
  if (one.invocations.some(({ program }) => program === traces.runner)) return "script";
  // Jest is wrapped by another program with its own config.
  if (traces.runner === "jest" && runsHiddenJest(one.manifest)) return null;
  if (await hasConfig(one, project, traces)) return "config";
  const isOnlyOne = one.invocations.length === 0 && !holdsPackages(one);
  return isOnlyOne && dependency !== null && dependsOn(one, dependency) && !dependsOnOther(one, dependency)
    ? "dependency"
    : null;
}

function isAbove({ folder }: Package, { folder: lower }: Package): boolean {
  return folder === lower || under(folder, `${lower}/`);
}

/** With several runners, a dependency alone is ambiguous. */
function dependsOnOther(one: Package, dependency: RegExp): boolean {
  const all = /^(?:vitest|jest|mocha|ava|tap|karma|uvu|jasmine|@web\/test-runner|react-scripts)$/;
  return dependenciesOf(one).some((name) => all.test(name) && !dependency.test(name));
}

async function hasConfig(one: Package, project: Project, { configs, field, shared }: RunnerSigns): Promise<boolean> {
  if (configs !== null && one.beside.some((name) => configs.test(name))) return true;
  if (field !== null && one.manifest[field] !== undefined) return true;
  for (const name of shared === undefined ? [] : one.beside.filter((file) => shared.configs.test(file)))
    if (shared?.says.test((await project.read(inFolder(one.folder, name))) ?? "") === true) return true;
  return false;
}

/** Folders whose tests run from a parent folder. */
async function coveredBy(
  found: readonly DetectedPackage[],
  project: Project,
  traces: RunnerSigns,
): Promise<Set<string>> {
  const covered = new Set<string>();
  for (const upper of found.filter(({ by }) => by !== "dependency")) {
    const names = await foldersNamedBy(upper.one, project, traces);
    for (const lower of found) {
      if (lower === upper || !isAbove(upper.one, lower.one)) continue;
      // A folder with its own script runs by itself, even if a parent config names it.
      const isByItself = lower.by === "script" && upper.by !== "script";
      const isNamed = names(relative(upper.one.folder, lower.one.folder)) && !isByItself;
      if (isNamed || lower.by === "dependency") covered.add(lower.one.folder);
    }
  }
  return covered;
}

/** Matches the project folders that a config names. */
async function foldersNamedBy(
  { folder, beside, manifest }: Package,
  project: Project,
  { projects, field }: RunnerSigns,
): Promise<(folder: string) => boolean> {
  if (projects === undefined) return () => false;
  const configs = beside.filter((name) => projects.configs.test(name)).map((name) => inFolder(folder, name));
  const texts = [
    ...(await Promise.all(configs.map((path) => project.read(path)))),
    field === null || manifest[field] === undefined ? null : JSON.stringify(manifest[field]),
  ];
  const said = texts.filter((text) => text !== null && projects.says.test(text)).join("\n");
  return said === "" ? () => false : namedIn(said);
}

/** Matches folders against quoted patterns in the config. */
function namedIn(said: string): (folder: string) => boolean {
  const patterns = [...said.matchAll(/["'`]((?:<rootDir>\/|\.\/)?[\w@.*{}(),!/-]{1,200})["'`]/g)]
    .map((match) => match[1]!.replace(/^(?:<rootDir>\/|\.\/)/, "").replace(/\/(?:vitest|vite|jest)\.[^/]*$|\/$/, ""))
    .filter((pattern) => pattern !== "" && !pattern.startsWith("!"))
    .slice(0, 300);
  const matches = globMatcher(patterns, { noextglob: true });
  return (folder) => matches(folder);
}

function relative(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** The path belongs to this folder and not to a nested one with the same runner. */
export function belongsTo(all: readonly RunnerUse[], used: RunnerUse): (path: string) => boolean {
  const folders = new Set([...all, used].map(({ cwd }) => cwd));
  return (path) => nearestOf(folders, path) === used.cwd;
}

/** The likeliest invocation in the folder's scripts. */
export async function invocationOf(
  project: Project,
  used: RunnerUse,
  program: JsTestProgram,
): Promise<Invocation | null> {
  const own = await jsPackageAt(project, used.cwd);
  return own?.invocations.find((one) => one.program === program) ?? null;
}
