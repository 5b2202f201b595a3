// Finds calls that a new helper replaces in some places but not in others.
import { hasAddedText, readText } from "../changed-text.ts";
import type { Change, Code, Quote } from "../../change/change.ts";
import { pathOf, type FileDiff } from "../../change/diff.ts";
import type { NameUse, Uses } from "../../change/symbols/symbols.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isNotHandWritten } from "../../change/file-kinds.ts";
import { examples } from "./helper-rollout/examples.ts";
import { addsFunction, findNewHelpers, type WrapperHelper } from "./helper-rollout/new-helpers.ts";
import { findRemainingCalls, searchTermForCallee } from "./helper-rollout/remaining-calls.ts";
import { Replacements, type ReplacedCalls } from "./helper-rollout/replacements.ts";

/** Fewer replaced calls are not a rollout. */
const fewestSites = 3;
/** Where more stay than this and than were replaced, the helper is for some of the calls. */
const mostLeft = 20;

interface Rollout {
  helper: WrapperHelper;
  callee: string;
  replaced: ReplacedCalls;
}

export const helperRollout: Check = {
  id: "helper-rollout",
  title: "Helpers that replace only some calls",
  passes: ["cross-reference"],
  searches: true,
  unproven: true,
  explains:
    "When a change adds a thin wrapper around one call and uses it in place of that call at least three times, " +
    "this check searches for the direct calls that remain in untouched files. A wrapper is short and passes its " +
    "own parameters on. Nothing is reported when more than 20 calls remain, and more than were replaced. Works on words and lines, " +
    "in every language with functions.",
  kinds: {
    "missed-call": {
      severity: "low",
      category: "style",
      says: "a direct call remains that a new helper replaces elsewhere",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no new functions"),

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const rollouts = await findRollouts(change, files, code, stop);
    const uses = await code.uses(rollouts.map(({ callee }) => searchTermForCallee(callee)));
    const findings: RawFinding[] = [];
    for (const rollout of rollouts) findings.push(...(await findMissedCalls(rollout, uses, change, code)));
    return checked("cross-reference", findings, files, `new helpers that replace calls: ${rollouts.length}`);
  },
};

function isChecked(file: FileDiff): boolean {
  return hasAddedText(file) && !isNotHandWritten(file.newPath) && addsFunction(file);
}

async function findRollouts(change: Change, files: readonly FileDiff[], code: Code, stop: AbortSignal) {
  // With fewer than three removed lines nothing can have been replaced.
  if (change.files.reduce((sum, file) => sum + file.deletions, 0) < fewestSites) return [];
  const rollouts: Rollout[] = [];
  const replacements = new Replacements(change.files);
  for (const file of files) {
    stop.throwIfAborted();
    const base = file.oldPath === null ? "" : ((await readText(code.base, file.oldPath)) ?? "");
    for (const helper of findNewHelpers(file, (await readText(code.head, pathOf(file))) ?? "", base)) {
      const all = helper.wraps.map((callee) => ({
        helper,
        callee,
        replaced: replacements.count(helper, callee),
      }));
      const candidates = all.filter(({ replaced }) => replaced.sites >= fewestSites && isShared(helper, replaced));
      // A helper that wraps two calls replaces neither of them.
      if (candidates.length === 1) rollouts.push(candidates[0]!);
    }
  }
  return rollouts;
}

/** A helper that only its own file uses is not reachable from others. */
function isShared({ path }: WrapperHelper, { files }: ReplacedCalls): boolean {
  return [...files].some((file) => file !== path);
}

async function findMissedCalls(rollout: Rollout, uses: Uses, change: Change, code: Code): Promise<RawFinding[]> {
  const { helper, callee, replaced } = rollout;
  const nameUses = uses.get(searchTermForCallee(callee));
  const changed = new Set(change.files.map(pathOf));
  const calls = nameUses ? await findRemainingCalls(helper, callee, replaced, nameUses, changed, code.head) : null;
  if (!calls || calls.length === 0 || calls.length > Math.max(replaced.sites, mostLeft)) return [];
  return [toFinding(rollout, calls)];
}

/** A few replaced calls may be all that was intended; if nearly all were replaced, the rest were probably forgotten. */
function rolloutConfidence(replaced: number, left: number): number {
  return replaced >= 6 && left * 2 <= replaced ? 6 : 4;
}

/** Named and quoted; more are counted. */
const mostNamed = 30;

function toFinding({ helper, callee, replaced }: Rollout, calls: readonly NameUse[]): RawFinding {
  const places = calls.slice(0, mostNamed).map(({ path, line }) => `${path}:${line}`);
  const more = calls.length > places.length ? ` and ${calls.length - places.length} more` : "";
  const quotes = calls
    .slice(0, mostNamed)
    .map(({ path, line, text }): Quote => ({ path, side: "head", start: line, end: line, text }));
  return buildFinding(helperRollout, {
    kind: "missed-call",
    path: helper.path,
    line: helper.line,
    text: helper.text,
    and: quotes,
    confidence: rolloutConfidence(replaced.sites, calls.length),
    title: `${helper.name} replaces ${callee} at ${replaced.sites} places, and ${calls.length} still ${calls.length === 1 ? "calls" : "call"} it directly`,
    explanation:
      `The change puts \`${helper.name}\` in place of \`${callee}\` ${replaced.sites} times, but these still call it ` +
      `directly: ${places.join(", ")}${more}. Use the helper there too, or state why they are exempt.`,
  });
}
