// Finds the test files of a source file by the naming conventions of each language.
import { isTest } from "../../../change/file-kinds.ts";

interface TestIndex {
  /** Test files named after the source file, nearest first. */
  of(path: string): readonly string[];
}

/** `cart.service.test.ts`, `test_cart.py`, `cart_test.go`, `CartTest.java` and `cart_spec.rb` all test `cart`. */
function testSubject(testPath: string): string {
  const name = testPath.slice(testPath.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return normalizeName(
    name
      .replace(/[._-](?:test|tests|spec|e2e|cy|unit|integration)(?:[._-]\w+)?$/i, "")
      .replace(/^test_/, "")
      .replace(/(?:Test|Tests|IT|Spec)$/, ""),
  );
}

function sourceName(path: string): string {
  return normalizeName(path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, ""));
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

export function createTestIndex(paths: readonly string[]): TestIndex {
  const bySubject = Map.groupBy(
    paths.filter((path) => isTest(path)),
    (path) => testSubject(path),
  );
  return {
    of(path) {
      const name = sourceName(path);
      // Names that occur in every folder do not identify a file.
      if (name.length < 4 || commonNames.has(name)) return [];
      const tests = bySubject.get(name) ?? [];
      return tests
        .filter((test) => extensionOf(test) === extensionOf(path) || sameFamily(test, path))
        .filter((test) => isNear(test, path))
        .toSorted((a, b) => countSharedFolders(b, path) - countSharedFolders(a, path) || (a < b ? -1 : 1));
    },
  };
}

const commonNames = new Set(
  "index main utils util types type helper helpers common config constants models model views base core init mod lib app setup".split(
    " ",
  ),
);

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1] ?? "";
}

function sameFamily(a: string, b: string): boolean {
  const script = /\.[cm]?[jt]sx?$|\.vue$|\.svelte$/;
  return script.test(a) && script.test(b);
}

/** Counts the folders that both paths share, ignoring test folders. */
function countSharedFolders(test: string, path: string): number {
  const folders = new Set(path.split("/").slice(0, -1));
  return test
    .split("/")
    .slice(0, -1)
    .filter((folder) => folders.has(folder)).length;
}

/** A folder of packages that each have their own tests. */
const member = /^(?:packages|apps|libs|crates|modules|services|plugins|extensions|projects)\/(?:@[^/]+\/)?[^/]+\//;

/** A test of that name in another package tests something else. */
function isNear(test: string, path: string): boolean {
  const home = member.exec(path)?.[0];
  return home === undefined || test.startsWith(home);
}
