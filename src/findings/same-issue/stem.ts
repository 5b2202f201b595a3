// Stems words roughly, so that `validates`, `validated` and `validation` match. Stems are never shown.

/** Longest first; what is left of the word must have at least so many letters. */
const endings: readonly (readonly [ending: string, left: number])[] = [
  ["ations", 4],
  ["ation", 4],
  ["ments", 4],
  ["ities", 4],
  ["ment", 4],
  ["ness", 4],
  ["able", 4],
  ["ible", 4],
  ["ions", 3],
  ["ings", 3],
  ["ity", 4],
  ["ive", 4],
  ["ion", 3],
  ["ing", 3],
  ["ors", 4],
  ["ers", 3],
  ["ies", 2],
  ["ied", 2],
  ["ate", 4],
  ["al", 4],
  ["or", 4],
  ["er", 3],
  ["ed", 3],
  ["es", 3],
  ["ly", 3],
  ["s", 3],
  ["e", 3],
  ["y", 2],
];

export function stem(word: string): string {
  const found = endings.find(([ending, left]) => word.length - ending.length >= left && word.endsWith(ending));
  const cut = found ? word.slice(0, -found[0].length) : word;
  // `validates` lost its `s` alone, `validating` all of `ing`; `stopped` is left with two p.
  return cut.length > 4 && cut.endsWith("at") ? cut.slice(0, -2) : cut.replace(/([b-df-hj-km-rtv-z])\1$/, "$1");
}
