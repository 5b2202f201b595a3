// Implements the confirmation gate's prompts on a terminal.
import { confirm, isCancel, log, select } from "@clack/prompts";
import { publishers } from "../../review/publishers/index.ts";
import { postingPreview } from "../../review/publishers/github.ts";
import { editText } from "../../world/editor.ts";
import type { GatePrompts } from "./confirmation-gate.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

/** False also if the question is cancelled, as with Ctrl-C. */
export async function confirmOnTerminal(message: string, { stop }: Pick<ProcessEnvironment, "stop">): Promise<boolean> {
  return (await confirm({ message, initialValue: false, signal: stop })) === true;
}

export function terminalAsking(
  outside: ProcessEnvironment,
  who: string,
  shown: { verbose: boolean; explains: boolean },
): GatePrompts {
  const terminal = publishers.find(({ id }) => id === "terminal")!;
  return {
    who,
    show(draft) {
      const { colour, width } = outside.screen;
      outside.print(`${terminal.render(draft, { colour, width, version: outside.version, ...shown })}\n`);
    },
    preview: (draft, choice) => outside.print(`${postingPreview(draft, choice, outside.version)}\n`),
    async choose(question, answers) {
      const answer = await select<string>({
        message: question,
        options: answers.map(({ value, label, hint }) => ({ value, label, ...(hint !== undefined && { hint }) })),
        signal: outside.stop,
      });
      // The result is one of the given values.
      return isCancel(answer) ? null : (answer as (typeof answers)[number]["value"]);
    },
    edit: (text) => editText(text, outside.env),
    tell: (text) => log.warn(text),
  };
}
