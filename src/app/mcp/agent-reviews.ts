// Reviews whose questions a coding agent answers: starts them, takes answers, and finishes them.
import type { Change } from "../../change/change.ts";
import { parseTarget } from "../../change/target.ts";
import { UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import { parseDraft } from "../../review/parse-draft.ts";
import type { Progress } from "../../review-change.ts";
import { pullRequestKey, repositoryKey } from "../../pull-request.ts";
import { discover } from "../../world/git/discover.ts";
import type { HostQuestion } from "../../world/models/host-model.ts";
import type { Store } from "../../world/store/store.ts";
import { openGitHub } from "../open-github.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { namedPull, withGit } from "../review/find-pull-request.ts";
import { keepLocalReview, placeOf } from "../review/keep-local-review.ts";
import { newRun } from "../review/new-run.ts";
import type { RunChoice } from "../review/open-execution.ts";
import { keepDraft } from "../review/review-and-post.ts";
import { readingOf } from "../review/review-inputs.ts";
import { reviewPull } from "../review/review-pull-request.ts";
import { readLearned } from "../threads/lessons/learned.ts";
import { readUserConfigFile } from "../user-config.ts";
import { advanceRun, resumeRun, type Advanced, type NewRun } from "./advance-run.ts";
import {
  keepAnswer,
  keepRun,
  loadAnswers,
  loadRun,
  openQuestions,
  type AgentRun,
  type AgentAnswer,
  type PosedQuestion,
} from "./agent-run.ts";

/** What one call of a tool brings: it can be cancelled, and may want to hear of progress. */
export interface AgentCall {
  environment: ProcessEnvironment;
  progress(step: Progress): void;
}

interface StartOptions {
  repo: string;
  target?: string | undefined;
  staged?: boolean | undefined;
  working?: boolean | undefined;
  request?: string | undefined;
  runTests?: boolean | undefined;
  quick?: boolean | undefined;
  agent: string;
}

/** A review as far as it is. */
export interface AgentReview {
  run: AgentRun;
  draft: Draft;
  open: readonly HostQuestion[];
}

export interface AgentReviews {
  start(options: StartOptions, call: AgentCall): Promise<AgentReview>;
  /** Reads only. */
  read(id: string, call: AgentCall): Promise<AgentReview>;
  /** Which questions are open, without reviewing again; null: none, and it is not finished either. */
  answer(id: string, question: string, answer: AgentAnswer, call: AgentCall): Promise<Answered>;
  /** Finishes it where every question has its answer. */
  finished(id: string, call: AgentCall): Promise<AgentReview>;
}

type Answered =
  | { is: "unknown" }
  | { is: "repeated"; open: readonly PosedQuestion[] }
  | { is: "kept"; open: readonly PosedQuestion[] }
  | { is: "advanced"; review: AgentReview };

const noInput = { args: [], options: {} };

export function openAgentReviews(): AgentReviews {
  /** What the last attempt at each review led to; a new process makes it again. */
  const last = new Map<string, { answers: string; advanced: Advanced }>();
  const turns = new Map<string, Promise<unknown>>();

  /** One after the other for each review: two attempts at once would ask the same question twice. */
  async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    turns.set(id, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(id) === mine) turns.delete(id);
    }
  }

  async function withStore<T>({ environment }: AgentCall, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openData(noInput, environment);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  async function current(run: AgentRun, store: Store, { environment, progress }: AgentCall, keeps: boolean) {
    const answers = await loadAnswers(run.id, store);
    const key = JSON.stringify(answers);
    const known = last.get(run.id);
    if (known?.answers === key && !keeps) return known.advanced;
    const advanced = await resumeRun(run, answers, { store, environment, keeps, progress });
    last.set(run.id, { answers: key, advanced });
    return advanced;
  }

  async function read(id: string, call: AgentCall): Promise<AgentReview> {
    return await withStore(call, async (store) => {
      const run = await loadRun(id, store);
      const kept = run.finished === null ? null : await keptDraft(run, store);
      if (kept) return { run, draft: kept, open: [] };
      const { draft, open } = await current(run, store, call, false);
      return { run, draft, open };
    });
  }

  /** With the answers so far; keeps what it led to. */
  async function advanceAndKeep(run: AgentRun, store: Store, call: AgentCall): Promise<AgentReview> {
    const advanced = await current(run, store, call, true);
    const next = {
      ...run,
      questions: posed(run.questions, advanced.open, await loadAnswers(run.id, store)),
      finished: advanced.open.length === 0 ? advanced.draft.id : null,
    };
    if (next.finished !== null) await keepFinished(next, advanced, store, call.environment);
    await store.together(async (within) => await keepRun(next, within, call.environment.now()));
    return { run: next, draft: advanced.draft, open: advanced.open };
  }

  return {
    async start(options, call) {
      const id = newRun();
      return await withStore(call, async (store) => {
        const { run, advanced } = await begin(id, options, store, call);
        last.set(id, { answers: "{}", advanced });
        await store.together(async (within) => await keepRun(run, within, call.environment.now()));
        if (advanced.open.length > 0) return { run, draft: advanced.draft, open: advanced.open };
        return await advanceAndKeep(run, store, call);
      });
    },

    read: async (id, call) => await inTurn(id, async () => await read(id, call)),

    answer: async (id, question, answer, call) =>
      await inTurn(id, async () =>
        withStore(call, async (store): Promise<Answered> => {
          const run = await loadRun(id, store);
          const asked = run.questions.find((one) => one.id === question);
          if (!asked) return { is: "unknown" };
          const isNew = run.finished === null && (await keepAnswer(run, asked, answer, store, call.environment.now()));
          const open = openQuestions(run, await loadAnswers(id, store));
          if (run.finished !== null || open.length > 0) return { is: isNew ? "kept" : "repeated", open };
          return { is: "advanced", review: await advanceAndKeep(run, store, call) };
        }),
      ),

    finished: async (id, call) =>
      await inTurn(id, async () => {
        const review = await read(id, call);
        if (review.open.length > 0)
          throw new UserError(
            `This review is not finished: ${review.open.length} of its questions are open`,
            "Answer them with get_question and submit_answer first.",
          );
        if (review.run.finished !== null) return review;
        return await withStore(call, async (store) => await advanceAndKeep(review.run, store, call));
      }),
  };
}

