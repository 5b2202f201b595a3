// Answers a mention: first an acknowledging reaction, then, in the order of the page, one reply that a child process
// drafted and this process posts.
import type { Config, UserConfig } from "../../../change/config.ts";
import { apology, limitNotice } from "../../../threads/words/conversation/reply-texts.ts";
import { parseMentionCommand, type MentionCommand } from "../../../threads/mention/mention-command.ts";
import { pullRequestOfMention, conversationKey, type Mention } from "../../../threads/mention.ts";
import { commandRefusal, replyTo } from "../../../threads/replies/index.ts";
import { findingOfThread } from "../../../threads/replies/known-finding.ts";
import type { ReplyNeeds } from "../../../threads/replies/command-reply.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { KeptFinding } from "../../../world/store/kept/outputs.ts";
import type { Store } from "../../../world/store/store.ts";
import type { Self } from "../events/event.ts";
import { firstOfMonth } from "../../month.ts";
import type { AnswerMentionInput, MentionAnswer } from "../../child/tasks/answer-mention.ts";
import type { ServerTasks } from "../server-tasks.ts";
import type { Installation, OpenInstallation } from "../installation.ts";
import { openAsking } from "./asking.ts";
import { mentionContext, checkMentionAuthority, type MentionAuthority } from "./answer/mention-authority.ts";
import { forgetWords, keepWords, keptWords, stepOfAnswer } from "./answer/kept-words.ts";
import { knownFinding, knownFindings } from "./answer/known-findings.ts";
import { answerKey, postAnswer, requestId } from "./answer/post-answer.ts";
import { proposeLesson } from "./answer/propose-lesson.ts";
import { resolveThread } from "./answer/resolve.ts";
import type { ReviewPullData } from "./review-pull-data.ts";
import { pullRequestKey, repositoryKey } from "../../../pull-request.ts";

