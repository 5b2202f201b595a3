// The command `check`: runs the repository's checks on the checked-out commit and records the result.
import type { ProcessEnvironment } from "../../process-environment.ts";
import { manyOption, textOption, type Command, type Input } from "./command.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export const checkCommand: Command = {
  id: "check",
  title: "Run checks on a pull request's head, and record the results",
  options: {
    "--command <line>": {
      says: "a command to run: one program with its arguments, without a shell; may be given several times (default: reviewComments.checks of the base's .crosscheck.yml, to which these are added; else the test, lint and type-check commands that are found)",
      many: true,
    },
    "--pr <pull>": "a number, owner/name#number or an address (default: the one last looked at)",
    "--repo <dir>": "the repository (default: where you are)",
    "--timeout <s>": "time limit for all commands together, in seconds (default: 1800)",
    "--data <dir>": "the folder of stored results (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck check", "run the configured or detected commands, for the pull request last looked at"],
    ["crosscheck check --pr 12 --command 'npm test'", "run one command, for another pull request"],
  ],
  async run(input, outside) {
    const [{ openData }, { openGit }, { threadTarget }, { openGitHub }] = await Promise.all([
      import("../../open-store.ts"),
      import("../../../world/git/repository.ts"),
      import("../../threads/thread-target.ts"),
      import("../../open-github.ts"),
    ]);
    const { env, stop, cwd } = outside;
    const folder = textOption(input, "repo") ?? cwd;
    const git = openGit(folder, env, stop);
    try {
      const store = await openData(input, outside);
      try {
        const github = async (host: string) => await openGitHub(host, outside);
        const { pull } = await threadTarget({ pr: textOption(input, "pr"), folder, store, env, stop, github });
        return await checkAndRecord(pull, { git, store }, input, outside);
      } finally {
        await store.close();
      }
    } finally {
      git.close();
    }
  },
};

interface Opened {
  git: import("../../../world/git/repository.ts").OpenGit;
  store: import("../../../world/store/store.ts").Store;
}

async function checkAndRecord(
  pull: PullRequestRef,
  { git, store }: Opened,
  input: Input,
  outside: ProcessEnvironment,
): Promise<number> {
  const [
    { checkHead },
    { loadThreadState, recordEvent, shownPull },
    { readUserConfigFile: loadUserConfig },
    { checks },
  ] = await Promise.all([
    import("../../threads/check.ts"),
    import("../../threads/thread-target.ts"),
    import("../../user-config.ts"),
    import("../../../findings/checks/index.ts"),
  ]);
  const [{ liveLine }, { secondsOption }, words, { plainJson }] = await Promise.all([
    import("../live-line.ts"),
    import("../seconds-option.ts"),
    import("../../../threads/words/check-texts.ts"),
    import("../../../review/words/text.ts"),
  ]);
  const ms = secondsOption(input, "timeout", 1800);
  // Fails before anything runs if the result could not be recorded.
  await loadThreadState(store, pull);
  const line = liveLine(outside);
  try {
    const { state, ends, from, where } = await checkHead({
      pull,
      git,
      snapshot: await snapshotOf(pull, outside),
      user: await loadUserConfig(outside.env),
      knownChecks: checks.map(({ id }) => id),
      commands: manyOption(input, "command"),
      ms,
      env: outside.env,
      node: outside.program[0]!,
      now: outside.now,
      stop: outside.stop,
      progress: (command, at, of) => line.show(words.runningCommandLine(command, at, of)),
    });
    line.clear();
    const kept = await recordEvent(store, pull, { kind: "checked", check: state }, outside.now());
    const { head, dirty, result } = state;
    const scanned = kept.scan?.head ?? null;
    const shown = { pull: shownPull(pull), head, dirty, result, from, where, scanned, commands: ends };
    outside.tell(words.failureText(ends));
    if (input.options["json"] === true)
      outside.print(`${plainJson(JSON.stringify(words.checkJson(shown, kept), null, 2))}\n`);
    else outside.print(words.checkText(shown, outside.screen));
    return result === "passed" ? 0 : 1;
  } finally {
    line.clear();
  }
}

/** Asks GitHub whether the repository is the user's own; without an answer it is not. */
async function snapshotOf(pull: PullRequestRef, { env, stop, tell }: ProcessEnvironment) {
  const [{ openGitHub }, { githubNotAsked }] = await Promise.all([
    import("../../open-github.ts"),
    import("../../../threads/words/check-texts.ts"),
  ]);
  try {
    const { reads } = await openGitHub(pull.host, { env, stop }, "briefly");
    return await reads.snapshot(pull);
  } catch (error) {
    stop.throwIfAborted();
    tell(githubNotAsked(error instanceof Error ? error.message : String(error)));
    return null;
  }
}
