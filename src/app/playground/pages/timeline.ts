// Renders the timeline of a pull request: comments, pushes, and reviews with their threads.
import { createHash } from "node:crypto";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { clockTime, playgroundWords as words, threadCommands } from "../../../review/words/playground-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import { pullCommits, type CommitData } from "../../../standin/github/pull-git.ts";
import type { Pull, Review, ReviewComment, SimulatedThread } from "../../../standin/github/state.ts";
import type { Visit } from "../../dashboard/page.ts";
import { formKey } from "../../dashboard/parts/fields.ts";
import { botName } from "../app.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { markdownToHtml } from "../markdown.ts";
import { diffHunk } from "./diff.ts";
import { pullPath } from "./paths.ts";

interface Item {
  at: number;
  shown: Html;
}

export async function playgroundTimeline(ground: PlaygroundSession, pull: Pull, visit: Visit): Promise<Html> {
  const { github } = ground;
  const { state } = github;
  const commits = await pullCommits(github.hub, pull);
  const items: Item[] = [
    ...commits.slice(1).map((commit) => ({ at: commit.committer.at + 999, shown: pushed(commit) })),
    ...state.issueComments
      .filter((one) => one.repository === pull.repository && one.number === pull.number)
      .map((one) => ({
        at: one.createdAt,
        shown: remark(one, one.updatedAt > one.createdAt ? words.edited : words.commented),
      })),
    ...state.reviews
      .filter((one) => one.pull === pull.id && (one.body !== "" || threadsOf(ground, one).length > 0))
      .map((one) => ({ at: one.submittedAt ?? one.createdAt, shown: reviewed(one, ground, pull, visit) })),
  ];
  const ordered = items.toSorted((one, other) => one.at - other.at);
  return html`<section class="pg-talk" aria-label="${words.conversation}">
    ${remark({ id: pull.id, author: pull.author, body: pull.body ?? "", createdAt: pull.createdAt }, words.opened)}
    ${ordered.map(({ shown }) => shown)}
  </section>`;
}

interface TimelineEntry {
  id: number;
  author: string;
  body: string;
  createdAt: number;
}

function remark(entry: TimelineEntry, did: string, more: Html | null = null): Html {
  return html`<article class="panel pg-said">
    ${byline(entry, did)}
    ${entry.body.trim() === "" ? html`<p class="quiet">${words.noDescription}</p>` : bodyOf(entry)} ${more}
  </article>`;
}

function byline({ author, createdAt }: TimelineEntry, did: string): Html {
  return html`<p class="pg-by">
    <strong>${author}</strong> <span>${did}</span>
    <time datetime="${new Date(createdAt).toISOString()}">${clockTime(createdAt)}</time>
  </p>`;
}

/** The id contains a hash of the text, so that htmx preserves an unchanged body and its expanded sections. */
function bodyOf({ id, body }: TimelineEntry): Html {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 8);
  return html`<div class="pg-body" id="said-${id}-${hash}" hx-preserve dir="auto">${markdownToHtml(body)}</div>`;
}

function pushed({ oid, message, author }: CommitData): Html {
  return html`<p class="pg-pushed">
    <strong>${author.name}</strong> ${words.pushed(oid.slice(0, 7))}:
    <span dir="auto">${shorten(oneLine(message.split("\n", 1)[0]!), 200)}</span>
  </p>`;
}

function reviewed(review: Review, ground: PlaygroundSession, pull: Pull, visit: Visit): Html {
  const did = words.reviews[review.state as keyof typeof words.reviews] ?? words.commented;
  const threads = threadsOf(ground, review).map((thread) => threadCard(thread, ground, pull, visit));
  return html`<article class="panel pg-said pg-review ${review.state}">
    ${byline(review, did)} ${review.body !== "" && bodyOf(review)} ${threads}
  </article>`;
}

/** The threads that this review started. */
function threadsOf({ github: { state } }: PlaygroundSession, review: Review): SimulatedThread[] {
  const begun = state.reviewComments.filter((one) => one.review === review.id && one.replyTo === null);
  return begun.flatMap((one) => state.threads.find(({ id }) => id === one.thread) ?? []);
}

function threadCard(thread: SimulatedThread, ground: PlaygroundSession, pull: Pull, visit: Visit): Html {
  const comments = ground.github.state.reviewComments.filter((one) => one.thread === thread.id);
  const place = words.onLine(thread.path, thread.line ?? thread.originalLine);
  return html`<section class="pg-thread" id="thread-${thread.id}" aria-label="${place}">
    <h3>
      <span class="path">${place}</span>
      ${thread.outdated && html`<span class="pg-mark">${words.outdated}</span>`}
      ${thread.resolvedBy !== null && html`<span class="pg-mark good">${words.resolved(thread.resolvedBy)}</span>`}
    </h3>
    ${diffHunk(thread)} ${comments.map(inThread)}
    ${thread.resolvedBy === null && isLeftToThem(comments, ground) && html`<p class="pg-hint">${words.leftToYou}</p>`}
    ${pull.state === "open" && replyForms(thread, `${pullPath(ground, pull)}/reply`, visit)}
  </section>`;
}

/** The last comment says that it is fixed, and the visitor has commented in the thread. */
function isLeftToThem(comments: readonly ReviewComment[], { visitor }: PlaygroundSession): boolean {
  const last = comments.at(-1);
  return (
    last !== undefined && last.author !== visitor && isFixedNote(last) && comments.some((one) => one.author === visitor)
  );
}

function isFixedNote({ body }: ReviewComment): boolean {
  return /^Fixed as of /.test(body);
}

function inThread(comment: ReviewComment): Html {
  return html`<div class="pg-turn">${byline(comment, "")} ${bodyOf(comment)}</div>`;
}

function replyForms(thread: SimulatedThread, action: string, visit: Visit): Html {
  const key = html`${formKey(visit)}<input type="hidden" name="thread" value="${thread.id}" />`;
  return html`<div class="pg-reply">
    <form method="post" action="${action}">
      ${key}<textarea
        name="text"
        id="reply-${thread.id}"
        hx-preserve
        rows="1"
        required
        maxlength="10000"
        placeholder="${words.replyHint}"
        aria-label="${words.replyLabel(thread.path)}"
      ></textarea
      ><button>${words.reply}</button>
    </form>
    <form method="post" action="${action}" class="pg-commands">
      ${key}<span class="quiet">${words.commands}:</span> ${threadCommands.map(
        ({ label, says }) => html`<button name="text" value="@${botName} ${says}">${label}</button>`,
      )}
    </form>
  </div>`;
}
