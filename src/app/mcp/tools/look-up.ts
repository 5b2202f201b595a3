// The tool `look_up`.
import * as z from "zod";
import { toolLimits } from "../../../findings/asking/tools.ts";
import { runTask } from "../../child/run-task.ts";
import { lookUpTask } from "../../child/tasks/look-up.ts";
import { agentTool, ToolFailure } from "../agent-tool.ts";
import { partInput, partOf, questionInput, reviewInput } from "../inputs.ts";

export const lookUp = agentTool({
  name: "look_up",
  title: "Look something up",
  says: "Looks up code of a review's change at its base or head, as the question describes it: read_lines, search, list or callers.",
  input: z.strictObject({
    review: reviewInput,
    question: questionInput.describe("the question that you are answering"),
    tool: z.enum(["read_lines", "search", "list", "callers"]),
    input: z
      .union([z.record(z.string(), z.unknown()), z.string().max(20_000)])
      .describe('the tool\'s input, such as {"path": "src/a.ts", "side": "head", "start": 1, "end": 80}'),
    part: partInput,
  }),
  is: "read-only",
  async run({ review: id, question, tool, input, part }, { reviews, lookUps, environment, progress }) {
    const { run } = await reviews.read(id, { environment, progress });
    if (!run.questions.some((one) => one.id === question)) throw new ToolFailure("This review has no such question.");
    const key = `${id} ${question}`;
    const used = lookUps.get(key) ?? { calls: 0, characters: 0 };
    const { what, folder, known } = run;
    const { program, env, cwd, stop } = environment;
    const found = await runTask(
      lookUpTask,
      {
        what:
          what.is === "change" ? { is: "change", change: { base: what.change.base, head: what.change.head } } : what,
        folder,
        nonce: id,
        known,
        tool,
        input: typeof input === "string" ? parsed(input) : input,
        left: {
          calls: toolLimits.calls - used.calls,
          characters: Math.max(0, toolLimits.characters - used.characters),
        },
      },
      { program, env, cwd, stop, keys: [] },
    );
    lookUps.set(key, { calls: used.calls + 1, characters: used.characters + found.length });
    return partOf(found, part);
  },
});

/** Some clients send objects as text. What is no JSON, the tool describes the form of. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