/** Those asked before, and the new ones. One that is asked again has got an answer that was not accepted. */
function posed(
  before: readonly PosedQuestion[],
  open: readonly HostQuestion[],
  answers: Awaited<ReturnType<typeof loadAnswers>>,
): PosedQuestion[] {
  const asked = (id: string) => answers[id]?.length ?? 0;
  const again = new Set(open.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((one) => (again.has(one.id) ? { ...one, asked: asked(one.id) } : one)),
    ...open.flatMap(({ id, unit }) => (known.has(id) ? [] : [{ id, unit, asked: asked(id) }])),
  ];
}

async function keptDraft({ finished }: AgentRun, store: Store): Promise<Draft | null> {
  const kept = await store.drafts.load(finished!);
  return kept && parseDraft(kept.draft);
}

async function begin(
  id: string,
  { repo, target: named, staged, working, request, runTests, quick, agent }: StartOptions,
  store: Store,
  { environment, progress }: AgentCall,
): Promise<{ run: AgentRun; advanced: Advanced }> {
  const { workTree, gitDir } = discover(repo);
  const clone = workTree;
  const place = workTree ?? gitDir;
  const target = parseTarget(named, { staged: staged === true, working: working === true });
  const running: RunChoice = { quick: quick === true, asked: runTests === true, probe: false, unsafe: false, clone };
  const today = new Date(environment.now()).toISOString().slice(0, 10);
  const options = request === undefined ? {} : { request };
  const common = { id, agent: `host/${agent}`, today, clone, ran: null };
  const needs = { store, environment, keeps: false, progress };
  const begun = (started: NewRun, advanced: Advanced): { run: AgentRun; advanced: Advanced } => {
    const { draft, open } = advanced;
    const isUncommitted = target.kind === "staged" || target.kind === "working";
    return {
      advanced,
      run: {
        ...started,
        what: isUncommitted
          ? { is: "local", target, options, head: draft.change.head }
          : { is: "change", change: draft.change },
        ran: draft.reports.filter(({ by }) => by === "execution"),
        known: draft.reports.filter(({ by, findings }) => by === "check" && findings.length > 0),
        questions: posed([], open, {}),
        finished: null,
      },
    };
  };
  if (target.kind !== "pull") {
    const what = { is: "local", target, options } as const;
    const started = { ...common, folder: place, repository: place, running, what };
    return begun(started, await advanceRun(started, {}, needs));
  }
  const { env, stop } = environment;
  const pull = await withGit(repo, env, stop, async (git) => await namedPull(target, git));
  const github = await openGitHub(pull.host, environment);
  const user = await readUserConfigFile(env);
  let result: ReturnType<typeof begun> | null = null;
  await reviewPull(
    pull,
    {
      github,
      store,
      localFolder: repo,
      env,
      stop,
      progress,
      reading: async (repository) => await readingOf(repository, user, environment, { isolated: true }),
      async elsewhere(change: Change, repository) {
        const own = { ...running, clone: repository.clone };
        const what = { is: "change", change } as const;
        const folder = repository.git.shown;
        const started = { ...common, folder, repository: repositoryKey(pull), running: own, what };
        const advanced = await advanceRun(started, {}, needs);
        result = begun(started, advanced);
        return advanced.draft;
      },
      learned: async (of) => await readLearned(store, repositoryKey(of)),
      moved() {},
    },
    options,
  );
  return result!;
}

async function keepFinished(
  run: AgentRun,
  { draft, given }: Advanced,
  store: Store,
  environment: ProcessEnvironment,
): Promise<void> {
  const { from } = draft.change;
  if (from.kind === "pull") await keepDraft(draft, store, environment);
  else await keepLocalReview(draft, run.folder, noInput, environment);
  await store.records.keepReview({
    id: draft.id,
    run: run.id,
    repository: run.repository,
    at: environment.now(),
    given,
    draft: JSON.stringify(draft),
  });
}

/** Where a finished review is listed: its pull request, or the folder of the repository. */
export function placeOfReview({ draft, run }: AgentReview): string {
  const { from } = draft.change;
  return from.kind === "pull" ? pullRequestKey(from.pull) : placeOf(run.folder);
}
