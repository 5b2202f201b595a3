/** When the month of a time began, by UTC: limits of a month begin anew there. */
export function firstOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
