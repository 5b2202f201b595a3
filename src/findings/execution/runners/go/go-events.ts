// Parses the output of `go test -json`, including the plain compiler lines of older versions.

export interface GoTest {
  package: string;
  test: string;
  status: "passed" | "failed" | "skipped" | null;
  output: string;
  ms: number | null;
}

export interface GoTestRun {
  /** The package itself has the test "". */
  tests: readonly GoTest[];
  /** Compiler output by package. */
  builds: ReadonlyMap<string, string>;
  unbuilt: ReadonlySet<string>;
  /** Other lines. */
  rest: string;
}

const statuses = { pass: "passed", fail: "failed", skip: "skipped" } as const;
/** Output kept per test. */
const mostOutput = 40_000;

export function parseGoEvents(output: string): GoTestRun {
  const tests = new Map<string, GoTest>();
  const builds = new Map<string, string>();
  const unbuilt = new Set<string>();
  let rest = "";
  let building: string | null = null;
  for (const line of output.split("\n")) {
    const event = eventOf(line);
    if (event !== null) take(event);
    else plain(line.replace(/\r$/, ""));
  }
  return { tests: [...tests.values()], builds, unbuilt, rest };

  function take(event: Readonly<Record<string, unknown>>): void {
    const action = text(event["Action"]);
    if (action === "build-output") addTo(builds, packageName(text(event["ImportPath"])), text(event["Output"]));
    if (action === "build-fail") unbuilt.add(packageName(text(event["ImportPath"])));
    const name = text(event["Package"]);
    if (name === "") return;
    if (text(event["FailedBuild"]) !== "") unbuilt.add(name);
    const test = text(event["Test"]);
    const key = `${name}\n${test}`;
    const one = tests.get(key) ?? { package: name, test, status: null, output: "", ms: null };
    tests.set(key, one);
    if (action === "output" && one.output.length < mostOutput) one.output += text(event["Output"]).slice(0, mostOutput);
    if (!Object.hasOwn(statuses, action)) return;
    one.status = statuses[action as keyof typeof statuses];
    const seconds = event["Elapsed"];
    one.ms = typeof seconds === "number" && seconds >= 0 ? Math.round(seconds * 1000) : null;
  }

  function plain(line: string): void {
    const failed = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/.exec(line);
    const header = /^# (\S+(?: \[\S+\])?)$/.exec(line);
    if (failed) unbuilt.add(failed[1]!);
    else if (header) building = packageName(header[1]!);
    else if (building !== null && line !== "") addTo(builds, building, `${line}\n`);
    else rest += `${line}\n`;
    if (line === "" || failed) building = null;
  }
}

function eventOf(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith("{") || !line.includes('"Action"')) return null;
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === "object" && event !== null ? { ...event } : null;
  } catch {
    return null;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** `a/b [a/b.test]` and `a/b_test [a/b.test]` are built for the tests of `a/b`. */
function packageName(said: string): string {
  return / \[(\S+)\.test\]$/.exec(said)?.[1] ?? said.replace(/\.test$/, "");
}

function addTo(all: Map<string, string>, key: string, more: string): void {
  const before = all.get(key) ?? "";
  if (before.length < mostOutput) all.set(key, before + more.slice(0, mostOutput));
}
