// Selects which commits of a long change are read: the first, the last, and a regular sample.

const readWhole = 50;
const atEachEnd = 10;
const step = 5;

/** Up to 50: all. Otherwise the first 10, the last 10 and every 5th in between, in order. */
export function sampleCommits<T>(commits: readonly T[]): T[] {
  if (commits.length <= readWhole) return [...commits];
  const lastOnes = commits.length - atEachEnd;
  return commits.filter((_, index) => index < atEachEnd || index >= lastOnes || (index - atEachEnd) % step === 0);
}
