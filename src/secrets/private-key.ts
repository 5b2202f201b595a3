// Finds private keys in PEM and OpenPGP armor, and redacts their bodies.

/** The first line of a private key of any kind, as the source of a pattern. */
export const privateKeyBegin = "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-----)?";
const beginPattern = new RegExp(privateKeyBegin, "g");
const endPattern = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY/;
const anyEnd = "-----END ";
/** A long key has 50 lines of 64 characters; in a diff each line is a little longer. */
const longestKey = 8000;
const keyRun = /[A-Za-z0-9+/=]{16,}/g;

export function beginsPrivateKey(line: string): boolean {
  return line.search(beginPattern) !== -1;
}

export function endsPrivateKey(line: string): boolean {
  return endPattern.test(line);
}

export function redactPrivateKeys(text: string): string {
  let done = "";
  let at = 0;
  for (const { start, end } of privateKeyBodies(text)) {
    done += text.slice(at, start) + text.slice(start, end).replaceAll(keyRun, "(redacted: private key)");
    at = end;
  }
  return done + text.slice(at);
}

/** The lines of all private keys in a text. */
export function privateKeyLines(text: string): string[] {
  const runs = privateKeyBodies(text).flatMap(({ start, end }) => text.slice(start, end).match(keyRun) ?? []);
  // An added line in a diff starts with a plus sign, which also occurs in keys.
  return runs.map((run) => run.replace(/^\+/, ""));
}

function privateKeyBodies(text: string): { start: number; end: number }[] {
  const bodies: { start: number; end: number }[] = [];
  for (const { 0: begin, index } of text.matchAll(beginPattern)) {
    const start = index + begin.length;
    if (start >= (bodies.at(-1)?.end ?? 0))
      bodies.push({ start, end: start + bodyLength(text.slice(start, start + longestKey)) });
  }
  return bodies;
}

/** A key without its last line ends where its long lines end. */
function bodyLength(rest: string): number {
  const end = rest.indexOf(anyEnd);
  if (end !== -1) return end;
  const other = /\n(?![^\n]*[A-Za-z0-9+/=]{40})[^\n]*\S/.exec(rest);
  return other ? other.index : rest.length;
}
