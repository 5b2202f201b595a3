// Decides whether a change calls for a break-point probe. A module of its own, so that a review that runs nothing can
// report the probe as missing.
import type { Change } from "../../../change/change.ts";
import type { Archetype } from "../../../change/archetype.ts";
import { openManualBoxes } from "./manual-boxes.ts";

/** Sorts of change that are not to alter what anybody sees. */
const unprobedArchetypes: readonly Archetype[] = ["docs", "refactor", "chore"];

/** `asked`: a person asked for one outright, and has decided that it is worth it. */
export function callsForProbe({ triage, words }: Pick<Change, "triage" | "words">, asked: boolean): boolean {
  const { crossStack, archetype } = triage;
  if (archetype.is === "docs" || (!asked && unprobedArchetypes.includes(archetype.is))) return false;
  return asked || crossStack || openManualBoxes(words).length > 0;
}
