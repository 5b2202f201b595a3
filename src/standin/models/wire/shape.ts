// Provides small helpers for the wire formats.
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** Splits an answer into at most about 50 parts, for a stream. */
export function splitIntoParts(whole: string): string[] {
  const size = Math.max(40, Math.ceil(whole.length / 50));
  const found: string[] = [];
  for (let at = 0; at < whole.length; at += size) found.push(whole.slice(at, at + size));
  return found;
}

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${toJson(data)}\n\n`;
}

/** The first name that occurs twice. */
export function repeated(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) !== at);
}

export function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
