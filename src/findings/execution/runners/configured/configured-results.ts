// Reads a report of an unknown tool by what most of them have in common.
import type { TestResult } from "../../runner.ts";
import { readJUnit } from "../reports/read-junit.ts";
import { uniqueFrames, locationAt, pathInProject, type ReportLocation } from "../reports/report-locations.ts";
import { clipMessage, plainText } from "../reports/plain-text.ts";
import type { RawCase } from "../reports/raw-case.ts";
import { readTap } from "../reports/read-tap.ts";

/** Reads JUnit or TAP; null if it is neither. */
export function resultsOf(text: string, folder: string): TestResult[] | null {
  const cases = readJUnit(text) ?? readTap(text);
  return cases?.map((raw) => resultOf(raw, folder)) ?? null;
}

function resultOf(raw: RawCase, folder: string): TestResult {
  const failed = raw.status === "failed";
  return {
    file: raw.file === null ? null : pathInProject(raw.file, folder),
    name: nameOf(raw),
    status: raw.status,
    message: clipMessage(raw.message ?? (failed ? raw.detail : null)),
    frames: failed ? placesIn(raw.detail ?? "", folder) : [],
    ms: raw.ms,
  };
}

/** Tools put the class into the suite, the name or both. */
function nameOf({ suite, classname, name }: RawCase): string {
  if (name === "") return "";
  const groups = suite === "pytest" ? "" : suite;
  const isNews = classname !== "test" && !groups.split(" > ").includes(classname) && !name.startsWith(classname);
  return [groups, isNews ? classname : "", name].filter((part) => part !== "").join(" > ");
}

const place =
  /(?:File "([^"\n]{1,500})", line (\d{1,9})|((?:\/|\.{1,2}\/)?[\w@+-][\w@./+-]{0,500}\.[A-Za-z]{1,6}):(\d{1,9}))/g;
const mostText = 20_000;

/** Locations in common formats. Python lists frames outermost first. */
export function placesIn(text: string, folder: string): ReportLocation[] {
  const plain = plainText(text.slice(0, mostText));
  const places = [...plain.matchAll(place)].flatMap(([, quoted, quotedLine, path, line]) =>
    locationAt(pathInProject(quoted ?? path ?? "", folder), quotedLine ?? line),
  );
  const isPython = /^Traceback \(most recent call last\)|^\S+\.py:\d+: in /m.test(plain);
  return uniqueFrames(isPython ? places.toReversed() : places);
}
