// Parses the text output of `cargo test`, since its JSON needs a nightly compiler. Cargo announces each program on one
// stream and the program prints on the other, so the n-th announcement belongs to the n-th program.

export interface CargoTarget {
  /** File of the target relative to its package; null for documentation tests. */
  path: string | null;
  /** Name of the program without Cargo's hash, or of the crate. */
  name: string;
}

export interface CargoTest {
  name: string;
  status: "passed" | "failed" | "skipped";
  output: string;
}

interface CargoProgram {
  tests: readonly CargoTest[];
  /** It ran to the end. */
  ended: boolean;
}

export interface CargoTestRun {
  targets: readonly CargoTarget[];
  programs: readonly CargoProgram[];
  /** Errors of the compiler and of Cargo. */
  errors: readonly string[];
}

const announcement = /^ +Running (?:unittests )?(\S.*?) \((\S.*)\)$/;
const documentation = /^ +Doc-tests (\S+)$/;
const result = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?(?: <[\d.]+s>)?$/;
const statuses = { ok: "passed", FAILED: "failed", ignored: "skipped" } as const;
/** Limits for the output of one test and for errors. */
const mostOutput = 40_000;
const mostErrors = 50;
/** Longer lines are program output. */
const longestLine = 2_000;

export function readCargo(output: string): CargoTestRun {
  const reading = new CargoParser();
  for (const line of output.split("\n")) reading.take(line.replace(/\r$/, ""));
  return reading;
}

interface Program {
  tests: { name: string; status: CargoTest["status"]; output: string }[];
  ended: boolean;
}

class CargoParser implements CargoTestRun {
  readonly targets: CargoTarget[] = [];
  readonly programs: Program[] = [];
  readonly errors: string[] = [];
  /** Receives lines that match no pattern. */
  private into: ((line: string) => void) | null = null;

  take(line: string): void {
    const isShort = line.length <= longestLine;
    if (isShort && (this.readTarget(line) || this.readProgram(line) || this.readError(line))) return;
    this.into?.(line);
  }

  private readTarget(line: string): boolean {
    const running = announcement.exec(line);
    const documented = documentation.exec(line);
    if (running) this.targets.push({ path: running[1]!, name: programName(running[2]!) });
    else if (documented) this.targets.push({ path: null, name: documented[1]! });
    return running !== null || documented !== null;
  }

  private readProgram(line: string): boolean {
    if (/^running \d+ tests?$/.test(line)) {
      this.programs.push({ tests: [], ended: false });
      this.into = null;
      return true;
    }
    const program = this.programs.at(-1);
    if (program === undefined || program.ended) return false;
    const found = result.exec(line);
    const block = /^---- (.+) stdout ----$/.exec(line);
    const ends = /^test result: (?:ok|FAILED)\. /.test(line);
    if (found) program.tests.push({ name: found[1]!, status: statuses[found[2] as keyof typeof statuses], output: "" });
    else if (block) this.into = intoTest(program, block[1]!.replace(/ - should panic$/, ""));
    else if (ends) program.ended = true;
    if (ends || line === "failures:") this.into = null;
    return found !== null || block !== null || ends;
  }

  private readError(line: string): boolean {
    if (!/^error(?:\[\w+\])?: /.test(line)) {
      // A blank line ends a compiler message, but not the output of a test.
      if (line === "" && this.programs.length === 0) this.into = null;
      if (/^(?:warning|note): /.test(line) && this.programs.length === 0) this.into = null;
      return false;
    }
    if (this.programs.length > 0 && this.into !== null) return false;
    const at = this.errors.length;
    if (at >= mostErrors) return true;
    this.errors.push(line);
    this.into = (more) => {
      if (this.errors[at]!.length < mostOutput) this.errors[at] += `\n${more.slice(0, longestLine)}`;
    };
    return true;
  }
}

function intoTest(program: Program, name: string): (line: string) => void {
  const test = program.tests.find((one) => one.name === name);
  return (line) => {
    if (test && test.output.length < mostOutput) test.output += `${line.slice(0, longestLine)}\n`;
  };
}

/** `target/debug/deps/my_shop-1c0d7c24c0f1ea34` as `my_shop`. */
function programName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/-[\da-f]{8,}(?:\.exe)?$/, "");
}
