// The command `validate-summary`: validates a five-section summary.
import { UserError } from "../../../errors.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import type { Command } from "./command.ts";

export const validateSummaryCommand: Command = {
  id: "validate-summary",
  title: "Validate a review summary from another tool: its sections, their order and format, its verdict",
  argument: { name: "<file>", says: "the summary as Markdown; - for standard input" },
  options: {
    "--fix": "print the summary with everything fixed that can be fixed safely",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck validate-summary summary.md", "what is wrong with it, as file:line: section: message"],
    ["generate-summary | crosscheck validate-summary - --fix", "fix the output of a program"],
  ],
  async run({ args, options }, outside) {
    const file = args[0] ?? "-";
    const text = file === "-" ? await standardInput(outside) : await textOf(file, outside.cwd);
    const [{ validateSummary }, { oneLine, plainJson }] = await Promise.all([
      import("../../../review/summary-validator.ts"),
      import("../../../review/words/text.ts"),
    ]);
    const result = validateSummary(text);
    const name = oneLine(file === "-" ? "standard input" : file);
    const formatFaults = (list: readonly { section: string; message: string; line: number }[]) =>
      list.map(({ section, message, line }) => `${name}:${line}: ${section}: ${message}\n`).join("");
    if (options["json"] === true) outside.print(`${plainJson(JSON.stringify(result, null, 2))}\n`);
    else if (!result.ok) outside.print(formatFaults(result.faults));
    else if (options["fix"] === true) outside.print(result.text);
    if (result.ok && options["json"] !== true) outside.tell(formatFaults(result.repairs));
    return result.ok ? 0 : 1;
  },
};

async function standardInput(outside: ProcessEnvironment): Promise<string> {
  const text = await outside.input();
  if (text === null)
    throw new UserError("There is nothing on standard input", "Name a file, or pipe a summary into the command.");
  return text;
}

async function textOf(file: string, cwd: string): Promise<string> {
  const [{ readFile }, { resolve }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  const path = resolve(cwd, file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new UserError(
      `${path} cannot be read: ${(error as Error).message}`,
      "Name a text file in UTF-8, or - for standard input.",
    );
  }
}
