// Reviews the pull request of a workflow's event: summary, SARIF and outputs first, then the posting or annotations.
import { join } from "node:path";
import { configPath, effectiveConfig } from "../../change/config.ts";
import { loadRepositoryConfig } from "../../change/load-config.ts";
import { reviewSettingsIn, skipSettingsIn } from "../../change/review-settings.ts";
import { skipOf, untriggered } from "../../change/skip.ts";
import { UserError } from "../../errors.ts";
import { checks } from "../../findings/checks/index.ts";
import { reportedFailure } from "../../findings/execution/reported-tests.ts";
import { reportTests, type ReportedTests } from "../../findings/execution/reported-tests-schema.ts";
import { reachesAuthor } from "../../findings/finding.ts";
import type { PullRequestRef } from "../../pull-request.ts";
import { exitCodeOf, verdictOf } from "../../review/decision.ts";
import type { Draft } from "../../review/draft.ts";
import { markdownPublisher } from "../../review/publishers/markdown.ts";
import { sarif } from "../../review/publishers/sarif.ts";
import { redactDraft } from "../../review/redact-draft.ts";
import { headMovedSinceText, noPullTexts, readOnlyTexts } from "../../review/words/action-texts.ts";
import {
  modelsNotAskedText,
  refusedPostingText,
  refusedReportText,
  unknownPostingText,
} from "../../review/words/action-texts.ts";
import { outcomeLines } from "../../review/words/gate-texts.ts";
import { skipTitle } from "../../review/words/skip-notice.ts";
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openPermissionReads } from "../../world/github/permission-reads.ts";
import { openPullStart, type PullStart } from "../../world/github/pull-start.ts";
import type { RequestOptions } from "../../world/github/request.ts";
import { openWorkflowReads, type WorkflowPull, type WorkflowReads } from "../../world/github/workflow-reads.ts";
import { writeOutputs } from "../../world/output-file.ts";
import type { Input } from "../cli/commands/command.ts";
import { progressLine } from "../cli/progress.ts";
import { openGitHub, type GitHub } from "../open-github.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { modelsOf } from "../review/open-panel.ts";
import { postDraft } from "../review/post-draft.ts";
import { reviewToDraft } from "../review/review-and-post.ts";
import { readUserConfigFile } from "../user-config.ts";
import { readInputs, readRunner, type ActionInputs, type WorkflowRunner } from "./action-inputs.ts";
import { annotationsOf } from "./annotations.ts";
import { findEventPull, type EventPull } from "./find-event-pull.ts";
import { annotationLine, setOutputs, writeSummary } from "./runner-commands.ts";
import { readTestsElsewhere, reportFile } from "./tested-elsewhere.ts";

interface ActionRun {
  inputs: ActionInputs;
  runner: WorkflowRunner;
  request: RequestOptions;
  reads: WorkflowReads;
  outside: ProcessEnvironment;
}

type Found = Extract<EventPull, { is: "pull" }>;

export async function runAction(given: ProcessEnvironment): Promise<number> {
  const inputs = readInputs(given.env);
  const runner = readRunner(given.env);
  const outside = { ...given, env: { ...given.env, GITHUB_TOKEN: inputs.token } };
  const { host } = runner.repository;
  const { stop, env } = outside;
  const request = { api: apiOf(host, env), token: async () => inputs.token, clock: wallClock, stop };
  const run: ActionRun = { inputs, runner, request, reads: openWorkflowReads(runner.repository, request), outside };
  const found = await findEventPull(runner, run.reads);
  if (found.is === "none") return skip(run, noPullTexts[found.why]);
  if (inputs.runTests && !found.mayRunTests)
    throw new UserError(
      `run-tests executes code of the change, which the event ${runner.event.name} must not do`,
      "Run the tests in a workflow of their own, on pull_request.",
    );
  const start = await openPullStart(request, configPath)({ ...runner.repository, number: found.pull.number });
  const skipped = untriggered(reviewSettingsIn(start.config), null) ?? skipOf(start, settingsOf(start));
  return skipped ? skip(run, `${skipTitle(skipped)}.`) : await reviewFound(found, run);
}

function skip({ runner, outside }: Pick<ActionRun, "runner" | "outside">, why: string): number {
  outside.tell(`${why}\n`);
  writeSummary(runner, `${why}\n`);
  setOutputs(runner, { verdict: "Not reviewed", findings: 0 });
  return 0;
}

/** With a config that is not valid, the review itself says what is wrong with it. */
function settingsOf({ config }: PullStart) {
  const known = checks.map(({ id }) => id);
  const repository = config === null ? null : loadRepositoryConfig(config, known).value;
  const { reviewDrafts } = effectiveConfig(repository === null ? {} : { repository });
  return { reviewDrafts, authorTags: skipSettingsIn(config).authorTags };
}

