// Looks for many needles in much text in one pass: of each needle the first characters are hashed, and only where a hash
// comes up is it compared.

const first = 8;
const bits = 22;

/** Which of the needles stand in any of the texts: as they are, with backslashes undoubled, and with blanks taken out. */
export function findNeedles(
  texts: Iterable<string | Uint8Array>,
  needles: { exact: Iterable<string>; anyCase: Iterable<string> },
): { exact: Set<string>; anyCase: Set<string> } {
  const found = { exact: new Set<string>(), anyCase: new Set<string>() };
  const exact = indexOf(needles.exact);
  const anyCase = indexOf([...needles.anyCase].map((needle) => needle.toLowerCase()));
  for (const given of new Set(texts)) {
    const text = typeof given === "string" ? given : Buffer.from(given).toString("latin1");
    for (const form of formsOf(text)) {
      scan(form, exact, found.exact);
      scan(form.toLowerCase(), anyCase, found.anyCase);
    }
  }
  return found;
}

function formsOf(text: string): string[] {
  // JSON within JSON doubles its backslashes.
  const unescaped = text.includes("\\") ? text.replaceAll(/\\+/g, "\\") : text;
  const whole = unescaped.replaceAll(/(?:\\[nrt]|\s)+/g, "");
  return [...new Set([text, unescaped, whole])];
}

interface Index {
  marks: Uint8Array;
  byStart: Map<string, string[]>;
}

function indexOf(needles: Iterable<string>): Index {
  const marks = new Uint8Array(1 << bits);
  const byStart = new Map<string, string[]>();
  for (const needle of new Set(needles)) {
    if (needle.length < first) throw new Error("too short to be looked for");
    const start = needle.slice(0, first);
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
    marks[hashOf(start, 0)] = 1;
  }
  return { marks, byStart };
}

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + first; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return (Math.imul(hash, 0x9e3779b1) >>> (32 - bits)) & ((1 << bits) - 1);
}

function scan(text: string, { marks, byStart }: Index, found: Set<string>): void {
  // Of 31 to the power of the length, for what leaves the window.
  let power = 1;
  for (let index = 1; index < first; index++) power = Math.imul(power, 31);
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    if (at >= first) hash = (hash - Math.imul(text.charCodeAt(at - first), power)) | 0;
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    if (at < first - 1 || marks[(Math.imul(hash, 0x9e3779b1) >>> (32 - bits)) & ((1 << bits) - 1)] === 0) continue;
    const start = at - first + 1;
    for (const needle of byStart.get(text.slice(start, at + 1)) ?? [])
      if (!found.has(needle) && text.startsWith(needle, start)) found.add(needle);
  }
}
