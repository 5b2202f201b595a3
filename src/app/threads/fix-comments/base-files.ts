// Reads thread settings and reply templates from the base of a pull request, never from its head.
import { configPath } from "../../../change/config.ts";
import type { PullSnapshot } from "../../../change/github.ts";
import { configError, loadRepositoryConfig } from "../../../change/load-config.ts";
import { decodeSourceText } from "../../../change/read-change.ts";
import { checks } from "../../../findings/checks/index.ts";
import { ownCheckIds } from "../../../change/own-checks.ts";
import type { ReviewCommentsSettings } from "../../../threads/thread-payloads.ts";
import { readTemplate, templatePath, type ReplyTemplate } from "../../../threads/render-reply.ts";
import { settingsOf } from "../../../threads/thread-settings.ts";
import type { OpenPull } from "../../review/open-pull-request.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export interface BaseFiles {
  /** With the repository's current name: a renamed one can still be read under the old name. */
  pull: PullRequestRef;
  settings: ReviewCommentsSettings;
  template: ReplyTemplate;
}

export async function readBaseFiles(snapshot: PullSnapshot, { git }: Pick<OpenPull, "git">): Promise<BaseFiles> {
  const tree = git.tree(snapshot.mergeBase);
  const read = async (path: string) => {
    const bytes = await tree.read(path);
    return bytes === null ? null : decodeSourceText(bytes, path);
  };
  const at = snapshot.mergeBase.slice(0, 12);
  return {
    pull: snapshot.pull,
    settings: settingsAt(await read(configPath), await tree.paths(), at),
    template: readTemplate(await read(templatePath), `${templatePath} at ${at}`),
  };
}

function settingsAt(text: string | null, paths: readonly string[], at: string): ReviewCommentsSettings {
  if (text === null) return settingsOf({});
  const { value, faults } = loadRepositoryConfig(text, [...checks.map(({ id }) => id), ...ownCheckIds(paths)]);
  if (value === null) throw configError(`${configPath} at ${at}`, faults, "Mend it on the base branch.");
  return settingsOf(value as Parameters<typeof settingsOf>[0]);
}
