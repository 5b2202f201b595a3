// What this repository's own workflows do as a rule. Only a change that departs from it is worth a word.
import type { Tree } from "../../../change/change.ts";
import { isWorkflowFile } from "./files.ts";
import type { Habit } from "./rule.ts";

export type Habits = (habit: Habit) => boolean;

const mostFiles = 300;
/** Enough to speak of a rule, and nearly all of them. */
const enough = 5;
const nearlyAll = 0.9;

const uses = /^[ \t-]{0,60}uses:[ \t]{1,9}["']?([\w-]{1,100})\/[\w./-]{1,200}@([\w./-]{1,200})/gm;

export async function habitsOf(base: Tree, stop: AbortSignal): Promise<Habits> {
  const pinned: { owner: string; yes: boolean }[] = [];
  const stated: boolean[] = [];
  for (const path of (await base.paths()).filter(isWorkflowFile).slice(0, mostFiles)) {
    stop.throwIfAborted();
    const bytes = await base.read(path);
    if (bytes === null) continue;
    const text = new TextDecoder().decode(bytes);
    for (const [, owner = "", ref = ""] of text.matchAll(uses)) pinned.push({ owner, yes: isCommit(ref) });
    if (path.startsWith(".github/workflows/")) stated.push(/^[ \t]{0,60}permissions:/m.test(text));
  }
  const isPinning = isHabit(pinned.map(({ yes }) => yes));
  return (habit) => {
    if (habit === "permissions") return isHabit(stated);
    // An owner who is trusted by tag elsewhere, as one's own organisation often is, is trusted here too.
    return isPinning && !pinned.some(({ owner, yes }) => !yes && owner === habit.pins);
  };
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}

function isHabit(places: readonly boolean[]): boolean {
  const yes = places.filter(Boolean).length;
  return yes >= enough && yes >= nearlyAll * places.length;
}
