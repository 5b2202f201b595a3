// Chooses how many cases a property test draws: all of them in `npm test` and in CI, a tenth while somebody works.
export const runsEverything = process.env["CROSSCHECK_TEST_FULL"] === "yes" || process.env["CI"] === "true";

export function propertyRuns(all: number): { numRuns: number } {
  return { numRuns: runsEverything ? all : Math.ceil(all / 10) };
}
