// Defines a problem that one part of supply-chain finds on one line.
import type { FindingInput } from "../../build-finding.ts";
import type { Finding } from "../../finding.ts";

export interface DependencyProblem extends Omit<FindingInput, "path"> {
  /** Where it weighs less than such things usually do. */
  severity?: Finding["severity"];
}
