// Runs Gradle's tests with an installed Gradle only: the wrapper (`gradlew`) is code of the change that downloads a
// program. Written from Gradle's documentation and reports; not tried with Gradle itself.
import { folderOf, inFolder, fileName } from "../../../change/paths.ts";
import { oncePer } from "../../../change/symbols/once-per.ts";
import { testsMs, type Project, type Runner, type Selection, type TestReading, type RunnerUse } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { filesByTail, buildToolCollects, sourceFile, type SourceFile } from "./java/java-sources.ts";
import { relatedClasses } from "./java/related-classes.ts";
import { compileErrors, testResults } from "./java/java-results.ts";
import { fromFolder, isBelow, nearestFolder } from "./related/folders.ts";
import { endOfOutput, plainText } from "./reports/plain-text.ts";
import { unfinishedReason } from "./reports/unfinished-reason.ts";

export const gradle: Runner = {
  id: "gradle",
  ecosystem: "java",
  detect: async (project) => {
    const names = filesByTail(project.paths);
    return [...builds(project).keys()].map((cwd) => ({ runner: "gradle", cwd, names }));
  },
  related: async ({ cwd }, changed, project) =>
    selection(cwd, await relatedClasses(cwd, changed, project), builds(project).get(cwd)),
  exactly: async ({ cwd }, files, project) => {
    if (!files.every(buildToolCollects)) return null;
    const classes = files.filter((file) => isBelow(file, cwd)).flatMap((file) => sourceFile(file) ?? []);
    return selection(cwd, classes, builds(project).get(cwd));
  },
  collects: (path, { cwd }) => buildToolCollects(path) && isBelow(path, cwd),
  read,
};

const script = /^build\.gradle(?:\.kts)?$/;
const settings = /^settings\.gradle(?:\.kts)?$/;

/** Build folders with their project folders. A settings file starts a build, otherwise a lone build script does. */
const builds = oncePer((project: Project): ReadonlyMap<string, ReadonlySet<string>> => {
  const own = project.paths.filter((path) => !/(?:^|\/)(?:src|buildSrc)\//.test(path));
  const scripts = new Set(own.filter((path) => script.test(fileName(path))).map(folderOf));
  const roots = new Set(own.filter((path) => settings.test(fileName(path))).map(folderOf));
  const found = new Map<string, Set<string>>();
  for (const folder of [...scripts].toSorted((a, b) => a.length - b.length)) {
    const inside = inFolder(folder, "x");
    const root = nearestFolder(inside, roots) ?? nearestFolder(inside, new Set(found.keys())) ?? folder;
    found.set(root, (found.get(root) ?? new Set()).add(folder));
  }
  return found;
});

function selection(
  cwd: string,
  classes: readonly SourceFile[],
  projects: ReadonlySet<string> | undefined,
): Selection | null {
  const byTask = new Map<string, SourceFile[]>();
  for (const file of classes) {
    const folder = projects ? nearestFolder(file.path, projects) : null;
    if (folder === null || !/^(?:[\w.][\w./-]*)?$/.test(folder)) continue;
    // By convention a project is named after its folder.
    const path = folder === cwd ? "" : fromFolder(folder, cwd).replaceAll("/", ":");
    const task = path === "" ? ":test" : `:${path}:test`;
    byTask.set(task, [...(byTask.get(task) ?? []), file]);
  }
  if (byTask.size === 0) return null;
  const tasks = [...byTask].flatMap(([task, files]) => [task, ...files.flatMap(({ name }) => ["--tests", name])]);
  return {
    command: {
      words: ["gradle", "--offline", "--no-daemon", "--console=plain", "--continue", ...tasks],
      cwd,
      reports: ["**/build/test-results/test/*.xml"],
      ms: testsMs,
    },
    files: [...byTask.values()].flat().map(({ path }) => path),
  };
}

function read(end: CommandEnd, { names = new Map() }: RunnerUse): TestReading {
  const why = unfinishedReason(end);
  if (why !== null) return { is: "unreadable", why };
  const results = [...compileErrors(end.output), ...testResults(end.reports, names)];
  if (results.length > 0 || end.code === 0) return { is: "results", results };
  const output = plainText(end.output);
  const said = /^\* What went wrong:\n(.*(?:\n> .*)?)/m.exec(output)?.[1] ?? endOfOutput(output, 500);
  return { is: "unreadable", why: `gradle ended with ${end.code ?? "no code"}: ${said.slice(0, 500)}` };
}
