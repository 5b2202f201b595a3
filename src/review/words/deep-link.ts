// The line by which a comment on GitHub leads to the server's own page of the same thing.
export function inDashboard(address: string, isFinding: boolean): string {
  return `[${isFinding ? "This finding" : "This review"} in Crosscheck](${address})`;
}
