// Plans what to do on GitHub about a draft, as plain data. Pure; `perform` acts on nothing else.
import type { Change, Oid, PastFinding, CodeLocation, Identity, ReviewHistory, Round } from "../change/change.ts";
import type { ConfigFault } from "../change/load-config.ts";
import type { Skip } from "../change/skip.ts";
import { reachesAuthor } from "../findings/finding.ts";
import { eventOf, requestReasons, type Decision, type Event } from "./decision.ts";
import type { ReplyTarget } from "./github-writes.ts";
import { redactForPosting } from "./redact-draft.ts";
import type { Draft } from "./draft.ts";
import { checkRunLimit, commentLimit, fitComment, placeFindings } from "./comment-limits.ts";
import type { PostedEntry } from "./posted-entries.ts";
import { formatMarker, type MarkerFields } from "./marker.ts";
import { sanitizeOutgoing, type OutgoingFacts } from "./sanitize-outgoing.ts";
import { findingsToStore, roundRecord, compareRounds } from "./compare-rounds.ts";
import { settledRequests } from "./settled-requests.ts";
import { validateSummary } from "./summary-validator.ts";
import { alsoNoticed } from "./words/also-noticed.ts";
import { bodyCards } from "./words/body-cards.ts";
import { authorTag, cleanNote, eventLine, failedConcernLines } from "./words/body-lines.ts";
import { findingCard } from "./words/card.ts";
import { checkRunOf } from "./words/check-run-text.ts";
import { dashboardLink } from "./words/deep-link.ts";
import { detailsComment } from "./words/details-comment.ts";
import { summaryMarkdown } from "./words/five-sections.ts";
import { brokenConfigNotice, noticeOf, nothingStandsTitle, skipTitle, standingText } from "./words/skip-notice.ts";
import { fixedReply } from "./words/rounds-texts.ts";
import { pullRequestKey, type PullRequestRef, repositoryFullName } from "../pull-request.ts";

export type Key = string & { readonly key: unique symbol };
export type ThreadId = string & { readonly thread: unique symbol };
export type CommentId = string & { readonly comment: unique symbol };

/** Evidence that a thread may be closed. */
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
  /** Dismisses a review of ours that asked for changes. */
  | { do: "lift"; review: string }
  | { do: "resolve"; thread: ThreadId; proof: Proof }
  /** A reply to somebody who mentioned Crosscheck, at the place and since the time of the mention. */
  | { do: "answer"; to: ReplyTarget; since: string; body: string }
);

export interface Plan {
  pull: PullRequestRef;
  head: Oid;
  actions: readonly Action[];
  /** What the next round must know once the review is posted; null where none is posted. */
  remember: { round: Round; findings: readonly PastFinding[] } | null;
}

/** Choice at the gate: findings only, or advisory findings in the details too. */
export type Choice = "code" | "all";

/** What a plan needs besides the draft. */
export interface PlanFacts {
  /** Whether the account may create check runs: GitHub allows only Apps. */
  checkRun?: boolean;
  /** Version of Crosscheck, for the details comment. */
  version?: string;
  /** What triggered the review: a push, a comment, or an intent that changed after a review. */
  request?: string;
  /** URL of the full text where it was too long to post. */
  link?: string;
  /** Base URL of the server's dashboard, such as `https://review.example.com`; comments then link to it. */
  dashboard?: string;
}

/** GitHub lets Apps alone make check runs; the token of a workflow in Actions is one of an App. */
export function postsCheckRun({ change: { from } }: Pick<Draft, "change">): boolean {
  return from.kind === "pull" && (from.viewer?.endsWith("[bot]") ?? false);
}

/** A local change cannot be posted: no plan. */
export function planPosting(given: Draft, choice: Choice, facts: PlanFacts = {}): Plan | null {
  const draft = redactForPosting(given);
  const { change } = draft;
  if (change.from.kind !== "pull") return null;
  const { pull } = change.from;
  const place = pullRequestKey(pull);
  const safe = sanitizerFor(pull, change);
  const key = `${place}@${change.head}/${facts.request ?? "auto"}` as Key;
  return {
    pull,
    head: change.head,
    actions: [
      ...(hasNews(draft, facts) ? [reviewAction(draft, key, safe, facts)] : []),
      detailsAction(draft, choice, `${place}/details` as Key, safe, facts),
      ...(facts.checkRun ? [checkRunAction(draft, `${place}@${change.head}/check` as Key, safe)] : []),
      ...compareRounds(draft).fixed.flatMap((past) => fixedAction(past, change.head, place)),
      ...settledRequests(draft).map(({ review }) => ({
        key: `${place}/lift/${review}` as Key,
        do: "lift" as const,
        review,
      })),
    ],
    remember: { round: roundRecord(change), findings: findingsToStore(draft) },
  };
}

