// Detects conventions that nearly all workflows of the repository follow.
import { readText } from "../../changed-text.ts";
import type { Tree } from "../../../change/change.ts";
import { isWorkflowFile } from "./workflow-files.ts";
import type { Convention } from "./workflow-rule.ts";

export type ConventionLookup = (habit: Convention) => boolean;

const mostFiles = 300;
/** A convention needs this many uses, and nearly all uses must follow it. */
const enough = 5;
const nearlyAll = 0.9;

const usesLine = /^[ \t-]{0,60}uses:[ \t]{1,9}["']?([\w-]{1,100})\/[\w./-]{1,200}@([\w./-]{1,200})/gm;

export async function readConventions(base: Tree, stop: AbortSignal): Promise<ConventionLookup> {
  const pinned: { owner: string; yes: boolean }[] = [];
  const stated: boolean[] = [];
  for (const path of (await base.paths()).filter(isWorkflowFile).slice(0, mostFiles)) {
    stop.throwIfAborted();
    const text = await readText(base, path);
    if (text === null) continue;
    for (const [, owner = "", ref = ""] of text.matchAll(usesLine)) pinned.push({ owner, yes: isCommit(ref) });
    if (path.startsWith(".github/workflows/")) stated.push(/^[ \t]{0,60}permissions:/m.test(text));
  }
  const isPinning = isConvention(pinned.map(({ yes }) => yes));
  return (habit) => {
    if (habit === "permissions") return isConvention(stated);
    // Other workflows reference this owner by tag, often the own organisation, so it is trusted here too.
    return isPinning && !pinned.some(({ owner, yes }) => !yes && owner === habit.pins);
  };
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}

function isConvention(places: readonly boolean[]): boolean {
  const yes = places.filter(Boolean).length;
  return yes >= enough && yes >= nearlyAll * places.length;
}
