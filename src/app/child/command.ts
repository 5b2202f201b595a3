// Not for people: the program that is started to ask models about one change. What to review comes in by standard input.
import { Unavailable, UserError } from "../../errors.ts";
import type { Command } from "../cli/commands/command.ts";
import type { CallKeeper } from "../review/open-models.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { Apart, Said, SaidAsking } from "./messages.ts";

export const reviewApartCommand: Command = {
  id: "review-apart",
  title: "Review one change for another process",
  options: [],
  examples: [],
  async run(_input, outside) {
    return await told(outside, async (given, say) => await reviewHere(given as Apart, outside, say));
  },
};

/** Does what comes in by standard input; what a person has to be told goes out like all else. */
export async function told(
  outside: ProcessEnvironment,
  work: (given: unknown, say: (said: Said | SaidAsking) => void) => Promise<void>,
): Promise<number> {
  const say = (said: Said | SaidAsking) => outside.print(`${JSON.stringify(said)}\n`);
  try {
    await work(JSON.parse((await outside.input()) ?? "null"), say);
  } catch (error) {
    if (error instanceof UserError) say({ is: "failed", as: "user", message: error.message, remedy: error.remedy });
    else if (error instanceof Unavailable)
      say({ is: "failed", as: "unavailable", who: error.who, message: error.message });
    else throw error;
  }
  return 0;
}

async function reviewHere(apart: Apart, outside: ProcessEnvironment, say: (said: Said) => void): Promise<void> {
  const [{ openRepository }, { repositoryOf }, { givenOf, openPanel }, { readingOf }, { review, reviewRead }] =
    await Promise.all([
      import("../review/open-repository.ts"),
      import("../review/repository-of-change.ts"),
      import("../review/open-panel.ts"),
      import("../review/review-inputs.ts"),
      import("../../review-change.ts"),
    ]);
  const { what, user, running, today, folder, limits, spent } = apart;
  const progress = (step: import("../../review-change.ts").Progress) => say({ is: "progress", step });
  const keeper = keeperApart(spent, say);
  const repository =
    what.is === "change"
      ? repositoryOf(what.change, folder, outside)
      : openRepository(folder, outside.env, outside.stop);
  try {
    const options = { ...limits, keeper, repository: apart.repository, progress };
    const panel = user.models?.length ? await openPanel(user, outside, options) : null;
    const { clock, ...rest } = await readingOf(repository, user, outside, { running, panel });
    const reading = { ...rest, clock: { ...clock, today: () => today }, progress };
    const draft =
      what.is === "change"
        ? await reviewRead(what.change, reading, limits)
        : await review(what.target, reading, { ...what.options, ...limits });
    const asked = panel && { run: panel.nonce, given: givenOf(draft, panel, { folder, today }) };
    say({ is: "drafted", draft, asked });
  } finally {
    await repository.close();
  }
}

/** Who has no store says what was asked, and was told what was spent. */
export function keeperApart(spent: Apart["spent"], say: (said: Extract<Said, { is: "call" }>) => void): CallKeeper {
  return {
    keep: async (run, _repository, call) => say({ is: "call", run, call }),
    spent: async (_since, repository) => (repository === undefined ? spent.all : spent.repository),
  };
}
