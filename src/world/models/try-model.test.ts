import { afterEach, expect, test } from "vitest";
import { openModelStandin } from "../../standin/models/open.ts";
import type { ModelStandin, ScriptedReply } from "../../standin/models/story.ts";
import { stage, stageKey } from "../../../test/support/models/ask-stage.ts";
import { tryModel } from "./try-model.ts";

const open: ModelStandin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

const never = new AbortController().signal;

async function tryReply(reply: ScriptedReply, noKey = false) {
  const standin = await openModelStandin({ script: () => reply, key: stageKey });
  open.push(standin);
  const { model } = stage({ url: standin.url("anthropic"), ...(noKey && { noKey }) });
  return { result: await tryModel(model, never), standin };
}

test("a model that answers works, at little cost", async () => {
  const { result, standin } = await tryReply({ is: "json", value: { ok: true } });
  expect(result).toMatchObject({ works: true, reply: '{"ok":true}' });
  expect(standin.asked).toHaveLength(1);
  expect(standin.asked[0]!.turns.map(({ text }) => text).join(" ").length).toBeLessThan(80);
});

test.each<[string, ScriptedReply, boolean, string]>([
  ["no key", { is: "json", value: { ok: true } }, true, "no-key"],
  ["a rejected key", { is: "error", status: 401, message: "no" }, false, "unauthorised"],
  ["overload", { is: "overload" }, false, "overloaded"],
  ["prose", { is: "text", text: "Hello!" }, false, "bad-json"],
  ["another shape", { is: "json", value: { okay: 1 } }, false, "wrong-shape"],
])("%s is reported and not thrown", async (_, reply, noKey, fault) => {
  const { result } = await tryReply(reply, noKey);
  expect(result).toMatchObject({ works: false, fault });
});
