// What would be done about a draft on GitHub, as data: pure, printable, and the only thing that `perform` acts on.
import type { Change, Oid, PastFinding, CodeLocation, Identity, Round } from "../change/change.ts";
import type { ConfigFault } from "../change/load-config.ts";
import type { Skip } from "../change/skip.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import type { Event } from "./decide.ts";
import type { AnswerPlace } from "./github-writes.ts";
import { maskDraft } from "./redact-draft.ts";
import type { Draft } from "./draft.ts";
import { checkRunLimit, commentLimit, fitComment, placeFindings } from "./limits.ts";
import { marker, type Marked } from "./marker.ts";
import { outgoing, type OutgoingFacts } from "./outgoing.ts";
import { keptFindings, roundOf, sinceLast } from "./rounds.ts";
import { validateSummary } from "./validate.ts";
import { authorTag, cleanNote, eventLine, moreCards } from "./words/body.ts";
import { findingCard } from "./words/card.ts";
import { checkRunOf } from "./words/check-run.ts";
import { inDashboard } from "./words/deep-link.ts";
import { detailsComment } from "./words/details.ts";
import { summaryMarkdown } from "./words/five-sections.ts";
import { brokenConfigNotice, noticeOf, skipTitle } from "./words/notice.ts";
import { fixedReply } from "./words/rounds.ts";
import { pullRequestKey, type PullRequestRef, repositoryFullName } from "../pull-request.ts";

export type Key = string & { readonly key: unique symbol };
export type ThreadId = string & { readonly thread: unique symbol };
export type CommentId = string & { readonly comment: unique symbol };

/** What shows that a thread may be closed. */
export interface Proof {
  by: "commit" | "test" | "person";
  evidence: string;
}

export type Action = { key: Key } & (
  | {
      do: "review";
      event: Event;
      body: string;
      comments: readonly { at: CodeLocation; body: string; identity: Identity }[];
    }
  | { do: "details" | "notice"; body: string }
  | { do: "check-run"; conclusion: "success" | "neutral" | "failure"; title: string; body: string }
  | { do: "reply"; thread: ThreadId; answers: CommentId; body: string }
  | { do: "resolve"; thread: ThreadId; proof: Proof }
  /** To somebody who called: where they did, since they did. */
  | { do: "answer"; to: AnswerPlace; since: string; body: string }
  | { do: "lesson"; file: string; edit: string }
);

export interface Plan {
  pull: PullRequestRef;
  head: Oid;
  actions: readonly Action[];
  /** What the next round must know, once the review stands; null where none is posted. */
  remember: { round: Round; findings: readonly PastFinding[] } | null;
}

/** What the person at the gate chose: the findings alone, or with the advisory ones in the details. */
export type Choice = "code" | "all";

/** What a plan needs to know besides the draft. */
export interface PlanFacts {
  /** Whether the account may make check runs: GitHub lets Apps alone. */
  checkRun?: boolean;
  /** Of this program, for the details. */
  version?: string;
  /** Who asked: the push itself, the comment that asked again, or the intent that changed after a review. */
  request?: string;
  /** Where all of a text can be read that was too long to post. */
  link?: string;
  /** The server's own pages, as `https://review.example.com`: comments then lead to their findings there. */
  dashboard?: string;
}

/** A local change has nowhere to be posted to: no plan. */
export function planPosting(given: Draft, choice: Choice, facts: PlanFacts = {}): Plan | null {
  const draft = maskDraft(given);
  const { change } = draft;
  if (change.from.kind !== "pull") return null;
  const { pull } = change.from;
  const place = pullRequestKey(pull);
  const safe = safeFor(pull, change);
  const key = `${place}@${change.head}/${facts.request ?? "auto"}` as Key;
  return {
    pull,
    head: change.head,
    actions: [
      ...(saysSomething(draft, facts) ? [reviewAction(draft, key, safe, facts)] : []),
      detailsAction(draft, choice, `${place}/details` as Key, safe, facts),
      ...(facts.checkRun ? [checkRunAction(draft, `${place}@${change.head}/check` as Key, safe)] : []),
      ...sinceLast(draft).fixed.flatMap((past) => fixedAction(past, change.head, place)),
    ],
    remember: { round: roundOf(change), findings: keptFindings(draft) },
  };
}

/** What a pull request that is not reviewed is told: a tag's skip by a comment, and any skip by a check run (INT-14). */
export function planSkip(skip: Skip, pull: PullRequestRef, head: Oid, facts: Pick<PlanFacts, "checkRun"> = {}): Plan {
  const place = pullRequestKey(pull);
  const key = `${place}/details` as Key;
  const notice: Action[] =
    skip.why === "no-review-tag" ? [{ key, do: "notice", body: bodyOf(noticeOf(skip), { key }, null) }] : [];
  const check = `${place}@${head}/check` as Key;
  const run: Action[] =
    facts.checkRun && skip.why !== "closed"
      ? [{ key: check, do: "check-run", conclusion: "neutral", title: skipTitle(skip), body: skipTitle(skip) }]
      : [];
  return { pull, head, actions: [...notice, ...run], remember: null };
}

