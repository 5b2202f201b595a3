// Finds the Markdown heading directly before a block, in a file or in a string.

interface Heading {
  line: number;
  raw: string;
  text: string;
}

/** The heading directly before the block, ignoring blank lines, or earlier in the same string. */
export function findLeadingHeading(
  lines: readonly string[],
  { line, text }: { line: number; text: string },
  marker: string,
): Heading | null {
  const lead = text.slice(0, Math.max(0, text.indexOf(marker)));
  const inString = /(#{1,4} [^\\#\n]{2,80})(?:\\n){1,3}$/.exec(lead.slice(-120))?.[1];
  if (inString !== undefined) return { line, raw: text, text: inString };
  if (/\w/.test(lead)) return null;
  for (let at = line - 1; at >= Math.max(1, line - 2); at--) {
    const raw = lines[at - 1] ?? "";
    if (raw.trim() === "") continue;
    const heading = /(?:^|["'`\s])(#{1,4} [^#\n"'`]{2,80})/.exec(raw.slice(0, 200))?.[1];
    return heading === undefined || /^\s*#!/.test(raw) ? null : { line: at, raw, text: heading.trim() };
  }
  return null;
}
