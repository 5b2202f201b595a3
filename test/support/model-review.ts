// Whole reviews in this process, as the command line puts them together, against models that a stand-in plays: for laws
// and figures that need many of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPanel } from "../../src/app/review/open-panel.ts";
import { openGitRepository } from "../../src/app/review/open-repository.ts";
import { readingOf } from "../../src/app/review/review-inputs.ts";
import type { UserConfig } from "../../src/change/config.ts";
import type { Panel } from "../../src/findings/asking/panel.ts";
import type { Draft } from "../../src/review/draft.ts";
import { review, type Progress, type ReviewOptions } from "../../src/review-change.ts";
import type { SimulatedVendor } from "../../src/standin/models/story.ts";
import { makeRepository, type CommitFixture } from "../../src/world/git/make-repository.ts";
import type { CallRecord } from "../../src/world/models/record.ts";

/** One model of each wire format that the stand-in speaks. */
export const usesOf: Record<SimulatedVendor, string> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  "openai-responses": "openai/gpt-5.4",
  "openai-chat": "compatible/llama3:8b",
  google: "google/gemini-3.5-flash",
};
export const vendors = Object.keys(usesOf) as SimulatedVendor[];

interface ModelReview {
  user: UserConfig;
  /** Where the keys are. */
  env: Record<string, string>;
  options?: ReviewOptions;
  /** What the real panel is changed into, such as one with fewer reviewers; `again` opens another one. */
  panel?(opened: Panel, again: () => Promise<Panel>): Panel | Promise<Panel>;
}

export interface ModelReviewed {
  draft: Draft;
  calls: readonly CallRecord[];
  told: readonly Progress[];
  panel: Panel;
}

export interface ReviewRoom {
  run(asked: ModelReview): Promise<ModelReviewed>;
  close(): Promise<void>;
}

/** A repository whose last commit is reviewed, as often as one likes and side by side. */
export async function openReviewRoom(commits: readonly CommitFixture[]): Promise<ReviewRoom> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-room-"));
  const never = new AbortController().signal;
  const made = await makeRepository(commits, process.env, never);
  const home = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  const repository = openGitRepository(made.path, home, never);
  return {
    async run({ user, env, options = {}, panel: change = (opened) => opened }) {
      const calls: CallRecord[] = [];
      const told: Progress[] = [];
      const outside = { env: { ...home, ...env }, now: () => Date.now(), stop: never };
      const progress = (step: Progress) => void told.push(step);
      const keeper = {
        keep: async (_run: string, _repository: string, call: CallRecord) => void calls.push(call),
        spent: async () => 0,
      };
      const open = async () => await openPanel(user, outside, { ...options, keeper, repository: "here", progress });
      const panel = await change(await open(), open);
      const reading = await readingOf(repository, user, outside, { panel });
      const target = { kind: "range", from: "HEAD~1", to: "HEAD", symmetric: false } as const;
      const draft = await review(target, { ...reading, progress }, options);
      return { draft, calls, told, panel };
    },
    async close() {
      await repository.close();
      made.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
