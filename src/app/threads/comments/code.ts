// Opens the repository of a pull request's threads, with the thread settings and reply template of its base.
import { codeNotReadText } from "../../../threads/words/code-texts.ts";
import { defaultThreadSettings, type ReviewCommentsSettings } from "../../../threads/thread-payloads.ts";
import { defaultTemplate, type ReplyTemplate } from "../../../threads/render-reply.ts";
import { isInRepository } from "../../../world/git/discover.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { openPullRequest, type OpenPull } from "../../review/open-pull-request.ts";
import { readBaseFiles } from "../fix-comments/base-files.ts";
import type { GitHubToRead } from "./reads.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export interface ReadCode {
  /** Null if it could not be read; `note` has the reason. */
  repository: OpenPull | null;
  settings: ReviewCommentsSettings;
  template: ReplyTemplate;
  note: string | null;
}

export const noCode: ReadCode = {
  repository: null,
  settings: defaultThreadSettings,
  template: defaultTemplate,
  note: null,
};

export interface CodeNeeds extends Pick<ProcessEnvironment, "env" | "stop"> {
  github: GitHubToRead;
  /** The value of `--repo`, or the current folder. */
  folder: string;
  progress(percent: number): void;
}

/** Never fails: threads are shown without code too, with a note. */
export async function readCode(pull: PullRequestRef, needs: CodeNeeds): Promise<ReadCode> {
  const { github, env, stop, folder, progress } = needs;
  const localFolder = isInRepository(folder) ? folder : null;
  const options = { localFolder, env, stop, token: github.token, progress };
  let repository: OpenPull | null = null;
  try {
    const snapshot = await github.reads.snapshot(pull);
    repository = await openPullRequest(snapshot, options);
    return { repository, ...(await readBaseFiles(snapshot, repository, github.baseFile)), note: null };
  } catch (error) {
    stop.throwIfAborted();
    const note = codeNotReadText(error instanceof Error ? error.message : String(error));
    return { ...noCode, repository, note };
  }
}
