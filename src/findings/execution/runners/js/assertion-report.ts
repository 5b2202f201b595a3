// Reads the JSON report of Jest, which Vitest writes too.
import { asObject, asStrings, type JsonObject } from "../../../../change/symbols/repository-files.ts";
import type { TestResult } from "../../runner.ts";
import { beforeStack, framesIn, framePath } from "./stack-frames.ts";
import { asMs, asText, joinNames } from "./js-results.ts";
import { clipMessage } from "../reports/plain-text.ts";

export interface FileReport {
  /** Path from the root; null if it is outside. */
  file: string | null;
  failed: boolean;
  /** Why the file itself failed, or "". */
  message: string;
  tests: readonly TestResult[];
}

/** Null if it is no such report. */
export function readAssertions(report: unknown, cwd: string): FileReport[] | null {
  const files = asObject(report)?.["testResults"];
  if (!Array.isArray(files)) return null;
  return files.flatMap((item: unknown) => {
    const file = asObject(item);
    return file === null ? [] : [fileReport(file, cwd)];
  });
}

function fileReport(report: JsonObject, cwd: string): FileReport {
  // Older Jest uses `testFilePath` and `failureMessage`.
  const file = framePath(asText(report["name"]) || asText(report["testFilePath"]), cwd);
  const listed = report["assertionResults"] ?? report["testResults"];
  const tests = (Array.isArray(listed) ? listed : []).flatMap((item: unknown) => {
    const test = asObject(item);
    return test === null ? [] : [testResult(test, file, cwd)];
  });
  const message = asText(report["message"]) || asText(report["failureMessage"]);
  return { file, failed: report["status"] === "failed" || (tests.length === 0 && message !== ""), message, tests };
}

function testResult(test: JsonObject, file: string | null, cwd: string): TestResult {
  const said = asStrings(test["failureMessages"]);
  const status = statusOf(test["status"]);
  const names = [...asStrings(test["ancestorTitles"]), asText(test["title"]) || asText(test["fullName"])];
  return {
    file,
    name: joinNames(names.filter((name) => name !== "")) || "(no name)",
    status,
    message: status === "failed" ? clipMessage(said.map(beforeStack).join("\n\n")) : null,
    frames: status === "failed" ? framesIn(said.join("\n"), cwd) : [],
    ms: asMs(test["duration"]),
  };
}

function statusOf(status: unknown): TestResult["status"] {
  return status === "passed" || status === "failed" ? status : "skipped";
}
