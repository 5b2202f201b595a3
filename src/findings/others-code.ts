// Recognises files that the change's authors do not write: vendored, generated, minified.
import type { Change } from "../change/change.ts";

export function othersCode({ triage }: Pick<Change, "triage">): ReadonlySet<string> {
  const whole = triage.leftOut.filter(
    ({ hunks, why }) => hunks === null && /^(?:vendored|generated|minified)$/.test(why),
  );
  return new Set(whole.map(({ path }) => path));
}
