// The command `status`: shows the phase of a pull request's threads.
import type { ThreadState } from "../../../threads/thread-state.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command } from "./command.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export const statusCommand: Command = {
  id: "status",
  title: "Where a pull request's review threads stand, and what to do next",
  options: {
    "--pr <pull>": "a number, owner/name#number or an address (default: the one last looked at)",
    "--final": "report it as done: only when it is verified",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "where it is recorded (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck status", "the phase, why, and the next command"],
    ["crosscheck status --final", "the last step, once every thread is resolved and the head is proven"],
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
      let state = await loadThreadState(store, pull);
      if (input.options["final"] === true) {
        await mayReport(pull, state, outside);
        state = await recordEvent(store, pull, { kind: "reported" }, now());
      }
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

/** Verified applies to one commit: if GitHub can be asked, it must still be the head. */
async function mayReport(pull: PullRequestRef, state: ThreadState, outside: ProcessEnvironment): Promise<void> {
  const [{ UserError }, { evidenceOf, nextStep }, words, { openGitHub }, { shownPull }] = await Promise.all([
    import("../../../errors.ts"),
    import("../../../threads/lifecycle.ts"),
    import("../../../threads/words/status-texts.ts"),
    import("../../open-github.ts"),
    import("../../threads/thread-target.ts"),
  ]);
  const name = shownPull(pull);
  if (state.phase === "final_reported") return;
  if (state.phase !== "verified") {
    const { command, says } = words.nextStepText({ next: nextStep(state), name });
    throw new UserError(
      `${name} is not verified: ${words.phaseReasonText({ state, evidence: evidenceOf(state) })}`,
      `Next: ${command ?? "nothing"} (${says}).`,
    );
  }
  const { stop, tell } = outside;
  let head: string;
  try {
    head = (await (await openGitHub(pull.host, outside, "briefly")).reads.now(pull)).head;
  } catch {
    stop.throwIfAborted();
    tell(words.headNotAsked);
    return;
  }
  if (head !== state.scan?.head)
    throw new UserError(
      `${name} has moved on: ${state.scan?.head.slice(0, 12)} is verified, and its head is ${head.slice(0, 12)}`,
      `Look at it again: crosscheck comments --include-outdated --pr ${name}`,
    );
}
