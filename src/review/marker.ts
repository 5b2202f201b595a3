// The hidden line at the end of everything we post, by which we know it again (RVW-11).

export interface Marked {
  key: string;
  /** The identity of the finding that a comment on a line is about. */
  finding?: string;
}

export function marker({ key, finding }: Marked): string {
  const inside = [`key=${markable(key)}`, ...(finding === undefined ? [] : [`finding=${markable(finding)}`])];
  return `<!-- crosscheck:${inside.join(" ")} -->`;
}

/** Nothing that could end the comment it stands in, or one of its words. */
function markable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\w./#@:+-]/gu, (character) => encodeURIComponent(character).replaceAll("*", "%2A"));
}

const last = /(?:^|\n)<!-- crosscheck:key=(\S+)(?: finding=(\S+))? -->\s*$/;

/**
 * Only the last line counts: a quote of a change may hold anything. It says nothing about who wrote it; whether the
 * comment's author is this App or the posting user is for the caller to ask.
 */
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
