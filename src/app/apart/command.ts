// Not for people: the program that is started to ask models about one change. What to review comes in by standard input.
import { Unavailable, UserError } from "../../errors.ts";
import type { Command } from "../commands/command.ts";
import type { Outside } from "../outside.ts";
import type { Apart, Said } from "./messages.ts";

export const reviewApartCommand: Command = {
  id: "review-apart",
  title: "Review one change for another process",
  options: [],
  examples: [],
  async run(_input, outside) {
    const say = (said: Said) => outside.print(`${JSON.stringify(said)}\n`);
    try {
      await reviewHere(JSON.parse((await outside.input()) ?? "null") as Apart, outside, say);
    } catch (error) {
      if (error instanceof UserError) say({ is: "failed", as: "user", message: error.message, remedy: error.remedy });
      else if (error instanceof Unavailable)
        say({ is: "failed", as: "unavailable", who: error.who, message: error.message });
      else throw error;
    }
    return 0;
  },
};

async function reviewHere(apart: Apart, outside: Outside, say: (said: Said) => void): Promise<void> {
  const [{ openRepository }, { repositoryOf }, { givenOf, openPanel }, { readingOf }, { review, reviewRead }] =
    await Promise.all([
      import("../open-repository.ts"),
      import("../repository-of-change.ts"),
      import("../panel.ts"),
      import("../reading.ts"),
      import("../../review-change.ts"),
    ]);
  const { what, user, quick, today, folder, limits, spent } = apart;
  const progress = (step: import("../../review-change.ts").Progress) => say({ is: "progress", step });
  const keeper = {
    keep: async (run: string, _repository: string, call: Extract<Said, { is: "call" }>["call"]) =>
      say({ is: "call", run, call }),
    spent: async (_since: number, repository?: string) => (repository === undefined ? spent.all : spent.repository),
  };
  const repository =
    what.is === "change"
      ? repositoryOf(what.change, folder, outside)
      : openRepository(folder, outside.env, outside.stop);
  try {
    const panel = await openPanel(user, outside, { ...limits, keeper, repository: apart.repository, progress });
    const { clock, ...rest } = await readingOf(repository, user, outside, { quick, panel });
    const reading = { ...rest, clock: { ...clock, today: () => today }, progress };
    const draft =
      what.is === "change"
        ? await reviewRead(what.change, reading, limits)
        : await review(what.target, reading, { ...what.options, ...limits });
    say({ is: "drafted", run: panel.nonce, draft, given: givenOf(draft, panel, { folder, today }) });
  } finally {
    await repository.close();
  }
}
