// Tells whether tests may be skipped for want of a program: never in CI, unless nothing may be installed there.
export function maySkip(): boolean {
  return process.env["CI"] !== "true" || process.env["CROSSCHECK_TEST_INSTALL"] === "no";
}
