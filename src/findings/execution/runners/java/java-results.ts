// Reads the JUnit files and compile errors of Maven and Gradle.
import type { TestResult } from "../../runner.ts";
import type { CommandEnd } from "../../sandbox-runner.ts";
import { readJUnit } from "../reports/read-junit.ts";
import { uniqueFrames, locationAt, pathInProject, type ReportLocation } from "../reports/report-locations.ts";
import { clipMessage, plainText } from "../reports/plain-text.ts";
import type { RawCase } from "../reports/raw-case.ts";
import { fileOfClass, packageOf } from "./java-sources.ts";

type Names = ReadonlyMap<string, string>;

export function testResults(reports: CommandEnd["reports"], names: Names): TestResult[] {
  return reports.flatMap(({ text }) => readJUnit(text) ?? []).map((raw) => resultOf(raw, names));
}

function resultOf(raw: RawCase, names: Names): TestResult {
  const file = fileOfClass(raw.classname, names);
  const failed = raw.status === "failed";
  const classes = raw.classname.split("$");
  if (file !== null) classes[0] = classes[0]!.slice(classes[0]!.lastIndexOf(".") + 1);
  return {
    file,
    // A failing class is reported as an unnamed test or `initializationError`.
    name: raw.name === "" || raw.name === "initializationError" ? "" : [...classes, raw.name].join(" > "),
    status: raw.status,
    message: clipMessage(raw.message),
    frames: failed ? traceFrames(plainText(raw.detail ?? ""), names) : [],
    ms: raw.ms,
  };
}

/** `at app//com.acme.Foo$Inner.bar(Foo.java:12)`, of the first cause and of those that it was caused by. */
const frame = /^\s*at (?:[\w.@-]*\/{1,2})?([\w.$]+)\.[\w$<>-]+\(([\w$]+\.(?:java|kt|groovy|scala)):(\d+)\)$/;

function traceFrames(detail: string, names: Names): ReportLocation[] {
  return uniqueFrames(
    detail.split("\n").flatMap((line) => {
      const [, name, file, at] = frame.exec(line.slice(0, 1_000)) ?? [];
      if (name === undefined) return [];
      const tail = `${packageOf(name.split("$", 1)[0]!).replaceAll(".", "/")}/${file}`.replace(/^\//, "");
      return locationAt(names.get(tail) ?? null, at);
    }),
  );
}

/** Maven: `[ERROR] /work/a/Foo.java:[5,16] …`; Gradle: `/work/a/Foo.java:5: error: …`; Kotlin: `e: file:///work/a/Foo.kt:5:16 …`. */
const compileError =
  /^(?:\[ERROR\] |e: )?((?:file:\/\/)?\/\S+\.(?:java|kt|groovy|scala)):\s?(?:\[(\d+),\d+\]|\((\d+), ?\d+\):?|(\d+)(?::\d+)?:?)\s+(.*)$/;

/** One failed result for each file that does not compile. */
export function compileErrors(output: string): TestResult[] {
  const found = new Map<string, { said: Set<string>; places: ReportLocation[] }>();
  for (const line of plainText(output).split("\n")) {
    const [, path, maven, kotlin, plain, said] = compileError.exec(line.slice(0, 4_000)) ?? [];
    if (path === undefined || said === undefined || /^warning:/.test(said)) continue;
    const file = pathInProject(path, "");
    const [place] = locationAt(file, maven ?? kotlin ?? plain);
    if (file === null || place === undefined) continue;
    const one = found.get(file) ?? { said: new Set(), places: [] };
    found.set(file, one);
    one.said.add(`${file}:${place.line}: ${said}`);
    one.places.push(place);
  }
  return [...found].map(([file, { said, places }]) => ({
    file,
    name: "",
    status: "failed",
    message: clipMessage([...said].join("\n")),
    frames: uniqueFrames(places),
    ms: null,
  }));
}
