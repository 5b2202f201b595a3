// A repository with one change, a user with models in their config, and the vendors as a stand-in: for stories of reviews
// that models take part in, on the real command line.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { laterReviewers, reviewers } from "../../src/findings/reviewers/index.ts";
import type { ReviewerAnswer } from "../../src/findings/asking/answer.ts";
import { openModelStandin } from "../../src/standin/models/open.ts";
import type { ScriptedRequest, ModelStandin, ScriptedReply } from "../../src/standin/models/story.ts";
import { makeRepository, type CommitFixture, type MadeRepository } from "../../src/world/git/make-repository.ts";
import { crosscheck, type Ran } from "./run-cli.ts";

const jobs = new Map(
  [...reviewers, ...laterReviewers].map(({ id }) => {
    const file = new URL(`../../src/findings/reviewers/${id}.md`, import.meta.url);
    return [readFileSync(file, "utf8").split("\n", 1)[0]!, id];
  }),
);

/** Which reviewer asks, by the heading of what it is told; nobody, where a model is only tried. */
export function unitOf({ system, turns }: Pick<ScriptedRequest, "system" | "turns">): string {
  const said = [system, ...turns.map(({ text }) => text)].join("\n");
  const found = [...jobs].filter(([heading]) => said.includes(heading)).map(([, id]) => id);
  if (found.length > 1) throw new Error(`this request is of several reviewers: ${found.join(", ")}`);
  return found[0] ?? "nobody";
}

export const nothingFound: ReviewerAnswer = {
  findings: [],
  verdicts: [],
  notes: [],
  goal: null,
  concerns: [],
  answers: [],
};

export type AnsweredFinding = ReviewerAnswer["findings"][number];

export function findingOf(
  given: Partial<AnsweredFinding> & Pick<AnsweredFinding, "path" | "line" | "quote">,
): AnsweredFinding {
  return {
    kind: "wrong-condition",
    side: "head",
    endLine: null,
    also: [],
    claim: "present",
    severity: "high",
    confidence: 8,
    root: "CODE",
    category: "correctness",
    pass: "correctness",
    title: "The last item is never charged",
    explanation: "With one item the loop ends before it. Nothing is charged. Use <= instead.",
    fix: null,
    ...given,
  };
}

/** What each model says to each reviewer; one that is not scripted finds nothing. */
export type Says = (unit: string, asked: ScriptedRequest) => Partial<ReviewerAnswer> | ScriptedReply | undefined;

export function replyOf(says: Partial<ReviewerAnswer> | ScriptedReply | undefined, unit = ""): ScriptedReply {
  if (says && "is" in says) return says;
  if (unit === "editor") return { is: "json", value: { findings: [], causes: [] } };
  return { is: "json", value: { ...nothingFound, ...says } };
}

export interface Desk {
  repository: MadeRepository;
  models: ModelStandin;
  folder: string;
  run(...args: string[]): Promise<Ran & { said: string }>;
  close(): Promise<void>;
}

export interface DeskOptions {
  commits: readonly CommitFixture[];
  says: Says;
  /** In the user's config; `STANDIN` in an address stands for the stand-in's. */
  config?: string;
  env?: Record<string, string>;
  /** Crosscheck itself, if not from source. */
  program?: string;
}

const oneModel = `models:
  - use: anthropic/claude-sonnet-4-5
    baseUrl: STANDIN/anthropic
`;

export const threeModels = `${oneModel}  - use: openai/gpt-5
    baseUrl: STANDIN/openai-responses
  - use: google/gemini-2.5-pro
    baseUrl: STANDIN/google
`;

export async function openDesk({ commits, says, config = oneModel, env = {}, program }: DeskOptions): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-desk-"));
  const repository = await makeRepository(commits, process.env, new AbortController().signal);
  const models = await openModelStandin({
    key: "a-key",
    script: (asked) => replyOf(says(unitOf(asked), asked), unitOf(asked)),
  });
  const withAddresses = config.replaceAll(/STANDIN\/([\w-]+)/g, (_, vendor: string) =>
    models.url(vendor as ScriptedRequest["vendor"]),
  );
  mkdirSync(join(folder, "config/crosscheck"), { recursive: true });
  writeFileSync(join(folder, "config/crosscheck/config.yml"), withAddresses);
  const keys = { ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "a-key", GEMINI_API_KEY: "a-key" };
  return {
    repository,
    models,
    folder,
    async run(...args) {
      const ran = await crosscheck(args, {
        cwd: repository.path,
        ...(program !== undefined && { program }),
        env: {
          HOME: folder,
          XDG_CONFIG_HOME: join(folder, "config"),
          XDG_DATA_HOME: join(folder, "data"),
          XDG_CACHE_HOME: join(folder, "cache"),
          ...keys,
          ...env,
        },
      });
      return { ...ran, said: ran.out.replaceAll(/\s+/g, " ") };
    },
    async close() {
      await models.close();
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
