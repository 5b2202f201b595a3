// What no model is to see: the values that findings hide, and whatever else has the form of a secret, wherever in the change,
// its words or its surroundings it stands.
import { coverOf } from "../hidden-values.ts";
import { hideSecrets } from "../hide-secrets.ts";
import type { Report } from "../report.ts";

export function coverFor(reports: readonly Report[]): (text: string) => string {
  const cover = coverOf(reports);
  return (text) => hideSecrets(cover(text));
}
