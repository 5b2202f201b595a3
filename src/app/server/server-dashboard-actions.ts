// Implements the dashboard actions of a server, performed as the App.
import { Unavailable } from "../../errors.ts";
import { notInstalled } from "../../review/words/pages/settings-page-texts.ts";
import { postDraftKind, type PostDraftData } from "./jobs/post-draft.ts";
import type { DashboardActions } from "../dashboard/dashboard-actions.ts";
import { knownConfig, shownModels } from "../dashboard/settings/known-config.ts";
import { keptBoards } from "../dashboard/thread-board/kept-boards.ts";
import type { Installation } from "./installation.ts";
import type { ServerSiteOptions } from "./server-site.ts";
import { parseRepositoryKey, pullRequestKey, repositoryKey } from "../../pull-request.ts";

export function serverDashboardActions(options: ServerSiteOptions): DashboardActions {
  const { store, board, server, now, stop, log } = options;
  return {
    async post(draft, choice, by) {
      const data: PostDraftData = { draft: draft.id, choice, by };
      const { from } = draft.change;
      const key = from.kind === "pull" ? pullRequestKey(from.pull) : draft.id;
      await store.jobs.add({ kind: postDraftKind, key, data, author: by });
      return { is: "waits" };
    },
    ...(board && {
      board: keptBoards(
        async (pull, within) => {
          const installation = await installed(repositoryKey(pull), options, within);
          if (installation === null) throw new Unavailable("GitHub", notInstalled);
          const [token, state] = await Promise.all([
            installation.readToken(),
            store.threads.load(pullRequestKey(pull)),
          ]);
          return await board({ pull, token, state }, within);
        },
        { now, stop, log },
      ),
    }),
    async config(repository) {
      const named = parseRepositoryKey(repository);
      const installation = named && (await installed(repository, options, stop));
      if (!installation) return { is: "unknown", why: notInstalled };
      // The number is not used: the config of the default branch is read.
      const { config } = await installation.conversation.reads.start({ ...named, number: 1, isPull: false });
      return knownConfig({ read: "default-branch", repository: config, commit: "", own: null });
    },
    ...(server && {
      running: async () => ({ data: server.data, role: server.role, ...shownModels(server.user) }),
    }),
  };
}

/** With tokens for that repository only; null if the App is not installed there. */
async function installed(
  repository: string,
  { store, installation }: ServerSiteOptions,
  stop: AbortSignal,
): Promise<Installation | null> {
  const holding = await store.installations.holding(repository);
  return holding === null ? null : installation(holding, stop, parseRepositoryKey(repository)?.repo);
}
