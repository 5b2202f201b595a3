// Weighs terms by how distinctive they are among the findings of a review (TF-IDF), and compares vectors.

export type Weights = ReadonlyMap<string, number>;

/**
 * One vector of length 1 for each text. What all of them say tells little. What only one says can match nothing: it
 * counts half, so that a long text is not pushed away from a short one on the same issue. The root keeps a term that
 * many reviewers use, because many saw the issue, from counting for nothing.
 */
export function weigh(texts: readonly ReadonlyMap<string, number>[]): Weights[] {
  const spread = new Map<string, number>();
  for (const text of texts) for (const term of text.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const telling = (term: string) => {
    const among = spread.get(term) ?? 1;
    return Math.sqrt(Math.log((texts.length + 1) / among)) * (among === 1 ? (1 + 1 / texts.length) / 2 : 1);
  };
  return texts.map((text) => {
    const weights = [...text].map(([term, count]) => [term, (1 + Math.log(count)) * telling(term)] as const);
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return new Map(length === 0 ? [] : weights.map(([term, weight]) => [term, weight / length]));
  });
}

/** From 0, nothing in common, to 1. */
export function cosine(a: Weights, b: Weights): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}

/** The share of words that two have in common. */
export function setOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}
