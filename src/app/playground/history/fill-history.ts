// Fills the playground's store with three months of generated reviews, so that metrics, lessons and checks have something
// to show. They belong to a repository of their own: nothing of them changes the reviews that a visitor causes.
import { createHash } from "node:crypto";
import { noPast, type AuthorText, type Change, type Identity, type Oid } from "../../../change/change.ts";
import { effectiveConfig } from "../../../change/config.ts";
import { findConcerns } from "../../../change/concerns.ts";
import { readIntent } from "../../../change/intent.ts";
import { parseDiff } from "../../../change/parse-diff.ts";
import { triage } from "../../../change/triage.ts";
import { applyMarks } from "../../../findings/gate.ts";
import type { JudgedFinding } from "../../../findings/finding.ts";
import { pullRequestKey, repositoryKey, type PullRequestRef } from "../../../pull-request.ts";
import { decideReview } from "../../../review/decide-review.ts";
import type { Draft } from "../../../review/draft.ts";
import { summaryFactsOfDraft } from "../../../review/summary-facts.ts";
import type { Store } from "../../../world/store/store.ts";
import { historyReviews, type HistoryReview } from "./history-reviews.ts";

const days = 90;
const day = 86_400_000;
const hour = 3_600_000;
const authors = ["ada", "grace", "linus", "mira"] as const;
const historyRepository = { owner: "acme", repo: "web" } as const;

/** The same each time, counted from now. */
export async function fillHistory(
  store: Pick<Store, "drafts" | "feedback" | "lessons" | "records">,
  { host, now }: { host: string; now: number },
): Promise<void> {
  const name = { host, ...historyRepository };
  for (let ago = days; ago > 0; ago--) {
    const at = now - ago * day + (ago % 9) * hour;
    // Some days without a review, and more reviews towards today.
    const reviews = ago % 7 === 0 ? 0 : 1 + (ago % 3 === 0 ? 1 : 0) + (ago < 30 && ago % 2 === 0 ? 1 : 0);
    for (let index = 0; index < reviews; index++)
      await addReview(store, {
        pull: { ...name, number: 1 + (days - ago) * 4 + index },
        at: at + index * hour,
        turn: ago * 3 + index,
      });
  }
  await addLessons(store, repositoryKey(name), now);
}

interface Turn {
  pull: PullRequestRef;
  at: number;
  /** Counts through templates, authors and answers. */
  turn: number;
}

async function addReview(
  store: Pick<Store, "drafts" | "feedback" | "records">,
  { pull, at, turn }: Turn,
): Promise<void> {
  const past = historyReviews[turn % historyReviews.length]!;
  const draft = draftOf(past, pull, authors[turn % authors.length]!);
  const place = pullRequestKey(pull);
  const repository = repositoryKey(pull);
  // Reviews became faster over these months.
  const tookMs = 9000 + ((turn * 7919) % 26) * 1000 + Math.round(turn * 40);
  const money = Number((0.02 + ((turn * 31) % 17) / 100).toFixed(2));
  const { id, change } = draft;
  const facts = { ...summaryFactsOfDraft(draft, tookMs), money };
  await store.drafts.save({
    id,
    place,
    head: change.head,
    draft: JSON.stringify(draft),
    state: "posted",
    savedAt: at,
    facts,
  });
  await store.records.keepCall({
    run: id,
    repository,
    unit: past.found?.by === "reviewer" ? past.found.unit : "code-reviewer",
    model: turn % 4 === 0 ? "compatible/scripted-second-reader" : "compatible/scripted-reviewer",
    at,
    money,
    call: "{}",
  });
  if (past.found === null || turn % 5 === 4) return;
  const isFixed = (turn * 7) % 10 < past.found.fixedOf10;
  const actor = authors[(turn + 1) % authors.length]!;
  await store.feedback.record([
    {
      repository,
      place,
      identity: draft.judged[0]!.finding.identity,
      unit: past.found.unit,
      signal: isFixed ? "fixed" : "dismissed",
      actor,
      reason: isFixed ? null : "It is meant to be so",
      at: at + 5 * hour,
    },
  ]);
}

async function addLessons(store: Pick<Store, "lessons">, repository: string, now: number): Promise<void> {
  const lesson = { repository, kind: null, pull: 40, decidedBy: null };
  const rules = [
    {
      id: "00000001",
      state: "candidate",
      rule: "Use `Money`, never `number`, for amounts in `src/cart/`.",
      unit: "code-reviewer",
      seen: 4,
    },
    {
      id: "00000002",
      state: "candidate",
      rule: "Errors of `src/session/` are logged before they are handled.",
      unit: "silent-failure",
      seen: 3,
    },
    {
      id: "00000003",
      state: "approved",
      rule: "SQL has parameters, never values, in `src/search/`.",
      unit: "security-reviewer",
      seen: 6,
      decidedBy: "ada",
    },
  ] as const;
  for (const rule of rules) await store.lessons.put({ ...lesson, ...rule, at: now - 9 * day });
}

function draftOf(past: HistoryReview, pull: PullRequestRef, author: string): Draft {
  const change = changeOf(past, pull, author);
  const judged = past.found === null ? [] : [judgedOf(past, past.found, change)];
  const id = createHash("sha256").update(pullRequestKey(pull)).digest("hex").slice(0, 12);
  return { id, change, reports: [], judged, edits: [], decision: decideReview(change, [], judged) };
}

function changeOf({ title, path, before, after }: HistoryReview, pull: PullRequestRef, author: string): Change {
  const words: AuthorText = {
    title,
    body: "",
    branch: null,
    author,
    labels: [],
    draft: false,
    commits: [],
    commitsTotal: 1,
    issues: [],
    request: null,
  };
  const intent = readIntent(words);
  const config = effectiveConfig({ repository: {}, intent });
  const oid = (side: string) =>
    createHash("sha1")
      .update(`${side} ${pullRequestKey(pull)}`)
      .digest("hex") as Oid;
  const diff = `diff --git a/${path} b/${path}\nindex ${oid("old")}..${oid("new")} 100644\n--- a/${path}\n+++ b/${path}\n@@ -12 +12 @@\n-${before}\n+${after}\n`;
  const files = parseDiff(Buffer.from(diff));
  return {
    from: {
      kind: "pull",
      pull,
      url: `http://${pull.host}/${pull.owner}/${pull.repo}/pull/${pull.number}`,
      viewer: null,
      fork: false,
    },
    base: oid("base"),
    head: oid("head"),
    files,
    words,
    intent,
    concerns: findConcerns(words),
    triage: triage({ files, words, intent, config, attributes: [], headers: new Map() }),
    config,
    owned: { is: "unknown", why: "not-asked" },
    past: noPast,
    cuts: [],
  };
}

function judgedOf(
  { path, after }: HistoryReview,
  found: NonNullable<HistoryReview["found"]>,
  { head }: Change,
): JudgedFinding {
  const at = { path, side: "head", start: 12, end: 12 } as const;
  return applyMarks(
    {
      id: `${found.unit}-1`,
      identity: head.slice(0, 16) as Identity,
      kind: found.kind,
      at,
      evidence: [{ ...at, text: after }],
      claim: "present",
      proof: found.by === "check" ? "proven" : "argued",
      severity: found.severity,
      confidence: 9,
      root: found.category === "docs" ? "DOC" : "CODE",
      category: found.category,
      pass: "correctness",
      improvement: false,
      title: found.title,
      explanation: found.explanation,
      sources: [found.by === "check" ? `PRESCAN:${found.unit}` : found.unit],
    },
    [],
  );
}
