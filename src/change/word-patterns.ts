// Builds patterns from long lists of words.

/** The words, parted by blanks, as one group of a pattern; each may itself be a pattern. */
export function oneOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join("|")})`;
}

export function folderPattern(words: string): RegExp {
  return new RegExp(`(?:^|/)${oneOf(words)}/`, "i");
}

export function hasWord(words: string): RegExp {
  return new RegExp(`\\b${oneOf(words)}\\b`, "i");
}
