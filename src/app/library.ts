// Exports the library's functions: the steps of a review, each usable alone, with real git and disk.
import { env as ownEnv } from "node:process";
import type { Change, Code } from "../change/change.ts";
import { effectiveConfig, type UserConfig } from "../change/config.ts";
import { parseIntent } from "../change/intent.ts";
import { readChange as read, type ReadOptions } from "../change/read-change.ts";
import { parseLocalTarget, type LocalTarget } from "../change/target.ts";
import { triage as triageFiles, type Triage, type TriageInput } from "../change/triage.ts";
import { UserError } from "../errors.ts";
import { checks } from "../findings/checks/index.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import { gate as gateReports } from "../findings/gate.ts";
import type { Report } from "../findings/report.ts";
import { runChecks as run } from "../findings/run-checks.ts";
import { textsOf } from "../findings/texts.ts";
import type { Draft } from "../review/draft.ts";
import { publishers } from "../review/publishers/index.ts";
import type { PublishOptions } from "../review/publishers/publisher.ts";
import { review as reviewChange, type ReviewOptions } from "../review-change.ts";
import type { OpenCode } from "../world/code/open-code.ts";
import { openGitRepository as open } from "./review/open-repository.ts";
import { limitsOf } from "./cli/review-options.ts";
import { largestFile } from "../world/git/own-directory.ts";
import type { OpenGit } from "../world/git/repository.ts";
import type { CallRecord } from "../world/models/record.ts";

export interface LibraryRepository extends OpenGit {
  code: OpenCode;
}

export interface OpenOptions {
  /** The environment in which git is found; git gets a few named variables of it. */
  env?: Readonly<Record<string, string | undefined>>;
  stop?: AbortSignal;
}

/** Opens the repository around a folder, bare or not, for reading. Close it when done. */
export function openRepository(folder: string, { env = ownEnv, stop = never() }: OpenOptions = {}): LibraryRepository {
  const { git, code, close } = open(folder, env, stop);
  return { ...git, code, close: () => void close() };
}

function never(): AbortSignal {
  return new AbortController().signal;
}

function targetOf(target: string | LocalTarget | undefined): LocalTarget {
  return typeof target === "object" ? target : parseLocalTarget(target);
}

/**
 * Reads a range such as `main...feature`, or a `Target`, as one frozen value; without one, the same change as
 * `crosscheck review`.
 */
export async function readLocalChange(
  repository: LibraryRepository,
  target?: string | LocalTarget,
  options: ReadOptions = {},
): Promise<Change> {
  return await read(targetOf(target), options, {
    git: repository,
    user: {},
    knownChecks: checks.map((check) => check.id),
    largestFile,
  });
}

/** Decides how much review a set of changed files needs. Everything but the files is optional. */
export function triageChangedFiles({ files, ...rest }: Pick<TriageInput, "files"> & Partial<TriageInput>): Triage {
  const intent = rest.intent ?? parseIntent({ title: "", body: "", commits: [] });
  const words = { labels: [], branch: null };
  const config = effectiveConfig({ intent });
  return triageFiles({ words, intent, config, attributes: [], headers: new Map(), ...rest, files });
}

/** The code at both ends of a change. */
export function codeOfChange(repository: LibraryRepository, change: Pick<Change, "base" | "head">): Code {
  return repository.code.at(change.base, change.head);
}

export interface LibraryCheckOptions {
  /** Ids of the checks to run; all of them when left out. */
  only?: readonly string[];
  stop?: AbortSignal;
}

export async function runReviewChecks(
  change: Change,
  code: Code,
  { only, stop = never() }: LibraryCheckOptions = {},
): Promise<Report[]> {
  const chosen = only === undefined ? checks : only.map(checkNamed);
  return await run(chosen, change, code, { stop, now: () => performance.now(), texts: textsOf(code) });
}

function checkNamed(id: string) {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new UserError(`There is no check "${id}"`, `Use one of ${checks.map((one) => one.id).join(", ")}.`);
  return check;
}

/** Gates the findings: each with its marks and outcome. */
export async function gateFindings(
  change: Change,
  reports: readonly Report[],
  code: Code,
  today = isoDay(),
): Promise<JudgedFinding[]> {
  return await gateReports(change, reports, textsOf(code), today);
}

function isoDay(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Models to ask, as in the user's config; keys come from the environment. */
export interface LibraryModels extends Pick<UserConfig, "models" | "reviewers" | "spending" | "record"> {
  env?: Readonly<Record<string, string | undefined>>;
  /** Called for every finished model call; nothing is stored, and monthly limits do not apply. */
  called?(call: CallRecord): void;
}

/** A whole review, like `crosscheck review`. */
export async function reviewRepository(
  repository: LibraryRepository,
  target?: string | LocalTarget,
  options: ReviewOptions & { stop?: AbortSignal; models?: LibraryModels } = {},
): Promise<Draft> {
  const { stop = never(), models, ...rest } = options;
  const clock = { now: () => performance.now(), today: isoDay };
  const panel = models && (await openPanelOf(models, repository, rest));
  return await reviewChange(
    targetOf(target),
    {
      git: repository,
      code: repository.code,
      checks,
      user: {},
      largestFile,
      clock,
      stop,
      progress() {},
      ...(panel && { panel }),
    },
    rest,
  );
}

async function openPanelOf(
  { env = ownEnv, called = () => {}, ...user }: LibraryModels,
  repository: LibraryRepository,
  options: ReviewOptions,
) {
  const { openPanel } = await import("./review/open-panel.ts");
  const keeper = { keep: async (_run: string, _of: string, call: CallRecord) => called(call), spent: async () => 0 };
  const outside = { env, now: () => Date.now() };
  return await openPanel(user, outside, { ...limitsOf(options), keeper, repository: repository.shown, progress() {} });
}

export type RenderOptions = Partial<PublishOptions>;

/** A draft in one of the formats of `--format`. */
export function render(draft: Draft, format: string, options: RenderOptions = {}): string {
  const publisher = publishers.find((one) => one.id === format);
  if (!publisher)
    throw new UserError(`There is no format "${format}"`, `Use one of ${publishers.map((one) => one.id).join(", ")}.`);
  return publisher.render(draft, { colour: false, width: 100, version: "", ...options });
}
