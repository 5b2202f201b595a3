// Reads the Test Anything Protocol, versions 12 to 14, in one pass. All other lines are program output and are skipped.
import { mostCases, mostReport, type RawCase } from "./raw-case.ts";
import { Diagnostics } from "./tap-diagnostics.ts";

const result = /^(not )?ok\b(.*)$/;
const plan = /^1\.\.(\d{1,9})\s*(?:#.*)?$/;
const mostDepth = 50;

/** Null if the text has neither a TAP version nor a plan. */
export function readTap(text: string): readonly RawCase[] | null {
  if (text.length > mostReport) return null;
  const reading = new TapParser();
  for (const line of text.split("\n")) if (!reading.take(line.replace(/\r$/, ""))) break;
  return reading.end();
}

interface Group {
  cases: RawCase[];
  /** Result lines, without those of subtests. */
  seen: number;
  planned: number | null;
  ahead: RawCase | null;
}

class TapParser {
  private isTap = false;
  /** One per open depth; results wait for the line that names their group. */
  private open: Group[] = [newGroup()];
  private diagnostics: Diagnostics | null = null;
  private last: RawCase | null = null;
  private bailed: string | null = null;
  private count = 0;

  /** False when reading is complete. */
  take(line: string): boolean {
    if (this.diagnostics !== null) {
      if (this.diagnostics.take(line)) return true;
      this.diagnostics = null;
      return true;
    }
    const indent = line.length - line.trimStart().length;
    const said = line.slice(indent).trimEnd();
    if (said === "---" && this.last !== null) {
      this.diagnostics = new Diagnostics(this.last, indent);
      return true;
    }
    const depth = Math.min(indent >> 2, mostDepth);
    if (indent % 4 === 0) return this.statement(said, depth);
    return true;
  }

  private statement(said: string, depth: number): boolean {
    if (/^TAP version \d+$/.test(said)) this.isTap = true;
    const bail = /^Bail out!(.*)$/.exec(said);
    if (bail) {
      this.bailed = bail[1]!.trim();
      return false;
    }
    const planned = plan.exec(said);
    if (planned) {
      this.isTap = true;
      this.group(depth).planned ??= Number(planned[1]);
    }
    const found = result.exec(said);
    if (found) this.result(found[1] === undefined, found[2]!, depth);
    if (said === "}") this.close(depth);
    return this.count < mostCases;
  }

  private group(depth: number): Group {
    while (this.open.length <= depth) this.open.push(newGroup());
    return this.open[depth]!;
  }

  private result(ok: boolean, rest: string, depth: number): void {
    this.count += 1;
    const { name, directive, reason } = parseDescription(rest);
    const one: RawCase = {
      suite: "",
      classname: "",
      name,
      file: null,
      status: statusOf(ok, directive),
      message: directive === null || reason === "" ? null : reason,
      detail: null,
      ms: null,
    };
    const group = this.group(depth);
    group.seen += 1;
    // TAP 14 may put a group's result before its subtests, in braces.
    if (rest.trimEnd().endsWith("{") && this.open.length === depth + 1) group.ahead = one;
    else this.add(one, depth);
  }

  /** Adds a result with its preceding subtests. */
  private add(one: RawCase, depth: number): void {
    const inside = this.open.splice(depth + 1).flatMap(({ cases }) => cases);
    const { cases } = this.group(depth);
    for (const below of inside) cases.push({ ...below, suite: joined(one.name, below.suite) });
    // A group that fails without a failing subtest failed by itself.
    const speaks =
      inside.length === 0 || (one.status === "failed" && !inside.some(({ status }) => status === "failed"));
    if (speaks) cases.push(one);
    this.last = speaks ? one : null;
  }

  private close(depth: number): void {
    const { ahead } = this.group(depth);
    this.group(depth).ahead = null;
    if (ahead !== null) this.add(ahead, depth);
  }

  end(): readonly RawCase[] | null {
    if (!this.isTap && this.bailed === null) return null;
    for (let depth = this.open.length - 1; depth >= 0; depth--) this.close(depth);
    const [top] = this.open;
    // Includes unnamed groups, if the program ended inside them.
    const cases = this.open.flatMap((group) => group.cases);
    if (this.bailed !== null) return [...cases, failure(`Bail out! ${this.bailed}`.trim())];
    const { planned, seen } = top!;
    if (planned === null || planned === seen || this.count >= mostCases) return cases;
    return [...cases, failure(`The plan was for ${planned} tests, and there were ${seen}.`)];
  }
}

function newGroup(): Group {
  return { cases: [], seen: 0, planned: null, ahead: null };
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" > ");
}

function failure(message: string): RawCase {
  return { suite: "", classname: "", name: "", file: null, status: "failed", message, detail: null, ms: null };
}

function statusOf(ok: boolean, directive: string | null): RawCase["status"] {
  if (directive === "skip") return "skipped";
  if (ok) return "passed";
  return directive === "todo" ? "skipped" : "failed";
}

/** Parses the text after `ok`: number, name (with `\#` escaped) and directive. */
function parseDescription(rest: string): { name: string; directive: "skip" | "todo" | null; reason: string } {
  const text = rest.replace(/^\s+\d+(?=\s|$)/, "").replace(/^\s+(?:- ?)?/, "");
  const hash = /(?<=(?:^|[^\\])(?:\\\\){0,20})#\s*(skip|todo)(?:[^\s:]*)(?::|\s|$)\s*(.*)$/i.exec(text);
  const name = (hash ? text.slice(0, hash.index) : text).replace(/\s*\{\s*$/, "").trim();
  return {
    name: name.replaceAll(/\\([\\#])/g, "$1"),
    directive: hash ? (hash[1]!.toLowerCase() as "skip" | "todo") : null,
    reason: hash ? hash[2]!.trim() : "",
  };
}
