// Tells which files the JavaScript runners collect, by their names, and which are another runner's, by their imports.
import { fileName } from "../../../../change/paths.ts";
import { linksOf } from "../../../../change/symbols/links-of.ts";
import type { Project, Runner } from "../../runner.ts";
import type { JsTestProgram } from "./invocations.ts";
import { under } from "./js-packages.ts";
import { projectTree } from "./project-tree.ts";

const script = /(?<!\.d)\.[cm]?[jt]sx?$/;
/** `a.test.ts`, `a.spec.js`: all runners take these. */
const markedName = /[.](?:test|tests|spec)\.[cm]?[jt]sx?$/;
/** Besides those, what node takes by itself. */
const nodeName = /^(?:test|test-.+|.+[-_]test)\.[cm]?[jt]s$/;
const testFolder = /(?:^|\/)(?:tests?|specs?|__tests__)\//;
const jestFolder = /(?:^|\/)__tests__\//;
/** In a folder of tests, what tests use. */
const testSupport =
  /(?:^|\/)(?:fixtures?|__fixtures__|helpers?|support|utils?|mocks?|__mocks__|data|testdata|setup|snapshots|__snapshots__|types|node_modules|lib\/helpers)\/|(?:^|\/)(?:index|setup|helpers?|utils?|common|globals?|hooks|bootstrap|mocha\.opts|register|[^/]*[.-](?:config|setup|helpers?|fixtures?|mocks?|utils?))\.[cm]?[jt]sx?$/;

const isScriptIn = (path: string, cwd: string) =>
  under(cwd, path) && script.test(path) && !/(?:^|\/)node_modules\//.test(path);
const from = (path: string, cwd: string) => (cwd === "" ? path : path.slice(cwd.length + 1));

/** Whether a file could hold tests at all, where somebody knows that it does. */
export function isScript(path: string, cwd: string): boolean {
  return isScriptIn(path, cwd);
}

export function vitestCollects(path: string, cwd: string): boolean {
  return isScriptIn(path, cwd) && markedName.test(path);
}

export function jestCollects(path: string, cwd: string): boolean {
  return (
    isScriptIn(path, cwd) && (markedName.test(path) || (jestFolder.test(from(path, cwd)) && !testSupport.test(path)))
  );
}

/** What JavaScript runners have in common. */
export function javaScriptRunner(
  id: JsTestProgram,
  detect: Runner["detect"],
  collects: (path: string, cwd: string) => boolean,
): Pick<Runner, "id" | "ecosystem" | "detect" | "collects"> {
  return { id, ecosystem: "node", detect, collects: (path, { cwd }) => collects(path, cwd) };
}

/** Marked by name, or in a folder of tests. */
export function mochaCollects(path: string, cwd: string): boolean {
  if (!isScriptIn(path, cwd)) return false;
  if (markedName.test(path)) return true;
  const own = from(path, cwd);
  return (nodeName.test(fileName(path)) && !testSupport.test(own)) || (testFolder.test(own) && !testSupport.test(own));
}

/** Modules that only the tests of one runner import. */
const modulesOf: Readonly<Record<string, JsTestProgram | "other">> = {
  vitest: "vitest",
  "vitest/browser": "vitest",
  "@jest/globals": "jest",
  "node:test": "node-test",
  mocha: "mocha",
  "bun:test": "other",
  ava: "other",
  tap: "other",
  uvu: "other",
  "@playwright/test": "other",
  "@cypress/react": "other",
  "@std/testing": "other",
};

/** Those that no other runner's module is imported in; or, where they must say so, those that import the runner's own. */
export async function ownTests(
  paths: readonly string[],
  program: JsTestProgram,
  project: Project,
  mustSaySo = false,
): Promise<string[]> {
  const links = linksOf(projectTree(project));
  await links.ahead(paths);
  const own: string[] = [];
  for (const path of paths) {
    const imports = (await links.of(path))?.imports ?? [];
    const runners = imports.filter(({ typeOnly }) => !typeOnly).map(({ from: module }) => modulesOf[module]);
    const isOthers = mustSaySo || runners.some((runner) => runner !== undefined);
    if (runners.includes(program) || !isOthers) own.push(path);
  }
  return own;
}
