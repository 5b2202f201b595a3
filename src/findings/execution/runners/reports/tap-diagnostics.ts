// Reads the YAML block below a TAP result line by line: only top-level keys with plain text, so there is nothing to
// expand.
import { mostDetail, type RawCase } from "./raw-case.ts";

const key = /^([A-Za-z_][\w-]{0,40}):\s?(.*)$/;

export class Diagnostics {
  private readonly one: RawCase;
  private readonly indent: number;
  private values = new Map<string, string>();
  /** The key of the current block text. */
  private block: string | null = null;

  constructor(one: RawCase, indent: number) {
    this.one = one;
    this.indent = indent;
  }

  /** False at the end of the block. */
  take(line: string): boolean {
    const said = line.slice(Math.min(this.indent, line.length - line.trimStart().length));
    if (said.trimEnd() === "...") {
      this.end();
      return false;
    }
    const found = key.exec(said);
    if (found) this.start(found[1]!, found[2]!.trim());
    else if (this.block !== null) this.add(this.block, said.replace(/^ {1,2}/, ""));
    return true;
  }

  private start(name: string, value: string): void {
    const isBlock = /^[|>][+-]?\d?$/.test(value) || value === "";
    this.block = isBlock ? name : null;
    if (!this.values.has(name)) this.values.set(name, isBlock ? "" : unquoted(value));
  }

  private add(name: string, line: string): void {
    const text = this.values.get(name) ?? "";
    if (text.length < mostDetail) this.values.set(name, text === "" ? line : `${text}\n${line}`);
  }

  private end(): void {
    const text = (...names: string[]) =>
      names.map((name) => this.values.get(name)?.trim() ?? "").find((value) => value !== "") ?? null;
    const ms = Number(text("duration_ms") ?? "x");
    const place = text("location", "file");
    this.one.message ??= text("error", "message", "failure");
    this.one.detail ??= text("stack", "trace", "at", "diff")?.slice(0, mostDetail) ?? null;
    this.one.file ??= place?.replace(/(?::\d+){1,2}$/, "") ?? null;
    if (Number.isFinite(ms) && ms >= 0) this.one.ms ??= Math.round(ms);
  }
}

function unquoted(value: string): string {
  if (/^'.*'$/s.test(value) && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/s.test(value) || value.length < 2) return value;
  return value
    .slice(1, -1)
    .replaceAll(/\\([\\"nt])/g, (_, escaped: string) => ({ n: "\n", t: "\t" })[escaped] ?? escaped);
}
