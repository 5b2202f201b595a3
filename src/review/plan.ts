// What would be done about a draft on GitHub, as data: pure, printable, and the only thing that `perform` acts on.
import type { Oid, Place, Identity, PullRef } from "../change/change.ts";
import { takesComment } from "../change/diff.ts";
import type { Judged } from "../findings/finding.ts";
import type { Event } from "./decide.ts";
import { isInline, type Draft } from "./draft.ts";
import { explanationOf, placeOf, suggestedAction, titleOf } from "./words/findings.ts";
import { sayRule } from "./words/rules.ts";

export type Key = string & { readonly key: unique symbol };
export type ThreadId = string & { readonly thread: unique symbol };
export type CommentId = string & { readonly comment: unique symbol };

/** What shows that a thread may be closed. */
export interface Proof {
  by: "commit" | "test" | "person";
  evidence: string;
}

export type Action = { key: Key } & (
  | { do: "review"; event: Event; body: string; comments: readonly { at: Place; body: string; identity: Identity }[] }
  | { do: "details" | "notice"; body: string }
  | { do: "check-run"; conclusion: "success" | "neutral" | "failure"; body: string }
  | { do: "reply"; thread: ThreadId; answers: CommentId; body: string }
  | { do: "resolve"; thread: ThreadId; proof: Proof }
  | { do: "lesson"; file: string; edit: string }
);

export interface Plan {
  pull: PullRef;
  head: Oid;
  actions: readonly Action[];
}

/** What the person at the gate chose: the findings alone, or with the advisory ones in the details. */
export type Choice = "code" | "all";

/** A local change has nowhere to be posted to: no plan. */
export function planPosting(draft: Draft, choice: Choice): Plan | null {
  const { change, decision } = draft;
  if (change.from.kind !== "pull") return null;
  const { pull } = change.from;
  const place = `${pull.host}/${pull.owner}/${pull.repo}#${pull.number}`;
  const posted = draft.judged.filter((one) => one.fate === "posted");
  const inline = posted.filter((one) => isInline(one) && takesComment(change.files, one.finding.at));
  const listed = posted.filter((one) => !inline.includes(one));
  const review: Action = {
    key: `${place}@${change.head}` as Key,
    do: "review",
    event: decision.event,
    body: [decision.event, ...decision.rules.map((rule) => `- ${sayRule(rule)}`), ...listed.map(entry)].join("\n"),
    comments: inline.map((one) => ({
      at: one.finding.at,
      body: `${titleOf(one)}\n\n${explanationOf(one)}`,
      identity: one.finding.identity,
    })),
  };
  const advisory = draft.judged.filter((one) => one.fate === "advisory");
  const details: Action[] =
    choice === "all" && advisory.length > 0
      ? [
          {
            key: `${place}/details` as Key,
            do: "details",
            body: advisory.map((one) => `${entry(one)} ${suggestedAction(one)}`).join("\n"),
          },
        ]
      : [];
  return { pull, head: change.head, actions: [review, ...details] };
}

/** From its first line to its last, it must lie in one hunk: one bad place, and GitHub refuses the whole review. */
function entry(one: Judged): string {
  return `- ${placeOf(one)}: ${titleOf(one)}. ${explanationOf(one)}`;
}
