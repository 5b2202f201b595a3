// Ratios, never bare times: both sides run in turn in one process, and the spread is printed beside the figure.

export interface Ratio {
  value: number;
  text: string;
}

function once(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median of `ours / theirs` over rounds in which both run back to back, so that a busy machine slows both. */
export function ratioOf(ours: () => void, theirs: () => void, rounds = 15): Ratio {
  once(ours);
  once(theirs);
  return describe(Array.from({ length: rounds }, () => once(ours) / once(theirs)));
}

export function describe(ratios: readonly number[]): Ratio {
  const value = median(ratios);
  const low = Math.min(...ratios).toFixed(2);
  const high = Math.max(...ratios).toFixed(2);
  return { value, text: `${value.toFixed(2)} times (${low} to ${high} over ${ratios.length} rounds)` };
}

/** Prints which goals hold, and fails the process when one does not. */
export function finish(goals: Record<string, boolean>): void {
  for (const [goal, holds] of Object.entries(goals)) console.log(`${holds ? "holds" : "MISSED"}: ${goal}`);
  if (Object.values(goals).includes(false)) process.exitCode = 1;
}
