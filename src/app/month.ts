// Computes the start of a month, for monthly limits.
/** The start of the month in UTC. */
export function firstOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
