// Replaces ranges of a text that may overlap: a known secret can contain or overlap another.

export interface TextRange {
  start: number;
  end: number;
}

/** A pattern for literal values; at one position it matches the longest. */
export function valuesPattern(values: readonly string[]): RegExp {
  const sources = values.toSorted((a, b) => b.length - a.length).map((value) => value.replaceAll(/\W/g, "\\$&"));
  return new RegExp(sources.join("|"), "g");
}

/** Every match of a global pattern, including overlapping ones. */
export function* matchRanges(text: string, pattern: RegExp): Generator<TextRange, undefined> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index;
    yield { start, end: start + match[0].length };
    pattern.lastIndex = start + 1;
  }
}

/** Overlapping ranges are replaced as one, by the replacement of the longest. */
export function replaceRanges<R extends TextRange>(
  text: string,
  ranges: Iterable<R>,
  replacement: (longest: R) => string,
): string {
  const groups: { start: number; end: number; longest: R }[] = [];
  for (const range of [...ranges].toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1);
    if (!last || range.start >= last.end) {
      groups.push({ start: range.start, end: range.end, longest: range });
      continue;
    }
    last.end = Math.max(last.end, range.end);
    if (range.end - range.start > last.longest.end - last.longest.start) last.longest = range;
  }
  let done = "";
  let at = 0;
  for (const { start, end, longest } of groups) {
    done += text.slice(at, start) + replacement(longest);
    at = end;
  }
  return done + text.slice(at);
}
