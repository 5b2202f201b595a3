// Finds the folders of a project in which a JavaScript runner is used.
import picomatch from "picomatch";
import { inFolder } from "../../../../change/paths.ts";
import type { Project, RunnerUse } from "../../runner.ts";
import { isHarmless } from "./spec-patterns.ts";
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
  /** Names of its config files. */
  configs: RegExp | null;
  /** The field of package.json that holds its config. */
  field: string | null;
  dependency: RegExp | null;
  /** A config file of another program that may hold its settings, and how that shows. */
  shared?: { configs: RegExp; says: RegExp };
  /** A config that runs those of other packages says so. */
  projects?: { configs: RegExp; says: RegExp };
}

/** What says so: its own scripts or config, or no more than a dependency. */
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
  // Scripts and configs outlive the runner they were for: what nobody depends on is not there.
  const isThere = dependency === null || packages.some((other) => isAbove(other, one) && dependsOn(other, dependency));
  if (!isThere) return null;
  if (one.invocations.some(({ program }) => program === traces.runner)) return "script";
  // Its config is that of the program it is hidden in, and so are its dependencies.
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

/** Which of several is meant, a dependency alone does not say. */
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

/** Folders whose tests are run from a folder above them. */
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
      // A config above that names the folder is for whoever runs it: the folder's own script runs it by itself.
      const isByItself = lower.by === "script" && upper.by !== "script";
      const isNamed = names(relative(upper.one.folder, lower.one.folder)) && !isByItself;
      if (isNamed || lower.by === "dependency") covered.add(lower.one.folder);
    }
  }
  return covered;
}

/** What a config says of the projects that it runs. */
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

/** Whether one of the texts in quotes is a pattern for the folder, or for a config in it. */
function namedIn(said: string): (folder: string) => boolean {
  const patterns = [...said.matchAll(/["'`]((?:<rootDir>\/|\.\/)?[\w@.*{}(),!/-]{1,200})["'`]/g)]
    .map((match) => match[1]!.replace(/^(?:<rootDir>\/|\.\/)/, "").replace(/\/(?:vitest|vite|jest)\.[^/]*$|\/$/, ""))
    .filter((pattern) => pattern !== "" && isHarmless(pattern))
    .slice(0, 300);
  const matches = picomatch(patterns, { noextglob: true });
  return (folder) => matches(folder);
}

function relative(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** Whether a path belongs to this folder, and not to a deeper one with the same runner. */
export function belongsTo(all: readonly RunnerUse[], used: RunnerUse): (path: string) => boolean {
  const folders = new Set([...all, used].map(({ cwd }) => cwd));
  return (path) => nearestOf(folders, path) === used.cwd;
}

/** The likeliest way in which the folder's own scripts start the runner. */
export async function invocationOf(
  project: Project,
  used: RunnerUse,
  program: JsTestProgram,
): Promise<Invocation | null> {
  const own = await jsPackageAt(project, used.cwd);
  return own?.invocations.find((one) => one.program === program) ?? null;
}
