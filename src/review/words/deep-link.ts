// Writes the link from a GitHub comment to the dashboard page of the same finding.
export function dashboardLink(address: string, isFinding: boolean): string {
  return `[${isFinding ? "This finding" : "This review"} in Crosscheck](${address})`;
}
