// The parts of the terminal output that its sections share.
import { fit, lengthOf, pad, wrap } from "../wrap.ts";
import type { Paint } from "../paint.ts";

export interface Screen {
  paint: Paint;
  width: number;
}

/** A label in its own column, with wrapped text beside it. */
export function labelled(label: string, lines: readonly (string | null)[], { paint, width }: Screen): string[] {
  const column = Math.max(10, lengthOf(label) + 1);
  return lines
    .flatMap((line) => (line === null ? [] : wrap(line, width - column - 2)))
    .map((line, index) => `  ${paint(pad(index === 0 ? label : "", column), "dim")}${line}`);
}

/** At most so many lines; the last one ends with dots where text is left out. */
export function wrapWithin(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), fit(lines.slice(most - 1).join(" "), width)];
}

/** As many of the parts as fit, then how many are left out; the first is cut where not even that fits. */
export function joinWithin(start: string, parts: readonly string[], room: number): string {
  for (let shown = parts.length; shown > 0; shown--) {
    const left = parts.length - shown;
    const text = `${start}${parts.slice(0, shown).join("; ")}${left === 0 ? "" : `; and ${left} more`}`;
    if (lengthOf(text) <= room) return text;
  }
  return fit(`${start}${parts.join("; ")}`, room);
}
