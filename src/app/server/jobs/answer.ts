// Answers a mention: first an acknowledging reaction, then, in the order of the page, one reply. A child process without
// a write token reads the change and drafts answers from it; this process carries out commands such as "dismiss" and
// posts.
import type { Config, UserConfig } from "../../../change/config.ts";
import { apology, limitNotice } from "../../../threads/words/conversation/reply-texts.ts";
import { isCommand, parseMentionCommand, type MentionCommand } from "../../../threads/mention/mention-command.ts";
import { conversationKey, isBot, pullRequestOfMention, type Mention } from "../../../threads/mention.ts";
import { languageIn, waitsForConfirmation } from "../../../threads/mention/mention-settings.ts";
import { reviewSettingsIn, skipSettingsIn } from "../../../change/review-settings.ts";
import { commandRefusal, replyTo } from "../../../threads/replies/index.ts";
import { findingOfThread } from "../../../threads/replies/known-finding.ts";
import type { Dismissal, ReplyNeeds, ReviewStart } from "../../../threads/replies/command-reply.ts";
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
import { deleteDraftedReply, storeDraftedReply, loadDraftedReply, answerStep } from "./answer/drafted-reply.ts";
import { knownFindings } from "./answer/known-findings.ts";
import { answerKey, postAnswer, requestId, type AnswerText } from "./answer/post-answer.ts";
import { liftRequests } from "./answer/lift-requests.ts";
import { keepOkToReview, mayQuestionAskModels } from "./model-permission.ts";
import { proposeLesson } from "./answer/propose-lesson.ts";
import { resolveThread } from "./answer/resolve.ts";
import { reviewPullJobFor, type ReviewPullData } from "./review-pull-data.ts";
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
    if ("ignored" in (await checkMentionAuthority(mention, installation, self))) return;
    // Those of others are acknowledged within their limits, when they are answered.
    if (!(await installation.conversation.reads.mayWrite(mention, mention.author))) return;
    const eyes = installation.conversation.writes(`${self.slug}[bot]`);
    const isDone = async () => await isHandled(mention, needs.store);
    if (!(await isDone())) await eyes.react(mention.node);
    // Removes the reaction if the reply was faster or this job was interrupted.
    if (await isDone()) await eyes.unreact(mention.node);
  });
}

/** Answered, or deliberately not answered. */
async function isHandled(mention: Mention, { outputs, turns }: Pick<Store, "outputs" | "turns">): Promise<boolean> {
  const output = await outputs.get(answerKey(mention));
  if (output !== null) return output.state !== "sending";
  const turn = (await turns.of(pullRequestKey(mention))).find(({ comment }) => comment === mention.node);
  if (turn === undefined) return false;
  return turn.kind === "notice" || turn.kind === "silent" || (turn.kind === "hushed" && isFromBot(mention));
}

function isFromBot({ author, authorType }: Mention): boolean {
  return isBot(author, authorType);
}

