// Builds patterns from long lists of words.

/** Joins the words, separated by whitespace, into one group of a pattern; each may itself be a pattern. */
export function oneOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join("|")})`;
}

export function folderPattern(words: string): RegExp {
  return new RegExp(`(?:^|/)${oneOf(words)}/`, "i");
}

export function hasWord(words: string): RegExp {
  return new RegExp(`\\b${oneOf(words)}\\b`, "i");
}
