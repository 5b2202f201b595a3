// Writes and reads the hidden marker line by which Crosscheck recognizes its own posts.

export interface Marked {
  key: string;
  /** Identity of the finding that a line comment is about. */
  finding?: string;
}

export function marker({ key, finding }: Marked): string {
  const inside = [`key=${markable(key)}`, ...(finding === undefined ? [] : [`finding=${markable(finding)}`])];
  return `<!-- crosscheck:${inside.join(" ")} -->`;
}

/** Excludes characters that could end the HTML comment or one of its fields. */
function markable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\w./#@:+-]/gu, (character) => encodeURIComponent(character).replaceAll("*", "%2A"));
}

const last = /(?:^|\n)<!-- crosscheck:key=(\S+)(?: finding=(\S+))? -->\s*$/;

/** Only the last line counts: quoted code may contain anything. Callers must check the comment's author themselves. */
export function readMarker(body: string): Marked | null {
  const found = last.exec(body.slice(-2000));
  if (!found) return null;
  return { key: meant(found[1]!), ...(found[2] !== undefined && { finding: meant(found[2]) }) };
}

function meant(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
