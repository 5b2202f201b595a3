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
} from "../../threads/words/conversation/finding.ts";
import { groundedAnswer } from "../../threads/words/conversation/grounded.ts";
import { redact } from "../../review/outgoing/redact.ts";
import { legible } from "../../threads/conversation.ts";
import type { LineTurn } from "../../threads/mention/github.ts";
import { pullOf } from "../../threads/mention.ts";
import { answerUnit, askModel, type GroundedAnswer, type Shown } from "../../threads/replies/ask-model.ts";
import { excerpt } from "../../threads/replies/excerpt.ts";
import { findingMeant, type Meant } from "../../threads/replies/known-finding.ts";
import { lineState } from "../../threads/replies/line-state.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { QuestionGiven } from "./answer-reader.ts";
import { runBefore, tellingKeeper, type Teller } from "./tell-server.ts";
import { repositoryKey } from "../../pull-request.ts";

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
  toAnswer: QuestionGiven,
  read: ReadToAnswer,
  outside: ProcessEnvironment,
  tell: Pick<Teller, "call">,
): Promise<string> {
  const meant = findingMeant(read.root, toAnswer.findings, toAnswer.self);
  if (meant.is === "only-marker") read.notes.push("the finding is not in the store: its comment's words are used");
  const known = await knownWords(toAnswer, meant, read);
  const { models, asked } = toAnswer;
  // What is known is exact: who asks for no more than that gets it as it is.
  const isEnough = asked.ask === "explain" && asked.text === "" && meant.is === "known";
  if (models === null || isEnough) return known.words;
  const said = await fromModel(toAnswer, meant, read, { outside, tell });
  if (said === null) return known.words;
  return [groundedAnswer(said.points, said.leftOut), ...known.always].join("\n\n");
}

interface Known {
  /** All that can be said without a model. */
  words: string;
  /** What is said beside a model's words too. */
  always: readonly string[];
}

async function knownWords({ mention, findings, models }: QuestionGiven, meant: Meant, read: Read): Promise<Known> {
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
  toAnswer: QuestionGiven,
  meant: Meant,
  read: ReadToAnswer,
  { outside, tell }: { outside: ProcessEnvironment; tell: Pick<Teller, "call"> },
): Promise<GroundedAnswer | null> {
  const [{ openModels }, { promptText }] = await Promise.all([
    import("../review/open-models.ts"),
    import("../../world/models/prompt-texts.ts"),
  ]);
  const { mention, models, spent, asking } = toAnswer;
  const keeper = tellingKeeper(spent, tell, outside.stop);
  const repository = repositoryKey(mention);
  const options = { keeper, repository, ...(asking && { resumes: runBefore(asking) }) };
  const { asker, run } = await openModels(models!, outside, options);
  if (asker.modelFor(answerUnit) === null) return null;
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
    return said.points.length === 0 ? null : said;
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    read.notes.push(`no model answered: ${error.fault}`);
    return null;
  }
}

async function shownTo(
  { mention, settings, asked }: QuestionGiven,
  meant: Meant,
  read: ReadToAnswer,
): Promise<Shown[]> {
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
