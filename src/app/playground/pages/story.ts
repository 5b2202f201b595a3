// Renders how far the story of a pull request is, and the box to merge it.
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words, storySteps } from "../../../review/words/playground-texts.ts";
import type { Pull } from "../../../standin/github/state.ts";
import type { Visit } from "../../dashboard/page.ts";
import { formKey } from "../../dashboard/parts/fields.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { pullPath, start } from "./paths.ts";
import type { ReviewProgress } from "./standing.ts";

type StepId = (typeof storySteps)[number]["id"];

export function storyPanelOf(ground: PlaygroundSession, pull: Pull, standing: ReviewProgress): Html | null {
  if (ground.changeOf(pull)?.fix == null) return null;
  const done = stepsDone(ground, pull, standing);
  const next = storySteps.find(({ id }) => !done.has(id))?.id;
  return html`<section class="panel">
    <h2>${words.steps}</h2>
    <ol class="pg-steps">
      ${storySteps.map(
        ({ id, does }) =>
          html`<li class="${done.has(id) ? "done" : id === next && "now"}">
            ${done.has(id) && icon("check")}${does}
          </li>`,
      )}
    </ol>
  </section>`;
}

function stepsDone(ground: PlaygroundSession, pull: Pull, standing: ReviewProgress): Set<StepId> {
  const { state } = ground.github;
  const threads = state.threads.filter((one) => one.pull === pull.id);
  const comments = state.reviewComments.filter((one) => one.pull === pull.id);
  const own = comments.find(({ author }) => author === ground.visitor);
  const isResolved = threads.length > 0 && threads.every(({ resolvedBy }) => resolvedBy !== null);
  const steps: Record<StepId, boolean> = {
    reviewed: state.reviews.some((one) => one.pull === pull.id),
    // Whoever pushes the fix without a question has seen it answered all the same.
    asked: isResolved || comments.some((one) => own && one.author !== own.author && one.createdAt > own.createdAt),
    fixed: ground.isFixed(pull) || pull.merged,
    answered: isResolved,
    lifted: isResolved && standing.is !== "reviewing" && !asksForChanges(ground, pull),
    merged: pull.merged,
  };
  return new Set(storySteps.flatMap(({ id }) => (steps[id] ? [id] : [])));
}

function asksForChanges({ github: { state } }: PlaygroundSession, pull: Pull): boolean {
  const latest = state.reviews.findLast(
    (one) => one.pull === pull.id && ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(one.state),
  );
  return latest?.state === "CHANGES_REQUESTED";
}

/** As GitHub has it below the conversation: what blocks the merge, or the button. */
export function mergeBox(ground: PlaygroundSession, pull: Pull, standing: ReviewProgress, visit: Visit): Html | null {
  if (pull.merged)
    return html`<section class="panel pg-merge done" aria-label="${words.merge}">
      ${icon("merge")}
      <div>
        <strong>${words.merged(pull.mergedBy ?? "")}</strong>
        <p class="quiet">${words.afterMerge}</p>
      </div>
      <a class="button" href="${start}">${words.menuLink}</a>
    </section>`;
  if (pull.state !== "open") return null;
  const isBlocked = asksForChanges(ground, pull);
  const isReady = standing.is === "reviewed" && !isBlocked;
  return html`<section class="panel pg-merge ${isReady && "ready"}" aria-label="${words.merge}">
    ${icon("merge")}
    <p>${isBlocked ? words.blocked : isReady ? words.mayMerge : words.notYet}</p>
    <form method="post" action="${pullPath(ground, pull)}/merge">
      ${formKey(visit)}<button class="${isReady && "primary"}" ${!isReady && html`disabled`}>${words.merge}</button>
    </form>
  </section>`;
}

/** Only what the box offers. */
export function mayMerge(ground: PlaygroundSession, pull: Pull): boolean {
  return pull.state === "open" && !asksForChanges(ground, pull);
}
