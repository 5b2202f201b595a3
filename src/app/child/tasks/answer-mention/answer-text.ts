// Writes the answer to a question: from the finding and the code, or from a model's answer that was checked against the code.
import { endOfText } from "../../../../secrets/cut-text.ts";
import type { Oid } from "../../../../change/change.ts";
import { ModelFault } from "../../../../errors.ts";
import { checks } from "../../../../findings/checks/index.ts";
import {
  findingReply,
  unknownFindingReply,
  onlyTheComment,
  openFindings,
  type RuleDescription,
  type AskedFinding,
} from "../../../../threads/words/conversation/finding-texts.ts";
import { groundedAnswer } from "../../../../threads/words/conversation/grounded-answer.ts";
import { repositoryKey } from "../../../../pull-request.ts";
import { redactSecrets } from "../../../../secrets/redact-secrets.ts";
import { visibleText } from "../../../../threads/conversation.ts";
import type { LineTurn } from "../../../../threads/mention/conversation-github.ts";
import { pullRequestOfMention } from "../../../../threads/mention.ts";
import { answerUnit, askModel, type GroundedAnswer, type QuotedCode } from "../../../../threads/replies/ask-model.ts";
import { excerpt } from "../../../../threads/replies/excerpt.ts";
import { findingOfThread, type ThreadFinding } from "../../../../threads/replies/known-finding.ts";
import { lineState } from "../../../../threads/replies/line-state.ts";
import { modelOptions, type TaskContext } from "../../child-task.ts";
import type { AnswerMentionInput } from "../answer-mention.ts";

export interface MentionReading {
  /** The thread's first comment; null if there is none. */
  root: LineTurn | null;
  /** Null if there is no code. */
  head: Oid | null;
  file(path: string): Promise<Uint8Array | null>;
  /** For the log. */
  notes: string[];
}

interface AnswerContext extends MentionReading {
  /** The conversation before the question. */
  conversation: string;
}

export async function writeAnswer(
  input: AnswerMentionInput,
  read: AnswerContext,
  context: TaskContext,
): Promise<string> {
  const threadFinding = findingOfThread(read.root, input.findings, input.self);
  if (threadFinding.is === "only-marker")
    read.notes.push("the finding is not in the store; the text of its comment is used");
  const known = await knownAnswer(input, threadFinding, read);
  const { models, asked } = input;
  // A plain request to explain a known finding needs no model.
  const isEnough = asked.ask === "explain" && asked.text === "" && threadFinding.is === "known";
  if (models === null || isEnough) return known.text;
  const modelAnswer = await askForAnswer(input, threadFinding, read, context);
  if (modelAnswer === null) return known.text;
  return [groundedAnswer(modelAnswer.points, modelAnswer.leftOut), ...known.always].join("\n\n");
}

interface KnownAnswer {
  /** The answer without a model. */
  text: string;
  /** Appended to a model's answer too. */
  always: readonly string[];
}

async function knownAnswer(
  { mention, findings, models }: AnswerMentionInput,
  threadFinding: ThreadFinding,
  read: MentionReading,
): Promise<KnownAnswer> {
  if (threadFinding.is === "known") {
    const { finding } = threadFinding;
    const file = finding.about && read.head ? await read.file(finding.about.path) : null;
    const state = read.head === null ? ({ is: "unknown" } as const) : lineState(finding.about, file);
    return { text: findingReply(finding, { rule: ruleOf(finding), state, head: read.head }), always: [] };
  }
  if (threadFinding.is === "only-marker")
    return { text: `${onlyTheComment()}\n\n${unknownFindingReply()}`, always: [] };
  if (mention.surface === "review-comment" || pullRequestOfMention(mention) === null)
    return { text: unknownFindingReply(), always: [] };
  const list = openFindings(findings);
  return { text: models === null ? `${list}\n\n${unknownFindingReply()}` : list, always: [list] };
}

function ruleOf({ about }: AskedFinding): RuleDescription | null {
  const check = checks.find(({ id }) => id === about?.check);
  if (!check || about === null) return null;
  const kind = Object.hasOwn(check.kinds, about.kind) ? check.kinds[about.kind] : undefined;
  return { check: check.id, title: check.title, explains: check.explains, says: kind?.says ?? null };
}

async function askForAnswer(
  input: AnswerMentionInput,
  threadFinding: ThreadFinding,
  read: AnswerContext,
  context: TaskContext,
): Promise<GroundedAnswer | null> {
  const [{ openModels }, { promptText }] = await Promise.all([
    import("../../../review/open-models.ts"),
    import("../../../../world/models/prompt-texts.ts"),
  ]);
  const { mention, models } = input;
  const options = { ...modelOptions(input, context), repository: repositoryKey(mention) };
  const { asker, run } = await openModels(models!, context.environment, options);
  if (asker.modelFor(answerUnit) === null) return null;
  try {
    const reply = await askModel(await promptParts(input, threadFinding, read), {
      asker,
      instructions: promptText(`shared/${answerUnit}`),
      nonce: run,
      language: input.language,
      stop: context.environment.stop,
      cover: redactSecrets,
      read: read.file,
    });
    if (reply.points.length === 0) read.notes.push("no point of the model's answer could be confirmed in the code");
    return reply.points.length === 0 ? null : reply;
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    read.notes.push(`no model answered: ${error.fault}`);
    return null;
  }
}

export async function promptParts(
  { mention, settings, asked }: AnswerMentionInput,
  threadFinding: ThreadFinding,
  read: AnswerContext,
): Promise<QuotedCode[]> {
  const finding = threadFinding.is === "known" ? threadFinding.finding : null;
  const place = finding?.about ?? (mention.path === null ? null : { path: mention.path, line: mention.line ?? 1 });
  const file = place && (await read.file(place.path));
  const ownText = threadFinding.is === "only-marker" ? (read.root?.body ?? "") : "";
  const question = asked.ask === "explain" && asked.text !== "" ? asked.text : mention.text;
  const shown: (QuotedCode | null)[] = [
    settings.prompt === "" ? null : { label: "guidance of the project", text: settings.prompt },
    finding && { label: "the finding", text: JSON.stringify({ ...finding, comment: undefined }, null, 1) },
    ownText === "" ? null : { label: "the comment that says the finding", text: visibleText(ownText) },
    mention.hunk === null ? null : { label: "the diff above the thread", text: endOfText(mention.hunk, 4000) },
    place && file && { label: `code now, ${place.path}`, text: excerpt(place.path, file, place.line) },
    read.conversation === "" ? null : { label: "said before", text: read.conversation },
    { label: `question of ${mention.author}`, text: visibleText(question) },
  ];
  return shown.filter((one) => one !== null);
}
