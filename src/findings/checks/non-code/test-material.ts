// Folders whose files are there to be read by tests, or come from someone else: what looks wrong in them is wanted.
import { categoryOf } from "../../../change/file-kinds.ts";

const named = /(?:^|[/._-])(?:tests?|e2e|specs?)(?=[/._-])/i;
const folder =
  /(?:^|\/)(?:test[-_]?\w*|playgrounds?|__snapshots__|snapshots?|cassettes?|vendor|third[-_]party|node_modules)\//i;

export function isTestInputOrForeign(path: string): boolean {
  return categoryOf(path) === "test" || named.test(path) || folder.test(path);
}

const corpus =
  /(?:^|[/._-])(?:fuzz(?:ing|ers?)?|corpus|corpora|test[-_]?cases?|test[-_]?data|test[-_]?vectors?)(?=[/._-])/i;

const rules = /(?:^|\/)(?:rules?|detectors?|scanners?|signatures?)\//i;

/**
 * Where keys are samples far more often than leaks: tests and their inputs, and the rules by which a scanner knows a key
 * when it sees one.
 */
export function holdsSampleKeys(path: string): boolean {
  return isTestInputOrForeign(path) || corpus.test(path) || rules.test(path);
}
