// Defines the texts about the checks that GitHub runs on a head.
import type { WatchState } from "../thread-state.ts";
import type { RemoteChecks } from "../thread.ts";
import { painter, type Style } from "../../review/publishers/paint.ts";
import { pad } from "../../review/publishers/wrap.ts";
import { count, oneLine } from "../../review/words/text.ts";

type Run = RemoteChecks["runs"][number];

export function waitingLine({ runs }: RemoteChecks, waited: number): string {
  const pending = runs.filter(({ state }) => state === "pending");
  const time = `${Math.round(waited / 1000)} s`;
  if (runs.length === 0) return `Waiting for checks to start: ${time}`;
  const names = pending.map(({ name }) => oneLine(name)).join(", ");
  return `Waiting for ${pending.length} of ${count(runs.length, "check")}, ${time}: ${names}`;
}

export function headMoved(from: string, to: string): string {
  return `New commits were pushed: the head moved from ${from.slice(0, 12)} to ${to.slice(0, 12)}. Watching its checks now.\n`;
}

const verdicts: Record<WatchState["result"], string> = {
  passed: "All passed",
  failed: "Not all passed",
  pending: "Still running",
  "timed-out": "Timed out while still running",
  none: "No checks",
};

const styles: Record<Run["state"], Style[]> = {
  passed: ["green"],
  failed: ["bold", "red"],
  pending: ["yellow"],
  skipped: ["dim"],
};

export function watchText(
  pull: string,
  { result, head }: WatchState,
  { runs }: RemoteChecks,
  { colour }: { colour: boolean },
): string {
  const paint = painter(colour);
  const rows = runs.map(({ name, state, url }) => {
    const where = state === "failed" && url !== null ? `  ${oneLine(url)}` : "";
    return `${paint(pad(state, "skipped".length + 2), ...styles[state])}${oneLine(name)}${where}`;
  });
  const number = runs.length === 0 ? "" : `: ${count(runs.length, "check")}`;
  const verdict = `${verdicts[result]}${number} on GitHub at ${head.slice(0, 12)}. Recorded for ${oneLine(pull)}.`;
  return `${[...rows, ...(rows.length > 0 ? [""] : []), verdict].join("\n")}\n`;
}

export function watchJson(pull: string, watch: WatchState, { runs }: RemoteChecks, state: { phase: string | null }) {
  return { version: 1, pull, head: watch.head, result: watch.result, runs, phase: state.phase };
}