export interface AnswerNeeds {
  store: Store;
  installation: OpenInstallation;
  /** The App's account on GitHub. */
  self(): Promise<Self>;
  answer: ServerTasks["answerMention"];
  /** The server's models; null: none. */
  models: UserConfig | null;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

type Run = (job: StoredJob, stop: AbortSignal) => Promise<void>;

export function acknowledgeJob(needs: AnswerNeeds): Run {
  return logged(needs, async (job, stop) => {
    const { mention, installation: id } = mentionContext(job);
    const self = await needs.self();
    const installation = needs.installation(id, stop, mention.repo);
    if ("unheeded" in (await checkMentionAuthority(mention, installation, self))) return;
    const eyes = installation.conversation.writes(`${self.slug}[bot]`);
    const isOver = async () => await isDealtWith(mention, needs.store);
    if (!(await isOver())) await eyes.react(mention.node);
    // Removes the reaction if the reply was faster or this job was interrupted.
    if (await isOver()) await eyes.unreact(mention.node);
  });
}

/** Answered, or left without an answer. */
async function isDealtWith(mention: Mention, { outputs, turns }: Pick<Store, "outputs" | "turns">): Promise<boolean> {
  const output = await outputs.get(answerKey(mention));
  if (output !== null) return output.state !== "sending";
  const turn = (await turns.of(pullRequestKey(mention))).find(({ comment }) => comment === mention.node);
  return turn?.kind === "silent" || turn?.kind === "hushed";
}

export function answerJob(needs: AnswerNeeds): Run {
  return logged(needs, async (job, stop) => {
    const { mention, installation: id } = mentionContext(job);
    const self = await needs.self();
    const installation = needs.installation(id, stop, mention.repo);
    const heeded = await checkMentionAuthority(mention, installation, self);
    const say = (what: string, more = {}) =>
      needs.log(what, {
        page: pullRequestKey(mention),
        comment: mention.comment,
        request: requestId(mention),
        ...more,
      });
    if ("unheeded" in heeded) {
      // Most comments are not for the bot and need no log line.
      if (heeded.unheeded !== "not-called") say("not answered", { why: heeded.unheeded });
      return;
    }
    const eyes = installation.conversation.writes(`${self.slug}[bot]`);
    if (mention.called === "not") await eyes.react(mention.node);
    const talk: Talk = { mention, id, installation, self, heeded, stop, say, needs };
    const text = await wordsOf(parseMentionCommand(mention.text), talk);
    if (text !== null) {
      const { is } = await postAnswer(mention, text, heeded.root, { store: needs.store, installation, self, stop });
      say("answered", { is });
      if (needs.models) await forgetWords(mention, needs.store);
    }
    await eyes.unreact(mention.node);
  });
}

function logged(needs: AnswerNeeds, run: Run): Run {
  return async (job, stop) => {
    try {
      await run(job, stop);
    } catch (error) {
      needs.log("failed", {
        job: `${job.kind} ${job.key}`,
        why: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
  };
}

interface Talk {
  mention: Mention;
  /** Of the installation. */
  id: number;
  installation: Installation;
  self: Self;
  heeded: MentionAuthority;
  stop: AbortSignal;
  say(what: string, more?: Readonly<Record<string, unknown>>): void;
  needs: AnswerNeeds;
}

/** Null: no reply, only a log line. */
async function wordsOf(asked: MentionCommand, talk: Talk): Promise<string | null> {
  const { mention, installation, heeded, needs, say } = talk;
  const refusal = await commandRefusal(asked, pullRequestOfMention(mention) === null, () =>
    installation.conversation.reads.mayWrite(mention, mention.author),
  );
  if (asked.ask === "continue" && refusal === null) return await replyTo(asked, needsOf(asked, talk));
  const { maxTurnsPerPr } = heeded.settings.conversation;
  const turn = await needs.store.turns.take(turnOf(mention, needs.now()), maxTurnsPerPr);
  if (turn === "silent" || turn === "hushed") {
    say("not answered", { why: turn === "silent" ? "the limit is reached" : "too many in a minute" });
    return null;
  }
  if (turn === "notice") return limitNotice(maxTurnsPerPr);
  return refusal ?? (await twice(() => replyTo(asked, needsOf(asked, talk)), talk));
}

function turnOf(mention: Mention, at: number) {
  return { place: pullRequestKey(mention), comment: mention.node, thread: conversationKey(mention), at };
}

/** A failed reply is retried once and then reported. */
async function twice(find: () => Promise<string>, { mention, stop, say }: Talk): Promise<string> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await find();
    } catch (error) {
      if (stop.aborted) throw error;
      say("could not answer", { attempt, why: error instanceof Error ? error.message : String(error) });
      if (attempt === 2) return apology(requestId(mention));
    }
}

function needsOf(asked: MentionCommand, talk: Talk): ReplyNeeds {
  const { mention, needs, heeded, installation, self, stop } = talk;
  const { store, now } = needs;
  return {
    mention,
    reviewAgain: async () => await store.jobs.add(reviewJob(talk)),
    dismiss: async (reason) => await dismiss(reason, talk),
    resolve: async () => {
      const { resolve } = await inReader("resolve", asked, talk);
      return await resolveThread(resolve, { mention, config: heeded.config, store, installation, self, stop, now });
    },
    learn: async (candidate) => await proposeLesson(candidate, store, now()),
    goOn: async () => await store.turns.restart(turnOf(mention, now())),
    read: async () => {
      const kept = needs.models && (await keptWords(mention, store));
      return kept ?? (await readWords(asked, talk));
    },
  };
}

/** Keyed by the comment, so that it is reviewed once. */
function reviewJob({ mention, id, heeded }: Talk): StoredJob {
  const data: ReviewPullData = {
    pull: pullRequestOfMention(mention)!,
    installation: id,
    request: `comment-${mention.comment}`,
    head: heeded.head,
  };
  return { kind: "review-pull", key: pullRequestKey(mention), data };
}

/** Suppresses the finding's identity; the reason and the person are stored. */
async function dismiss(reason: string, { mention, heeded, self, needs }: Talk): Promise<boolean> {
  const place = pullRequestKey(mention);
  const kept = await needs.store.findings.of(place);
  const known = kept.map((finding) => ({ ...knownFinding(finding, new Map()), kept: finding }));
  const meant = findingOfThread(heeded.root, known, self.slug);
  if (meant.is !== "known") return false;
  const finding: KeptFinding = { ...meant.finding.kept, state: "dismissed" };
  const said = { place, identity: finding.identity, reason, at: needs.now() };
  const repository = repositoryKey(mention);
  const unit = meant.finding.about?.check;
  await needs.store.together(async ({ findings, dismissals, feedback }) => {
    await findings.keep([finding]);
    await dismissals.keep({ ...said, saidBy: mention.author, comment: mention.node });
    // Records feedback for the unit in this repository.
    if (unit !== undefined)
      await feedback.record([{ ...said, repository, unit, signal: "dismissed", actor: mention.author }]);
  });
  return true;
}

async function readWords(asked: MentionCommand, talk: Talk): Promise<string> {
  const { mention, needs } = talk;
  const { body } = await inReader("answer", asked, talk);
  if (body === null) throw new Error("the reader found no words");
  if (needs.models) await keepWords(mention, body, needs.store, needs.now());
  return body;
}

async function inReader(task: AnswerMentionInput["task"], asked: MentionCommand, talk: Talk): Promise<MentionAnswer> {
  const { mention, installation, self, heeded, stop, say, needs } = talk;
  const { store, models, now } = needs;
  const month = firstOfMonth(now());
  const repository = repositoryKey(mention);
  const place = pullRequestKey(mention);
  const question = { place, step: stepOfAnswer(mention), repository, told: async () => null };
  const opened = models && task === "answer" ? await openAsking(question, { store, now }) : null;
  const [token, findings, all, ofRepository] = await Promise.all([
    installation.readToken(),
    knownFindings(place, store),
    store.records.spent(month),
    store.records.spent(month, repository),
  ]);
  const settings: Config["mention"] = heeded.settings;
  const spent = { all, repository: ofRepository };
  const asking = opened?.asking ?? null;
  const given = { task, mention, asked, token, self: self.slug, settings, findings, models, spent, asking };
  const answer = await needs.answer(given, stop);
  for (const note of answer.notes) say("noted", { note });
  return answer;
}
