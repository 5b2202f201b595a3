import { describe, expect, test } from "vitest";
import { ModelFault } from "../../errors.ts";
import { noCost, type Asker, type ModelFacts } from "../../findings/asking/asking.ts";
import { stageQuestion } from "../../../test/support/models/ask-stage.ts";
import { questionHash } from "./question-hash.ts";
import type { CallRecord } from "./record.ts";
import { resumingAsker } from "./resume.ts";

const facts: ModelFacts = { name: "anthropic/claude", price: null, budget: 1000, tools: false };
const { signal } = new AbortController();
const cost = { ...noCost, tokensIn: 7, money: 0.25 };

function recorded(outcome: CallRecord["outcome"], question = stageQuestion()): CallRecord {
  const hash = questionHash(facts.name, question);
  return { unit: question.unit, model: facts.name, hash, cost, steps: 1, ms: 5, at: 1, outcome, bodies: null };
}

/** A model that says what it was asked. */
function live(): { asker: Asker; questions: string[] } {
  const questions: string[] = [];
  const asker: Asker = {
    modelFor: () => facts,
    async ask(question) {
      questions.push(question.prompt.own);
      return { value: { findings: [] } as never, model: facts.name, cost: noCost };
    },
  };
  return { asker, questions };
}

const then = { findings: [{ path: "a.ts", line: 1 }] };

describe("a resumed run", () => {
  test("takes recorded answers with their price and asks the rest", async () => {
    const { asker, questions } = live();
    const resumed = resumingAsker([recorded({ is: "answered", value: then })], asker);
    expect(await resumed.ask(stageQuestion(), signal)).toEqual({ value: then, model: facts.name, cost });
    const other = stageQuestion({ prompt: { instructions: "Review.", shared: "The change.", own: "Look for leaks." } });
    await resumed.ask(other, signal);
    expect(questions).toEqual(["Look for leaks."]);
  });

  test("repeats recorded failures, which were paid for", async () => {
    const { asker, questions } = live();
    const resumed = resumingAsker([recorded({ is: "failed", fault: "refused", message: "it said no" })], asker);
    const fault = await resumed.ask(stageQuestion(), signal).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ModelFault);
    expect(fault).toMatchObject({ fault: "refused", message: "it said no", cost });
    expect(questions).toEqual([]);
  });

  test("asks identical questions of other reviewers and additional repeats", async () => {
    const { asker, questions } = live();
    const resumed = resumingAsker([recorded({ is: "answered", value: then })], asker);
    await resumed.ask(stageQuestion({ unit: "security-reviewer" }), signal);
    await resumed.ask(stageQuestion(), signal);
    await resumed.ask(stageQuestion(), signal);
    expect(questions).toHaveLength(2);
  });

  test("that is aborted answers nothing", async () => {
    const resumed = resumingAsker([recorded({ is: "answered", value: then })], live().asker);
    await expect(resumed.ask(stageQuestion(), AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});
