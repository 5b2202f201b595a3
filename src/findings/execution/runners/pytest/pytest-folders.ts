// Finds the folders in which pytest runs: by its config, otherwise by tests where something depends on it.
import { folderOf, foldersUp, inFolder, fileName } from "../../../../change/paths.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import {
  normalizePythonName,
  readPyproject,
  readRequirements,
  parseTomlTable,
} from "../../../checks/supply-chain/manifest-python.ts";
import { asRecord } from "../../../checks/supply-chain/dependency.ts";
import type { Project } from "../../runner.ts";

const ownConfig = /^\.?pytest\.(?:ini|toml)$/;
const sharedConfig = /^(?:pyproject\.toml|setup\.cfg|tox\.ini)$/;
const requirements = /^(?:requirements|dev|tests?|testing)[^/]*\.(?:txt|in)$/;
const mostManifests = 200;

export function pytestCollects(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path);
}

export const pytestFolders = oncePer(async (project: Project): Promise<ReadonlySet<string>> => {
  const configured = new Set(project.paths.filter((path) => ownConfig.test(fileName(path))).map(folderOf));
  for (const path of project.paths.filter((one) => sharedConfig.test(fileName(one))).slice(0, mostManifests))
    if (configures(path, (await project.read(path)) ?? "")) configured.add(folderOf(path));
  if (configured.size > 0) return configured;
  return await byTests(project);
});

function configures(path: string, text: string): boolean {
  switch (fileName(path)) {
    case "pyproject.toml":
      return text.includes("pytest") && asRecord(parseTomlTable(text)?.["tool"])["pytest"] !== undefined;
    case "setup.cfg":
      return /^\[tool:pytest\]/m.test(text);
    default:
      return /^\[pytest\]/m.test(text);
  }
}

async function byTests(project: Project): Promise<ReadonlySet<string>> {
  const fixtures = project.paths.filter((path) => fileName(path) === "conftest.py");
  const homes = new Set(project.paths.filter(isHome).map(folderOf));
  const home = (folder: string) => [...foldersUp(folder)].find((one) => homes.has(one)) ?? "";
  if (fixtures.length > 0) return new Set(fixtures.map((path) => home(folderOf(path))));
  if (!project.paths.some(pytestCollects)) return new Set();
  const asked = await dependents(project);
  return asked.size > 0 ? asked : await unittests(project, home);
}

/** Enough to tell how they are run. */
const mostTests = 20;

/** Tests for unittest, which pytest runs as well. */
async function unittests(project: Project, home: (folder: string) => string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  // Django's tests need its own command.
  if (project.paths.some((path) => fileName(path) === "manage.py")) return found;
  for (const path of project.paths.filter(pytestCollects).slice(0, mostTests))
    if (/^(?:import|from) unittest\b/m.test((await project.read(path)) ?? "")) found.add(home(folderOf(path)));
  return found;
}

/** Files at the root of a Python project. */
function isHome(path: string): boolean {
  return /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|requirements[^/]*\.txt)$/.test(path);
}

async function dependents(project: Project): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const manifests = project.paths.filter(
    (path) => fileName(path) === "pyproject.toml" || requirements.test(fileName(path)) || isInRequirements(path),
  );
  for (const path of manifests.slice(0, mostManifests)) {
    const text = (await project.read(path)) ?? "";
    const manifest = path.endsWith(".toml") ? readPyproject(text) : readRequirements(text);
    if (!manifest?.dependencies.some(({ name }) => normalizePythonName(name) === "pytest")) continue;
    const folder = isInRequirements(path) ? folderOf(folderOf(path)) : folderOf(path);
    if (project.paths.some((one) => pytestCollects(one) && (folder === "" || one.startsWith(inFolder(folder, "")))))
      found.add(folder);
  }
  return found;
}

function isInRequirements(path: string): boolean {
  return /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(path);
}
