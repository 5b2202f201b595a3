// A helper that takes the place of a call in this change, while the same call stays as it was elsewhere.
import type { Change, Code, Quote } from "../../change/change.ts";
import { isSubmodule, isSymlink, pathOf, type FileDiff } from "../../change/diff.ts";
import type { NameUse, Uses } from "../../change/symbols/symbols.ts";
import { found, type RawFinding } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isNotHandWritten } from "../../change/file-kinds.ts";
import { examples } from "./helper-rollout/examples.ts";
import { addsFunction, newHelpers, type Helper } from "./helper-rollout/new-helpers.ts";
import { remainingCalls, searchFor } from "./helper-rollout/remaining.ts";
import { Replacements, type Replaced } from "./helper-rollout/replaced.ts";

/** Fewer replaced calls are no rollout. */
const fewest = 3;

interface Rollout {
  helper: Helper;
  callee: string;
  replaced: Replaced;
}

export const helperRollout: Check = {
  id: "helper-rollout",
  title: "Helpers rolled out halfway",
  passes: ["cross-reference"],
  searches: true,
  unproven: true,
  explains:
    "When a change adds a thin wrapper around one call and puts it in place of that call three times or more, it looks " +
    "for the calls that stayed direct in files which the change does not touch. A wrapper is short and hands its own " +
    "parameters on. Nothing is said when more calls stayed than were replaced: then it was never meant for all of " +
    "them. Works by words and lines, in every language with functions.",
  kinds: {
    "missed-call": {
      severity: "low",
      category: "style",
      says: "a call stays direct that a new helper replaces elsewhere",
    },
  },
  examples,

  when(change) {
    return change.files.some(isLooked) ? true : { kind: "nothing-to-check", what: "new functions" };
  },

  async run(change, { code }, stop) {
    const files = change.files.filter(isLooked);
    const rollouts = await rolloutsIn(change, files, code, stop);
    const uses = await code.uses(rollouts.map(({ callee }) => searchFor(callee)));
    const findings: RawFinding[] = [];
    for (const rollout of rollouts) findings.push(...(await missedBy(rollout, uses, change, code)));
    return checked("cross-reference", findings, files, `${rollouts.length} helpers rolled out by the change`);
  },
};

function isLooked(file: FileDiff): boolean {
  if (file.newPath === null || file.binary || file.additions === 0) return false;
  return !isSubmodule(file) && !isSymlink(file) && !isNotHandWritten(file.newPath) && addsFunction(file);
}

async function rolloutsIn(change: Change, files: readonly FileDiff[], code: Code, stop: AbortSignal) {
  // Without three removed lines there is nothing that could have been replaced.
  if (change.files.reduce((sum, file) => sum + file.deletions, 0) < fewest) return [];
  const rollouts: Rollout[] = [];
  const replacements = new Replacements(change.files);
  for (const file of files) {
    stop.throwIfAborted();
    const base = file.oldPath === null ? "" : textOf(await code.base.read(file.oldPath));
    for (const helper of newHelpers(file, textOf(await code.head.read(pathOf(file))), base)) {
      const all = helper.wraps.map((callee) => ({
        helper,
        callee,
        replaced: replacements.of(helper, callee),
      }));
      const rolled = all.filter(({ replaced }) => replaced.sites >= fewest && isShared(helper, replaced));
      // Around two calls it is a helper of its own, and no wrapper of either.
      if (rolled.length === 1) rollouts.push(rolled[0]!);
    }
  }
  return rollouts;
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}

/** A helper that only its own file uses is out of others' reach. */
function isShared({ path }: Helper, { files }: Replaced): boolean {
  return [...files].some((file) => file !== path);
}

async function missedBy(rollout: Rollout, uses: Uses, change: Change, code: Code): Promise<RawFinding[]> {
  const { helper, callee, replaced } = rollout;
  const said = uses.get(searchFor(callee));
  const changed = new Set(change.files.map(pathOf));
  const calls = said ? await remainingCalls(helper, callee, replaced, said, changed, code.head) : null;
  if (!calls || calls.length === 0 || calls.length > replaced.sites) return [];
  return [report(rollout, calls)];
}

/** Few replaced calls may be all that were meant; where nearly all went, those left are likely to be forgotten. */
function confidenceIn(replaced: number, left: number): number {
  return replaced >= 6 && left * 2 <= replaced ? 6 : 4;
}

function report({ helper, callee, replaced }: Rollout, calls: readonly NameUse[]): RawFinding {
  const places = calls.slice(0, 3).map(({ path, line }) => `${path}:${line}`);
  const more = calls.length > places.length ? ` and ${calls.length - places.length} more` : "";
  const quotes = calls
    .slice(0, 3)
    .map(({ path, line, text }): Quote => ({ path, side: "head", start: line, end: line, text }));
  return found(helperRollout, {
    kind: "missed-call",
    path: helper.path,
    line: helper.line,
    text: helper.text,
    and: quotes,
    confidence: confidenceIn(replaced.sites, calls.length),
    title: `${helper.name} replaces ${callee} at ${replaced.sites} places, and ${calls.length} still ${calls.length === 1 ? "calls" : "call"} it directly`,
    explanation:
      `The change puts \`${helper.name}\` in place of \`${callee}\` ${replaced.sites} times, but these call it ` +
      `directly as before: ${places.join(", ")}${more}. Use the helper there too, or say why they are exempt.`,
  });
}
