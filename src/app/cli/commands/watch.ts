// The command `watch`: waits for GitHub's checks of the head.
import { textOption, type Command } from "./command.ts";

export const watchCommand: Command = {
  id: "watch",
  title: "Wait for GitHub's checks on a pull request's head, and record the results",
  options: {
    "--pr <pull>": "a number, owner/name#number or an address (default: the one last looked at)",
    "--repo <dir>": "the repository (default: where you are)",
    "--timeout <s>": "how long to wait at most, in seconds; 0 checks once (default: 1800)",
    "--interval <s>": "seconds between two requests (default: 15)",
    "--data <dir>": "the folder of stored results (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck watch", "wait until the checks of the pull request last looked at have finished"],
    ["crosscheck watch --pr 12 --timeout 0", "their current state; exit code 3 if some have not finished"],
  ],
  async run(input, outside) {
    const [{ openData }, { threadTarget, recordEvent, shownPull }, { openGitHub }, { watchChecks, watchExit }] =
      await Promise.all([
        import("../../open-store.ts"),
        import("../../threads/thread-target.ts"),
        import("../../open-github.ts"),
        import("../../threads/watch.ts"),
      ]);
    const [{ openToRead }, { liveLine }, { secondsOption }] = await Promise.all([
      import("../../threads/comments/reads.ts"),
      import("../live-line.ts"),
      import("../seconds-option.ts"),
    ]);
    const [words, { plainJson }, { wallClock }] = await Promise.all([
      import("../../../threads/words/watch-texts.ts"),
      import("../../../review/words/text.ts"),
      import("../../../world/github/clock.ts"),
    ]);
    const { env, stop, cwd } = outside;
    const ms = secondsOption(input, "timeout", 1800, 0);
    const interval = secondsOption(input, "interval", 15);
    const github = async (host: string) => await openGitHub(host, outside);
    const store = await openData(input, outside);
    const line = liveLine(outside);
    try {
      const folder = textOption(input, "repo") ?? cwd;
      const { pull } = await threadTarget({ pr: textOption(input, "pr"), folder, store, env, stop, github });
      const { reads, threads } = await openToRead(pull.host, outside);
      const { state, checks } = await watchChecks(pull, {
        reads: threads,
        pulls: reads,
        clock: wallClock,
        ms,
        interval,
        stop,
        progress: (seen, waited) => line.show(words.waitingLine(seen, waited)),
        moved: (from, to) => {
          line.clear();
          outside.tell(words.headMoved(from, to));
        },
      });
      line.clear();
      const kept = await recordEvent(store, pull, { kind: "watched", watch: state }, outside.now());
      const shown = shownPull(pull);
      if (input.options["json"] === true)
        outside.print(`${plainJson(JSON.stringify(words.watchJson(shown, state, checks, kept), null, 2))}\n`);
      else outside.print(words.watchText(shown, state, checks, outside.screen));
      return watchExit(state);
    } finally {
      line.clear();
      await store.close();
    }
  },
};
