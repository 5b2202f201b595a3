// The tool `explain`.
import * as z from "zod";
import { explainCommand } from "../../cli/commands/explain.ts";
import { agentTool, commandOutput } from "../agent-tool.ts";
import { checkedRepo, partInput, partOf, repoInput } from "../inputs.ts";

export const explain = agentTool({
  name: "explain",
  title: "Explain a finding",
  says: "Explains a finding of the last finished review of a local change in a repository: its evidence, and what each gate decided and why.",
  input: z.strictObject({
    repo: repoInput,
    finding: z.string().max(500).describe("its number, letter, id, or path:line"),
    part: partInput,
  }),
  is: "read-only",
  async run({ repo, finding, part }, { environment }) {
    const input = { args: [finding], options: { repo: checkedRepo(repo) } };
    return partOf(await commandOutput(async (outside) => await explainCommand.run(input, outside), environment), part);
  },
});
