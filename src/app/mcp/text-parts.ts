// Splits long results: coding agents cut results over 30,000 characters, some of them silently.

/** Leaves room for what is said around a part. */
const largestPart = 27_000;

/** At the ends of lines where possible. At least one part. */
export function textParts(text: string, largest = largestPart): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > largest) {
    const line = rest.lastIndexOf("\n", largest - 1) + 1;
    const end = line > 0 ? line : largest - (isHighSurrogate(rest.charCodeAt(largest - 1)) ? 1 : 0);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
