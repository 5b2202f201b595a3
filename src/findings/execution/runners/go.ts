// Runs `go test` by package. Results go by package and test name, because Go does not report files.
import { folderOf } from "../../../change/paths.ts";
import { testsMs } from "../runner.ts";
import type { Project, Runner, Selection, TestResult, TestReading, RunnerUse } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { isBuiltOnLinux } from "./go/build-constraints.ts";
import { parseGoEvents, type GoTestRun, type GoTest } from "./go/go-events.ts";
import { goModules, isGoFolder, packageFolder } from "./go/go-modules.ts";
import { packageArgument, relatedPackages } from "./go/related-packages.ts";
import { isBelow, nearestFolder } from "./related/folders.ts";
import { uniqueFrames, locationAt, pathInProject, type ReportLocation } from "./reports/report-locations.ts";
import { endOfOutput, clipMessage, plainText } from "./reports/plain-text.ts";
import { truncatedReason, unfinishedReason } from "./reports/unfinished-reason.ts";

export const go: Runner = {
  id: "go",
  ecosystem: "go",
  detect: async (project) => {
    const modules = await goModules(project);
    const names = new Map([...modules].map(([folder, name]) => [name, folder]));
    return [...modules.keys()].map((cwd) => ({ runner: "go", cwd, names }));
  },
  related: async ({ cwd }, changed, project) => {
    const packages = await relatedPackages(cwd, changed, project);
    return packages.length === 0 ? null : selection(cwd, packages, [], null);
  },
  exactly,
  collects: (path, { cwd }) => path.endsWith("_test.go") && isGoFolder(folderOf(path)) && isBelow(path, cwd),
  read,
};

function selection(
  cwd: string,
  packages: readonly string[],
  options: readonly string[],
  files: readonly string[] | null,
): Selection {
  return {
    command: {
      // -count=1 disables Go's result cache.
      words: ["go", "test", "-json", "-count=1", ...options, ...packages.map((one) => packageArgument(one, cwd))],
      cwd,
      // Do not fetch another Go version.
      env: { GOTOOLCHAIN: "local" },
      ms: testsMs,
    },
    files,
  };
}

