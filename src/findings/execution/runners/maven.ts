// Runs surefire on the related classes with Maven, offline: plugins and dependencies must already be in the local
// repository.
import { folderOf, fileName, resolveFrom } from "../../../change/paths.ts";
import { oncePer } from "../../../change/symbols/once-per.ts";
import { testsMs, type Project, type Runner, type Selection, type TestReading, type RunnerUse } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { filesByTail, buildToolCollects, sourceFile, type SourceFile } from "./java/java-sources.ts";
import { relatedClasses } from "./java/related-classes.ts";
import { compileErrors, testResults } from "./java/java-results.ts";
import { fromFolder, isBelow, nearestFolder } from "./related/folders.ts";
import { endOfOutput, plainText } from "./reports/plain-text.ts";
import { unfinishedReason } from "./reports/unfinished-reason.ts";

const mostModules = 1_000;

export const maven: Runner = {
  id: "maven",
  ecosystem: "java",
  detect: async (project) => {
    const names = filesByTail(project.paths);
    return [...(await reactors(project)).keys()].map((cwd) => ({ runner: "maven", cwd, names }));
  },
  related: async ({ cwd }, changed, project) =>
    selection(cwd, await relatedClasses(cwd, changed, project), (await reactors(project)).get(cwd)),
  exactly: async ({ cwd }, files, project) => {
    // A file that is no test class cannot be selected.
    if (!files.every(buildToolCollects)) return null;
    const classes = files.filter((file) => isBelow(file, cwd)).flatMap((file) => sourceFile(file) ?? []);
    return selection(cwd, classes, (await reactors(project)).get(cwd));
  },
  collects: (path, { cwd }) => buildToolCollects(path) && isBelow(path, cwd),
  read,
};

/** Root folders with their modules. */
const reactors = oncePer(async (project: Project): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const poms = new Map<string, readonly string[]>();
  const files = project.paths.filter((path) => fileName(path) === "pom.xml" && !/(?:^|\/)src\//.test(path));
  for (const path of files.toSorted((a, b) => a.length - b.length).slice(0, mostModules)) {
    const text = uncommented((await project.read(path)) ?? "");
    const modules = [...text.matchAll(/<module>\s*([^<]{1,300}?)\s*<\/module>/g)];
    poms.set(
      folderOf(path),
      modules.flatMap(([, name]) => moduleFolder(folderOf(path), name!) ?? []),
    );
  }
  const listed = new Set([...poms.values()].flat());
  const roots = [...poms.keys()].filter((folder) => !listed.has(folder));
  return new Map(roots.map((root) => [root, reachable(root, poms)]));
});

function uncommented(xml: string): string {
  const [first = "", ...rest] = xml.split("<!--");
  return [first, ...rest.map((part) => (part.includes("-->") ? part.slice(part.indexOf("-->") + 3) : ""))].join("");
}

/** A module can be given as a pom file. */
function moduleFolder(folder: string, name: string): string | null {
  return resolveFrom(folder, name.replace(/(?:^|\/)pom\.xml$/, ""));
}

function reachable(root: string, poms: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([root]);
  for (const folder of found) for (const module of poms.get(folder) ?? []) if (poms.has(module)) found.add(module);
  return found;
}

function selection(
  cwd: string,
  classes: readonly SourceFile[],
  modules: ReadonlySet<string> | undefined,
): Selection | null {
  const taken = classes.flatMap((file) => {
    const module = modules ? nearestFolder(file.path, modules) : null;
    // Folder names with a special meaning in `-pl` cannot be passed.
    return module === null || !/^(?:[\w.][\w./-]*)?$/.test(module) ? [] : [{ file, module }];
  });
  if (taken.length === 0) return null;
  const folders = [...new Set(taken.map(({ module }) => (module === cwd ? "." : fromFolder(module, cwd))))];
  const chosen = modules?.size === 1 ? [] : ["-pl", folders.join(","), "-am"];
  const tests = taken.map(({ file }) => file.name).join(",");
  return {
    command: {
      words: [
        "mvn",
        "-o",
        "-B",
        "-q",
        "--fail-at-end",
        ...chosen,
        `-Dtest=${tests}`,
        // Required modules have none of these tests; both names of the option, for older plugins.
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "-DfailIfNoTests=false",
        "test",
      ],
      cwd,
      reports: ["**/target/surefire-reports/TEST-*.xml"],
      ms: testsMs,
    },
    files: taken.map(({ file }) => file.path),
  };
}

function read(end: CommandEnd, { names = new Map() }: RunnerUse): TestReading {
  const why = unfinishedReason(end);
  if (why !== null) return { is: "unreadable", why };
  const results = [...compileErrors(end.output), ...testResults(end.reports, names)];
  if (results.length > 0 || end.code === 0) return { is: "results", results };
  const output = plainText(end.output);
  const said = /^\[(?:ERROR|FATAL)\] (.*\S.*)$/m.exec(output)?.[1] ?? endOfOutput(output, 500);
  return { is: "unreadable", why: `mvn ended with ${end.code ?? "no code"}: ${said.slice(0, 500)}` };
}
