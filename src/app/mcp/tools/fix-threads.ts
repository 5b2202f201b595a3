// The tool `fix_threads`.
import * as z from "zod";
import { fixCommentsCommand } from "../../cli/commands/fix-comments.ts";
import { showComments } from "../../threads/comments.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { agentTool, commandOutput, ToolFailure } from "../agent-tool.ts";
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
    triage: z
      .union([z.record(z.string(), z.unknown()), z.string().max(1_000_000)])
      .optional()
      .describe(
        "the class of every listed thread, as schemas/review-comment-triage.schema.json describes it; without it, nothing that needs a triage is resolved",
      ),
    apply: z.enum(["replies", "resolutions", "both"]).optional().describe("left out: nothing is written"),
    part: partInput,
  }),
  is: "writes-to-github",
  async run({ repo, payload, triage, apply, part }, { environment, confirm }) {
    const text = textOf(payload);
    const common = { repo: checkedRepo(repo), payload: "-" };
    const run = async (options: Record<string, string | boolean>) =>
      await commandOutput(
        async (outside) => await fixCommentsCommand.run({ args: [], options: { ...common, ...options } }, outside),
        environment,
        text,
      );
    if (triage !== undefined) await keepTriage(checkedRepo(repo), textOf(triage), environment);
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

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const numbered = z.object({ prNumber: z.int().min(1) });

/** As `crosscheck comments --triage-payload` keeps it: the policy compares it with the payload. */
async function keepTriage(repo: string, triage: string, environment: ProcessEnvironment): Promise<void> {
  const about = numbered.safeParse(parsedJson(triage));
  if (!about.success) throw new ToolFailure("`triage` is no JSON object with a `prNumber`.");
  const options = { repo, models: false, includeOutdated: true, triagePayload: "-", pr: String(about.data.prNumber) };
  await commandOutput(async (outside) => await showComments({ args: [], options }, outside), environment, triage);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
