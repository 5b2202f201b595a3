// Questions about threads and disputes, asked by a process without a token and recorded by this one.
import { randomBytes } from "node:crypto";
import type { UserConfig } from "../../change/config.ts";
import { ModelFault } from "../../errors.ts";
import type { Asked, Contested } from "../../findings/arbitrate.ts";
import type { Asker } from "../../findings/asking/asking.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { ModelTriage, OpenThread } from "../../threads/triage.ts";
import type { Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { keeperIn } from "../review/open-panel.ts";
import { answeredAsker, readAnswer } from "./answers.ts";
import type { Answer, AskApart, SaidAsking } from "./messages.ts";
import { askAboutDisputes, askAboutThreads, type AskingNeeds } from "./questions.ts";
import { brokenOff, talkWith } from "./start.ts";

export interface AskNeeds {
  /** The user's config, with the flags in it. */
  user: UserConfig;
  store: Pick<Store, "records">;
  /** What limits for one repository go by. */
  repository: string;
  limits: SpendingLimits;
  /** Told which model is asked. */
  asking(model: string): void;
}

type Around = Pick<ProcessEnvironment, "program" | "env" | "stop" | "now">;

export interface AskedModel extends ModelTriage {
  /** As `vendor/name`. */
  model: string | null;
}

export async function triageApart(open: readonly OpenThread[], needs: AskNeeds, outside: Around): Promise<AskedModel> {
  const ask = async (given: AskingNeeds) => await askAboutThreads(open, given);
  const { said, model } = await asked({ is: "threads", open }, ask, needs, outside);
  return { ...said, model };
}

export async function arbitrateApart(
  contested: readonly Contested[],
  needs: AskNeeds,
  outside: Around,
): Promise<Asked> {
  const ask = async (given: AskingNeeds) => await askAboutDisputes(contested, given);
  return (await asked({ is: "disputes", contested }, ask, needs, outside)).said;
}

async function asked<T>(
  what: AskApart["what"],
  ask: (needs: AskingNeeds) => Promise<T>,
  needs: AskNeeds,
  outside: Around,
): Promise<{ said: T; model: string | null }> {
  const given = { run: randomBytes(8).toString("hex"), stop: outside.stop };
  const counted = countingAsker();
  const unasked = await ask({ ...given, asker: counted.asker });
  // Where rules leave nothing open, no process is started.
  if (counted.questions() === 0) return { said: unasked, model: null };
  const { answers, model } = await answersTo(what, needs, outside);
  return { said: await ask({ ...given, asker: answeredAsker(answers, model) }), model };
}

function countingAsker(): { asker: Asker; questions(): number } {
  let questions = 0;
  const asker: Asker = {
    modelFor: () => ({ name: "none", price: null, budget: 0, tools: false }),
    async ask() {
      questions += 1;
      throw new ModelFault("none", "failed", "it was not asked");
    },
  };
  return { asker, questions: () => questions };
}

async function answersTo(what: AskApart["what"], needs: AskNeeds, outside: Around) {
  const { user, store, repository, limits, asking } = needs;
  const month = firstOfMonth(outside.now());
  const [all, ofRepository] = await Promise.all([store.records.spent(month), store.records.spent(month, repository)]);
  const keeper = keeperIn(store);
  const answers: Answer[] = [];
  let end: { model: string | null } | null = null;
  const spent = { all, repository: ofRepository };
  const apart: AskApart = { what, user, limits, repository, spent };
  const ended = await talkWith<SaidAsking>(apart, { ...outside, command: "ask-apart" }, async (said) => {
    if (said.is === "asking") asking(said.model);
    else if (said.is === "call") await keeper.keep(said.run, repository, said.call);
    else if (said.is === "asked") end = { model: said.model };
    else answers.push(readAnswer(said));
  });
  const { model } = (end as { model: string | null } | null) ?? brokenOff(ended);
  return { answers, model };
}
