// Publishes the texts that would be posted to GitHub, complete, for reading before they are posted.
import type { Draft } from "../draft.ts";
import { planPosting, postsCheckRun, type Action, type Choice } from "../plan.ts";
import { previewHeading } from "../words/preview-texts.ts";
import { withoutMarker } from "../marker.ts";
import type { Publisher } from "./publisher.ts";

export const githubPublisher: Publisher = {
  id: "github",
  title: "what would be posted to GitHub",
  extension: "github.md",
  render: (draft, { version }) => postingPreview(draft, "code", version),
};

/** A local change is shown as if it were a pull request. Markers, which nobody sees on GitHub, are left out. */
export function postingPreview(draft: Draft, choice: Choice, version: string): string {
  const { change } = draft;
  const shown = change.from.kind === "pull" ? draft : { ...draft, change: onSomePull(change) };
  const { actions } = planPosting(shown, choice, { version, checkRun: postsCheckRun(draft) })!;
  return `${actions.flatMap(textsOf).join("\n\n")}\n`;
}

const somePull: Draft["change"]["from"] = {
  kind: "pull",
  pull: { host: "github.com", owner: "owner", repo: "repository", number: 1 },
  url: "https://github.com/owner/repository/pull/1",
  viewer: null,
  fork: false,
};

/** The author of a commit is no login. */
function onSomePull(change: Draft["change"]): Draft["change"] {
  return { ...change, from: somePull, words: { ...change.words, author: null } };
}

function textsOf(action: Action): string[] {
  if (!("body" in action)) return [];
  const comments = action.do === "review" ? action.comments : [];
  return [
    `# ${previewHeading(action)}`,
    withoutMarker(action.body),
    ...comments.flatMap(({ at, body }) => [`# ${previewHeading({ do: "comment", at })}`, withoutMarker(body)]),
  ];
}