async function reviewFound(found: Found, run: ActionRun): Promise<number> {
  const { inputs, runner, outside } = run;
  const { pull, tests, notes } = await withReport(found, run);
  const command: PullRequestRef = { ...runner.repository, number: pull.number };
  const { input, note } = await reviewInput(pull, run);
  const github = await openGitHub(command.host, outside);
  const store = await openData(input, outside);
  const progress = progressLine(outside);
  try {
    const reported = inputs.runTests ? {} : { reported: { tests } };
    const draft = await reviewToDraft(
      { pull: command, github, localFolder: null, ...reported },
      input,
      outside,
      store,
      progress,
    );
    const isUsed = draft.judged.some(({ finding }) => finding.kind === reportedFailure);
    const isIgnored = found.tested !== null && tests !== null && tests.failures.length > 0 && !isUsed;
    const posts = inputs.post !== null && found.readOnly === null;
    publish(
      draft,
      [
        ...notes,
        ...note,
        ...(isIgnored ? [refusedReportText(found.tested!.run, "no-such-test")] : []),
        ...(inputs.post !== null && found.readOnly !== null ? [readOnlyTexts[found.readOnly]] : []),
      ],
      run,
    );
    const failed = posts ? await post(draft, inputs.post!, github, store, outside) : annotate(draft, outside);
    return failed ?? exitCodeOf(draft.decision, inputs.failOn ?? undefined);
  } finally {
    progress.clear();
    await store.close();
  }
}

/** The pull request that the report names, if GitHub confirms it. */
async function withReport(
  { pull, tested }: Found,
  { reads }: ActionRun,
): Promise<{ pull: WorkflowPull; tests: ReportedTests | null; notes: string[] }> {
  if (tested === null) return { pull, tests: null, notes: [] };
  const elsewhere = await readTestsElsewhere(tested.run, tested.candidates, reads);
  if (elsewhere.is === "read") return { pull: elsewhere.pull, tests: elsewhere.tests, notes: [] };
  return { pull, tests: null, notes: elsewhere.is === "none" ? [] : [refusedReportText(tested.run, elsewhere.why)] };
}

/** The Action's inputs as the options of `crosscheck review`. */
async function reviewInput(pull: WorkflowPull, run: ActionRun): Promise<{ input: Input; note: string[] }> {
  const { inputs, runner, outside } = run;
  const input: Input = {
    args: [],
    options: {
      data: join(runner.temporaryFolder, "crosscheck", "data"),
      model: inputs.models,
      ...(inputs.profile !== null && { profile: inputs.profile }),
      ...(inputs.runTests ? { runTests: true } : { quick: true }),
    },
  };
  const wanted = modelsOf(await readUserConfigFile(outside.env), input);
  if (wanted === null || (await mayAskModels(pull, run))) return { input, note: [] };
  return {
    input: { ...input, options: { ...input.options, models: false } },
    note: [modelsNotAskedText(inputs.allow.labels)],
  };
}

async function mayAskModels(
  { author, labels }: WorkflowPull,
  { inputs: { allow }, runner: { repository }, request }: ActionRun,
): Promise<boolean> {
  if (allow.everybody || labels.some((label) => allow.labels.includes(label))) return true;
  if (author === null) return false;
  const permission = await openPermissionReads(request)(repository.owner, repository.repo, author);
  return permission === "admin" || permission === "write";
}

function publish(given: Draft, notes: readonly string[], { runner, inputs, outside }: ActionRun): void {
  const draft = redactDraft(given);
  const { version } = outside;
  const options = { colour: false, width: 100, version, verbose: false, explains: false };
  for (const note of notes) outside.tell(`${note}\n`);
  writeSummary(
    runner,
    `${[...notes.map((note) => `${note}\n`), markdownPublisher.render(draft, options)].join("\n")}\n`,
  );
  const folder = join(runner.temporaryFolder, "crosscheck");
  const { from, head } = draft.change;
  const tests =
    inputs.runTests && from.kind === "pull"
      ? [{ name: reportFile, text: JSON.stringify(reportTests(from.pull.number, head, draft.reports)) }]
      : [];
  const files = [{ name: "review.sarif", text: sarif.render(draft, options) }, ...tests];
  writeOutputs(folder, outside.cwd, files);
  setOutputs(runner, {
    verdict: verdictOf(draft.decision),
    findings: draft.judged.filter(reachesAuthor).length,
    sarif: join(folder, "review.sarif"),
    ...(tests.length > 0 && { tests: join(folder, reportFile) }),
  });
}

async function post(
  draft: Draft,
  choice: "code" | "all",
  github: GitHub,
  store: Awaited<ReturnType<typeof openData>>,
  outside: ProcessEnvironment,
): Promise<number | null> {
  const { version, stop } = outside;
  const posting = await postDraft(draft, choice, { github, store, version, stop });
  if (posting.is === "moved") {
    outside.tell(`${headMovedSinceText}\n`);
    return 0;
  }
  outside.tell(`${outcomeLines(posting.outcomes).join("\n")}\n`);
  const left = posting.outcomes.find(({ is }) => is === "unknown" || is === "refused");
  if (left === undefined) return null;
  outside.tell(`${left.is === "unknown" ? unknownPostingText : refusedPostingText}\n`);
  return left.is === "unknown" ? 3 : 2;
}

/** Posted findings stand on their lines already. */
function annotate(draft: Draft, { print }: Pick<ProcessEnvironment, "print">): null {
  for (const one of annotationsOf(redactDraft(draft))) print(annotationLine(one));
  return null;
}
