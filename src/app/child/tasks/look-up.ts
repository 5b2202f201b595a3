// Task: looks something up in the code of a change, for a coding agent that answers a reviewer's question.
import * as z from "zod";
import type { Change } from "../../../change/change.ts";
import type { ReadOptions } from "../../../change/read-change.ts";
import type { LocalTarget } from "../../../change/target.ts";
import { boundary } from "../../../findings/asking/boundary.ts";
import { promptRedactor } from "../../../findings/asking/prompt-redactor.ts";
import { readerOf } from "../../../findings/asking/read-trees.ts";
import { reviewTools, toolLimits } from "../../../findings/asking/tools.ts";
import type { Report } from "../../../findings/report.ts";
import { read } from "../../../review-change.ts";
import { openGitRepository } from "../../review/open-repository.ts";
import { readingOf } from "../../review/review-inputs.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";

export interface LookUpInput {
  what:
    | { is: "change"; change: Pick<Change, "base" | "head"> }
    /** Uncommitted files are read again, to have their tree. */
    | { is: "local"; target: LocalTarget; options: ReadOptions };
  folder: string;
  /** The run id, which is in the marks around text of the change. */
  nonce: string;
  /** What the checks found: secrets in it are redacted. */
  known: readonly Report[];
  tool: string;
  input: unknown;
  left: { calls: number; characters: number };
}

export const lookUpTask: ChildTask<LookUpInput, string> = {
  id: "look-up",
  input: trustedInput(),
  output: z.string().max(toolLimits.characters + 10_000),
  timeLimitMs: 120_000,
  async run({ what, folder, nonce, known, tool, input, left }, { environment }) {
    const { env, stop } = environment;
    const repository = openGitRepository(folder, env, stop);
    try {
      const ends =
        what.is === "change"
          ? what.change
          : await read(what.target, { ...(await readingOf(repository, {}, environment)), progress() {} }, what.options);
      const code = repository.code.at(ends.base, ends.head);
      const { fence } = boundary(nonce, promptRedactor(known));
      const tools = reviewTools({ code, read: readerOf(code), fence }, { ...toolLimits, ...left });
      const found = tools.find(({ name }) => name === tool);
      if (!found) return `There is no tool of that name. Use one of ${tools.map(({ name }) => name).join(", ")}.`;
      return await found.run(input, stop);
    } finally {
      await repository.close();
    }
  },
};
