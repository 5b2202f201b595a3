// Folders whose files are there to be read by tests, or come from someone else: what looks wrong in them is wanted.
import { categoryOf } from "../../../change/kinds-of-file.ts";

const named = /(?:^|[/._-])(?:tests?|e2e|specs?)(?=[/._-])/i;
const folder =
  /(?:^|\/)(?:test[-_]?\w*|playgrounds?|__snapshots__|snapshots?|cassettes?|vendor|third[-_]party|node_modules)\//i;

export function isTestMaterial(path: string): boolean {
  return categoryOf(path) === "test" || named.test(path) || folder.test(path);
}
