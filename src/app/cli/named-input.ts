// Reads a command's input: a named file or standard input.
import { UserError } from "../../errors.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export interface NamedInput {
  text: string;
  /** Its name for messages. */
  from: string;
}

export async function namedInput(
  file: string | undefined,
  { cwd, input }: Pick<ProcessEnvironment, "cwd" | "input">,
  what: string,
): Promise<NamedInput> {
  if (file !== undefined && file !== "-") {
    const [{ readInputFile }, { oneLine }] = await Promise.all([
      import("../../world/input-file.ts"),
      import("../../review/words/text.ts"),
    ]);
    return { text: readInputFile(file, cwd), from: oneLine(file) };
  }
  const text = await input();
  if (text === null)
    throw new UserError("There is nothing on standard input", `Name a file, or pipe ${what} into the command.`);
  return { text, from: "standard input" };
}
