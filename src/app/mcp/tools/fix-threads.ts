// The tool `fix_threads`.
import * as z from "zod";
import { fixCommentsCommand } from "../../cli/commands/fix-comments.ts";
import { agentTool, commandOutput } from "../agent-tool.ts";
import { checkedRepo, partInput, partOf, repoInput } from "../inputs.ts";

export const fixThreads = agentTool({
  name: "fix_threads",
  title: "Reply to and resolve review threads",
  says: "Says what would be replied and resolved for a payload of fixed review comments, by the repository's policy. With `apply` it does so after the user has confirmed it.",
  input: z.strictObject({
    repo: repoInput,
    payload: z
      .union([z.record(z.string(), z.unknown()), z.string().max(1_000_000)])
      .describe("as schemas/review-comment-fix.schema.json describes it: each thread, what was done, and its proof"),
    apply: z.enum(["replies", "resolutions", "both"]).optional().describe("left out: nothing is written"),
    part: partInput,
  }),
  is: "writes-to-github",
  async run({ repo, payload, apply, part }, { environment, confirm }) {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    const common = { repo: checkedRepo(repo), payload: "-" };
    const run = async (options: Record<string, string | boolean>) =>
      await commandOutput(
        async (outside) => await fixCommentsCommand.run({ args: [], options: { ...common, ...options } }, outside),
        environment,
        text,
      );
    if (apply === undefined) return partOf(await run({ dryRun: true }), part);
    const flag = { replies: "apply-replies", resolutions: "apply-resolutions", both: "apply" }[apply];
    if (confirm === null)
      return `Nothing was written: this client cannot ask the user. Save the payload as fix.json; they can run:\n\n    crosscheck fix-comments --payload fix.json --${flag}`;
    const planned = await run({ dryRun: true });
    if (!confirm(`Write this on the pull request?\n\n${planned.slice(0, 3000)}`))
      return "Nothing was written: the user declined.";
    return partOf(
      await run({ [{ replies: "applyReplies", resolutions: "applyResolutions", both: "apply" }[apply]]: true }),
      part,
    );
  },
});
