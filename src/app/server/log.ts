// Writes log lines: one JSON object each, with short texts and without secrets.
import { redact } from "../../world/github/redact.ts";

export type Log = (what: string, about?: Readonly<Record<string, unknown>>) => void;

export interface LogOptions {
  write(line: string): void;
  now(): number;
  /** In addition to everything that looks like a token. */
  secrets: readonly string[];
}

const deepest = 3;

export function openLog({ write, now, secrets }: LogOptions): Log {
  const parts = secretParts(secrets);
  const safe = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return redact(value, parts);
    if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
    if (value instanceof Error) return redact(value.message, parts);
    if (depth === deepest || typeof value !== "object") return undefined;
    if (Array.isArray(value)) return value.slice(0, 100).map((one) => safe(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key, parts), safe(one, depth + 1)]));
  };
  return (what, about = {}) =>
    write(
      `${JSON.stringify({ at: new Date(now()).toISOString(), what: redact(what, parts), ...(safe(about) as object) })}\n`,
    );
}

/** A private key has many lines, and any of them may be quoted. */
export function secretParts(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => secret.split("\n")).filter((part) => part.length >= 6);
}
