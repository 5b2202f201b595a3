// The tool `review_start`.
import * as z from "zod";
import { agentTool } from "../agent-tool.ts";
import { startedText } from "../agent-texts.ts";
import { checkedRepo, repoInput } from "../inputs.ts";

export const reviewStart = agentTool({
  name: "review_start",
  title: "Start a review",
  says: "Starts a Crosscheck review: runs the checks and returns the review's id and the ids of the questions that its reviewers ask you. Start here.",
  input: z.strictObject({
    repo: repoInput,
    target: z
      .string()
      .max(1000)
      .optional()
      .describe(
        "a range (main...feature), branch or commit, or a pull request (123, owner/name#123, its address); left out: the current branch since it left the default branch, else the last commit",
      ),
    staged: z.boolean().optional().describe("review staged changes"),
    working: z.boolean().optional().describe("review all uncommitted changes, new files included"),
    request: z.string().max(4000).optional().describe("something to verify, in the user's words"),
    run_tests: z
      .boolean()
      .optional()
      .describe(
        "also run the change's tests in a sandbox if the repository is not known to be the user's; ask them first",
      ),
    quick: z.boolean().optional().describe("run no code of the repository"),
  }),
  is: "keeps-state",
  async run({ repo, run_tests: runTests, ...what }, { reviews, client, ...call }) {
    return startedText(await reviews.start({ ...what, runTests, repo: checkedRepo(repo), agent: client }, call));
  },
});
