// Recognises paths of test material and sample keys.
import { isSnapshot, isTest, isVendored } from "../../../change/file-kinds.ts";

/** Broader than the test for a test file: `config/test.env`, `api-spec.yaml`. */
const testName = /(?:^|[/._-])(?:tests?|e2e|specs?)(?=[/._-])/i;
const testFolder = /(?:^|\/)(?:test[-_]?\w*|playgrounds?|snapshots?|cassettes?)\//i;

export function isTestInputOrForeign(path: string): boolean {
  return isTest(path) || isVendored(path) || isSnapshot(path) || testName.test(path) || testFolder.test(path);
}

const testInput =
  /(?:^|[/._-])(?:fuzz(?:ing|ers?)?|corpus|corpora|test[-_]?cases?|test[-_]?data|test[-_]?vectors?)(?=[/._-])/i;

const scannerRuleFolder = /(?:^|\/)(?:rules?|detectors?|scanners?|signatures?)\//i;

/** Where keys are samples far more often than leaks: tests and their inputs, and the rules of secret scanners. */
export function holdsSampleKeys(path: string): boolean {
  return isTestInputOrForeign(path) || testInput.test(path) || scannerRuleFolder.test(path);
}
