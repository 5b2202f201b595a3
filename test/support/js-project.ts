// A small JavaScript project on disk, and a real run of a command in it, for the tests of test runners. What the run says
// is as from the sandbox: the tree at /work, reports under `reportFolder`.
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Project, TestResult, TestReading } from "../../src/findings/execution/runner.ts";
import { reportFolder, type CommandEnd, type CommandLine } from "../../src/findings/execution/sandbox-runner.ts";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Files as a project, without a disk. */
export function projectOf(files: Readonly<Record<string, string>>): Project {
  return { paths: Object.keys(files).toSorted(), read: async (path) => files[path] ?? null };
}

/** The files on disk with these packages, until the test is over; runs a command in it. */
export function onDisk(files: Readonly<Record<string, string>>, installed: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crosscheck-js-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "tree");
  const reports = join(folder, "reports");
  mkdirSync(reports);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, "node_modules"), { recursive: true });
  for (const name of installed) symlinkSync(join(packages, name), join(root, "node_modules", name));
  const asInside = (text: string) => text.replaceAll(root, "/work").replaceAll(reports, reportFolder);
  return {
    run: async (command: CommandLine): Promise<CommandEnd> => {
      const [program, ...words] = command.words.map((word) => word.replaceAll(reportFolder, reports));
      const { code, output } = await ended(program!, words, {
        cwd: join(root, command.cwd),
        home: folder,
        env: command.env ?? {},
      });
      const written = readdirSync(reports).map((name) => ({
        path: `${reportFolder}/${name}`,
        text: asInside(readFileSync(join(reports, name), "utf8")),
      }));
      return { is: "ended", code, why: null, output: asInside(output), reports: written, ms: 1 };
    },
  };
}

interface Where {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string>>;
}

function ended(program: string, words: readonly string[], { cwd, home, env }: Where) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, words, {
      cwd,
      env: { PATH: `${join(packages, ".bin")}:/usr/bin:/bin`, HOME: home, TMPDIR: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => said.push(part));
    child.stderr.on("data", (part: Buffer) => said.push(part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(said).toString("utf8") }));
  });
}

/** A run that is only told of. */
export function endOf(end: Partial<CommandEnd>): CommandEnd {
  return { is: "ended", code: 0, why: null, output: "", reports: [], ms: 1, ...end };
}

export function resultsIn(read: TestReading): readonly TestResult[] {
  if (read.is !== "results") throw new Error(read.why);
  return read.results;
}

/** Finds the message of a test, and its frames as `path:line`. */
export function failuresIn(results: readonly TestResult[]) {
  return (file: string, name: string) => {
    const { message, frames } = results.find((one) => one.file === file && one.name === name)!;
    return { message, frames: frames.map(({ path, line }) => `${path}:${line}`) };
  };
}

/** Each as one line. */
export function shown(results: readonly TestResult[]): string[] {
  return results.map(({ file, name, status }) => `${status} ${file} > ${name}`);
}

/** Of Jest and Vitest alike: every way in which a test can end, in a file that has `sum` and `twice`. */
export const sumTests = `test("throws in a helper", () => {
  twice(-1);
});
test.skip("skipped", () => {});
test.todo("to do");
test.each([1, 2])("same name", (n) => expect(n).toBe(1));
describe("outer", () => {
  describe("inner", () => {
    test("deep", () => {});
  });
});
describe("hooked", () => {
  beforeAll(() => {
    throw new Error("in the hook");
  });
  test("not run", () => {});
});
`;
