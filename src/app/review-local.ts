// A local change, reviewed and shown. Nothing of it leaves the machine.
import type { LocalTarget } from "../change/target.ts";
import { review } from "../review-change.ts";
import { textOption, type Input } from "./commands/command.ts";
import { chosenFormats } from "./formats.ts";
import { openRepository } from "./open-repository.ts";
import type { Outside } from "./outside.ts";
import { progressLine } from "./progress.ts";
import { readingOf } from "./reading.ts";
import { reviewOptions } from "./review-options.ts";
import { checkPlaces, exitCode, showDraft } from "./show-draft.ts";
import { loadUserConfig } from "./user-config.ts";

export async function reviewLocal(target: LocalTarget, input: Input, outside: Outside): Promise<number> {
  const chosen = await chosenFormats(input);
  checkPlaces(chosen.output, outside);
  const options = reviewOptions(input);
  const user = await loadUserConfig(outside.env);
  const repository = openRepository(textOption(input, "repo") ?? outside.cwd, outside.env, outside.stop);
  const progress = progressLine(outside);
  try {
    const reading = await readingOf(repository, user, outside, { quick: input.options["quick"] === true });
    const draft = await review(target, { ...reading, progress: progress.show }, options);
    progress.clear();
    showDraft(draft, chosen, outside);
    return exitCode(draft, textOption(input, "failOn"));
  } finally {
    progress.clear();
    await repository.close();
  }
}
