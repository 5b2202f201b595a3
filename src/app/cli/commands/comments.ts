// The command `comments`: reads and triages the review threads of a pull request.
import type { Command } from "./command.ts";

export const commentsCommand: Command = {
  id: "comments",
  title: "Show and triage a pull request's review threads",
  options: [
    {
      flags: "--pr <pull>",
      says: "a number, owner/name#number or an address (default: the one last looked at, else the current branch's)",
    },
    { flags: "--all", says: "resolved and outdated threads too" },
    { flags: "--unresolved", says: "unresolved threads only, beside --all too (without --all that is so anyway)" },
    { flags: "--include-outdated", says: "outdated threads too" },
    {
      flags: "--author <login>",
      says: "only threads that this account began; a bot's name also without [bot]",
      many: true,
    },
    { flags: "--path <glob>", says: "only threads in files that match", many: true },
    { flags: "--max-threads <number>", says: "fetch so many at most (default: 100)" },
    {
      flags: "--triage <how>",
      says: "classify the threads, outdated ones too: by rules, and the rest by a model where one is set",
      choices: ["auto"],
    },
    { flags: "--triage-payload <file>", says: "take the classes from this file; - for standard input" },
    { flags: "--no-models", says: "triage by rules alone" },
    { flags: "--model <model>", says: "ask this model, as in the config's `models` or as vendor/model", many: true },
    { flags: "--max-cost <dollars>", says: "stop before asking models when it would cost more" },
    { flags: "--fix-plan <file>", says: "write the beginning of a payload for fix-comments" },
    { flags: "--html <file>", says: "write the board as one page" },
    { flags: "--json", says: "for programs" },
    { flags: "--dry-run", says: "store nothing, and leave the pull request's phase as it is" },
    { flags: "--repo <dir>", says: "the repository (default: where you are)" },
    { flags: "--data <dir>", says: "where state is kept (default: the user's data folder)" },
  ],
  examples: [
    ["crosscheck comments --pr 12", "its unresolved threads that are not outdated"],
    ["crosscheck comments --triage auto --html board.html", "what each of them is, on a page"],
    [
      "crosscheck comments --author coderabbitai --path 'src/**' --json",
      "a bot's threads in some files, for a program",
    ],
    ["crosscheck comments --triage auto --fix-plan fix.json", "the beginning of what fix-comments takes"],
  ],
  async run(input, outside) {
    const { showComments } = await import("../../threads/comments.ts");
    return await showComments(input, outside);
  },
};
