// Defines the paths inside the sandbox and translates them for runs without one.
import type { BindMount } from "../bubblewrap.ts";

export const sandboxTreeFolder = "/tree";
export const workFolder = "/work";
export const sandboxReportFolder = "/tmp/reports";
export const sandboxHostFolder = "/crosscheck";
/** Socket of the proxy, for runs with outside access. */
export const proxySocket = "/way-out";

/**
 * Translates sandbox paths in a text to paths of a run without a sandbox, or back. The longest path goes first, because
 * one can contain another.
 */
export function renamePaths(text: string, places: readonly BindMount[], direction: "outwards" | "inwards"): string {
  const pairs = new Map(places.map(({ from, to }) => (direction === "outwards" ? [to, from] : [from, to])));
  if (pairs.size === 0) return text;
  const olds = [...pairs.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  // "/work" must not match "/workers" or "/home/work".
  return text.replaceAll(new RegExp(`(?<![\\w.-])(?:${olds.join("|")})(?![\\w-])`, "g"), (old) => pairs.get(old)!);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
