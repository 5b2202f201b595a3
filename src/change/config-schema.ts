// Defines the schemas of `.crosscheck.yml` and the user's config. Loaded only when such a file exists; the defaults are
// in `config.ts`.
import * as z from "zod";
import { knownTags } from "./tags.ts";
import {
  areas,
  lessonsFiles,
  modelEfforts,
  modelUse,
  severities,
  triggers,
  type EvalSettings,
  type ModelSettings,
  type RepositoryConfig,
  type Suppression,
  type TestCommand,
  type UserConfig,
} from "./config.ts";

const severity = z.enum(severities);
const area = z.enum(areas);
const checkMode = z.enum(["on", "off", "advisory"]);

const suppressionSchema: z.ZodType<Suppression> = z
  .strictObject({
    check: z.string().min(1).optional().describe("Only findings of this check."),
    path: z.string().min(1).optional().describe("Only findings in files that match this glob."),
    pattern: z.string().min(1).optional().describe("Only findings whose title or quoted line contains this text."),
    reason: z.string().min(1).describe("Why; shown wherever the finding is counted."),
    expires: z.iso.date().optional().describe("The last day (YYYY-MM-DD) on which it holds."),
  })
  .refine((one) => one.check !== undefined || one.path !== undefined || one.pattern !== undefined, {
    message: "needs at least one of check, path or pattern",
  });

const testCommandSchema: z.ZodType<TestCommand> = z.strictObject({
  run: z.string().min(1).describe("The command, as one line; no shell reads it."),
  folder: z.string().optional().describe("Where it is run; the root by default."),
  report: z
    .string()
    .min(1)
    .optional()
    .describe("The JUnit or TAP file that it writes; without one only its exit code is known."),
  paths: z.array(z.string().min(1)).optional().describe("Only when a changed file matches one of these globs."),
});

export const reviewSchema: z.ZodType<NonNullable<RepositoryConfig["review"]>> = z
  .strictObject({
    enabled: z.boolean().describe("Whether a server reviews this repository's pull requests."),
    triggers: z
      .array(z.enum(triggers))
      .describe("What makes it do so. A person who asks for a review gets one all the same."),
  })
  .partial();

const logins = z.array(z.string().min(1).max(100)).max(1000);

export const mentionSettingsSchema: z.ZodType<NonNullable<RepositoryConfig["mention"]>> = z
  .strictObject({
    enabled: z.boolean().describe("Whether the bot answers at all."),
    acceptClaudeAlias: z.boolean().describe("It also answers to @claude."),
    replyWithoutHandle: z.boolean().describe("In a thread that it began, it answers without being called."),
    allowedUsers: z
      .array(z.string().min(1).max(100))
      .max(1000)
      .describe("Logins that it answers; none means everyone. Other bots are answered only if they are named."),
    prompt: z.string().max(4000).describe("The project's own guidance for answers that a model gives."),
    conversation: z
      .strictObject({
        maxTurnsPerPr: z
          .int()
          .min(1)
          .max(50)
          .describe("Replies on one pull request, until a maintainer says `continue`."),
        contextBudgetChars: z
          .int()
          .min(1000)
          .max(50_000)
          .describe("How much of a thread a model is given to read, in characters."),
      })
      .partial(),
  })
  .partial();

