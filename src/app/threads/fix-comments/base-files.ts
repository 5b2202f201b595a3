// Reads thread settings and the reply template at the tip of the base branch, never from the pull request.
import { configPath } from "../../../change/config.ts";
import type { PullSnapshot } from "../../../change/github.ts";
import { configError, loadRepositoryConfig } from "../../../change/load-config.ts";
import { decodeSourceText } from "../../../change/read-change.ts";
import { checks } from "../../../findings/checks/index.ts";
import { ownCheckIds } from "../../../change/own-checks.ts";
import { UserError } from "../../../errors.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import { defaultThreadSettings, type ReviewCommentsSettings } from "../../../threads/thread-payloads.ts";
import { readTemplate, type ReplyTemplate } from "../../../threads/render-reply.ts";
import { settingsOf } from "../../../threads/thread-settings.ts";
import type { OpenPull } from "../../review/open-pull-request.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export interface BaseFiles {
  /** With the repository's current name: a renamed one can still be read under the old name. */
  pull: PullRequestRef;
  settings: ReviewCommentsSettings;
  template: ReplyTemplate;
}

/** The text of a file at the tip of the base branch; null if there is none, or if it is too large. */
export type ReadBaseFile = (pull: PullRequestRef, path: string) => Promise<string | null>;

export async function readBaseFiles(
  snapshot: PullSnapshot,
  { git }: Pick<OpenPull, "git">,
  baseFile: ReadBaseFile,
): Promise<BaseFiles> {
  const tree = git.tree(snapshot.mergeBase);
  const read = async (path: string) => {
    const bytes = await tree.read(path);
    return bytes === null ? null : decodeSourceText(bytes, path);
  };
  const { config, replyTemplate } = snapshot.base;
  const settings = readSettings(config === undefined ? await read(configPath) : config, await tree.paths());
  const path = settings.replyTemplate;
  if (path !== defaultThreadSettings.replyTemplate)
    return { pull: snapshot.pull, settings, template: await namedTemplate(snapshot.pull, path, baseFile) };
  const text = replyTemplate === undefined ? await read(path) : replyTemplate;
  return { pull: snapshot.pull, settings, template: readTemplate(text, path) };
}

async function namedTemplate(pull: PullRequestRef, path: string, baseFile: ReadBaseFile): Promise<ReplyTemplate> {
  const text = await baseFile(pull, path);
  if (text !== null) return readTemplate(text, path);
  throw new UserError(
    `The base branch has no template ${shorten(oneLine(path), 200)}, which reviewComments.replyTemplate names`,
    `Add the file there, or correct ${configPath} on the base branch.`,
  );
}

function readSettings(text: string | null, paths: readonly string[]): ReviewCommentsSettings {
  if (text === null) return settingsOf({});
  const { value, faults } = loadRepositoryConfig(text, [...checks.map(({ id }) => id), ...ownCheckIds(paths)]);
  if (value === null) throw configError(`${configPath} on the base branch`, faults, "Mend it on the base branch.");
  return settingsOf(value as Parameters<typeof settingsOf>[0]);
}
