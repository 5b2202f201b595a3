import type { ScriptedReply } from "../../../src/standin/models/story.ts";
import { fill, type Hand } from "./fill.ts";
import type { Prey } from "./prey.ts";

/** One way to be hostile. Its name is what tests and reports call it. */
export type EvilKind = (prey: Prey) => ScriptedReply;

/** As the schema wants it; where there is none, as lines. */
export function filled(prey: Prey, hand: Hand): ScriptedReply {
  const { schema } = prey.asked;
  if (schema !== null && schema !== undefined) return { is: "json", value: fill(schema, hand) };
  const lines = Array.from({ length: 1 + prey.random.below(3) }, (_, thing) =>
    hand.text({ name: "explanation", thing, schema: {} }),
  );
  return { is: "text", text: lines.join("\n") };
}
