// Reads a pull request's threads with their stored triage, otherwise with triage by rules. It stores nothing and asks
// no model; used by pages and by the server's reading process.
import { webAddress } from "../../../change/remote.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import { chooseThreads, type ChosenThreads } from "../../../threads/choose-threads.ts";
import { advance } from "../../../threads/lifecycle.ts";
import type { ThreadState } from "../../../threads/thread-state.ts";
import type { ReviewThread, ThreadScan } from "../../../threads/thread.ts";
import { factsReader, inTriageOrder, triageByRules } from "../../../threads/triage.ts";
import { unknownCodeFacts, type CodeFacts } from "../../../threads/triage/code-facts.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { boardRows, type TriagedThreads } from "./board.ts";
import { noCode, readCode, type ReadCode } from "./code.ts";
import { keptTriage } from "./kept-triage.ts";
import type { GitHubToRead } from "./reads.ts";
import { storedScan } from "./stored-scan.ts";
import { bareTriage } from "./triage.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

/** Limit of one page; the board reports how many were left out. */
const mostOnBoard = 200;

export interface LookNeeds extends Pick<ProcessEnvironment, "env" | "stop" | "now"> {
  github: GitHubToRead;
  /** May contain a clone of the repository. */
  folder: string;
  /** The stored state of its threads. */
  state: ThreadState;
}

export async function lookByRules(pull: PullRequestRef, needs: LookNeeds): Promise<Board> {
  const { github, folder, env, stop, state } = needs;
  const at = needs.now();
  const scan = await github.threads.threads(pull, { max: mostOnBoard });
  const chosen = chooseThreads(scan, { all: true });
  const code =
    chosen.threads.length === 0 ? noCode : await readCode(scan.pull, { github, folder, env, stop, progress: () => {} });
  try {
    const facts = await factsOfThreads(scan, chosen.threads, code, stop);
    const triage = triageOf(scan, state, facts);
    const triages = [...triage.values()].map((one) => one.triage);
    const after = advance(state, { kind: "scanned", scan: storedScan(scan, chosen, at, state.scan), triage: triages });
    return {
      ...aboutScan(scan, chosen, at),
      triage: { by: "rules", models: [], money: 0, notes: code.note === null ? [] : [code.note] },
      phase: null,
      rows: boardRows({ scan, chosen: chosen.threads, at, state: after, ...code, triage, facts }),
    };
  } finally {
    await code.repository?.close();
  }
}

/** The stored triage of a model or person takes precedence over rules. */
function triageOf(
  scan: ThreadScan,
  state: ThreadState,
  facts: ReadonlyMap<string, CodeFacts>,
): Map<string, TriagedThreads> {
  const byThread = new Map<string, TriagedThreads>(
    keptTriage(state, scan).map((triage) => [triage.threadId, { triage, by: "stored" }]),
  );
  for (const thread of inTriageOrder(scan.threads)) {
    // Resolved threads need no triage.
    if (thread.isResolved || byThread.has(thread.threadId)) continue;
    const known = facts.get(thread.threadId) ?? unknownCodeFacts("no-commit", { path: thread.path });
    byThread.set(thread.threadId, { triage: bareTriage(triageByRules(thread, known)), by: "rules" });
  }
  return byThread;
}

export async function factsOfThreads(
  { head }: ThreadScan,
  threads: readonly ReviewThread[],
  { repository }: ReadCode,
  stop: AbortSignal,
): Promise<Map<string, CodeFacts>> {
  const found = new Map<string, CodeFacts>();
  if (repository === null) return found;
  const read = factsReader(head, repository.git);
  for (const thread of threads) {
    stop.throwIfAborted();
    found.set(thread.threadId, await read(thread));
  }
  return found;
}

export function aboutScan(scan: ThreadScan, { leftOut, whole }: ChosenThreads, at: number) {
  const { pull, head, viewer, total, requests, threads, complete } = scan;
  const is = complete ? ("complete" as const) : ("incomplete" as const);
  return {
    pull: { ...pull, url: `${webAddress(pull)}/pull/${pull.number}` },
    at: new Date(at).toISOString(),
    head,
    viewer,
    scan: { is, total, fetched: threads.length, leftOut, whole, requests },
  };
}
