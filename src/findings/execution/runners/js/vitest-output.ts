// Reads failures that Vitest prints but leaves out of its JSON: hooks, files that do not load, and unhandled errors.
import type { CommandEnd } from "../../sandbox-runner.ts";
import type { TestResult } from "../../runner.ts";
import type { FileReport } from "./assertion-report.ts";
import { beforeStack, framesIn } from "./stack-frames.ts";
import { clipMessage, plainText } from "../reports/plain-text.ts";

interface PrintedFailure {
  /** `test/a.test.ts > group`, or `test/a.test.ts [ test/a.test.ts ]`. */
  title: string;
  text: string;
}

/** Results of all files, including failures outside of tests. */
export function withPrintedFailures(files: readonly FileReport[], output: string, cwd: string): TestResult[] {
  const printed = files.some(({ failed }) => failed) ? printedFailures(output) : [];
  return files.flatMap((file) => {
    if (!file.failed) return file.tests;
    const own = printed.flatMap(({ title, text }) => {
      const name = groupIn(title, seenFrom(cwd, file.file));
      return name === null ? [] : [{ name, text }];
    });
    return [...besideTests(file, own, cwd), ...file.tests.map((test) => withFrames(test, own, cwd))];
  });
}

function seenFrom(cwd: string, file: string | null): string {
  return file === null ? "" : file.slice(cwd === "" ? 0 : cwd.length + 1);
}

/** Vitest before 3 has no stacks in its JSON. */
function withFrames(test: TestResult, printed: readonly Group[], cwd: string): TestResult {
  if (test.status !== "failed" || test.frames.length > 0) return test;
  const text = printed.find(({ name }) => name === test.name)?.text;
  return text === undefined ? test : { ...test, frames: framesIn(text, cwd) };
}

interface Group {
  name: string;
  text: string;
}

function besideTests(file: FileReport, printed: readonly Group[], cwd: string): TestResult[] {
  const failing = new Set(file.tests.filter(({ status }) => status === "failed").map(({ name }) => name));
  const groups = printed.filter(({ name }) => !failing.has(name));
  const isUnsaid = groups.length === 0 && failing.size === 0;
  const whole = file.message !== "" || isUnsaid ? [{ name: "", text: file.message }] : [];
  return [...(groups.some(({ name }) => name === "") ? [] : whole), ...groups].map(({ name, text }) =>
    failure(file.file, name, text || file.message, cwd),
  );
}

/** Groups in a title; "" for the file itself, null for another file. */
function groupIn(title: string, file: string): string | null {
  const at = file === "" ? -1 : title.indexOf(file);
  // Only a project name may precede the path.
  if (at < 0 || (at > 0 && title[at - 1] !== " ")) return null;
  const rest = title.slice(at + file.length);
  if (rest.startsWith(" > ")) return rest.slice(" > ".length);
  return rest.trim() === "" || rest.startsWith(" [") ? "" : null;
}

function failure(file: string | null, name: string, text: string, cwd: string): TestResult {
  return {
    file,
    name,
    status: "failed",
    message: clipMessage(beforeStack(text)),
    frames: framesIn(text, cwd),
    ms: null,
  };
}

/** Several titles can share one error below them. */
function printedFailures(output: string): PrintedFailure[] {
  const found: PrintedFailure[] = [];
  let titles: string[] = [];
  let body: string[] = [];
  const end = () => {
    for (const title of titles) found.push({ title, text: body.join("\n") });
    titles = [];
    body = [];
  };
  for (const line of plainText(output).split("\n")) {
    const title = /^ ?FAIL {2}(.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      if (body.length > 0) end();
      titles.push(title.trim());
    } else if (line.startsWith("⎯⎯")) end();
    else if (titles.length > 0) body.push(line);
  }
  end();
  return found;
}

/** Unhandled errors, which fail the run. */
export function unhandledErrors(end: CommandEnd, cwd: string): TestResult[] {
  if (end.code === 0) return [];
  const lines = plainText(end.output).split("\n");
  const start = lines.findIndex((line) => /^⎯+ Unhandled (?:Errors?|Rejections?|Exceptions?)\b/.test(line));
  if (start < 0) return [];
  const next = lines.findIndex(
    (line, at) => at > start + 1 && /^⎯*\[?\d*\/?\d*\]?⎯+$/.test(line.trim()) && line.trim() !== "",
  );
  const text = lines.slice(start + 1, next < 0 ? start + 60 : next).join("\n");
  const said = text.slice(Math.max(0, text.search(/^(?:\w*Error|Error|Unknown)\b/m)));
  return [failure(null, "", said, cwd)];
}
