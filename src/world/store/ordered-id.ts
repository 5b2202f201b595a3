// Creates ids that sort by creation order, in the form of version 7 UUIDs.
import { randomBytes } from "node:crypto";

/** Counter within one millisecond; combined with the time it remains an exact number for centuries. */
const perMillisecond = 4096;
let last = 0;

export function orderedId(now = Date.now()): string {
  last = Math.max(last + 1, now * perMillisecond);
  const time = Math.floor(last / perMillisecond)
    .toString(16)
    .padStart(12, "0");
  const count = (last % perMillisecond).toString(16).padStart(3, "0");
  const random = randomBytes(8).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-a${random.slice(1, 4)}-${random.slice(4)}`;
}
