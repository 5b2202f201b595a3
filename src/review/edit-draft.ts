// Applies the edits a person may make to a draft at the gate. Each edit returns a new draft and is recorded in it with
// the person's name.
import { UserError } from "../errors.ts";
import { commentLocation } from "../findings/comment-location.ts";
import type { FindingOutcome, JudgedFinding, Mark } from "../findings/finding.ts";
import { applyMarks } from "../findings/gate.ts";
import { decideReview } from "./decide-review.ts";
import {
  isAcknowledgeable,
  isAllowed,
  openObjections,
  rulesOf,
  type Decision,
  type DecisionRule,
  type Event,
} from "./decision.ts";
import type { Draft, Edit } from "./draft.ts";
import { decisionRuleText } from "./words/decision-rule-texts.ts";

export function editDraft(draft: Draft, edit: Edit): Draft {
  const edited = { ...draft, edits: [...draft.edits, edit] };
  switch (edit.edit) {
    case "remove":
      return decideAgain(
        withMark(edited, edit.finding, { by: "person", why: { kind: "removed-by-person" }, outcome: "dropped" }),
      );
    case "move":
      return decideAgain(
        withMark(edited, edit.finding, {
          by: "person",
          why: { kind: "moved-by-person", to: edit.to },
          outcome: outcomeFor(edit.to, draft, edit.finding),
        }),
      );
    case "reword":
      return rewordFinding(edited, edit);
    case "acknowledge":
      return acknowledgeRule(edited, edit.rule);
    case "event":
      return chooseEvent(edited, edit.event, edit.by);
  }
}

/** Inline if GitHub accepts a comment on the line, otherwise listed. */
function outcomeFor(to: "posted" | "advisory", draft: Draft, id: string): FindingOutcome {
  if (to === "advisory") return to;
  return commentLocation(draft.change.files, requireFinding(draft, id).finding) ? "inline" : "listed";
}

function requireFinding({ judged }: Draft, id: string): JudgedFinding {
  const one = judged.find(({ finding }) => finding.id === id);
  if (!one) throw new UserError(`There is no finding "${id}" in this draft`, "Use a number from the tables.");
  return one;
}

function withMark(draft: Draft, id: string, mark: Mark): Draft {
  const one = requireFinding(draft, id);
  const marked = applyMarks(one.finding, [...one.marks, mark]);
  return { ...draft, judged: draft.judged.map((other) => (other === one ? marked : other)) };
}

function rewordFinding(draft: Draft, { finding: id, title, explanation }: Extract<Edit, { edit: "reword" }>): Draft {
  if (title.trim() === "") throw new UserError("A finding needs a title", "Write one on the first line.");
  const one = requireFinding(draft, id);
  const said = { ...one, finding: { ...one.finding, title: title.trim(), explanation: explanation.trim() } };
  return { ...draft, judged: draft.judged.map((other) => (other === one ? said : other)) };
}

function acknowledgeRule(draft: Draft, rule: DecisionRule["rule"]): Draft {
  const { decision } = draft;
  const stands = rulesOf(decision).some((one) => one.rule === rule);
  if (!stands || !isAcknowledgeable(rule))
    throw new UserError(
      `"${rule}" is nothing that can be acknowledged here`,
      `What can be: ${
        openObjections(decision)
          .map(({ rule: name }) => name)
          .filter(isAcknowledgeable)
          .join(", ") || "nothing"
      }.`,
    );
  const acknowledged = [...new Set([...(decision.acknowledged ?? []), rule])];
  return { ...draft, decision: { ...decision, acknowledged } };
}

function chooseEvent(draft: Draft, event: Event, by: string): Draft {
  const refusal = whyEventRefused(draft.decision, event);
  if (refusal !== null) throw refusal;
  return { ...draft, decision: { ...draft.decision, chosen: { event, by } } };
}

/** Why this event may not be chosen; null when it may. */
export function whyEventRefused(decision: Decision, event: Event): UserError | null {
  if (isAllowed(decision, event)) return null;
  if (decision.ownPull) return new UserError("GitHub allows only comments on your own pull request", "Choose COMMENT.");
  const open = openObjections(decision);
  const final = open.filter(({ rule }) => !isAcknowledgeable(rule));
  if (final.length > 0)
    return new UserError(
      `It cannot be approved: ${final.map(decisionRuleText).join("; ")}`,
      "Remove or move what does not hold, or review again when it is fixed.",
    );
  return new UserError(
    `Not yet: ${open.map(decisionRuleText).join("; ")}`,
    `Acknowledge first: ${open.map(({ rule }) => rule).join(", ")}.`,
  );
}

/** Decides again after findings changed; the person's choice and acknowledgements are kept. */
function decideAgain(draft: Draft): Draft {
  const { change, reports, judged, decision } = draft;
  const { hasUnreviewedCommits, chosen, acknowledged } = decision;
  return {
    ...draft,
    decision: {
      ...decideReview(change, reports, judged),
      hasUnreviewedCommits,
      ...(chosen && { chosen }),
      ...(acknowledged && { acknowledged }),
    },
  };
}

/** The draft does not cover the newest commits, so it cannot approve them. */
export function withUnreviewedCommits(draft: Draft): Draft {
  return { ...draft, decision: { ...draft.decision, hasUnreviewedCommits: true } };
}