/** Go selects tests by name, so use the names that the files declare. */
async function exactly({ cwd }: RunnerUse, files: readonly string[], project: Project): Promise<Selection | null> {
  const folders = new Set((await goModules(project)).keys());
  const taken: string[] = [];
  const names = new Set<string>();
  for (const file of files) {
    if (!file.endsWith("_test.go") || !isGoFolder(folderOf(file)) || nearestFolder(file, folders) !== cwd) continue;
    const text = (await project.read(file)) ?? "";
    const declared = !isBuiltOnLinux(file, text) ? [] : [...text.matchAll(/^func ((?:Test|Example|Fuzz)\w*)\(/gm)];
    if (declared.length > 0) taken.push(file);
    for (const [, name] of declared) names.add(name!);
  }
  names.delete("TestMain");
  if (names.size === 0) return null;
  return selection(cwd, [...new Set(taken.map(folderOf))], ["-run", `^(${[...names].join("|")})$`], taken);
}

function read(end: CommandEnd, used: RunnerUse): TestReading {
  const why = unfinishedReason(end) ?? truncatedReason(end);
  if (why !== null) return { is: "unreadable", why };
  const said = parseGoEvents(plainText(end.output));
  if (needsNetwork(said))
    return { is: "unreadable", why: `modules are missing: ${endOfOutput(buildOutput(said), 500)}` };
  const results = [...buildResults(said, used), ...testResults(said, used)];
  if (results.length > 0 || end.code === 0) return { is: "results", results };
  return { is: "unreadable", why: `go test ended with ${end.code ?? "no code"}: ${endOfOutput(said.rest, 500)}` };
}

function buildOutput({ builds, rest }: GoTestRun): string {
  return [...builds.values(), rest].join("\n");
}

/** A missing module is not the change's fault. */
function needsNetwork(said: GoTestRun): boolean {
  return !said.tests.some((one) => !isPackage(one)) && /module lookup disabled|: dial tcp[: ]/.test(buildOutput(said));
}

function buildResults({ unbuilt, builds, tests }: GoTestRun, { cwd }: RunnerUse): TestResult[] {
  // The compile error may belong to an imported package.
  const others = [...builds].filter(([name]) => !unbuilt.has(name)).map(([, said]) => said);
  return [...unbuilt].map((name) => {
    const own = builds.get(name) ?? tests.find((one) => one.package === name && one.test === "")?.output ?? "";
    const said = builds.has(name) || others.length === 0 ? own : others.join("\n");
    const frames = uniqueFrames(
      [...said.matchAll(/^(?:vet: )?(\S+\.go):(\d+):/gm)].flatMap(([, path, line]) =>
        locationAt(pathInProject(path!, cwd), line),
      ),
    );
    return {
      // No file, like all tests of the package.
      file: null,
      name: "",
      status: "failed",
      message: clipMessage(`${name}: ${said.trim() === "" ? "could not be built" : said}`),
      frames,
      ms: null,
    };
  });
}

function testResults({ tests, unbuilt }: GoTestRun, used: RunnerUse): TestResult[] {
  const failedPackages = new Set(
    tests.filter(isPackage).flatMap((one) => (one.status === "failed" ? [one.package] : [])),
  );
  const settled = tests.map((one) =>
    // It was running when the program exited.
    one.status === null && failedPackages.has(one.package) ? { ...one, status: "failed" as const } : one,
  );
  const groups = new Set(settled.flatMap(parentsOf));
  const failedGroups = new Set(settled.filter(({ status }) => status === "failed").flatMap(parentsOf));
  return settled
    .filter((one) => !(isPackage(one) && unbuilt.has(one.package)))
    .filter((one) => isReported(one, groups, failedGroups))
    .flatMap((one) => resultOf(one, used));
}

function isPackage({ test }: GoTest): boolean {
  return test === "";
}

function keyOf({ package: name, test }: Pick<GoTest, "package" | "test">): string {
  return `${name}\n${test}`;
}

/** The parent tests, and the package. */
function parentsOf({ package: name, test }: GoTest): string[] {
  if (test === "") return [];
  const parents = [keyOf({ package: name, test: "" })];
  for (let at = test.indexOf("/"); at > 0; at = test.indexOf("/", at + 1))
    parents.push(keyOf({ package: name, test: test.slice(0, at) }));
  return parents.slice(0, 20);
}

/** Groups and packages count only if they fail by themselves. */
function isReported(one: GoTest, groups: ReadonlySet<string>, failedGroups: ReadonlySet<string>): boolean {
  if (one.status === "failed") return !failedGroups.has(keyOf(one));
  return !isPackage(one) && !groups.has(keyOf(one));
}

function resultOf(one: GoTest, used: RunnerUse): TestResult[] {
  if (one.status === null) return [];
  const output = one.output.replaceAll(/^[ \t]*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):).*\n?/gm, "");
  return [
    {
      file: null,
      name: [one.package, ...one.test.split("/")].filter((part) => part !== "").join(" > "),
      status: one.status,
      message: one.status === "passed" ? null : clipMessage(dedented(output)),
      frames: one.status === "failed" ? testFrames(one.package, output, used) : [],
      ms: one.ms,
    },
  ];
}

function dedented(text: string): string {
  return text.replaceAll(/^ {4,}(?=\S+\.go:\d+: )/gm, "");
}

/** Panics give absolute paths, `t.Error` gives file names. */
function testFrames(name: string, output: string, used: RunnerUse): ReportLocation[] {
  const folder = packageFolder(name, used.names ?? new Map());
  return uniqueFrames(
    [...output.matchAll(/^[ \t]*(?:Error Trace:[ \t]*)?([^\s:]+\.go):(\d+)/gm)].flatMap(([, path, line]) => {
      if (path!.includes("/")) return locationAt(pathInProject(path!, used.cwd), line);
      return folder === null ? [] : locationAt(pathInProject(path!, folder), line);
    }),
  );
}
