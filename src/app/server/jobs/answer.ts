// Answers a mention: first an acknowledging reaction, then, in the order of the page, one reply. A child process without
// a write token reads the change and drafts answers from it; this process carries out commands such as "dismiss" and
// posts.
import type { Config, UserConfig } from "../../../change/config.ts";
import { apology, limitNotice } from "../../../threads/words/conversation/reply-texts.ts";
import { parseMentionCommand, type MentionCommand } from "../../../threads/mention/mention-command.ts";
import { pullRequestOfMention, conversationKey, type Mention } from "../../../threads/mention.ts";
import { languageIn } from "../../../threads/mention/mention-settings.ts";
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
import { deleteDraftedReply, storeDraftedReply, loadDraftedReply, answerStep } from "./answer/drafted-reply.ts";
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
    if ("ignored" in (await checkMentionAuthority(mention, installation, self))) return;
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
  return turn !== undefined && turn.kind in unansweredReasons;
}

const unansweredReasons = { silent: "the limit is reached", hushed: "too many in a minute" } as const;

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
    if (mention.called === "not") await eyes.react(mention.node);
    const mentionJob: MentionJob = { mention, installationId: id, installation, self, authority, stop, log, needs };
    const text = await draftReply(parseMentionCommand(mention.text), mentionJob);
    if (text !== null) {
      const { is } = await postAnswer(mention, text, authority.root, { store: needs.store, installation, self, stop });
      log("answered", { is });
      if (needs.models) await deleteDraftedReply(mention, needs.store);
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

interface MentionJob {
  mention: Mention;
  installationId: number;
  installation: Installation;
  self: Self;
  authority: MentionAuthority;
  stop: AbortSignal;
  log(what: string, more?: Readonly<Record<string, unknown>>): void;
  needs: AnswerNeeds;
}

/** Null: no reply, only a log line. */
async function draftReply(asked: MentionCommand, job: MentionJob): Promise<string | null> {
  const { mention, installation, authority, needs, log } = job;
  const refusal = await commandRefusal(asked, pullRequestOfMention(mention) === null, () =>
    installation.conversation.reads.mayWrite(mention, mention.author),
  );
  if (asked.ask === "continue" && refusal === null) return await replyTo(asked, replyNeeds(asked, job));
  const { maxTurnsPerPr } = authority.settings.conversation;
  const turn = await needs.store.turns.take(newTurn(mention, needs.now()), maxTurnsPerPr);
  if (turn === "silent" || turn === "hushed") {
    log("not answered", { why: unansweredReasons[turn] });
    return null;
  }
  if (turn === "notice") return limitNotice(maxTurnsPerPr);
  return refusal ?? (await retryOnce(() => replyTo(asked, replyNeeds(asked, job)), job));
}

function newTurn(mention: Mention, at: number) {
  return { place: pullRequestKey(mention), comment: mention.node, thread: conversationKey(mention), at };
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
    reviewAgain: async () => await store.jobs.add(reviewJob(job)),
    dismiss: async (reason) => await dismiss(reason, job),
    resolve: async () => {
      const { resolve } = await runAnswerTask("resolve", asked, job);
      return await resolveThread(resolve, { mention, config: authority.config, store, installation, self, stop, now });
    },
    learn: async (candidate) => await proposeLesson(candidate, store, now()),
    goOn: async () => await store.turns.restart(newTurn(mention, now())),
    read: async () => {
      const kept = needs.models && (await loadDraftedReply(mention, store));
      return kept ?? (await draftReplyInChild(asked, job));
    },
  };
}

/** Keyed by the comment, so that it is reviewed once. */
function reviewJob({ mention, installationId, authority }: MentionJob): StoredJob {
  const data: ReviewPullData = {
    pull: pullRequestOfMention(mention)!,
    installation: installationId,
    request: `comment-${mention.comment}`,
    head: authority.head,
  };
  return { kind: "review-pull", key: pullRequestKey(mention), data };
}

/** Suppresses the finding's identity; the reason and the person are stored. */
async function dismiss(reason: string, { mention, authority, self, needs }: MentionJob): Promise<boolean> {
  const place = pullRequestKey(mention);
  const kept = await needs.store.findings.of(place);
  const known = kept.map((finding) => ({ ...knownFinding(finding, new Map()), kept: finding }));
  const found = findingOfThread(authority.root, known, self.slug);
  if (found.is !== "known") return false;
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
  return true;
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
  const { store, models, now } = needs;
  const month = firstOfMonth(now());
  const repository = repositoryKey(mention);
  const place = pullRequestKey(mention);
  const question = { place, step: answerStep(mention), repository, readInput: async () => null };
  const opened = models && task === "answer" ? await openAsking(question, { store, now }) : null;
  const [token, findings, all, ofRepository] = await Promise.all([
    installation.readToken(),
    knownFindings(place, store),
    store.records.spent(month),
    store.records.spent(month, repository),
  ]);
  const settings: Config["mention"] = authority.settings;
  const spent = { all, repository: ofRepository };
  const asking = opened?.asking ?? null;
  const language = languageIn(authority.config);
  const input = { task, mention, asked, token, self: self.slug, settings, language, findings, models, spent, asking };
  const answer = await needs.answer(input, stop);
  for (const note of answer.notes) log("noted", { note });
  return answer;
}
