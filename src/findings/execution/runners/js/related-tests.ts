// Selects tests for changed files, for runners that cannot: changed tests, tests of the same name, and tests that
// import a changed file directly or through one other file.
import { folderOf, fileName } from "../../../../change/paths.ts";
import { linksOf } from "../../../../change/symbols/links-of.ts";
import { resolverFor } from "../../../../change/symbols/resolve-import.ts";
import type { Tree } from "../../../../change/change.ts";
import type { Project } from "../../runner.ts";
import { projectTree } from "./project-tree.ts";

/** Limits for the tests searched and the files between them and the change. */
const mostTests = 2000;
const mostBetween = 3000;

/** In the order of `tests`, which the runner collects. */
export async function relatedJsTests(
  changed: readonly string[],
  tests: readonly string[],
  project: Project,
): Promise<string[]> {
  const wanted = new Set(changed.map(testOfSnapshot));
  const byStem = Map.groupBy(changed, stemOf);
  const isNamed = (test: string) => byStem.get(stemOf(test))?.some((path) => isNamedFor(test, path)) === true;
  const found = new Set(tests.filter((test) => wanted.has(test) || isNamed(test)));
  const unsure = nearestFirst(
    tests.filter((test) => !found.has(test)),
    changed,
  ).slice(0, mostTests);
  for (const test of await importing(unsure, wanted, projectTree(project))) found.add(test);
  return tests.filter((test) => found.has(test));
}

/** A changed snapshot stands for its test. */
export function testOfSnapshot(path: string): string {
  const match = /^(.*?)(?:__snapshots__\/)?([^/]+)\.(?:snap|snapshot)$/.exec(path);
  return match === null ? path : `${match[1]}${match[2]}`;
}

/** `test/a/foo.test.ts` is named after `src/a/foo.ts`. */
export function isNamedFor(test: string, path: string): boolean {
  if (test === path) return false;
  const stem = stemOf(path);
  if (stem !== stemOf(test)) return false;
  const [of, own] = [pathAlone(path), pathAlone(test)];
  if (of === own) return true;
  // Common names must match by folder.
  if (/^(?:index|main|utils?|types|helpers?|constants)$/.test(stem)) return false;
  return of.endsWith(`/${own}`) || own.endsWith(`/${of}`) || of === "" || own === "";
}

function stemOf(path: string): string {
  return fileName(path)
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/, "")
    .replace(/[._-](?:unit[._-])?(?:tests?|spec)$/i, "")
    .replace(/^test[-_]/, "")
    .toLowerCase();
}

/** The folders, without generic ones. */
function pathAlone(path: string): string {
  return folderOf(path)
    .split("/")
    .filter((part) => !/^(?:src|lib|source|sources|dist|tests?|__tests__|specs?|units?|unit-tests?|node)$/.test(part))
    .join("/");
}

/** Sorts by proximity, so that the limit drops distant tests. */
function nearestFirst(tests: readonly string[], changed: readonly string[]): string[] {
  if (tests.length <= mostTests) return [...tests];
  const folders = [...new Set(changed.map(folderOf))].slice(0, 50);
  const shared = (test: string) => Math.max(0, ...folders.map((folder) => sharedParts(test, folder)));
  return tests
    .map((test) => ({ test, near: shared(test) }))
    .toSorted((a, b) => b.near - a.near)
    .map(({ test }) => test);
}

function sharedParts(path: string, folder: string): number {
  const [a, b] = [path.split("/"), folder.split("/")];
  let count = 0;
  while (count < b.length && a[count] === b[count]) count++;
  return count;
}

async function importing(tests: readonly string[], wanted: ReadonlySet<string>, tree: Tree): Promise<string[]> {
  const direct = await importsOf(tests, tree);
  const isWanted = (path: string) => wanted.has(path);
  const between = [...new Set([...direct.values()].flat())].filter((path) => !isWanted(path)).slice(0, mostBetween);
  const further = await importsOf(between, tree);
  const leads = new Set([...wanted, ...between.filter((path) => further.get(path)?.some(isWanted))]);
  return tests.filter((test) => direct.get(test)?.some((path) => leads.has(path)));
}

/** Skips type-only imports. */
async function importsOf(paths: readonly string[], tree: Tree): Promise<Map<string, string[]>> {
  const links = linksOf(tree);
  const resolver = resolverFor(tree);
  await links.ahead(paths);
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const modules = new Set(
      ((await links.of(path))?.imports ?? []).filter((one) => !one.typeOnly).map((one) => one.from),
    );
    const files = await Promise.all([...modules].map((module) => resolver.resolve(module, path)));
    found.set(
      path,
      files.filter((file) => file !== null),
    );
  }
  return found;
}
