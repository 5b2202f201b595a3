// Writes a server's log: one JSON object per line, each text short and redacted.
import { redactLine } from "../../secrets/redact-line.ts";

export type Log = (what: string, about?: Readonly<Record<string, unknown>>) => void;

export interface LogOptions {
  write(line: string): void;
  now(): number;
  /** Redacted in addition to everything that looks like a token. */
  secrets: readonly string[];
}

const deepest = 3;

export function openLog({ write, now, secrets }: LogOptions): Log {
  const safe = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return redactLine(value, secrets);
    if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
    if (value instanceof Error) return redactLine(value.message, secrets);
    if (depth === deepest || typeof value !== "object") return undefined;
    if (Array.isArray(value)) return value.slice(0, 100).map((one) => safe(one, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [redactLine(key, secrets), safe(one, depth + 1)]),
    );
  };
  return (what, about = {}) =>
    write(
      `${JSON.stringify({ at: new Date(now()).toISOString(), what: redactLine(what, secrets), ...(safe(about) as object) })}\n`,
    );
}
