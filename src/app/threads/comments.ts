// Implements `crosscheck comments`: reads a pull request's threads, triages them, shows what the policy allows, and
// stores the result. It writes nothing to GitHub.
import { configPath } from "../../change/config.ts";
import type { Board } from "../../threads/publishers/board.ts";
import { boardJson } from "../../threads/publishers/board-json.ts";
import { boardPage } from "../../threads/publishers/board-page.ts";
import { boardText } from "../../threads/publishers/board-terminal.ts";
import {
  askingModelLine,
  fetchingLine,
  phaseLine,
  readingCode,
  wroteBoardLine,
} from "../../threads/words/board-texts.ts";
import { nextStepText, phaseReasonText } from "../../threads/words/status-texts.ts";
import { UserError } from "../../errors.ts";
import { commentPage, type CommentPage } from "../../threads/publishers/comment-pages.ts";
import { oneLine, plainJson, shorten } from "../../review/words/text.ts";
import { threadSettingsIn } from "../../threads/mention/mention-settings.ts";
import { chooseThreads, type ChosenThreads, type ThreadFilter } from "../../threads/choose-threads.ts";
import { advance, evidenceOf, nextStep, type LifecycleEvent } from "../../threads/lifecycle.ts";
import type { ThreadState } from "../../threads/thread-state.ts";
import type { ReviewThread, ThreadScan } from "../../threads/thread.ts";
import { writeOutput } from "../../world/output-file.ts";
import type { Store } from "../../world/store/store.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import { parseCommentsRequest, withSettings, type CommentsRequest } from "./comments/comments-request.ts";
import { boardRows } from "./comments/board.ts";
import { noCode, readCode, type ReadCode } from "./comments/code.ts";
import { fixPlan } from "./comments/fix-plan.ts";
import { aboutScan, factsOfThreads } from "./comments/look.ts";
import { openToRead, type GitHubToRead } from "./comments/reads.ts";
import { failedScan, storedScan } from "./comments/stored-scan.ts";
import { triaged, type GivenTriage } from "./comments/triage.ts";
import { openGitHub } from "../open-github.ts";
import { liveLine, type LiveLine } from "../cli/live-line.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { modelsOf } from "../review/open-panel.ts";
import { loadThreadState, recordEvent, shownPull, threadTarget } from "./thread-target.ts";
import { readUserConfigFile } from "../user-config.ts";
import type { PullRequestRef } from "../../pull-request.ts";

interface Look {
  asked: CommentsRequest;
  input: Input;
  outside: ProcessEnvironment;
  store: Store;
  github: GitHubToRead;
  folder: string;
  line: LiveLine;
}

export async function showComments(input: Input, outside: ProcessEnvironment): Promise<number> {
  const asked = parseCommentsRequest(input, outside);
  const { env, stop } = outside;
  const folder = textOption(input, "repo") ?? outside.cwd;
  const store = await openData(input, outside);
  const line = liveLine(outside);
  try {
    const opens = async (host: string) => await openGitHub(host, outside);
    const { pull } = await threadTarget({ pr: asked.pr, folder, store, env, stop, github: opens });
    const look: Look = { asked, input, outside, store, github: await openToRead(pull.host, outside), folder, line };
    const { board, plan, page } = await lookAt(pull, look);
    line.clear();
    show(board, page, asked, outside);
    if (asked.fixPlan !== undefined) writeOutput(asked.fixPlan, outside.cwd, plan);
    return 0;
  } finally {
    line.clear();
    await store.close();
  }
}

async function lookAt(pull: PullRequestRef, look: Look): Promise<{ board: Board; plan: string; page: CommentPage }> {
  const { asked, outside, store } = look;
  const at = outside.now();
  const { scan, filter } = await readThreads(pull, look, at);
  const chosen = chooseThreads(scan, filter);
  const page = pageOf(chosen.threads, asked);
  const before = await loadThreadState(store, scan.pull);
  const code = await codeOf(scan, chosen, look);
  try {
    const facts = await factsOfThreads(scan, chosen.threads, code, outside.stop);
    const user = await readUserConfigFile(outside.env);
    const models = asked.triage === "auto" ? modelsOf(user, look.input) : null;
    const asking = (model: string) => look.line.show(askingModelLine(model));
    const triage = await triaged(
      { asked, scan, chosen: chosen.threads, state: before, facts, models, store, asking },
      outside,
    );
    const event: LifecycleEvent = {
      kind: "scanned",
      scan: storedScan(scan, { threads: readThreadsOf(chosen.threads, page, asked) }, at, before.scan),
      triage: triage.triage,
    };
    const after = asked.dryRun ? advance(before, event) : await recordEvent(store, scan.pull, event, at);
    const rows = boardRows({ scan, chosen: chosen.threads, at, state: after, ...code, triage: triage.shown, facts });
    const toFix = chosen.threads
      .filter(({ isResolved }) => !isResolved)
      .map(({ threadId, latestComment }) => ({
        threadId,
        latestComment: latestComment?.id ?? null,
        triage: triage.shown.get(threadId)?.triage ?? null,
      }));
    return {
      page,
      board: { ...aboutScan(scan, chosen, at), ...aboutTriage(triage, code, after, asked), rows },
      plan: `${plainJson(JSON.stringify(fixPlan(scan.pull.number, scan.head, toFix, code.settings.checks), null, 2))}\n`,
    };
  } finally {
    await code.repository?.close();
  }
}