/** What a pull request that is not reviewed now says. */
export interface SkipFacts extends Pick<PlanFacts, "checkRun"> {
  /** The last posted review, with what was dismissed since; null or absent: there is none. */
  last?: PostedVerdict | null;
  /** The repository's `checkRun`; absent: neutral. */
  unreviewed?: "neutral" | "failure";
}

/** Its conclusion is null if it can no longer be read. */
export interface PostedVerdict {
  head: string;
  conclusion: "success" | "neutral" | "failure" | null;
}

/**
 * A skip caused by a tag is explained by a comment, every skip by a check run. What a review of this head says stays,
 * and so does the details comment of any review.
 */
export function planSkip(skip: Skip, pull: PullRequestRef, head: Oid, facts: SkipFacts = {}): Plan {
  const { last = null, checkRun = false } = facts;
  const place = pullRequestKey(pull);
  const key = `${place}/details` as Key;
  const isNoticed = skip.why === "no-review-tag" && last === null;
  const notice: Action[] = isNoticed ? [{ key, do: "notice", body: postedBody(noticeOf(skip), { key }, null) }] : [];
  const isSaid = checkRun && skip.why !== "closed" && last?.head !== head;
  return { pull, head, actions: [...notice, ...(isSaid ? [skipRun(skip, place, head, facts)] : [])], remember: null };
}

function skipRun(skip: Skip, place: string, head: Oid, { last = null, unreviewed = "neutral" }: SkipFacts): Action {
  const key = `${place}@${head}/check` as Key;
  const title = skipTitle(skip);
  // Otherwise a tag or a push that is not reviewed would let a pull request merge whose review asks for changes. A draft
  // cannot be merged, and a repository that turned reviews off is not held up by them.
  const isFree = skip.why === "draft" || skip.why === "disabled";
  if (last?.conclusion === "failure" && !isFree)
    return { key, do: "check-run", conclusion: "failure", title, body: standingText(title, last.head) };
  return { key, do: "check-run", conclusion: isFree ? "neutral" : unreviewed, title, body: title };
}

/** After a dismissal: corrects the check run of a head that was skipped while a review asked for changes. */
export function planAcquittal(pull: PullRequestRef, head: Oid, unreviewed: "neutral" | "failure"): Plan {
  const key = `${pullRequestKey(pull)}@${head}/check` as Key;
  const run = { key, do: "check-run", conclusion: unreviewed, title: nothingStandsTitle } as const;
  return { pull, head, actions: [{ ...run, body: nothingStandsTitle }], remember: null };
}

/** Once per pull request, whatever its heads; updated in place. */
export function brokenConfigAction(pull: PullRequestRef, path: string, faults: readonly ConfigFault[]): Action {
  const key = `${pullRequestKey(pull)}/config` as Key;
  return { key, do: "notice", body: postedBody(brokenConfigNotice(path, faults), { key }, null) };
}

/**
 * A later round without news and with the same verdict updates only the details comment, unless somebody asked for the
 * review.
 */
function hasNews({ judged, change: { past }, decision }: Draft, { request }: PlanFacts): boolean {
  const isFirst = past.rounds.length === 0 && past.findings.length === 0;
  return isFirst || request !== undefined || isNewEvent(decision, past) || judged.some(reachesAuthor);
}

/** A request for changes that stands is not repeated for the same reasons. */
function isNewEvent(decision: Decision, { requests = [] }: ReviewHistory): boolean {
  const reasons = requestReasons(decision);
  if (reasons.length === 0) return eventOf(decision) !== "COMMENT";
  return !requests.some((earlier) => reasons.every((reason) => earlier.reasons.includes(reason)));
}

/** Every posted body is built here, so all text by others is sanitized. */
type Sanitizer = (text: string) => string;

