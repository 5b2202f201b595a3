// Parses the options of `crosscheck comments`.
import { UserError } from "../../../errors.ts";
import type { SpendingLimits } from "../../../findings/asking/estimate.ts";
import type { ReviewCommentsSettings } from "../../../threads/thread-payloads.ts";
import type { ThreadFilter } from "../../../threads/choose-threads.ts";
import { checkOutput } from "../../../world/output-file.ts";
import { manyOption, textOption, type Input } from "../../cli/commands/command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { limitsOf, reviewOptions } from "../../cli/review-options.ts";

export interface CommentsRequest {
  pr: string | undefined;
  /** What is not given follows the repository's config. */
  filter: ThreadFilter;
  max: number | null;
  /** `auto`: rules, then a model. */
  triage: "auto" | { payload: string } | null;
  /** Spending limits. */
  limits: SpendingLimits;
  fixPlan: string | undefined;
  html: string | undefined;
  json: boolean;
  /** The page after this comment; null: the first. */
  after: string | null;
  dryRun: boolean;
}

/** Larger than any real pull request. */
const mostThreads = 10_000;

export function parseCommentsRequest(input: Input, { cwd }: Pick<ProcessEnvironment, "cwd">): CommentsRequest {
  const flag = (name: string) => input.options[name] === true;
  const auto = textOption(input, "triage") === "auto";
  const payload = textOption(input, "triagePayload");
  if (auto && payload !== undefined)
    throw new UserError("--triage-payload and --triage auto cannot be combined", "Give one of them.");
  const maxThreads = textOption(input, "maxThreads");
  const after = textOption(input, "after");
  if (after !== undefined && !flag("json"))
    throw new UserError("--after belongs to --json", "Add --json, or leave --after out.");
  const files = [textOption(input, "fixPlan"), textOption(input, "html")];
  for (const file of files) if (file !== undefined) checkOutput(file, cwd);
  return {
    pr: textOption(input, "pr"),
    filter: {
      all: flag("all"),
      unresolved: flag("unresolved"),
      // Rules classify outdated threads best.
      includeOutdated: flag("includeOutdated") || auto,
      authors: manyOption(input, "author"),
      paths: manyOption(input, "path"),
    },
    max: maxThreads === undefined ? null : numberOf(maxThreads),
    triage: auto ? "auto" : payload === undefined ? null : { payload },
    limits: limitsOf(reviewOptions(input)),
    fixPlan: files[0],
    html: files[1],
    json: flag("json"),
    after: after ?? null,
    dryRun: flag("dryRun"),
  };
}

/** Flags override the repository's config. */
export function withSettings(
  { filter, max }: Pick<CommentsRequest, "filter" | "max">,
  settings: Pick<ReviewCommentsSettings, "includeAuthors" | "excludeAuthors" | "includeOutdated" | "maxThreadsPerRun">,
): { filter: ThreadFilter; max: number } {
  const named = filter.authors ?? [];
  return {
    filter: {
      ...filter,
      includeOutdated: filter.includeOutdated === true || settings.includeOutdated,
      authors: named.length > 0 || filter.all === true ? named : settings.includeAuthors,
      excludedAuthors: filter.all === true ? [] : settings.excludeAuthors,
    },
    max: max ?? settings.maxThreadsPerRun,
  };
}

function numberOf(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number >= 1 && number <= mostThreads) return number;
  throw new UserError(
    `--max-threads ${JSON.stringify(text.slice(0, 40))} is not a number of threads`,
    `Give a whole number from 1 to ${mostThreads}.`,
  );
}