/** Once a pull request, whatever its heads: kept up to date where it stands. */
export function brokenConfigAction(pull: PullRequestRef, path: string, faults: readonly ConfigFault[]): Action {
  const key = `${pullRequestKey(pull)}/config` as Key;
  return { key, do: "notice", body: bodyOf(brokenConfigNotice(path, faults), { key }, null) };
}

/** A later round that found nothing new and changes no verdict is told by the details comment alone; who asked is answered. */
function saysSomething({ judged, change: { past }, decision }: Draft, { request }: PlanFacts): boolean {
  const isFirst = past.rounds.length === 0 && past.findings.length === 0;
  return (
    isFirst ||
    request !== undefined ||
    decision.event !== "COMMENT" ||
    judged.some(({ outcome }) => outcome === "posted")
  );
}

/** Everything that others had a hand in goes through here, and nothing else makes a body. */
type Safe = (text: string) => string;

function safeFor(pull: PullRequestRef, { words }: Change): Safe {
  const facts: OutgoingFacts = {
    host: pull.host,
    repository: repositoryFullName(pull),
    authorWrote: [words.title, words.body, ...words.commits.map((commit) => commit.message)],
  };
  return (text) => outgoing(text, facts);
}

function reviewAction(draft: Draft, key: Key, safe: Safe, facts: PlanFacts): Action {
  const { change, decision } = draft;
  const link = facts.link ?? null;
  const { inline, listed } = placeFindings(draft.judged, change);
  const comments = inline.map((one) => ({
    at: one.finding.at,
    body: bodyOf(
      `${safe(findingCard(one, change.config.mode, true))}${deepLink(draft, facts, one.finding.identity)}`,
      { key, finding: one.finding.identity },
      link,
    ),
    identity: one.finding.identity,
  }));
  const parts = [safe(eventLine(decision)), ...bodyParts(draft, listed, safe)];
  const body = bodyOf(parts.join("\n\n"), { key }, link, authorTag(change.words.author));
  return { key, do: "review", event: decision.event, body, comments };
}

/** The summary; where the repository wants cards only, the cards that no line takes; where nothing was found, a word. */
function bodyParts(draft: Draft, listed: readonly JudgedFinding[], safe: Safe): string[] {
  if (!draft.judged.some((one) => one.outcome === "posted")) return [safe(cleanNote(draft))];
  if (draft.change.config.mode === "enhanced") return cardsThatFit(listed, safe);
  const summary = summaryMarkdown(draft);
  return summary === null ? [] : [validated(safe(summary))];
}

/** What the event's line, the tag and the marker need at most. */
const roomAround = 6000;

/** Whole cards; the details list the others. */
function cardsThatFit(listed: readonly JudgedFinding[], safe: Safe): string[] {
  const cards: string[] = [];
  let room = commentLimit - roomAround;
  for (const one of listed) {
    const card = safe(findingCard(one, "enhanced", false));
    room -= card.length + 2;
    if (room < 0) return [...cards, moreCards(listed.length - cards.length)];
    cards.push(card);
  }
  return cards;
}

/** A summary of ours that breaks our own rules is our fault, and is not posted. */
function validated(summary: string): string {
  const verdict = validateSummary(summary);
  if (!verdict.ok) throw new Error(`the summary is not what it should be: ${JSON.stringify(verdict.faults)}`);
  return verdict.text.trimEnd();
}

function checkRunAction(draft: Draft, key: Key, safe: Safe): Action {
  const { conclusion, title, body } = checkRunOf(draft);
  return { key, do: "check-run", conclusion, title, body: fitComment(safe(body), checkRunLimit) };
}

/** The comment that said it is answered once, whatever round finds it mended. */
function fixedAction({ comment, thread, identity }: PastFinding, head: Oid, place: string): Action[] {
  if (comment === null || thread === null) return [];
  const key = `${place}/reply/${thread}/${comment}` as Key;
  const body = bodyOf(fixedReply(head), { key, finding: identity }, null);
  return [{ key, do: "reply", thread: thread as ThreadId, answers: comment as CommentId, body }];
}

function detailsAction(draft: Draft, choice: Choice, key: Key, safe: Safe, facts: PlanFacts): Action {
  const text = detailsComment(draft, {
    version: facts.version ?? null,
    advisory: choice === "all",
  });
  return { key, do: "details", body: bodyOf(`${safe(text)}${deepLink(draft, facts)}`, { key }, facts.link ?? null) };
}

/** Ours alone, and so after what others had a hand in. */
function deepLink({ id }: Draft, { dashboard }: PlanFacts, finding?: string): string {
  if (dashboard === undefined) return "";
  const query = finding === undefined ? "" : `?finding=${encodeURIComponent(finding)}`;
  return `\n\n${inDashboard(`${dashboard}/reviews/${id}${query}`, finding !== undefined)}`;
}

/**
 * Tag and marker are made of checked parts and come after everything else: a mention that is meant, and a marker by which
 * we know our own comment again (RVW-11).
 */
function bodyOf(text: string, marked: Marked, link: string | null, tag: string | null = null): string {
  const before = tag === null ? "" : `${tag}\n\n`;
  const after = `\n\n${marker(marked)}`;
  return `${before}${fitComment(text, commentLimit - before.length - after.length, link)}${after}`;
}
