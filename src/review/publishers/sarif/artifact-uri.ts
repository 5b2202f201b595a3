// Converts a repository path to a relative URI.

/**
 * Percent-encodes every byte except letters, digits and `-._~`, so that no path is read as a scheme, query or fragment.
 */
export function artifactUri(path: string): string {
  return Array.from(pathBytes(path), (byte) => (kept(byte) ? String.fromCharCode(byte) : percent(byte))).join("");
}

function kept(byte: number): boolean {
  return /[\w.~/-]/.test(String.fromCharCode(byte));
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** The bytes given to `pathText`, which quotes non-UTF-8 bytes as `\351`. */
function pathBytes(path: string): Uint8Array {
  const quoted = path.includes("\\") && /^"[ -~]*"$/.test(path);
  return quoted ? unescaped(path.slice(1, -1)) : new TextEncoder().encode(path);
}

function unescaped(text: string): Uint8Array {
  const parts = text.match(/\\[0-3][0-7]{2}|\\["\\]|[^]/g) ?? [];
  return Uint8Array.from(parts, (part) =>
    part.length === 4 ? Number.parseInt(part.slice(1), 8) : part.charCodeAt(part.length - 1),
  );
}
