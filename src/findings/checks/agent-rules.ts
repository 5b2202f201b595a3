// Added lines that break a rule the repository has written down for those who change it.
import type { Change, Code, Quote } from "../../change/change.ts";
import { addedLines, isSubmodule, isSymlink, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import { found, type RawFinding } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check, UnitResult } from "../report.ts";
import { isNotHandWritten } from "../../change/file-kinds.ts";
import { bearing, breachesIn, type Breach, type RuledFile } from "./agent-rules/breaches.ts";
import { examples } from "./agent-rules/examples.ts";
import { folderOf, governing, headerAdmits, isRuleFile, type RuleFile } from "./agent-rules/rule-files.ts";
import { rulesIn } from "./agent-rules/rules.ts";
import { decidable, type Decidable } from "./agent-rules/decidable.ts";

export { rulesFor } from "./agent-rules/rules.ts";

export const agentRules: Check = {
  id: "agent-rules",
  title: "The repository's own rules",
  passes: ["cross-reference"],
  unproven: true,
  explains:
    "Reads the rules that stand in CLAUDE.md, AGENTS.md, .cursorrules, .cursor/rules and " +
    ".github/copilot-instructions.md, of the nearest folder and of the root, as they are at the base of the change, and " +
    "reports an added line that plainly breaks one. Only a rule that names a concrete thing and no condition can be " +
    "decided here; a rule about some languages, folders or tests is held to those; the others are for reviewers who can " +
    "read. The finding quotes the rule. In a repository of yours it also holds a change to your personalRules.",
  kinds: {
    "forbidden-use": {
      severity: "medium",
      category: "style",
      says: "an added line uses what a rule of the repository forbids",
    },
    "missing-newline": {
      severity: "low",
      category: "style",
      says: "a file ends without the newline that a rule demands",
    },
  },
  examples,

  when(change) {
    return change.files.some(isLooked) ? true : { kind: "nothing-to-check", what: "added lines of text" };
  },

  run: (change, { code }, stop) => held(change, code, stop, []),
};

/** A person's own rules, from outside of the repository. */
export interface PersonalRules {
  /** As people would name the file. */
  shown: string;
  text: string;
}

/** The same check, which also holds a change to rules of the user's own: `personal` decides whether, and reads them. */
export function agentRulesWith(personal: (change: Change) => Promise<readonly PersonalRules[]>): Check {
  return {
    ...agentRules,
    run: async (change, { code }, stop) => await held(change, code, stop, await personal(change)),
  };
}

async function held(
  change: Change,
  code: Code,
  stop: AbortSignal,
  personal: readonly PersonalRules[],
): Promise<UnitResult> {
  const files = change.files.filter(isLooked);
  const ruled = [...(await rulesAtBase(files, code)), ...withRules(personal.map(fileOf))];
  const breaches: { path: string; breach: Breach }[] = [];
  for (const file of ruled.length > 0 ? files : []) {
    stop.throwIfAborted();
    const path = pathOf(file);
    const governed = governing(path, ruled).filter((one) => headerAdmits(one, path));
    const rules = bearing(
      governed.flatMap((one) => one.rules),
      path,
    );
    if (rules.length === 0) continue;
    for (const breach of breachesIn(await ruledFile(file, code), rules)) breaches.push({ path, breach });
  }
  const findings = onceEach(breaches).map(({ path, breach }) => findingOf(path, breach));
  const said = ruled.reduce((sum, one) => sum + one.rules.length, 0);
  return checked("cross-reference", findings, files, `${said} rules of ${ruled.length} files could be decided`);
}

/** They hold everywhere. */
function fileOf({ shown, text }: PersonalRules): RuleFile {
  return { path: shown, text, folder: "", quotable: false };
}

function isLooked(file: FileDiff): boolean {
  if (file.newPath === null || file.binary || file.additions === 0) return false;
  return !isSubmodule(file) && !isSymlink(file) && !isNotHandWritten(file.newPath) && !isRuleFile(file.newPath);
}

type RuledFolder = RuleFile & { rules: Decidable[] };

/** A change cannot loosen the rules that it is held to: they are read where it began. */
async function rulesAtBase(files: readonly FileDiff[], code: Code): Promise<RuledFolder[]> {
  const all = (await code.base.paths())
    .filter(isRuleFile)
    .map((path) => ({ path, folder: folderOf(path), quotable: true }));
  const wanted = new Set(files.flatMap((file) => governing(pathOf(file), all)));
  const read = await Promise.all(
    [...wanted].map(async (one): Promise<RuleFile> => {
      const bytes = await code.base.read(one.path);
      return { ...one, text: bytes === null ? "" : new TextDecoder().decode(bytes) };
    }),
  );
  return withRules(read);
}

/** Those that hold rules which can be decided. */
function withRules(files: readonly RuleFile[]): RuledFolder[] {
  return files
    .map((file) => ({ ...file, rules: rulesIn(file).flatMap(decidable) }))
    .filter(({ rules }) => rules.length > 0);
}

async function ruledFile(file: FileDiff, code: Code): Promise<RuledFile> {
  const path = pathOf(file);
  const bytes = await code.head.read(path);
  return {
    path,
    text: bytes === null ? "" : new TextDecoder().decode(bytes),
    added: [...addedLines(file)],
    removed: [...removedLines(file)].map(({ text }) => text),
    endsBare: file.hunks.some(({ noNewline }) => noNewline === "new"),
  };
}

/** A missing newline is said once for all files. */
function onceEach(breaches: readonly { path: string; breach: Breach }[]): { path: string; breach: Breach }[] {
  const bare = breaches.filter(({ breach }) => breach.kind === "missing-newline");
  const others = bare.length > 1 ? ` ${bare.length - 1} more of the changed files end so.` : "";
  return breaches.flatMap((one) => {
    if (one.breach.kind !== "missing-newline") return [one];
    return one === bare[0] ? [{ ...one, breach: { ...one.breach, explanation: one.breach.explanation + others } }] : [];
  });
}

function findingOf(path: string, { kind, line, text, title, explanation, confidence, rule }: Breach): RawFinding {
  const quote: Quote = { path: rule.path, side: "base", start: rule.line, end: rule.line, text: rule.lineText };
  return found(agentRules, {
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
