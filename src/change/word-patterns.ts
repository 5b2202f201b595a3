// Builds patterns from long lists of words.

/** Joins the words, separated by whitespace, into one group of a pattern; each may itself be a pattern. */
export function oneOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join("|")})`;
}

/**
 * Matches paths with a folder of one of these names, in any case. Names are looked up, because a pattern of many words
 * takes longer to compile than a small change takes to review; only words that are patterns become one.
 */
export function folderPattern(words: string): { test(path: string): boolean } {
  let matches: ((folder: string) => boolean) | undefined;
  let last = { folder: "", matches: false };
  return {
    test(path) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      if (folder !== last.folder) last = { folder, matches: (matches ??= folderMatcher(words))(folder) };
      return last.matches;
    },
  };
}

function folderMatcher(words: string): (folder: string) => boolean {
  const names = new Set<string>();
  const patterns: string[] = [];
  for (const word of words.trim().split(/\s+/)) {
    if (!/^[\w-]+\??$/.test(word)) patterns.push(word);
    else if (word.endsWith("?")) names.add(word.slice(0, -1)).add(word.slice(0, -2));
    else names.add(word);
  }
  const pattern = patterns.length > 0 ? new RegExp(`(?:^|/)${oneOf(patterns.join(" "))}/`, "i") : null;
  return (folder) =>
    folder
      .toLowerCase()
      .split("/")
      .some((name) => names.has(name)) || pattern?.test(folder) === true;
}

export function hasWord(words: string): RegExp {
  return new RegExp(`\\b${oneOf(words)}\\b`, "i");
}
