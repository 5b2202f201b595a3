// A coding agent whose model an attacker has won over answers the questions: nothing of what it says changes what policy
// decides. The answers wait between attempts, as they do for an agent.
import { expect, test } from "vitest";
import { laterReviewers } from "../src/findings/reviewers/index.ts";
import { openHostModels, type HostQuestion } from "../src/world/models/host-model.ts";
import type { ScriptedReply, ScriptedRequest } from "../src/standin/models/story.ts";
import { evilChange, evilPlaces } from "./support/evil-change.ts";
import { evilKinds, evilModel } from "./support/evil-models.ts";
import { policyFaults } from "./support/evil-policy.ts";
import { evilReview, type EvilReview } from "./support/evil-review.ts";
import { evilStrings } from "./support/evil-strings.ts";

const later = laterReviewers.map(({ id }) => id);
const mostAttempts = 8;

function requestOf({ prompt, schema, tools, complaint }: HostQuestion, nth: number): ScriptedRequest {
  return {
    vendor: "openai-chat",
    model: "host/evil",
    system: prompt.instructions,
    turns: [
      { role: "user", text: prompt.shared + prompt.own },
      ...(complaint === null ? [] : [{ role: "user" as const, text: complaint }]),
    ],
    tools: tools.map(({ name }) => name),
    schema,
    stream: false,
    body: {},
    nth,
  };
}

/** An agent can say anything, also where a vendor would have refused. */
function textOf(reply: ScriptedReply): string {
  if (reply.is === "json") return JSON.stringify(reply.value);
  return "text" in reply && typeof reply.text === "string" ? reply.text : JSON.stringify(reply);
}

async function hostReview(kind: string, seed: number): Promise<{ review: EvilReview; asked: number }> {
  const place = evilPlaces[seed % evilPlaces.length]!;
  const text = evilStrings[seed % evilStrings.length]!.slice(0, 3000);
  const nonce = (0x9e3779b97f4a7c15n * BigInt(seed + 1)).toString(16).slice(-16).padStart(16, "0");
  const given = evilChange(place, text, {
    autoApprove: (["off", "clean", "notes"] as const)[seed % 3]!,
    mode: seed % 4 === 0 ? "enhanced" : "standard",
    profile: "balanced",
    everyone: false,
    flawed: seed % 5 !== 0,
    secondRound: seed % 6 === 0,
  });
  const script = evilModel({ kind, seed, nonce, text, place });
  const answers: Record<string, string[]> = {};
  let asked = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const host = openHostModels({ name: "host/evil", answers }, later);
    const of = (unit: string) => host.modelFor(unit)!;
    const review = await evilReview(given, script, () => ({ of }), nonce);
    if (host.open().length === 0) return { review, asked };
    for (const question of host.open())
      (answers[question.id] ??= []).push(textOf(await script(requestOf(question, asked++))));
  }
  throw new Error(`${kind} is asked again and again`);
}

test("every kind of hostile answer", async () => {
  const faults: string[] = [];
  let questions = 0;
  for (const [seed, kind] of evilKinds.entries()) {
    const { review, asked } = await hostReview(kind, seed);
    questions += asked;
    faults.push(...(await policyFaults(review)).map((fault) => `${kind}: ${fault}`));
  }
  expect(evilKinds.length).toBeGreaterThan(46);
  expect(questions).toBeGreaterThan(evilKinds.length * 2);
  expect(faults).toEqual([]);
}, 120_000);
