// Creates the id of one run of a review or reply; recorded model calls and text fences use it.
import { randomBytes } from "node:crypto";

export function newRun(): string {
  return randomBytes(8).toString("hex");
}
