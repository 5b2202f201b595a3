// Which words answer a question: what is known of the finding and the code, or, where one is set, a model's, held against
// the code.
import type { Oid } from "../../change/change.ts";
import { ModelFault } from "../../errors.ts";
import { checks } from "../../findings/checks/index.ts";
import {
  findingAnswer,
  nothingKnown,
  onlyTheComment,
  openFindings,
  type RuleSaid,
  type SpokenFinding,
} from "../../review/words/conversation/finding.ts";
import { groundedAnswer } from "../../review/words/conversation/grounded.ts";
import { redact } from "../../review/outgoing/redact.ts";
import { legible } from "../../threads/conversation.ts";
import type { LineTurn } from "../../threads/mention/github.ts";
import { pullOf } from "../../threads/mention.ts";
import { answerUnit, askModel, type GroundedAnswer, type Shown } from "../../threads/replies/ask-model.ts";
import { excerpt } from "../../threads/replies/excerpt.ts";
import { findingMeant, type Meant } from "../../threads/replies/known-finding.ts";
import { lineState } from "../../threads/replies/line-state.ts";
import type { CallKeeper } from "../open-models.ts";
import type { Outside } from "../outside.ts";
import type { AnsweredQuestion, ToAnswer } from "./answer-reader.ts";

export interface Read {
  /** The thread's first comment; null where there is none. */
  root: LineTurn | null;
  /** Null where there is no code. */
  head: Oid | null;
  file(path: string): Promise<Uint8Array | null>;
  /** For the log. */
  notes: string[];
}

export interface ReadToAnswer extends Read {
  context: string;
}

export async function wordsFor(
  toAnswer: ToAnswer,
  read: ReadToAnswer,
  outside: Outside,
): Promise<{ text: string; asked: AnsweredQuestion["asked"] }> {
  const meant = findingMeant(read.root, toAnswer.findings, toAnswer.self);
  if (meant.is === "only-marker") read.notes.push("the finding is not in the store: its comment's words are used");
  const known = await knownWords(toAnswer, meant, read);
  const { models, asked } = toAnswer;
  // What is known is exact: who asks for no more than that gets it as it is.
  const isEnough = asked.ask === "explain" && asked.text === "" && meant.is === "known";
  if (models === null || isEnough) return { text: known.words, asked: null };
  const answer = await fromModel(toAnswer, meant, read, outside);
  if (answer.said === null) return { text: known.words, asked: answer.asked };
  return {
    text: [groundedAnswer(answer.said.points, answer.said.leftOut), ...known.always].join("\n\n"),
    asked: answer.asked,
  };
}

interface Known {
  /** All that can be said without a model. */
  words: string;
  /** What is said beside a model's words too. */
  always: readonly string[];
}

async function knownWords({ mention, findings, models }: ToAnswer, meant: Meant, read: Read): Promise<Known> {
  if (meant.is === "known") {
    const { finding } = meant;
    const file = finding.about && read.head ? await read.file(finding.about.path) : null;
    const state = read.head === null ? ({ is: "unknown" } as const) : lineState(finding.about, file);
    return { words: findingAnswer(finding, { rule: ruleOf(finding), state, head: read.head }), always: [] };
  }
  if (meant.is === "only-marker") return { words: `${onlyTheComment()}\n\n${nothingKnown()}`, always: [] };
  if (mention.surface === "review-comment" || pullOf(mention) === null) return { words: nothingKnown(), always: [] };
  const list = openFindings(findings);
  return { words: models === null ? `${list}\n\n${nothingKnown()}` : list, always: [list] };
}

function ruleOf({ about }: SpokenFinding): RuleSaid | null {
  const check = checks.find(({ id }) => id === about?.check);
  if (!check || about === null) return null;
  const kind = Object.hasOwn(check.kinds, about.kind) ? check.kinds[about.kind] : undefined;
  return { check: check.id, title: check.title, explains: check.explains, says: kind?.says ?? null };
}

async function fromModel(
  toAnswer: ToAnswer,
  meant: Meant,
  read: ReadToAnswer,
  outside: Outside,
): Promise<{ said: GroundedAnswer | null; asked: AnsweredQuestion["asked"] }> {
  const [{ openModels }, { promptText }] = await Promise.all([
    import("../open-models.ts"),
    import("../../world/models/prompt-texts.ts"),
  ]);
  const { mention, models, spent } = toAnswer;
  const calls: NonNullable<AnsweredQuestion["asked"]>["calls"] = [];
  const keeper: CallKeeper = {
    keep: async (_run, _repository, call) => {
      const { unit, model, at, cost } = call;
      calls.push({ unit, model, at, money: cost.money, call: JSON.stringify(call) });
    },
    spent: async (_since, repository) => (repository === undefined ? spent.all : spent.repository),
  };
  const repository = `${mention.host}/${mention.owner}/${mention.repo}`;
  const { asker, run } = await openModels(models!, outside, { keeper, repository });
  const asked = () => ({ run, calls, given: "{}" });
  if (asker.modelFor(answerUnit) === null) return { said: null, asked: null };
  try {
    const said = await askModel(await shownTo(toAnswer, meant, read), {
      asker,
      instructions: promptText(`shared/${answerUnit}`),
      nonce: run,
      stop: outside.stop,
      cover: redact,
      read: read.file,
    });
    if (said.points.length === 0) read.notes.push("nothing of the model's answer could be held against the code");
    return { said: said.points.length === 0 ? null : said, asked: asked() };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    read.notes.push(`no model answered: ${error.fault}`);
    return { said: null, asked: asked() };
  }
}

async function shownTo({ mention, settings, asked }: ToAnswer, meant: Meant, read: ReadToAnswer): Promise<Shown[]> {
  const finding = meant.is === "known" ? meant.finding : null;
  const place = finding?.about ?? (mention.path === null ? null : { path: mention.path, line: mention.line ?? 1 });
  const file = place && (await read.file(place.path));
  const ownText = meant.is === "only-marker" ? (read.root?.body ?? "") : "";
  const question = asked.ask === "explain" && asked.text !== "" ? asked.text : mention.text;
  const shown: (Shown | null)[] = [
    settings.prompt === "" ? null : { label: "guidance of the project", text: settings.prompt },
    finding && { label: "the finding", text: JSON.stringify({ ...finding, comment: undefined }, null, 1) },
    ownText === "" ? null : { label: "the comment that says the finding", text: legible(ownText) },
    mention.hunk === null ? null : { label: "the diff above the thread", text: mention.hunk.slice(-4000) },
    place && file && { label: `code now, ${place.path}`, text: excerpt(file, place.line) },
    read.context === "" ? null : { label: "said before", text: read.context },
    { label: `question of ${mention.author}`, text: legible(question) },
  ];
  return shown.filter((one) => one !== null);
}
