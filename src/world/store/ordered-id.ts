// Ids that sort in the order in which this process made them, in the form of UUIDs of version 7.
import { randomBytes } from "node:crypto";

/** Counts of one millisecond; with the time it stays an exact number for some hundred years. */
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
