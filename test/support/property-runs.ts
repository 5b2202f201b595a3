// Chooses how many cases a property test draws: a tenth while somebody works, a quarter in `npm test`, and all in
// `npm run test:slow` and `.ci/run`.
const { CROSSCHECK_TEST_FULL: full, CROSSCHECK_TEST_CASES: cases, CI } = process.env;
export const runsEverything = full === undefined ? CI === "true" : full === "yes";

const share = cases === "all" ? 1 : runsEverything ? 1 / 4 : 1 / 10;

export function propertyRuns(all: number): { numRuns: number } {
  return { numRuns: Math.ceil(all * share) };
}

/** What `all` cases reach so often, the drawn part of them reaches this often. */
export function inProportion(count: number): number {
  return Math.floor(count * share);
}
