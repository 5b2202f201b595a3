// Not for people: the program that is started to ask a model about threads or disputes. It says what the model answered,
// word for word; what is made of that is decided by who started it.
import { ModelFault } from "../../errors.ts";
import type { Asker } from "../../findings/asking/asking.ts";
import type { Command } from "../cli/commands/command.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { keeperApart, told } from "./command.ts";
import type { AskApart, SaidAsking } from "./messages.ts";

export const askApartCommand: Command = {
  id: "ask-apart",
  title: "Ask a model for another process",
  options: [],
  examples: [],
  async run(_input, outside) {
    return await told(outside, async (given, say) => await askHere(given as AskApart, outside, say));
  },
};

async function askHere(apart: AskApart, outside: ProcessEnvironment, say: (said: SaidAsking) => void): Promise<void> {
  const [{ openModels }, { askOf, unitOf }] = await Promise.all([
    import("../review/open-models.ts"),
    import("./questions.ts"),
  ]);
  const { what, user, limits, repository, spent } = apart;
  const { asker, run } = await openModels(user, outside, {
    ...limits,
    keeper: keeperApart(spent, say),
    repository,
    told: ({ model }) => say({ is: "asking", model }),
  });
  await askOf(what, { asker: heard(asker, say), run, stop: outside.stop });
  say({ is: "asked", model: asker.modelFor(unitOf(what))?.name ?? null });
}

function heard(asker: Asker, say: (said: SaidAsking) => void): Asker {
  return {
    modelFor: asker.modelFor,
    async ask(question, stop) {
      try {
        const answered = await asker.ask(question, stop);
        say({ is: "answered", ...answered });
        return answered;
      } catch (error) {
        if (error instanceof ModelFault) {
          const { model, fault, message, cost } = error;
          say({ is: "unanswered", model, fault, message, cost });
        }
        throw error;
      }
    },
  };
}
