// The confirmation gate: shows the draft, takes edits, and returns what to post. Nothing is posted without a choice.
import { UserError } from "../../errors.ts";
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import { isAcknowledgeable, openObjections } from "../../review/decision.ts";
import { editDraft } from "../../review/edit-draft.ts";
import type { Draft, Edit } from "../../review/draft.ts";
import type { Choice } from "../../review/plan.ts";
import {
  limitAnswer,
  disputedAnswers,
  disputedQuestion,
  editAnswers,
  editQuestion,
  findingChoice,
  gateAnswers,
  gateQuestion,
  rewordFrom,
  rewordText,
  whichLimit,
  whichEvent,
  whichFinding,
  type PromptChoice,
} from "../../review/words/gate-texts.ts";

/** Prompts for the person. Null: cancelled, as with Ctrl-C. */
export interface GatePrompts {
  show(draft: Draft): void;
  /** Shows every text that this choice would post. */
  preview(draft: Draft, choice: Choice): void;
  choose<Value extends string>(question: string, answers: readonly PromptChoice<Value>[]): Promise<Value | null>;
  /** The text as edited in the person's editor. */
  edit(text: string): Promise<string>;
  tell(text: string): void;
  /** Who decides. */
  who: string;
}

export interface GateChoice {
  draft: Draft;
  /** Null: post nothing. */
  choice: Choice | null;
}

export async function askAtGate(
  given: Draft,
  asking: GatePrompts,
  keep: (draft: Draft) => Promise<void>,
): Promise<GateChoice> {
  let draft = given;
  for (;;) {
    asking.show(draft);
    const answer = await chosenAtGate(draft, asking);
    if (answer === null || answer === "cancel") return { draft, choice: null };
    if (answer !== "edit") return await confirmed(draft, answer, asking, keep);
    draft = await edited(draft, asking);
    await keep(draft);
  }
}

/** A preview is followed by the same question. */
async function chosenAtGate(draft: Draft, asking: GatePrompts): Promise<Choice | "edit" | "cancel" | null> {
  for (;;) {
    const answer = await asking.choose(gateQuestion, gateAnswers(draft));
    if (answer === "preview") asking.preview(draft, "code");
    else if (answer === "preview-all") asking.preview(draft, "all");
    else return answer;
  }
}

/** A high or critical finding that the arbiter disputes is removed only by a person. */
async function confirmed(
  given: Draft,
  choice: Choice,
  asking: GatePrompts,
  keep: (draft: Draft) => Promise<void>,
): Promise<GateChoice> {
  let draft = given;
  for (const one of given.judged.filter(isDisputed)) {
    const answer = await asking.choose(disputedQuestion(one), disputedAnswers);
    // A cancelled question is not a confirmation.
    if (answer === null) return { draft, choice: null };
    if (answer === "keep") continue;
    draft = editDraft(draft, { edit: "move", finding: one.finding.id, to: "advisory" });
    await keep(draft);
  }
  return { draft, choice };
}

export function isDisputed({ outcome, marks }: JudgedFinding): boolean {
  return (
    reachesAuthor({ outcome }) &&
    marks.some(({ why }) => why.kind === "disputed") &&
    !marks.some(({ by }) => by === "person")
  );
}

async function edited(draft: Draft, asking: GatePrompts): Promise<Draft> {
  try {
    const edit = await askForEdit(draft, asking);
    return edit === null ? draft : editDraft(draft, edit);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    asking.tell(`${error.message}. ${error.remedy}`);
    return draft;
  }
}

async function askForEdit(draft: Draft, asking: GatePrompts): Promise<Edit | null> {
  const limits = openObjections(draft.decision).filter(({ rule }) => isAcknowledgeable(rule));
  const kind = await asking.choose(editQuestion, editAnswers(draft, limits));
  switch (kind) {
    case null:
    case "back":
      return null;
    case "event": {
      const events = (["COMMENT", "REQUEST_CHANGES", "APPROVE"] as const).map((event) => ({
        value: event,
        label: event,
      }));
      const event = await asking.choose(whichEvent, events);
      return event && { edit: "event", event, by: asking.who };
    }
    case "acknowledge": {
      const rule = await asking.choose(whichLimit, limits.map(limitAnswer));
      return rule && { edit: "acknowledge", rule, by: asking.who };
    }
    default:
      return await editOfFinding(kind, draft, asking);
  }
}

async function editOfFinding(
  kind: "move" | "remove" | "reword",
  { judged }: Draft,
  asking: GatePrompts,
): Promise<Edit | null> {
  const id = await asking.choose(whichFinding, judged.map(findingChoice));
  const one = judged.find(({ finding }) => finding.id === id);
  if (!one) return null;
  if (kind === "remove") return { edit: "remove", finding: one.finding.id };
  if (kind === "move") return { edit: "move", finding: one.finding.id, to: reachesAuthor(one) ? "advisory" : "posted" };
  const reworded = rewordFrom(await asking.edit(rewordText(one)));
  return reworded && { edit: "reword", finding: one.finding.id, ...reworded };
}
