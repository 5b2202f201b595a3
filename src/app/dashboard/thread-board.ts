// Renders the thread board of one pull request: comments, code then and now, and what the policy allows. Nothing is
// posted from here.
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { boardTitle, fetchCommand, threadBoardWords as words } from "../../threads/words/thread-page-texts.ts";
import { webAddress } from "../../change/remote.ts";
import { shownPull } from "../threads/thread-target.ts";
import { NotHere, pullRequestIn, type Page, type Visit } from "./page.ts";
import { formKey } from "./parts/fields.ts";
import { outsideLink } from "./parts/outside-link.ts";
import { boardBody } from "./thread-board/body.ts";
import { commandBlock } from "./thread-board/command-line.ts";
import { parseThreadFilter } from "./thread-board/kinds.ts";
import { type PullRequestRef, repositoryKey } from "../../pull-request.ts";

const path = "/pulls/:host/:owner/:repo/:number/threads";

export const threadBoardPage: Page = {
  method: "get",
  path,
  async run(visit) {
    const pull = await pullFor(visit);
    const part = await content(visit, pull);
    if (visit.partial) return { is: "part", body: part };
    const title = boardTitle(shownPull(pull));
    const body = html`<div class="board thread-board">
      <h1>${title}</h1>
      ${tools(visit, pull)} ${part}
    </div>`;
    return { is: "page", title, section: "threads", body };
  },
};

/** Starts reading the threads; the page waits for it. */
export const threadBoardAgain: Page = {
  method: "post",
  path,
  async run(visit) {
    const pull = await pullFor(visit);
    // A failure is reported by the page that waits for the board.
    void visit.site.doing.board?.(pull, "again").catch(() => {});
    return { is: "to", path: addressOf(pull) };
  },
};

export function addressOf({ host, owner, repo, number }: PullRequestRef): string {
  return `/pulls/${[host, owner, repo].map(encodeURIComponent).join("/")}/${number}/threads`;
}

/** Whoever may see the repository may see the threads of its pull requests. */
async function pullFor(visit: Visit): Promise<PullRequestRef> {
  const pull = pullRequestIn(visit);
  if ((await visit.visitor.may(repositoryKey(pull))) === "none") throw new NotHere();
  return pull;
}

function tools(visit: Visit, pull: PullRequestRef): Html {
  return html`<div class="board-tools">
    ${
      visit.site.doing.board !== undefined &&
      html`<form method="post" action="${addressOf(pull)}">${formKey(visit)}<button>${words.refresh}</button></form>`
    }
    <a href="/threads">${words.all}</a>
    ${outsideLink(`${webAddress(pull)}/pull/${pull.number}`, words.onGitHub)}
  </div>`;
}

/** Shows a cached board at once; otherwise the page loads first and then requests the board. */
async function content(visit: Visit, pull: PullRequestRef): Promise<Html> {
  const { board: look } = visit.site.doing;
  if (!look)
    return html`<div class="panel">
      <p>${words.notOffered}</p>
      ${commandBlock(fetchCommand(shownPull(pull)))}
    </div>`;
  const kept = await look(pull, "kept");
  const kind = parseThreadFilter(visit.query("class"));
  if (kept !== null) return boardBody(kept, addressOf(pull), kind);
  if (!visit.partial && visit.query("now") === null) return waiting(visit, pull);
  try {
    return boardBody((await look(pull))!, addressOf(pull), kind);
  } catch (error) {
    return failed(error, pull);
  }
}

function waiting(visit: Visit, pull: PullRequestRef): Html {
  const chosen = visit.query("class");
  const query = chosen === null ? "" : `?${new URLSearchParams({ class: chosen }).toString()}`;
  return html`<div class="panel" hx-get="${addressOf(pull)}${query}" hx-trigger="load" hx-swap="outerHTML">
    <p role="status" class="busy">${words.looking}</p>
    <noscript><a href="${addressOf(pull)}?now=1">${words.lookNow}</a></noscript>
  </div>`;
}

/** Renders errors of GitHub and user errors; others are thrown and logged. */
function failed(error: unknown, pull: PullRequestRef): Html {
  if (!(error instanceof Unavailable || error instanceof Refused || error instanceof UserError)) throw error;
  const remedy = error instanceof UserError ? ` ${error.remedy}` : "";
  return html`<div class="panel warn" role="alert">
    <p><strong>${words.failed}</strong></p>
    <p>${error.message}.${remedy}</p>
    <p><a href="${addressOf(pull)}">${words.again}</a></p>
  </div>`;
}
