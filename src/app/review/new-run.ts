// Names one run of a review or an answer: what its models are asked is kept under it, and it stands in every fence that is
// put around text of others.
import { randomBytes } from "node:crypto";

export function newRun(): string {
  return randomBytes(8).toString("hex");
}