export const repositoryConfigSchema: z.ZodType<RepositoryConfig> = z
  .strictObject({
    profile: z
      .enum(["strict", "balanced", "minimal"])
      .describe("How much is said: presets maxComments and minSeverity."),
    maxComments: z.int().min(0).max(100).describe("Inline comments at most; the rest is listed in the body."),
    minSeverity: severity.describe("Findings below this are held back, and counted."),
    focusAreas: z.array(area).describe("Findings of these areas come first and are not cut by maxComments."),
    ignoredAreas: z
      .array(area)
      .describe("Findings of these areas are suppressed; never security ones, never critical ones."),
    suppressions: z.array(suppressionSchema).describe("Findings that are known and accepted, each with its reason."),
    checks: z
      .record(
        z.string(),
        z.union([
          checkMode,
          z.strictObject({
            mode: checkMode.default("on"),
            paths: z
              .array(z.string().min(1))
              .describe("Only report findings in files that match one of these globs.")
              .optional(),
          }),
        ]),
      )
      .describe("Each check by its id: on, off or advisory, or a mode with path filters."),
    tiers: z
      .strictObject({
        lite: z.strictObject({ lines: z.int().min(0), files: z.int().min(0) }).partial(),
        full: z
          .strictObject({ lines: z.int().min(0), files: z.int().min(0), sensitiveLines: z.int().min(0) })
          .partial(),
      })
      .partial()
      .describe("Where the tiers begin and end, in effective changed lines and files."),
    autoApprove: z.enum(["off", "clean", "notes"]).describe("Whether a review without objections approves."),
    reviewDrafts: z.boolean().describe("Review draft pull requests too."),
    publish: z
      .enum(["auto", "confirm"])
      .describe("On a server: post a review at once, or keep its draft until a person confirms it."),
    checkRun: z
      .enum(["neutral", "failure"])
      .describe(
        "What the check run says when something was not reviewed. GitHub lets `neutral` satisfy a required check; `failure` does not.",
      ),
    authorTags: z
      .array(z.enum(knownTags))
      .describe("The tags that have an effect in titles and commits; others are ignored, and named."),
    mode: z
      .enum(["standard", "enhanced"])
      .describe("standard: a summary and inline comments; enhanced: inline cards only."),
    language: z
      .string()
      .min(2)
      .describe("The language in which models write what is posted. The fixed text around it stays English."),
    reviewComments: z
      .strictObject({
        enabled: z.boolean().describe("Whether `crosscheck fix-comments` may act at all."),
        autoReply: z.boolean().describe("Stands for --apply-replies."),
        autoResolve: z.boolean().describe("Stands for --apply-resolutions; never where another person took part."),
        autoResolveClassifications: z
          .array(z.enum(["already_fixed", "stale", "valid"]))
          .describe("Which threads may be resolved without a person's flag, proof given."),
        requireChecksBeforeResolve: z
          .boolean()
          .describe("A thread is resolved only when checks have passed for the head."),
        checks: z.array(z.string().min(1)).describe("The commands of `crosscheck check`."),
        includeAuthors: logins.describe(
          "Whose threads `crosscheck comments` shows without --author; none: everybody's.",
        ),
        excludeAuthors: logins.describe("Whose threads it leaves out, unless --author names them."),
        includeOutdated: z.boolean().describe("Whether it shows outdated threads without --include-outdated."),
        maxThreadsPerRun: z.int().min(1).max(10_000).describe("How many threads it reads without --max-threads."),
        replyTemplate: z
          .string()
          .max(500)
          .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}]+$/u, "is no path within the repository")
          .describe("The template of replies, a file on the base branch."),
      })
      .partial()
      .describe("How review threads may be answered and resolved; see docs/threads.md."),
    review: reviewSchema.describe("Whether and when a server reviews by itself; see docs/server.md."),
    mention: mentionSettingsSchema.describe(
      "What happens when the bot is called in a comment; see docs/conversation.md.",
    ),
    execution: z
      .strictObject({
        tests: z.boolean().describe("Run the tests that a change concerns, where the repository is the user's own."),
        lint: z.boolean().describe("Run the project's own linters on changed files, likewise."),
        commands: z
          .array(testCommandSchema)
          .max(20)
          .describe("Test commands to run instead of those that Crosscheck finds."),
        minutes: z.number().min(0.1).max(120).describe("How long one run of tests may take."),
      })
      .partial()
      .describe("What of a change is run, in a sandbox; see docs/execution.md."),
    lessons: z
      .strictObject({ file: z.enum(lessonsFiles).describe("The file that approved lessons are written to.") })
      .partial()
      .describe("What reviews of this repository taught; see docs/learning.md."),
    noiseBudget: z
      .strictObject({
        percent: z.int().min(1).max(100).describe("How much of its findings may be dismissed, in percent."),
        after: z.int().min(1).max(1000).describe("How many of its findings people must have judged before it counts."),
      })
      .partial()
      .describe("A check or reviewer whose findings are dismissed more often than this is only counted, with a line."),
  })
  .partial();

const dollars = z.number().min(0);

