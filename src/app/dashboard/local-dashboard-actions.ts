// Implements the dashboard's actions on a local machine, with the user's token.
import { outcomeLines } from "../../review/words/gate-texts.ts";
import { settingsWords } from "../../review/words/pages/settings-page-texts.ts";
import type { Store } from "../../world/store/store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { DashboardActions } from "./dashboard-actions.ts";
import { keptBoards } from "./thread-board/kept-boards.ts";
import { parseRepositoryKey } from "../../pull-request.ts";

export function localDoing(store: Store, outside: ProcessEnvironment): DashboardActions {
  const { env, version, stop, cwd, now } = outside;
  return {
    async post(draft, choice) {
      const [{ openGitHub }, { postDraft }, { UserError }] = await Promise.all([
        import("../open-github.ts"),
        import("../review/post-draft.ts"),
        import("../../errors.ts"),
      ]);
      const { from } = draft.change;
      if (from.kind !== "pull") throw new UserError("A local change cannot be posted", "Review a pull request.");
      const github = await openGitHub(from.pull.host, outside);
      const posting = await postDraft(draft, choice, { github, store, version, stop });
      if (posting.is === "moved") return posting;
      return { is: "posted", lines: outcomeLines(posting.outcomes) };
    },
    board: keptBoards(
      async (pull, within) => {
        const [{ openToRead }, { lookByRules }, { loadThreadState }] = await Promise.all([
          import("../threads/comments/reads.ts"),
          import("../threads/comments/look.ts"),
          import("../threads/thread-target.ts"),
        ]);
        const github = await openToRead(pull.host, { env, stop: within });
        const state = await loadThreadState(store, pull);
        return await lookByRules(pull, { github, folder: cwd, env, stop: within, now, state });
      },
      { now, stop, log: (what, about) => outside.tell(`${what}: ${JSON.stringify(about)}\n`) },
    ),
    async config(repository) {
      const { localConfig } = await import("./settings/local-config.ts");
      const named = parseRepositoryKey(repository);
      if (named === null) return { is: "unknown", why: settingsWords.noHost };
      return await localConfig(named, { cwd, env, stop });
    },
    async running() {
      const [{ readUserConfigFile: loadUserConfig }, { shownModels }] = await Promise.all([
        import("../user-config.ts"),
        import("./settings/known-config.ts"),
      ]);
      return { data: "SQLite", role: null, ...shownModels(await loadUserConfig(env)) };
    },
  };
}
