// Finds private keys in PEM and OpenPGP armor, and redacts their bodies.

/** The first line of a private key of any kind, as the source of a pattern. */
export const privateKeyBegin =
  "(?:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-----)?|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----)";
/** Line ends, quotes, diff markers and the headers of encrypted and OpenPGP keys between that line and the body. */
export const privateKeyGap =
  "(?:\\\\[rn]?|[\"'`+,\\s-]|\\d{1,7}\\||(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset): (?:[^\\n\\\\]|\\\\[\"']){1,100}(?=\\n|\\\\[rn])){1,80}";
const beginPattern = new RegExp(`${privateKeyBegin}|Private-Lines: \\d{1,3}`, "g");
const endPattern = /---- ?END [A-Z0-9 ]{0,40}PRIVATE KEY/;
const anyEnd = /---- ?END |Private-MAC: /;
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

/** The public part at the start of an OpenSSH key is the same in all of them, so only what follows tells. */
const publicHeader = /^b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]*/;

/** Whether the first line of a key's body is of a key and not a placeholder. */
export function isPrivateKeyBody(line: string): boolean {
  return publicHeader.test(line) || (looksEncoded(line) && !/example|placeholder|redacted|(.)\1{9}/i.test(line));
}

function looksEncoded(line: string): boolean {
  return new Set(line).size >= 14 && /\d/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);
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
  const end = rest.search(anyEnd);
  if (end !== -1) return end;
  const other = /\n(?![^\n]*[A-Za-z0-9+/=]{40})[^\n]*\S/.exec(rest);
  return other ? other.index : rest.length;
}
