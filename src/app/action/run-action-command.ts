// The hidden command that the GitHub Action starts.
import { explainError } from "../cli/explain-error.ts";
import type { Command } from "../cli/commands/command.ts";
import { annotationLine, inertLog } from "./runner-commands.ts";

export const runActionCommand: Command = {
  id: "run-action",
  title: "Review the pull request of a GitHub workflow's event",
  options: {},
  examples: [],
  async run(_, outside) {
    try {
      const { runAction } = await import("./run-action.ts");
      return await runAction({ ...outside, tell: (text) => outside.tell(inertLog(text)) });
    } catch (error) {
      let message = "";
      const code = explainError(error, { ...outside, tell: (text) => void (message += text) });
      outside.print(annotationLine({ level: "error", title: "Crosscheck", message: message.trim() }));
      return code;
    }
  },
};
