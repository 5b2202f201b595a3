// Shows a draft on the screen and writes it to files, in the requested formats.
import type { Draft } from "../../review/draft.ts";
import { publishers } from "../../review/publishers/index.ts";
import type { Publisher } from "../../review/publishers/publisher.ts";
import { checkOutput, checkOutputFolder, writeOutput, writeOutputs } from "../../world/output-file.ts";
import type { ChosenFormat } from "./formats.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

/** Reports an unwritable output before anything is reviewed. */
export function checkPlaces(output: ChosenFormat["output"], { cwd }: Pick<ProcessEnvironment, "cwd">): void {
  if (output && "file" in output) checkOutput(output.file, cwd);
  if (output && "folder" in output) checkOutputFolder(output.folder, cwd);
}

/**
 * Renders everything before writing or printing. With file output, the terminal format goes to the screen. `explains`:
 * the review is kept, so that `crosscheck explain` finds it.
 */
export function showDraft(
  draft: Draft,
  { formats, output, verbose }: ChosenFormat,
  outside: ProcessEnvironment,
  { explains }: { explains: boolean },
): void {
  const chosen = formats.flatMap((format) => publishers.filter((publisher) => publisher.id === format));
  const isPrinted = ({ id }: Publisher) => output === null || ("folder" in output && id === "terminal");
  const rendered = chosen.map((publisher) => ({
    name: `review.${publisher.extension}`,
    printed: isPrinted(publisher),
    text: publisher.render(draft, {
      colour: outside.screen.colour && isPrinted(publisher),
      width: outside.screen.width,
      version: outside.version,
      verbose,
      explains,
    }),
  }));
  const written = rendered.filter(({ printed }) => !printed);
  if (output && "file" in output) for (const { text } of written) writeOutput(output.file, outside.cwd, text);
  if (output && "folder" in output) writeOutputs(output.folder, outside.cwd, written);
  for (const { printed, text } of rendered) if (printed) outside.print(text);
}
