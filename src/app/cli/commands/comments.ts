// The command `comments`: reads and triages the review threads of a pull request.
import type { Command } from "./command.ts";

export const commentsCommand: Command = {
  id: "comments",
  title: "Show and triage a pull request's review threads",
  options: {
    "--pr <pull>":
      "a number, owner/name#number or an address (default: the one last looked at, else the current branch's)",
    "--all": "every thread: resolved, outdated, and of authors that the config leaves out",
    "--unresolved": "only unresolved threads; the default unless --all is given",
    "--include-outdated": "outdated threads too",
    "--author <login>": {
      says: "only threads that this account started; [bot] in a bot's name is optional, and codex is known",
      many: true,
    },
    "--path <glob>": { says: "only threads in files that match", many: true },
    "--max-threads <number>": "fetch at most this many (default: the config's, or 100)",
    "--triage <how>": {
      says: "classify the threads, outdated ones too: by rules, and the rest by a model where one is set",
      choices: ["auto"],
    },
    "--triage-payload <file>": "take the classes from this file; - for standard input",
    "--no-models": "triage by rules alone",
    "--model <model>": { says: "ask this model, as in the config's `models` or as vendor/model", many: true },
    "--max-cost <dollars>": "stop before calling models if it would cost more",
    "--fix-plan <file>": "write a payload template for fix-comments",
    "--html <file>": "write the board as one page",
    "--json": "for programs: every comment whole, in pages",
    "--after <comment>": "with --json: the page after this comment; the value of `page.next` of the previous page",
    "--dry-run": "store nothing, and leave the pull request's phase as it is",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "where state is kept (default: the user's data folder)",
  },
  examples: [
    ["crosscheck comments --pr 12", "its unresolved threads that are not outdated"],
    ["crosscheck comments --triage auto --html board.html", "classify them, and write the board to a page"],
    [
      "crosscheck comments --author coderabbitai --path 'src/**' --json",
      "a bot's threads in some files, for a program",
    ],
    ["crosscheck comments --triage auto --fix-plan fix.json", "write a payload template for fix-comments"],
  ],
  async run(input, outside) {
    const { showComments } = await import("../../threads/comments.ts");
    return await showComments(input, outside);
  },
};