const evalSchema: z.ZodType<EvalSettings> = z.strictObject({
  repository: z.string().min(1).describe("The repository's path, or a remote URL of it, as in `trust`."),
  run: z.string().min(1).describe("The command, as one line; no shell reads it."),
  folder: z.string().optional().describe("Where it is run; the root by default."),
  report: z.string().min(1).describe("The JUnit or TAP file that it writes, by which scenarios are told apart."),
  paths: z.array(z.string().min(1)).min(1).describe("It is run when a changed file matches one of these globs."),
  env: z
    .array(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, never a key itself"),
    )
    .describe("The environment variables it is given."),
  hosts: z
    .array(z.string().regex(/^[A-Za-z0-9.-]+(?::\d+)?$/, "must be a host name, as in api.example.com"))
    .describe("The only hosts it may talk to."),
});

const modelSchema: z.ZodType<ModelSettings> = z.strictObject({
  use: z
    .string()
    .regex(modelUse, "must be anthropic/…, openai/…, google/…, compatible/…, or codex, gemini or claude")
    .describe(
      "`anthropic/<model>`, `openai/<model>`, `google/<model>`, `compatible/<model>` for any OpenAI-compatible server, or an installed program: `codex`, `gemini`, `claude`, also with a model, as in `codex/gpt-5`.",
    ),
  name: z.string().min(1).optional().describe("What `reviewers` calls it; otherwise it is called as in `use`."),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where its API is, when not at the vendor's."),
  key: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, never the key itself")
    .optional()
    .describe("The environment variable that holds the key, when not the vendor's usual one."),
  price: z
    .strictObject({ input: dollars, output: dollars, cacheRead: dollars.optional(), cacheWrite: dollars.optional() })
    .optional()
    .describe("Dollars for a million tokens, for models that Crosscheck has no price of."),
  budget: z
    .int()
    .min(1_000)
    .optional()
    .describe("How much of a change it is given to read in one call, in tokens. Default: half of its context size."),
  effort: z
    .enum(modelEfforts)
    .optional()
    .describe("How much it reasons before it answers; the model's default if absent. Not for the program `gemini`."),
  timeout: z
    .int()
    .min(10)
    .max(3_600)
    .optional()
    .describe("How long one call may take, in seconds; 300 by default. Local models can need more."),
});

export const userConfigSchema: z.ZodType<UserConfig> = z
  .strictObject({
    models: z.array(modelSchema).max(20).describe("The models that may be asked. The first is the default."),
    reviewers: z
      .record(z.string(), z.string().min(1))
      .describe(
        "Which model a reviewer asks: a reviewer's id, or `default`, to a model's name. `second-opinion` and `arbiter` need models of their own; `editor: off` leaves the choice of inline comments to rules alone.",
      ),
    spending: z
      .strictObject({ perReview: dollars, perRepositoryPerMonth: dollars, perMonth: dollars })
      .partial()
      .describe("Limits in dollars. What would go past one is not asked, and the review says so."),
    askModelsFor: z
      .enum(["write", "anyone"])
      .describe(
        "On a server: `write` asks models about changes and questions of people with write access, and about others' after one of these says `ok-to-review`; `anyone` about everybody's.",
      ),
    record: z
      .enum(["outcomes", "full"])
      .describe(
        "Every model call is recorded with its figures and its answer; `full` keeps every word sent and received.",
      ),
    autoApprove: z
      .enum(["off", "clean", "notes"])
      .describe("Whether a review without objections approves, where the repository's file does not say."),
    trust: z
      .array(z.string().min(1))
      .describe("Paths of repositories, or their remote URLs, that count as yours when GitHub cannot be asked."),
    evals: z
      .array(evalSchema)
      .max(50)
      .describe(
        "Tests of prompts and the like, which need keys and a network: run only in your own repositories, never for a fork's change.",
      ),
    personalRules: z
      .array(z.string().regex(/^(?:~[/\\]|\/|[A-Za-z]:[/\\])/, "must be a whole path, or begin with ~/"))
      .max(20)
      .describe(
        "Files with rules of your own: `agent-rules` holds changes to them too, in repositories that are yours. Without this setting it reads ~/.claude/CLAUDE.md, if there is one; an empty list turns that off.",
      ),
  })
  .partial();

/** Keys that a repository's file may not set, because a change could then choose whom to trust or how much to spend. */
export const userOnlyKeys = [
  "trust",
  "models",
  "keys",
  "baseUrls",
  "spending",
  "reviewers",
  "askModelsFor",
  "record",
  "personalRules",
  "evals",
] as const;
