// Writes the notes for texts that were too long for one comment.
import { count, list } from "./text.ts";

const unitKinds = ["list item", "table row", "line of code", "paragraph", "heading", "block"] as const;
export type UnitKind = (typeof unitKinds)[number];

const many: Partial<Record<UnitKind, string>> = { "line of code": "lines of code" };

export interface LeftOutUnits {
  counts: ReadonlyMap<UnitKind, number>;
  /** The sections they were in, as sanitized Markdown. */
  sections: readonly string[];
}

const mostSections = 5;

export function leftOutNote({ counts, sections }: LeftOutUnits, link: string | null): string {
  const parts = unitKinds.flatMap((kind) => {
    const number = counts.get(kind) ?? 0;
    return number === 0 ? [] : [count(number, kind, many[kind])];
  });
  const more = sections.length - mostSections;
  const named = [...sections.slice(0, mostSections), ...(more > 0 ? [`${more} more`] : [])];
  const where = named.length === 0 ? "" : ` (from ${list(named)})`;
  return `Left out to stay within the size limit of a comment: ${list(parts)}${where}.${link === null ? "" : ` [All of it](${link})`}`;
}

export function partLine(part: number, parts: number): string {
  return `Part ${part} of ${parts}`;
}
