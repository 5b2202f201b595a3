// Chooses how many cases a property test draws: all of them in `npm test` and in CI, a tenth while somebody works.
const { CROSSCHECK_TEST_FULL: full, CI } = process.env;
export const runsEverything = full === undefined ? CI === "true" : full === "yes";

export function propertyRuns(all: number): { numRuns: number } {
  return { numRuns: runsEverything ? all : Math.ceil(all / 10) };
}
