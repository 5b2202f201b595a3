// The command `demo`: reviews a small flawed repository.
import { formatOptions } from "../formats.ts";
import type { Command } from "./command.ts";

export const demo: Command = {
  id: "demo",
  title: "Create a small repository with bugs and review it",
  options: {
    "--keep": "keep the temporary repository",
    ...formatOptions,
  },
  examples: [
    ["crosscheck demo", "see a review within a second, without any setup"],
    ["crosscheck demo --format html --output review.html", "the same as a page to open in a browser"],
  ],
  async run(input, outside) {
    const [{ makeRepository }, { demoCommits }, { reviewLocal }] = await Promise.all([
      import("../../../world/git/make-repository.ts"),
      import("../demo-commits.ts"),
      import("../../review/review-local.ts"),
    ]);
    const repository = await makeRepository(demoCommits, outside.env, outside.stop);
    try {
      const code = await reviewLocal(
        { kind: "named", name: "HEAD" },
        // `--keep` is about the repository; its review is of no use once that is gone.
        { args: [], options: { ...input.options, keep: false, repo: repository.path } },
        outside,
      );
      if (input.options["keep"] === true) outside.tell(`The repository is in ${repository.path}\n`);
      return code;
    } finally {
      if (input.options["keep"] !== true) repository.remove();
    }
  },
};
