// The command `status`: shows the phase of a pull request's threads.
import type { Store } from "../../../world/store/store.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command } from "./command.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export const statusCommand: Command = {
  id: "status",
  title: "Show the state of a pull request's review threads, and what to do next",
  options: {
    "--pr <pull>": "a number, owner/name#number or an address (default: the one last looked at)",
    "--final": "report it as done, if threads and checks on GitHub show that it is verified",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "the folder of stored results (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck status", "the phase, why, and the next command"],
    ["crosscheck status --final", "the last step, once every thread is resolved and the checks passed for the head"],
  ],
  async run(input, outside) {
    const [{ openData }, { loadThreadState, recordEvent, shownPull, threadTarget }, { openGitHub }] = await Promise.all(
      [import("../../open-store.ts"), import("../../threads/thread-target.ts"), import("../../open-github.ts")],
    );
    const [{ evidenceOf, nextStep }, { statusJson, statusText }, { plainJson }] = await Promise.all([
      import("../../../threads/lifecycle.ts"),
      import("../../../threads/words/status-texts.ts"),
      import("../../../review/words/text.ts"),
    ]);
    const { env, stop, cwd, now } = outside;
    const store = await openData(input, outside);
    try {
      const github = async (host: string) => await openGitHub(host, outside);
      const folder = textOption(input, "repo") ?? cwd;
      const { pull } = await threadTarget({ pr: textOption(input, "pr"), folder, store, env, stop, github });
      const isFinal = input.options["final"] === true;
      if (isFinal) await mayReport(pull, store, outside);
      const state = isFinal
        ? await recordEvent(store, pull, { kind: "reported" }, now())
        : await loadThreadState(store, pull);
      const name = shownPull(pull);
      const shown = { pull: name, name, state, evidence: evidenceOf(state), next: nextStep(state) };
      if (input.options["json"] === true) outside.print(`${plainJson(JSON.stringify(statusJson(shown), null, 2))}\n`);
      else outside.print(statusText(shown, outside.screen));
      return 0;
    } finally {
      await store.close();
    }
  },
};

/** Only threads and checks as they are on GitHub now count. */
async function mayReport(pull: PullRequestRef, store: Store, outside: ProcessEnvironment): Promise<void> {
  const [{ UserError }, { evidenceOf, nextStep }, words, { refreshThreadState }] = await Promise.all([
    import("../../../errors.ts"),
    import("../../../threads/lifecycle.ts"),
    import("../../../threads/words/status-texts.ts"),
    import("../../threads/refresh-thread-state.ts"),
  ]);
  const [{ openThreadReads }, { requestOptions }, { shownPull }] = await Promise.all([
    import("../../../world/github/thread-reads.ts"),
    import("../../request-options.ts"),
    import("../../threads/thread-target.ts"),
  ]);
  const { env, stop, now } = outside;
  const reads = openThreadReads(await requestOptions(pull.host, env, stop));
  const state = await refreshThreadState(pull, { reads, store, now });
  if (state.phase === "verified" || state.phase === "final_reported") return;
  const name = shownPull(pull);
  const { command, says } = words.nextStepText({ next: nextStep(state), name });
  throw new UserError(
    `${name} is not verified: ${words.phaseReasonText({ state, evidence: evidenceOf(state) })}`,
    `Next: ${command ?? "nothing"} (${says}).`,
  );
}
