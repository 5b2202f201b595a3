// Writes the answer to a question: from the finding and the code, or from a model's answer that was checked against the code.
import { endOfText } from "../../../../secrets/cut-text.ts";
import { ModelFault } from "../../../../errors.ts";
import type { ModelFacts } from "../../../../findings/asking/asking.ts";
import { boundary } from "../../../../findings/asking/boundary.ts";
import type { ReadMeans } from "../../../../findings/asking/read-within.ts";
import { reviewTools, toolLimits } from "../../../../findings/asking/tools.ts";
import { checks } from "../../../../findings/checks/index.ts";
import {
  findingReply,
  unknownFindingReply,
  onlyTheComment,
  openFindings,
  type RuleDescription,
  type AskedFinding,
  type LineState,
} from "../../../../threads/words/conversation/finding-texts.ts";
import { groundedAnswer } from "../../../../threads/words/conversation/grounded-answer.ts";
import { repositoryKey } from "../../../../pull-request.ts";
import { redactSecrets } from "../../../../secrets/redact-secrets.ts";
import { visibleText } from "../../../../threads/conversation.ts";
import type { LineTurn } from "../../../../threads/mention/conversation-github.ts";
import { pullRequestOfMention } from "../../../../threads/mention.ts";
import {
  answerUnit,
  askModel,
  type GroundedAnswer,
  type QuestionContext,
  type ShownText,
} from "../../../../threads/replies/ask-model.ts";
import { excerpt } from "../../../../threads/replies/excerpt.ts";
import {
  diffText,
  findingTexts,
  pullTexts,
  usesAround,
  type PullContext,
} from "../../../../threads/replies/question-context.ts";
import { findingOfThread, type ThreadFinding } from "../../../../threads/replies/known-finding.ts";
import { lineState } from "../../../../threads/replies/line-state.ts";
import { modelOptions, type TaskContext } from "../../child-task.ts";
import type { AnswerMentionInput } from "../answer-mention.ts";
import type { PullCode } from "./open-pull-code.ts";

export interface MentionReading {
  /** The thread's first comment; null if there is none. */
  root: LineTurn | null;
  /** Null if there is no code. */
  code: Pick<PullCode, "head" | "file" | "context" | "trees"> | null;
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
  { mention, findings, models, withheld }: AnswerMentionInput,
  threadFinding: ThreadFinding,
  read: MentionReading,
): Promise<KnownAnswer> {
  if (threadFinding.is === "known") {
    const { finding } = threadFinding;
    const { code } = read;
    const file = finding.about && code ? await code.file(finding.about.path) : null;
    const state = code === null ? ({ is: "unknown" } as const) : lineState(finding.about, file);
    return { text: findingReply(finding, { rule: ruleOf(finding), state, head: code?.head ?? null }), always: [] };
  }
  if (threadFinding.is === "only-marker")
    return { text: `${onlyTheComment()}\n\n${unknownFindingReply(withheld)}`, always: [] };
  if (mention.surface === "review-comment" || pullRequestOfMention(mention) === null)
    return { text: unknownFindingReply(withheld), always: [] };
  const list = openFindings(findings);
  return { text: models === null ? `${list}\n\n${unknownFindingReply(withheld)}` : list, always: [list] };
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
  const [{ openModels }, { promptText }, { countTokens }] = await Promise.all([
    import("../../../review/open-models.ts"),
    import("../../../../world/models/prompt-texts.ts"),
    import("../../../../world/models/count-tokens.ts"),
  ]);
  const { mention, models } = input;
  const trees = read.code && { trees: read.code.trees };
  const options = { ...modelOptions(input, context), ...trees, repository: repositoryKey(mention) };
  const { asker, run } = await openModels(models!, context.environment, options);
  const model = asker.modelFor(answerUnit);
  if (model === null) return null;
  const { fence } = boundary(run, redactSecrets);
  const pull = (await read.code?.context()) ?? null;
  const means = { fence, countTokens };
  try {
    const reply = await askModel(await questionContext(input, threadFinding, { ...read, pull }, model, means), {
      asker,
      instructions: promptText(`shared/${answerUnit}`),
      nonce: run,
      fence,
      language: input.language,
      stop: context.environment.stop,
      tools: pull && model.tools ? reviewTools({ code: pull.code, read: pull.read, fence }, lookupLimits) : [],
      read: async (path, side) => (await pull?.read(path, side)) ?? null,
      ...(pull && { trees: { base: pull.change.base, head: pull.change.head } }),
    });
    if (reply.points.length === 0) read.notes.push("no point of the model's answer could be confirmed");
    return reply.points.length === 0 ? null : reply;
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    read.notes.push(`no model answered: ${error.fault}`);
    return null;
  }
}

const lookupLimits = { ...toolLimits, calls: 20, characters: 80_000 };
/** In tokens. */
const mostDiff = 30_000;

export async function questionContext(
  input: AnswerMentionInput,
  threadFinding: ThreadFinding,
  read: AnswerContext & { pull: PullContext | null },
  { budget }: Pick<ModelFacts, "budget">,
  means: ReadMeans,
): Promise<QuestionContext> {
  const { mention, settings, asked, findings } = input;
  const { pull, root, conversation } = read;
  const finding = threadFinding.is === "known" ? threadFinding.finding : null;
  const place = finding?.about ?? (mention.path === null ? null : { path: mention.path, line: mention.line ?? 1 });
  const ownText = threadFinding.is === "only-marker" ? (root?.body ?? "") : "";
  const question = asked.ask === "explain" && asked.text !== "" ? asked.text : mention.text;
  const texts: (ShownText | null)[] = [
    settings.prompt === "" ? null : { label: "guidance of the project", text: settings.prompt },
    ...(pull ? pullTexts(pull) : []),
    ...findingTexts(findings, await lineStates(findings, pull)),
    finding && { label: "the finding", text: JSON.stringify({ ...finding, comment: undefined }, null, 1) },
    ownText === "" ? null : { label: "the comment that says the finding", text: visibleText(ownText) },
    mention.hunk === null ? null : { label: "the diff above the thread", text: endOfText(mention.hunk, 4000) },
    ...(place && read.code ? await codeTexts(place, read.code, pull) : []),
    conversation === "" ? null : { label: "said before", text: conversation },
  ];
  const diff = pull === null ? "" : diffText(pull.change, place?.path ?? null, Math.min(budget / 2, mostDiff), means);
  return {
    texts: texts.filter((one) => one !== null),
    diff,
    question: { label: `question of ${mention.author}`, text: visibleText(question) },
  };
}

async function lineStates(findings: readonly AskedFinding[], pull: PullContext | null) {
  const states = new Map<AskedFinding, LineState>();
  for (const finding of findings) {
    const { state, about } = finding;
    if (pull === null || state !== "open" || about === null) continue;
    states.set(finding, lineState(about, await pull.code.head.read(about.path)));
  }
  return (one: AskedFinding): LineState => states.get(one) ?? { is: "unknown" };
}

async function codeTexts(
  { path, line }: { path: string; line: number },
  { file }: Pick<PullCode, "file">,
  pull: PullContext | null,
): Promise<ShownText[]> {
  const bytes = await file(path);
  if (bytes === null) return [];
  const code = { label: `code now, ${path}`, text: excerpt(path, bytes, line) };
  return [code, ...(pull ? await usesAround(path, line, pull.code) : [])];
}
