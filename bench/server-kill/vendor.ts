// What the models' vendor was asked, request by request, held against what the store had kept when each request came.
import { createHash } from "node:crypto";
import { openModelStandin } from "../../src/standin/models/open.ts";
import type { ScriptedRequest, ModelStandin } from "../../src/standin/models/story.ts";
import type { CallRecord } from "../../src/world/models/record.ts";
import type { Records } from "../../src/world/store/kept/records.ts";
import { replyOf, unitOf } from "../../test/support/with-models.ts";

interface Paid {
  requests: number;
  /** Different ones, by their whole bodies. */
  questions: number;
  /** Asked again though its answer had been kept: paid twice for a finished call. */
  afterKept: number;
  /** Asked again after an answer that nobody had kept yet: the process died in between. */
  afterAnswered: number;
  /** Asked again after it was never answered. */
  afterBroken: number;
}

export interface Vendor {
  open(hooks: { asked(): void; answering(): void }): Promise<ModelStandin>;
  paid(): Paid;
  close(): Promise<void>;
}

interface Question {
  times: number;
  answered: number;
}

export function newVendor(records: Pick<Records, "callsOf">, thinks: () => Promise<void>): Vendor {
  const questions = new Map<string, Question>();
  const paid = { requests: 0, afterKept: 0, afterAnswered: 0, afterBroken: 0 };
  const standins: ModelStandin[] = [];

  async function count(asked: ScriptedRequest): Promise<Question> {
    paid.requests += 1;
    const hash = createHash("sha256").update(JSON.stringify(asked.body)).digest("hex");
    const question = questions.get(hash) ?? { times: 0, answered: 0 };
    questions.set(hash, question);
    question.times += 1;
    if (question.times > 1) {
      if (await isKept(asked, records)) paid.afterKept += 1;
      else if (question.answered > 0) paid.afterAnswered += 1;
      else paid.afterBroken += 1;
    }
    return question;
  }

  return {
    async open({ asked: heard, answering }) {
      const underWay = new Map<number, Question>();
      const standin = await openModelStandin({
        key: "a-key",
        async script(asked) {
          underWay.set(asked.nth, await count(asked));
          heard();
          await thinks();
          return replyOf(undefined);
        },
        async betweenFirstAndRest(asked) {
          answering();
          underWay.get(asked.nth)!.answered += 1;
        },
      });
      standins.push(standin);
      return standin;
    },
    paid: () => ({ ...paid, questions: questions.size }),
    close: async () => void (await Promise.all(standins.map((one) => one.close()))),
  };
}

/** Whether what this reviewer asks in this run had its answer kept before it was asked again. */
async function isKept(asked: ScriptedRequest, records: Pick<Records, "callsOf">): Promise<boolean> {
  const run = /<<<([0-9a-f]{16}) /.exec(asked.turns.map(({ text }) => text).join("\n"))?.[1];
  if (run === undefined) throw new Error("a question without a mark");
  const unit = unitOf(asked);
  const calls = (await records.callsOf(run)).map((call) => JSON.parse(call) as CallRecord);
  return calls.some((call) => call.unit === unit && call.outcome.is === "answered");
}
