// Where things are inside.
import type { BindMount } from "../bubblewrap.ts";

export const sandboxTreeFolder = "/tree";
export const workFolder = "/work";
export const sandboxReportFolder = "/tmp/reports";
export const sandboxHostFolder = "/crosscheck";
/** A socket, for a run that has a way out. */
export const proxySocket = "/way-out";

/**
 * Without a sandbox, what would be at one place lies at another. Texts that speak of one are made to speak of the other;
 * the longest place goes first, since one can lie in another.
 */
export function renamePaths(text: string, places: readonly BindMount[], direction: "outwards" | "inwards"): string {
  const pairs = new Map(places.map(({ from, to }) => (direction === "outwards" ? [to, from] : [from, to])));
  if (pairs.size === 0) return text;
  const olds = [...pairs.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  // "/work" is not meant in "/workers" or in "/home/work".
  return text.replaceAll(new RegExp(`(?<![\\w.-])(?:${olds.join("|")})(?![\\w-])`, "g"), (old) => pairs.get(old)!);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
