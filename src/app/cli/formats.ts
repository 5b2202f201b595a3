// Names of the output formats. Only names, so that `--help` does not load the publishers.
import { UserError } from "../../errors.ts";
import { manyOption, textOption, type Command, type Input } from "./commands/command.ts";

export const formatIds = ["terminal", "markdown", "github", "html", "json", "sarif", "rdjson", "junit"] as const;

/** The options of every command that shows a review. */
export const formatOptions: Command["options"] = {
  // `many` replaces the parser that `choices` sets, so `chosenFormats` validates each name.
  "--format <names>": {
    says: "how to show it; several with commas, or by giving it again",
    choices: formatIds,
    many: true,
  },
  "--json": "short for --format json",
  "--output <path>":
    "write there instead of printing: one format to this file, several into this folder as review.<ext> (terminal is then printed)",
  "--verbose": "on the terminal, show all that was checked, who looked, and what it cost",
};

/** The formats in the order requested, without duplicates, and the output if not the screen. */
export interface ChosenFormat {
  formats: readonly string[];
  output: { file: string } | { folder: string } | null;
  verbose: boolean;
}

export async function chosenFormats(input: Input): Promise<ChosenFormat> {
  const asked = manyOption(input, "format").flatMap((names) => names.split(",").map((name) => name.trim()));
  if (input.options["json"] === true) asked.push("json");
  for (const name of asked) if (!(formatIds as readonly string[]).includes(name)) throw await unknownFormat(name);
  const formats = asked.length === 0 ? ["terminal"] : [...new Set(asked)];
  const path = textOption(input, "output");
  const verbose = input.options["verbose"] === true;
  if (formats.length > 1 && path === undefined)
    throw new UserError(
      `${formats.length} formats cannot be printed together`,
      `Name a folder for them, as in --output review, or ask for one of ${formats.join(", ")}.`,
    );
  if (path === undefined) return { formats, output: null, verbose };
  return { formats, output: formats.length > 1 ? { folder: path } : { file: path }, verbose };
}

async function unknownFormat(name: string): Promise<UserError> {
  const { nearestWord: nearest } = await import("../../change/edit-distance.ts");
  const close = nearest(name.toLowerCase(), formatIds, 2);
  return new UserError(
    `There is no format "${name}"`,
    close === null ? `Use one or several of ${formatIds.join(", ")}.` : `Did you mean ${close}?`,
  );
}
