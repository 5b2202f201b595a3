/** Bytes of a path as text. What is not UTF-8 is written as git writes it, quoted and escaped, so that no two paths fall together. */
export function pathText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  // A name that has the look of such a spelling is written that way too, or the two could not be told apart.
  return text === null || looksEscaped(text) ? `"${[...bytes].map(escaped).join("")}"` : text;
}

function looksEscaped(text: string): boolean {
  return text.startsWith('"') && text.endsWith('"') && text.includes("\\");
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function escaped(byte: number): string {
  if (byte === 34 || byte === 92) return `\\${String.fromCharCode(byte)}`;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
}
