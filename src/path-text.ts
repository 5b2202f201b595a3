// Converts path bytes to text and back.
/** Path bytes as text. Bytes that are not UTF-8 are quoted and escaped like git does, so that no two paths collide. */
export function pathText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  // A name that looks like such a quoted path is quoted too, to stay distinct.
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
