// Selects tests for changed Python files: changed ones, those named after a module, and those that import it.
import { folderOf, inFolder, fileName, resolveFrom } from "../../../../change/paths.ts";
import type { Project } from "../../runner.ts";
import { closest, fromFolder, isBelow } from "../related/folders.ts";
import { readTexts } from "../related/read-texts.ts";
import { pytestCollects } from "./pytest-folders.ts";
import { pythonImports } from "./python-imports.ts";

/** Limit of test files. */
const mostFiles = 100;

/** `tests` are those of the folder; likeliest first. */
export async function relatedPytestFiles(
  cwd: string,
  changed: readonly string[],
  tests: readonly string[],
  project: Project,
): Promise<readonly string[]> {
  const here = changed.filter((path) => path.endsWith(".py") && isBelow(path, cwd));
  const own = here.filter((path) => tests.includes(path));
  const sources = here.filter((path) => !pytestCollects(path) && fileName(path) !== "conftest.py");
  const mapped = sources.flatMap((path) => mappedTests(path, tests));
  const fixtures = here.filter((path) => fileName(path) === "conftest.py");
  const importing = sources.length === 0 ? [] : await importingTests(cwd, sources, tests, project);
  const below = fixtures.flatMap((path) => tests.filter((test) => isBelow(test, folderOf(path))));
  return [...new Set([...own, ...mapped, ...importing, ...below])].slice(0, mostFiles);
}

/** Generic folder names. */
const anyFolder =
  /^(?:tests?|testing|unit|unit_?tests?|integration|integration_?tests?|functional|e2e|src|lib|python|)$/;

/**
 * `src/pkg/foo.py` to `tests/pkg/test_foo.py`: the folders of the test must match those of the file or be generic. The best
 * matches win.
 */
function mappedTests(path: string, tests: readonly string[]): string[] {
  const own = fileName(path).replace(/\.py$/, "");
  const name = (own === "__init__" ? fileName(folderOf(path)) : own).replace(/^_+|_+$/g, "");
  if (name === "") return [];
  const names = [`test_${name}.py`, `${name}_test.py`, `test__${name}.py`];
  const folders = new Set(folderOf(path).split("/"));
  const isOfFolder = (part: string) => anyFolder.test(part) || folders.has(part.replace(/^tests?_|_tests?$/g, ""));
  const found = tests.filter((test) => names.includes(fileName(test)) && folderOf(test).split("/").every(isOfFolder));
  return found.length === 0 ? [] : closest(path, found);
}

async function importingTests(
  cwd: string,
  sources: readonly string[],
  tests: readonly string[],
  project: Project,
): Promise<readonly string[]> {
  const has = new Set(project.paths);
  const wanted = new Set(sources.flatMap((path) => modulesOf(path, cwd, has)));
  const files = new Set(sources);
  const found = new Set<string>();
  const words = new Set([...wanted].map((module) => module.slice(module.lastIndexOf(".") + 1)));
  await readTexts(project, tests, (test, text) => {
    // Skip tests without the module's name.
    if (![...words].some((word) => text.includes(word)) && !text.includes("from .")) return;
    for (const module of pythonImports(text))
      if (module.startsWith(".") ? isFile(test, module, files) : wanted.has(module)) found.add(test);
  });
  return tests.filter((test) => found.has(test));
}

/** Import names of a file: from its top package and from common source roots. */
function modulesOf(path: string, cwd: string, has: ReadonlySet<string>): string[] {
  let top = folderOf(path);
  while (top !== "" && has.has(inFolder(top, "__init__.py"))) top = folderOf(top);
  const local = fromFolder(path, cwd);
  return [fromFolder(path, top), local, local.replace(/^(?:src|lib|python)\//, "")]
    .map((one) => one.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", "."))
    .filter((module) => module !== "" && module !== "__init__");
}

function isFile(test: string, module: string, files: ReadonlySet<string>): boolean {
  const [, dots = "", rest = ""] = /^(\.+)(.*)$/.exec(module) ?? [];
  const path = resolveFrom(folderOf(test), `${"../".repeat(dots.length - 1)}${rest.replaceAll(".", "/")}`);
  return path !== null && (files.has(`${path}.py`) || files.has(inFolder(path, "__init__.py")));
}
