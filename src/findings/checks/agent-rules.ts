// Finds added lines that break a rule written in the repository's own instruction files.
import { hasAddedText, readText } from "../changed-text.ts";
import type { Change, Code, Quote } from "../../change/change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check, UnitResult } from "../report.ts";
import { isNotHandWritten } from "../../change/file-kinds.ts";
import { relevantRules, findBreaches, type Breach, type RuledFile } from "./agent-rules/breaches.ts";
import { examples } from "./agent-rules/examples.ts";
import { governedFolder, governingFiles, headerCovers, isRuleFile, type RuleFile } from "./agent-rules/rule-files.ts";
import { parseRules } from "./agent-rules/parse-rules.ts";
import { toDecidableRules, type DecidableRule } from "./agent-rules/decidable-rules.ts";

export { rulesForPath } from "./agent-rules/parse-rules.ts";

export const agentRules: Check = {
  id: "agent-rules",
  title: "The repository's own rules",
  passes: ["cross-reference"],
  unproven: true,
  explains:
    "Reads the rules in CLAUDE.md, AGENTS.md, .cursorrules, .cursor/rules and .github/copilot-instructions.md, " +
    "from the nearest folder and the root, as they are at the base of the change. It reports an added line that " +
    "clearly breaks one. Only rules without a condition are checked here: those that forbid something concrete, and " +
    "those about names and headers of files, indentation, the length of lines, TODOs, documentation of functions " +
    "and names of interfaces. A rule about certain languages, folders or tests applies only to those. The other " +
    "rules are left to the reviewers. " +
    "The finding quotes the rule. In your own repositories, your personalRules apply too (~/.claude/CLAUDE.md by " +
    "default).",
  kinds: {
    "forbidden-use": {
      severity: "medium",
      category: "style",
      says: "an added line uses what a rule of the repository forbids",
    },
    "broken-convention": {
      severity: "low",
      category: "style",
      says: "a name, a header, a line or a comment does not follow a rule of the repository",
    },
    "missing-newline": {
      severity: "low",
      category: "style",
      says: "a file ends without the newline that a rule requires",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no added lines of text"),

  run: (change, { code }, stop) => checkRules(change, code, stop, []),
};

/** A user's own rules from outside the repository. */
interface PersonalRules {
  /** The path that findings show. */
  displayPath: string;
  text: string;
}

/** Creates the check with a source of personal rules; `personal` returns those that apply to the change. */
export function agentRulesWith(personal: (change: Change) => Promise<readonly PersonalRules[]>): Check {
  return {
    ...agentRules,
    run: async (change, { code }, stop) => await checkRules(change, code, stop, await personal(change)),
  };
}

async function checkRules(
  change: Change,
  code: Code,
  stop: AbortSignal,
  personal: readonly PersonalRules[],
): Promise<UnitResult> {
  const files = change.files.filter(isChecked);
  const ruleFiles = [...(await readRulesAtBase(files, code)), ...withDecidableRules(personal.map(toRuleFile))];
  const breaches: { path: string; breach: Breach }[] = [];
  for (const file of ruleFiles.length > 0 ? files : []) {
    stop.throwIfAborted();
    const path = pathOf(file);
    const governed = governingFiles(path, ruleFiles).filter((one) => headerCovers(one, path));
    const rules = relevantRules(
      governed.flatMap((one) => one.rules),
      path,
    );
    if (rules.length === 0) continue;
    for (const breach of findBreaches(await readRuledFile(file, code), rules)) breaches.push({ path, breach });
  }
  const findings = mergeMissingNewlines(breaches).map(({ path, breach }) => toFinding(path, breach));
  const ruleCount = ruleFiles.reduce((sum, one) => sum + one.rules.length, 0);
  return checked("cross-reference", findings, files, `rules checked: ${ruleCount}`);
}

/** Personal rules apply to every folder. */
function toRuleFile({ displayPath, text }: PersonalRules): RuleFile {
  return { path: displayPath, text, folder: "", quotable: false };
}

function isChecked(file: FileDiff): boolean {
  return hasAddedText(file) && !isNotHandWritten(file.newPath) && !isRuleFile(file.newPath);
}

type DecidableRuleFile = RuleFile & { rules: DecidableRule[] };

/** Read at base, so that a change cannot loosen the rules that apply to it. */
async function readRulesAtBase(files: readonly FileDiff[], code: Code): Promise<DecidableRuleFile[]> {
  const all = (await code.base.paths())
    .filter(isRuleFile)
    .map((path) => ({ path, folder: governedFolder(path), quotable: true }));
  const governing = new Set(files.flatMap((file) => governingFiles(pathOf(file), all)));
  const read = await Promise.all(
    [...governing].map(async (one): Promise<RuleFile> => {
      return { ...one, text: (await readText(code.base, one.path)) ?? "" };
    }),
  );
  return withDecidableRules(read);
}

/** Keeps the files that contain decidable rules. */
function withDecidableRules(files: readonly RuleFile[]): DecidableRuleFile[] {
  return files
    .map((file) => ({ ...file, rules: parseRules(file).flatMap(toDecidableRules) }))
    .filter(({ rules }) => rules.length > 0);
}

async function readRuledFile(file: FileDiff, code: Code): Promise<RuledFile> {
  const path = pathOf(file);
  return {
    path,
    text: (await readText(code.head, path)) ?? "",
    added: [...addedLines(file)],
    removed: [...removedLines(file)].map(({ text }) => text),
    isNew: file.oldPath === null,
    lacksFinalNewline: file.hunks.some(({ noNewline }) => noNewline === "new"),
  };
}

/** Reports a missing newline once for all files. */
function mergeMissingNewlines(
  breaches: readonly { path: string; breach: Breach }[],
): { path: string; breach: Breach }[] {
  const bare = breaches.filter(({ breach }) => breach.kind === "missing-newline");
  const others = bare.length > 1 ? ` ${bare.length - 1} more of the changed files end without one.` : "";
  return breaches.flatMap((one) => {
    if (one.breach.kind !== "missing-newline") return [one];
    return one === bare[0] ? [{ ...one, breach: { ...one.breach, explanation: one.breach.explanation + others } }] : [];
  });
}

function toFinding(path: string, { kind, line, text, title, explanation, confidence, rule }: Breach): RawFinding {
  const quote: Quote = { path: rule.path, side: "base", start: rule.line, end: rule.line, text: rule.lineText };
  return buildFinding(agentRules, {
    kind,
    path,
    line,
    text,
    title,
    explanation,
    confidence,
    ...(rule.quotable && { and: [quote] }),
  });
}
