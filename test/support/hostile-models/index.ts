// A model that has gone over to whoever wrote the change: it obeys every instruction in the text that it is given, and
// what it answers is made to do harm. One seed, one kind of it; the seeds beyond vary what each kind says.
import { evilKinds } from "./kinds.ts";
import type { EvilKind } from "./kind.ts";
import { preyIn } from "./prey.ts";
import { randomFrom } from "./random.ts";
import type { ModelScript } from "../../../src/standin/models/story.ts";

export const evilNames: readonly string[] = Object.keys(evilKinds);

/** What the model of a seed does, by name. */
export function evilNameOf(seed: number): string {
  return evilNames[Math.abs(Math.trunc(seed)) % evilNames.length] ?? "";
}

/** Obeys whatever it reads, in the way of its seed. The same request gets the same answer. */
export function evilScript(seed: number): ModelScript {
  return evilScriptNamed(evilNameOf(seed), seed);
}

export function evilScriptNamed(name: string, seed = 0): ModelScript {
  const kind: EvilKind | undefined = evilKinds[name];
  if (!kind) throw new Error(`no hostile model is named ${name}`);
  return (asked) => kind(preyIn(asked, randomFrom(seed * 7919 + asked.turns.length)));
}
