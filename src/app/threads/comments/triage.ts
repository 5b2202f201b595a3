// Triages threads: from a file, by rules and then a model, or from the stored triage.
import type { UserConfig } from "../../../change/config.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import type { ThreadTriage } from "../../../threads/thread-payloads.ts";
import { readTriagePayload } from "../../../threads/read-payload.ts";
import type { ThreadState } from "../../../threads/thread-state.ts";
import type { ReviewThread, ThreadScan } from "../../../threads/thread.ts";
import { inTriageOrder, triageByRules, type OpenThread } from "../../../threads/triage.ts";
import { unknownCodeFacts, type CodeFacts } from "../../../threads/triage/code-facts.ts";
import type { Store } from "../../../world/store/store.ts";
import { namedInput } from "../../cli/named-input.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import type { CommentsRequest } from "./comments-request.ts";
import type { TriagedThreads } from "./board.ts";
import { keptTriage } from "./kept-triage.ts";
import { repositoryKey } from "../../../pull-request.ts";

export interface GivenTriage {
  /** Of the chosen threads, and of others with stored triage. */
  triage: readonly ThreadTriage[];
  shown: ReadonlyMap<string, TriagedThreads>;
  about: Board["triage"];
}

export interface TriageNeeds {
  asked: Pick<CommentsRequest, "triage" | "limits">;
  scan: ThreadScan;
  chosen: readonly ReviewThread[];
  state: ThreadState;
  facts: ReadonlyMap<string, CodeFacts>;
  /** The user's config if a model is to be asked; null: rules only. */
  models: UserConfig | null;
  store: Pick<Store, "records">;
  asking(model: string): void;
}

export async function triaged(needs: TriageNeeds, outside: ProcessEnvironment): Promise<GivenTriage> {
  const { asked, scan, state } = needs;
  const kept = keptTriage(state, scan);
  if (asked.triage === null) return mergeTriage([], kept, { by: "none", models: [], money: 0, notes: [] });
  if (asked.triage !== "auto") {
    const { text, from } = await namedInput(asked.triage.payload, outside, "a triage payload");
    const ids = needs.chosen.map(({ threadId }) => threadId);
    const { threads } = readTriagePayload(text, ids, { shown: from, prNumber: scan.pull.number });
    const given = threads.map((triage): TriagedThreads => ({ triage, by: "payload" }));
    return mergeTriage(given, kept, { by: "payload", models: [], money: 0, notes: [] });
  }
  return await automatic(needs, kept, outside);
}

async function automatic(
  needs: TriageNeeds,
  kept: readonly ThreadTriage[],
  outside: ProcessEnvironment,
): Promise<GivenTriage> {
  const open = inTriageOrder(needs.chosen).map((thread): OpenThread => {
    const facts = factsOf(thread, needs);
    return { thread, facts, verdict: triageByRules(thread, facts) };
  });
  if (needs.models === null || open.length === 0) {
    const byRules = open.map(({ verdict }) => triagedBy(verdict));
    return mergeTriage(byRules, kept, { by: "rules", models: [], money: 0, notes: [] });
  }
  const { triageInChild } = await import("../../child/ask-in-child.ts");
  const { asked, store, asking, scan } = needs;
  const given = { user: needs.models, repository: repositoryKey(scan.pull), store, limits: asked.limits, asking };
  const { triaged: all, notes, cost, model } = await triageInChild(open, given, outside);
  const answers = all.map(triagedBy);
  // If no answer of the model was valid, the rules decided; the notes have the reasons.
  const by = answers.some((one) => one.by === "model") ? "model" : "rules";
  return mergeTriage(answers, kept, { by, models: by === "model" && model ? [model] : [], money: cost.money, notes });
}

function triagedBy(verdict: OpenThread["verdict"]): TriagedThreads {
  return { triage: bareTriage(verdict), by: verdict.evidence.by === "rules" ? "rules" : "model" };
}

function factsOf(thread: ReviewThread, { facts }: TriageNeeds): CodeFacts {
  return facts.get(thread.threadId) ?? unknownCodeFacts("no-commit", { path: thread.path });
}

/** Without the evidence, because the code is shown next to it. */
export function bareTriage(triage: ThreadTriage): ThreadTriage {
  const { threadId, classification, confidence, reason, recommendedAction, filesToInspect, filesToChange } = triage;
  const { checksToRun, replyBody, canResolveAfterChecks, requiresHumanDecision } = triage;
  return {
    threadId,
    classification,
    confidence,
    reason,
    recommendedAction,
    filesToInspect,
    filesToChange,
    checksToRun,
    replyBody,
    canResolveAfterChecks,
    requiresHumanDecision,
  };
}

/** New triage replaces the stored one. */
function mergeTriage(
  fresh: readonly TriagedThreads[],
  kept: readonly ThreadTriage[],
  about: Board["triage"],
): GivenTriage {
  const known = new Set(fresh.map(({ triage }) => triage.threadId));
  const before = kept
    .filter(({ threadId }) => !known.has(threadId))
    .map((triage): TriagedThreads => ({ triage, by: "stored" }));
  const all = [...fresh, ...before];
  return {
    triage: all.map(({ triage }) => triage),
    shown: new Map(all.map((one) => [one.triage.threadId, one])),
    about,
  };
}
