// Defines a problem that one part of supply-chain finds on one line.
import type { FindingInput } from "../../build-finding.ts";
import type { Finding } from "../../finding.ts";

export interface DependencyProblem extends Omit<FindingInput, "path"> {
  /** Overrides the default severity. */
  severity?: Finding["severity"];
}
