// Writes and reads the hidden marker line by which Crosscheck recognizes its own posts.

export interface MarkerFields {
  key: string;
  /** Identity of the finding that a line comment is about. */
  finding?: string;
  /** Of a review that asks for changes: why. */
  reasons?: readonly string[];
}

export function formatMarker({ key, finding, reasons }: MarkerFields): string {
  const inside = [
    `key=${encodeField(key)}`,
    ...(finding === undefined ? [] : [`finding=${encodeField(finding)}`]),
    ...(reasons === undefined ? [] : [`reasons=${encodeField(reasons.join("+"))}`]),
  ];
  return `<!-- crosscheck:${inside.join(" ")} -->`;
}

/** Excludes characters that could end the HTML comment or one of its fields. */
function encodeField(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\w./#@:+-]/gu, (character) => encodeURIComponent(character).replaceAll("*", "%2A"));
}

const markerLine = /(?:^|\n)<!-- crosscheck:key=(\S+)(?: finding=(\S+))?(?: reasons=(\S+))? -->\s*$/;

/** Only the last line counts: quoted code may contain anything. Callers must check the comment's author themselves. */
export function parseMarker(body: string): MarkerFields | null {
  const found = markerLine.exec(body.slice(-2000));
  if (!found) return null;
  const [, key, finding, reasons] = found;
  return {
    key: decodeField(key!),
    ...(finding !== undefined && { finding: decodeField(finding) }),
    ...(reasons !== undefined && { reasons: decodeField(reasons).split("+") }),
  };
}

/** What a reader sees. */
export function withoutMarker(body: string): string {
  return body.replace(markerLine, "").trimEnd();
}

function decodeField(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
