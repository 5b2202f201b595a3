// Reads the threads of a pull request and the checks of its head from GitHub, and records both.
import type { PullRequestRef } from "../../pull-request.ts";
import type { ThreadState } from "../../threads/thread-state.ts";
import type { ThreadReads } from "../../threads/thread.ts";
import type { Store } from "../../world/store/store.ts";
import { keptTriage } from "./comments/kept-triage.ts";
import { storedScan } from "./comments/stored-scan.ts";
import { loadThreadState, recordEvent } from "./thread-target.ts";

const mostThreads = 1000;

export async function refreshThreadState(
  pull: PullRequestRef,
  { reads, store, now }: { reads: ThreadReads; store: Pick<Store, "threads" | "together">; now(): number },
): Promise<ThreadState> {
  const at = now();
  const scan = await reads.threads(pull, { max: mostThreads });
  const { head, state: result, runs } = await reads.checks(pull, scan.head);
  const before = await loadThreadState(store, pull);
  // No thread was shown to anyone, so no comment counts as read.
  const stored = storedScan(scan, { threads: [] }, at, before.scan);
  const triage = keptTriage(before, scan);
  await recordEvent(store, pull, { kind: "scanned", scan: stored, triage }, at);
  return await recordEvent(store, pull, { kind: "watched", watch: { at, head, result, runs: runs.length } }, at);
}