export function answerJob(needs: AnswerNeeds): Run {
  return logged(needs, async (job, stop) => {
    const { mention, installation: id } = mentionContext(job);
    const self = await needs.self();
    const installation = needs.installation(id, stop, mention.repo);
    const authority = await checkMentionAuthority(mention, installation, self);
    const log = (what: string, more = {}) =>
      needs.log(what, {
        page: pullRequestKey(mention),
        comment: mention.comment,
        request: requestId(mention),
        ...more,
      });
    if ("ignored" in authority) {
      // Most comments are not for the bot and need no log line.
      if (authority.ignored !== "not-called") log("not answered", { why: authority.ignored });
      return;
    }
    const eyes = installation.conversation.writes(`${self.slug}[bot]`);
    let permission: Promise<boolean> | undefined;
    const mayWrite = async () =>
      await (permission ??= installation.conversation.reads.mayWrite(mention, mention.author));
    const given = { mention, installationId: id, installation, self, authority };
    const acknowledge = async () => {
      if (mention.called === "not" || !(await mayWrite())) await eyes.react(mention.node);
    };
    const mentionJob: MentionJob = { ...given, stop, log, needs, mayWrite, acknowledge };
    const drafted = await draftReply(parseMentionCommand(mention.text, mention.calls), mentionJob);
    if ("text" in drafted) {
      const posting = { store: needs.store, installation, self, stop };
      const { is } = await postAnswer(mention, drafted, authority.root, posting);
      log("answered", { is });
      if (needs.models) await deleteDraftedReply(mention, needs.store);
    } else log(drafted.is === "later" ? "answered later" : "not answered", { why: drafted.why });
    if (drafted.is !== "later") await eyes.unreact(mention.node);
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

interface MentionJob {
  mention: Mention;
  installationId: number;
  installation: Installation;
  self: Self;
  authority: MentionAuthority;
  stop: AbortSignal;
  log(what: string, more?: Readonly<Record<string, unknown>>): void;
  needs: AnswerNeeds;
  /** Whether the author has write access; asked once. */
  mayWrite(): Promise<boolean>;
  /** Shows that it is being answered, unless another job has done so. */
  acknowledge(): Promise<void>;
}

type Drafted = AnswerText | { is: "later" | "never"; why: string };

async function draftReply(asked: MentionCommand, job: MentionJob): Promise<Drafted> {
  const { mention, authority, needs, mayWrite } = job;
  const refusal = await commandRefusal(asked, pullRequestOfMention(mention) === null, mayWrite);
  const reply = async (): Promise<Drafted> => {
    if (refusal === null) await job.acknowledge();
    return { is: "reply", text: refusal ?? (await retryOnce(() => replyTo(asked, replyNeeds(asked, job)), job)) };
  };
  // The limits are for questions. A bot's commands count, because two bots could answer each other for ever.
  const isWriter = !isFromBot(mention) && (await mayWrite());
  if (isWriter && isCommand(asked)) return await reply();
  const { maxTurnsPerPr } = authority.settings.conversation;
  const group = isWriter ? "writers" : "anyone";
  const turn = await needs.store.turns.take(newTurn(mention, needs.now()), maxTurnsPerPr, group);
  switch (turn) {
    case "hushed":
      if (isFromBot(mention)) return { is: "never", why: "too many in a minute" };
      await job.acknowledge();
      await askLater(job);
      return { is: "later", why: "too many in a minute" };
    case "notice":
      await keepUnanswered(job);
      return { is: "notice", text: limitNotice(maxTurnsPerPr) };
    case "silent":
      await keepUnanswered(job);
      return { is: "never", why: "the limit is reached" };
    default:
      return await reply();
  }
}

const minuteMs = 60_000;

/** Under a key of its own, so that it does not hold up the page. */
async function askLater({ mention, installationId, needs }: MentionJob): Promise<void> {
  const key = `${pullRequestKey(mention)}/${mention.node}`;
  const data = { mention, installation: installationId };
  await needs.store.jobs.add({ kind: "answer", key, data, author: mention.author }, minuteMs);
}

/** Until somebody says `continue`. */
async function keepUnanswered({ mention, installationId, needs: { store, now } }: MentionJob): Promise<void> {
  const data = JSON.stringify({ mention, installation: installationId });
  await store.journal.keep(pullRequestKey(mention), unansweredStep(mention.node), data, now());
}

function unansweredStep(comment: string): string {
  return `unanswered@${comment}`;
}

/** The count starts again, and what was asked beyond it is answered; returns how many questions these are. */
async function continueAnswering({ mention, needs: { store, now } }: MentionJob): Promise<number> {
  const place = pullRequestKey(mention);
  return await store.together(async ({ turns, journal, jobs }) => {
    let count = 0;
    for (const comment of await turns.restart(newTurn(mention, now()))) {
      const kept = await journal.answer(place, unansweredStep(comment));
      if (kept === null) continue;
      const data = JSON.parse(kept) as unknown;
      await jobs.add({ kind: "answer", key: place, data, author: mentionContext({ data }).mention.author });
      await journal.clear(place, unansweredStep(comment));
      count += 1;
    }
    return count;
  });
}

function newTurn(mention: Mention, at: number) {
  return {
    place: pullRequestKey(mention),
    comment: mention.node,
    thread: conversationKey(mention),
    at,
    author: mention.author,
  };
}

/** A failed reply is retried once and then reported. */
async function retryOnce(draft: () => Promise<string>, { mention, stop, log }: MentionJob): Promise<string> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await draft();
    } catch (error) {
      if (stop.aborted) throw error;
      log("could not answer", { attempt, why: error instanceof Error ? error.message : String(error) });
      if (attempt === 2) return apology(requestId(mention));
    }
}

function replyNeeds(asked: MentionCommand, job: MentionJob): ReplyNeeds {
  const { mention, needs, authority, installation, self, stop } = job;
  const { store, now } = needs;
  return {
    mention,
    reviewAgain: async () => await reviewAgain(job),
    agree: async () => await keepOkToReview(pullRequestOfMention(mention)!, mention.author, needs),
    dismiss: async (reason) => await dismiss(reason, job),
    resolve: async () => {
      const { resolve } = await runAnswerTask("resolve", asked, job);
      return await resolveThread(resolve, { mention, config: authority.config, store, installation, self, stop, now });
    },
    learn: async (candidate) => await proposeLesson(candidate, store, now()),
    goOn: async () => await continueAnswering(job),
    read: async () => {
      const kept = needs.models && (await loadDraftedReply(mention, store));
      return kept ?? (await draftReplyInChild(asked, job));
    },
  };
}

async function reviewAgain(job: MentionJob): Promise<ReviewStart> {
  const { mention, installation, authority, needs } = job;
  const { state } = await installation.reads.now(pullRequestOfMention(mention)!);
  if (state !== "open") return { is: "not", why: state };
  if (!reviewSettingsIn(authority.config).enabled) return { is: "not", why: "disabled" };
  await needs.store.jobs.add(reviewJob(job));
  return { is: "started", waits: waitsForConfirmation(authority.config) };
}

/** Keyed by the comment, so that it is reviewed once. */
function reviewJob({ mention, installationId, authority }: MentionJob): StoredJob {
  const data: ReviewPullData = {
    pull: pullRequestOfMention(mention)!,
    installation: installationId,
    request: `comment-${mention.comment}`,
    head: authority.head,
    author: mention.author,
  };
  return reviewPullJobFor(data);
}

/** Suppresses the finding's identity; the reason and the person are stored. */
async function dismiss(reason: string, job: MentionJob): Promise<Dismissal> {
  const { mention, authority, self, needs, installation, stop, log } = job;
  const place = pullRequestKey(mention);
  const known = await knownFindings(place, authority.root, self.slug, needs.store);
  const found = findingOfThread(authority.root, known, self.slug);
  if (found.is !== "known") return { is: "nothing" };
  const finding: KeptFinding = { ...found.finding.kept, state: "dismissed" };
  const dismissal = { place, identity: finding.identity, reason, at: needs.now() };
  const repository = repositoryKey(mention);
  const unit = found.finding.about?.check;
  await needs.store.together(async ({ findings, dismissals, feedback }) => {
    await findings.keep([finding]);
    await dismissals.keep({ ...dismissal, saidBy: mention.author, comment: mention.node });
    // Records feedback for the unit in this repository.
    if (unit !== undefined)
      await feedback.record([{ ...dismissal, repository, unit, signal: "dismissed", actor: mention.author }]);
  });
  const pull = pullRequestOfMention(mention)!;
  const unreviewed = skipSettingsIn(authority.config).checkRun;
  const lifting = { store: needs.store, installation, unreviewed, stop, log };
  return { is: "dismissed", lifted: await liftRequests(pull, lifting) };
}

async function draftReplyInChild(asked: MentionCommand, job: MentionJob): Promise<string> {
  const { mention, needs } = job;
  const { body } = await runAnswerTask("answer", asked, job);
  if (body === null) throw new Error("the child process returned no reply");
  if (needs.models) await storeDraftedReply(mention, body, needs.store, needs.now());
  return body;
}

async function runAnswerTask(
  task: AnswerMentionInput["task"],
  asked: MentionCommand,
  job: MentionJob,
): Promise<MentionAnswer> {
  const { mention, installation, self, authority, stop, log, needs } = job;
  const { store, models: known, now } = needs;
  const asker = { pull: pullRequestOfMention(mention), isWriter: await job.mayWrite() };
  const isAllowed = known !== null && (await mayQuestionAskModels(asker, installation, { store, models: known }));
  const models = isAllowed ? known : null;
  const month = firstOfMonth(now());
  const repository = repositoryKey(mention);
  const place = pullRequestKey(mention);
  const question = { place, step: answerStep(mention), repository, readInput: async () => null };
  const opened = models && task === "answer" ? await openAsking(question, { store, now }) : null;
  const [token, found, all, ofRepository] = await Promise.all([
    installation.readToken(),
    knownFindings(place, authority.root, self.slug, store),
    store.records.spent(month),
    store.records.spent(month, repository),
  ]);
  const settings: Config["mention"] = authority.settings;
  const findings = found.map(({ identity, state, comment, about, details }) => ({
    identity,
    state,
    comment,
    about,
    details,
  }));
  const spent = { all, repository: ofRepository };
  const asking = opened?.asking ?? null;
  const language = languageIn(authority.config);
  const withheld = known !== null && !isAllowed;
  const given = { task, mention, asked, token, self: self.slug, settings, language, findings };
  const answer = await needs.answer({ ...given, models, withheld, spent, asking }, stop);
  for (const note of answer.notes) log("noted", { note });
  return answer;
}
