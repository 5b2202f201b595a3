// Defines a location in the code with its enclosing function.
import type { Declared } from "../../../change/symbols/symbols.ts";
import type { ProbeSource } from "./probe-sources.ts";

export interface ProbeLocation {
  source: ProbeSource;
  line: number;
  declared: Declared | null;
}

/** Equal for all lines of one function. */
export function probeLocationKey({ source, line, declared }: ProbeLocation): string {
  return `${source.path}:${declared?.start ?? `line ${line}`}`;
}

/** The lines of the function, otherwise of the surrounding block. */
export function locationRange({ source, line, declared }: ProbeLocation): { from: number; to: number } {
  if (declared) return { from: declared.start, to: declared.end };
  const indent = (at: number) => {
    const text = source.lines[at - 1] ?? "";
    return text.trim() === "" ? Infinity : text.length - text.trimStart().length;
  };
  const own = indent(line);
  let from = line;
  let to = line;
  while (from > 1 && line - from < 200 && indent(from - 1) >= own) from--;
  while (to < source.lines.length && to - line < 200 && indent(to + 1) >= own) to++;
  return { from, to };
}
