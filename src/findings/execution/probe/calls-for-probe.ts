// Decides whether a change calls for a break-point probe. A module of its own, so that a review that runs nothing can
// report the probe as missing.
import type { Change } from "../../../change/change.ts";
import type { Archetype } from "../../../change/archetype.ts";
import { openManualBoxes } from "./manual-boxes.ts";

/** Changes that should not alter behaviour. */
const unprobedArchetypes: readonly Archetype[] = ["docs", "refactor", "chore"];

/** `asked`: the user asked for a probe. */
export function callsForProbe({ triage, words }: Pick<Change, "triage" | "words">, asked: boolean): boolean {
  const { crossStack, archetype } = triage;
  if (archetype.is === "docs" || (!asked && unprobedArchetypes.includes(archetype.is))) return false;
  return asked || crossStack || openManualBoxes(words).length > 0;
}
