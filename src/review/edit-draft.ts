// Applies the edits a person may make to a draft at the gate. Each edit returns a new draft and is recorded in it with
// the person's name.
import { UserError } from "../errors.ts";
import type { JudgedFinding, Mark } from "../findings/finding.ts";
import { applyMarks } from "../findings/gate.ts";
import { decide, type Decision, type Event, type DecisionRule } from "./decide.ts";
import { decisionFacts } from "./decision-facts.ts";
import type { Draft, Edit } from "./draft.ts";
import { isOwnPull } from "./own-pull.ts";
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
          outcome: edit.to,
        }),
      );
    case "reword":
      return rewordFinding(edited, edit);
    case "acknowledge":
      return acknowledgeRule(edited, edit.rule);
    case "event":
      return withEvent(edited, edit.event, edit.by);
  }
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

/** A person may acknowledge these by name; unread files and failed runs cannot be acknowledged. */
const acknowledgeable: ReadonlySet<DecisionRule["rule"]> = new Set([
  "coverage-gap",
  "probe-too-low",
  "open-concern",
  "tests-not-run",
]);

function acknowledgeRule(draft: Draft, rule: DecisionRule["rule"]): Draft {
  const stands = draft.decision.rules.some((one) => one.rule === rule);
  if (!stands || !acknowledgeable.has(rule))
    throw new UserError(
      `"${rule}" is nothing that can be acknowledged here`,
      `What can be: ${
        unacknowledgedLimits(draft.decision)
          .filter(isAcknowledgeable)
          .map(({ rule: name }) => name)
          .join(", ") || "nothing"
      }.`,
    );
  const known = draft.decision.acknowledged ?? [];
  return { ...draft, decision: { ...draft.decision, acknowledged: [...new Set([...known, rule])] } };
}

export function isAcknowledgeable({ rule }: DecisionRule): boolean {
  return acknowledgeable.has(rule);
}

/** Limits on approval that nobody acknowledged. */
export function unacknowledgedLimits({ rules, acknowledged: known = [] }: Decision): DecisionRule[] {
  return rules.filter(({ rule }) => rule !== "auto-approve" && !known.includes(rule));
}

function withEvent(draft: Draft, event: Event, by: string): Draft {
  const refusal = whyEventRefused(draft.decision, event);
  if (refusal !== null) throw refusal;
  return { ...draft, decision: { ...draft.decision, event, chosenBy: by } };
}

/** Why this event may not be chosen; null when it may. A weaker event than the decided one is always allowed. */
export function whyEventRefused(decision: Decision, event: Event): UserError | null {
  if (event === "COMMENT") return null;
  if (decision.rules.some(({ rule }) => rule === "own-pull-request"))
    return new UserError("GitHub allows only comments on your own pull request", "Choose COMMENT.");
  if (event === "REQUEST_CHANGES") return null;
  const open = unacknowledgedLimits(decision);
  const final = open.filter((rule) => !isAcknowledgeable(rule));
  if (final.length > 0)
    return new UserError(
      `It cannot be approved: ${final.map(decisionRuleText).join("; ")}`,
      "Remove or move what does not hold, or review again when it is fixed.",
    );
  if (open.length > 0)
    return new UserError(
      `Not yet: ${open.map(decisionRuleText).join("; ")}`,
      `Acknowledge first: ${open.map(({ rule }) => rule).join(", ")}.`,
    );
  return null;
}

/** After a change of findings the event is decided again, unless a person chose one that is still allowed. */
function decideAgain(draft: Draft): Draft {
  const { change, reports, judged, decision: before } = draft;
  const decision: Decision = {
    ...decide(decisionFacts(change, reports, judged, isOwnPull(change), hasUnreviewedCommits(before))),
    ...(before.acknowledged && { acknowledged: before.acknowledged }),
  };
  if (before.chosenBy === undefined || whyEventRefused(decision, before.event) !== null) return { ...draft, decision };
  return { ...draft, decision: { ...decision, event: before.event, chosenBy: before.chosenBy } };
}

/** The draft does not cover the newest commits, so it cannot approve them. */
export function withUnreviewedCommits(draft: Draft): Draft {
  const { change, reports, judged } = draft;
  return { ...draft, decision: decide(decisionFacts(change, reports, judged, isOwnPull(change), true)) };
}

function hasUnreviewedCommits({ rules }: Decision): boolean {
  return rules.some(({ rule }) => rule === "unseen-delta");
}