function pageOf(threads: readonly ReviewThread[], { after, json }: CommentsRequest): CommentPage {
  const page = commentPage(threads, after, json ? undefined : Infinity);
  if (page !== null) return page;
  throw new UserError(
    `No thread that is shown has the comment ${shorten(oneLine(after ?? ""), 100)}`,
    "It may have been deleted: begin again without --after, with the same filters on every page.",
  );
}

/** Threads whose last comment is on this page or an earlier one. Others have not been read to their end. */
function readThreadsOf(
  threads: readonly ReviewThread[],
  { next }: CommentPage,
  { json }: CommentsRequest,
): readonly ReviewThread[] {
  if (!json || next === null) return threads;
  const last = threads.findIndex(({ comments }) => comments.some(({ id }) => id === next));
  const isWhole = threads[last]?.comments.at(-1)?.id === next;
  return threads.slice(0, isWhole ? last + 1 : last);
}

/** A failed read is stored too, so that nothing is done based on the earlier scan. */
async function readThreads(
  pull: PullRequestRef,
  { asked, github, line, store, outside }: Look,
  at: number,
): Promise<{ scan: ThreadScan; filter: ThreadFilter }> {
  const progress = (fetched: number, total: number | null) => line.show(fetchingLine(fetched, total));
  progress(0, null);
  try {
    const { filter, max } = withSettings(asked, threadSettingsIn(await github.baseFile(pull, configPath)));
    return { scan: await github.threads.threads(pull, { max, progress, wholeBodies: asked.json }), filter };
  } catch (error) {
    outside.stop.throwIfAborted();
    const { scan, triage } = await loadThreadState(store, pull);
    const why = error instanceof Error ? error.message : String(error);
    if (scan !== null && !asked.dryRun)
      await recordEvent(store, pull, { kind: "scanned", scan: failedScan(scan, at, why), triage }, at);
    throw error;
  }
}

async function codeOf(scan: ThreadScan, { threads }: ChosenThreads, look: Look): Promise<ReadCode> {
  // Without threads to show, no code is needed.
  if (threads.length === 0) return noCode;
  const { github, folder, line, outside } = look;
  line.show(readingCode(null));
  const { env, stop } = outside;
  return await readCode(scan.pull, {
    github,
    folder,
    env,
    stop,
    progress: (percent) => line.show(readingCode(percent)),
  });
}

function aboutTriage(
  triage: GivenTriage,
  code: ReadCode,
  after: ThreadState,
  { dryRun }: CommentsRequest,
): Pick<Board, "triage" | "phase"> {
  const notes = [...(code.note === null ? [] : [code.note]), ...triage.about.notes];
  return { triage: { ...triage.about, notes }, phase: dryRun ? null : phaseOf(after) };
}

function phaseOf(state: ThreadState): Board["phase"] {
  if (state.phase === null) return null;
  const why = phaseReasonText({ state, evidence: evidenceOf(state) });
  const next = nextStepText({ next: nextStep(state), name: shownPull(state.pull) });
  return { is: state.phase, says: phaseLine(state.phase, why, next) };
}

function show(board: Board, page: CommentPage, asked: CommentsRequest, outside: ProcessEnvironment): void {
  const { print, tell, screen, version, cwd } = outside;
  if (asked.html !== undefined) writeOutput(asked.html, cwd, boardPage(board, version));
  print(asked.json ? boardJson(board, page, version) : boardText(board, { ...screen, dryRun: asked.dryRun }));
  for (const file of [asked.html, asked.fixPlan]) if (file !== undefined) tell(wroteBoardLine(file));
}