function sanitizerFor(pull: PullRequestRef, { words }: Change): Sanitizer {
  const facts: OutgoingFacts = {
    host: pull.host,
    repository: repositoryFullName(pull),
    authorWrote: [words.title, words.body, ...words.commits.map((commit) => commit.message)],
  };
  return (text) => sanitizeOutgoing(text, facts);
}

function reviewAction(draft: Draft, key: Key, safe: Sanitizer, facts: PlanFacts): Action {
  const { change, decision } = draft;
  const link = facts.link ?? null;
  const { inline, inBody } = placeFindings(draft.judged, change);
  const comments = inline.map(({ at, ...entry }) => {
    const { identity } = entry.one.finding;
    const card = `${safe(findingCard(entry, change.config.mode, at))}${deepLink(draft, facts, identity)}`;
    return { at, body: postedBody(card, { key, finding: identity }, link), identity };
  });
  const parts = [
    safe(eventLine(decision)),
    safe(failedConcernLines(draft).join("\n")),
    ...bodyParts(draft, inBody, safe),
    safe(alsoNoticed(draft).join("\n")),
  ].filter((part) => part !== "");
  const reasons = requestReasons(decision);
  const marked = { key, ...(reasons.length > 0 && { reasons }) };
  const body = postedBody(parts.join("\n\n"), marked, link, authorTag(change.words.author));
  return { key, do: "review", event: eventOf(decision), body, comments };
}

/** The summary; with cards only, the cards without a line; with no findings, one short sentence. */
function bodyParts(draft: Draft, inBody: readonly PostedEntry[], safe: Sanitizer): string[] {
  if (!draft.judged.some(reachesAuthor)) return [safe(cleanNote(draft, "the details comment"))];
  if (draft.change.config.mode === "enhanced")
    return bodyCards(inBody)
      .cards.flatMap((card) => ["---", safe(card)])
      .slice(1);
  const summary = summaryMarkdown(draft);
  return summary === null ? [] : [validatedSummary(safe(summary))];
}

/** A summary that breaks our own rules is a bug and is not posted. */
function validatedSummary(summary: string): string {
  const verdict = validateSummary(summary);
  if (!verdict.ok) throw new Error(`the summary is not what it should be: ${JSON.stringify(verdict.faults)}`);
  return verdict.text.trimEnd();
}

function checkRunAction(draft: Draft, key: Key, safe: Sanitizer): Action {
  const { conclusion, title, body } = checkRunOf(draft);
  return { key, do: "check-run", conclusion, title, body: fitComment(safe(body), checkRunLimit) };
}

/** Replies once to the comment that reported the finding, whichever round finds it fixed. */
function fixedAction({ comment, thread, identity }: PastFinding, head: Oid, place: string): Action[] {
  if (comment === null || thread === null) return [];
  const key = `${place}/reply/${thread}/${comment}` as Key;
  const body = postedBody(fixedReply(head), { key, finding: identity }, null);
  return [{ key, do: "reply", thread: thread as ThreadId, answers: comment as CommentId, body }];
}

function detailsAction(draft: Draft, choice: Choice, key: Key, safe: Sanitizer, facts: PlanFacts): Action {
  const text = detailsComment(draft, {
    version: facts.version ?? null,
    advisory: choice === "all",
  });
  return {
    key,
    do: "details",
    body: postedBody(`${safe(text)}${deepLink(draft, facts)}`, { key }, facts.link ?? null),
  };
}

/** Not sanitized: contains only our own text, so it is added after sanitizing. */
function deepLink({ id }: Draft, { dashboard }: PlanFacts, finding?: string): string {
  if (dashboard === undefined) return "";
  const query = finding === undefined ? "" : `?finding=${encodeURIComponent(finding)}`;
  return `\n\n${dashboardLink(`${dashboard}/reviews/${id}${query}`, finding !== undefined)}`;
}

/**
 * The tag and the marker consist of validated parts and are added last, after sanitizing: the mention is intended, and
 * the marker must survive.
 */
function postedBody(text: string, marked: MarkerFields, link: string | null, tag: string | null = null): string {
  const before = tag === null ? "" : `${tag}\n\n`;
  const after = `\n\n${formatMarker(marked)}`;
  return `${before}${fitComment(text, commentLimit - before.length - after.length, link)}${after}`;
}
