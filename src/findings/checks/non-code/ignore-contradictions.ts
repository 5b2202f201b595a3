// Finds added files that .gitignore ignores and new rules that ignore tracked files.
import { readText } from "../../changed-text.ts";
import ignore from "ignore";
import type { Code, Quote } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";
import { firstAddedLine, findNewFiles } from "./new-files.ts";
import { ignoresOf, type Ignores, type IgnoreRule } from "../../gitignore.ts";
import { isTestInputOrForeign } from "./test-material.ts";

export async function findIgnoreContradictions(files: readonly FileDiff[], code: Code): Promise<FindingInput[]> {
  const ignores = { head: ignoresOf(code.head), base: ignoresOf(code.base) };
  const rules = await findRulesForTracked(files, code, ignores);
  const newRules = new Set(rules.map(({ path, line }) => `${path}:${line}`));
  return [...(await findIgnoredAdditions(files, code, ignores.head, newRules)), ...rules];
}

interface IgnoresOnBothSides {
  base: Ignores;
  head: Ignores;
}

async function findIgnoredAdditions(
  files: readonly FileDiff[],
  code: Code,
  ignores: Ignores,
  newRules: ReadonlySet<string>,
): Promise<FindingInput[]> {
  const byRule = new Map<string, { rule: IgnoreRule; files: { file: FileDiff; path: string }[] }>();
  for (const added of findNewFiles(files)) {
    const rule = await ignores.ruleFor(added.path);
    // Tests of tools that read logs and build output need such files.
    if (!rule || newRules.has(ruleKey(rule)) || isTestInputOrForeign(added.path)) continue;
    const group = byRule.get(ruleKey(rule)) ?? { rule, files: [] };
    group.files.push(added);
    byRule.set(ruleKey(rule), group);
  }
  const findings: FindingInput[] = [];
  for (const { rule, files: group } of byRule.values()) {
    if (!(await isForcedOnPurpose(rule, code, ignores))) findings.push(forcedFinding(rule, group));
  }
  return findings;
}

function forcedFinding(rule: IgnoreRule, group: readonly { file: FileDiff; path: string }[]): FindingInput {
  const quotable = group.find(({ file }) => !file.binary);
  const name = quotable?.path ?? group[0]?.path ?? "";
  const more =
    group.length < 2 ? "" : ` So were ${group.length - 1} more added ${group.length === 2 ? "file" : "files"}.`;
  const quote: Quote = { path: rule.file, side: "head", start: rule.line, end: rule.line, text: rule.text };
  return {
    kind: "ignored-file-added",
    // A broad rule often matches intended files, and a tracked file works despite it.
    confidence: 4,
    // If no file has a line to quote, the finding points to the rule.
    ...(quotable
      ? { path: quotable.path, ...firstAddedLine(quotable.file), and: [quote] }
      : { path: rule.file, line: rule.line, text: rule.text }),
    title: `${name} is added although ${rule.file} ignores it`,
    explanation:
      `The rule \`${rule.text.trim()}\` ignores it, so it was added by force.${more} ` +
      `Remove it, or add a \`!\` rule for it.`,
  };
}

function ruleKey(rule: IgnoreRule): string {
  return `${rule.file}:${rule.line}`;
}

/** A repository that already tracks files that the rule ignores adds them with `--force` routinely. */
async function isForcedOnPurpose(rule: IgnoreRule, code: Code, ignores: Ignores): Promise<boolean> {
  for (const path of matchingPaths(rule, await code.base.paths())) {
    const decided = await ignores.ruleFor(path);
    if (decided && ruleKey(decided) === ruleKey(rule)) return true;
  }
  return false;
}

/** Paths that the rule may match. Other rules can re-include them, so the full evaluation decides. */
function matchingPaths(rule: Pick<IgnoreRule, "file" | "text">, paths: readonly string[]): string[] {
  const folder = rule.file.slice(0, rule.file.lastIndexOf("/") + 1);
  const matcher = ignore({ ignorecase: false }).add(rule.text);
  return paths.filter(
    (path) => path.startsWith(folder) && path.length > folder.length && matcher.ignores(path.slice(folder.length)),
  );
}

async function findRulesForTracked(
  files: readonly FileDiff[],
  code: Code,
  ignores: IgnoresOnBothSides,
): Promise<FindingInput[]> {
  const findings: FindingInput[] = [];
  for (const file of files) {
    if (file.newPath === null || !/(?:^|\/)\.gitignore$/.test(file.newPath)) continue;
    const before = await readRulesAtBase(file, code);
    for (const { line, text } of addedLines(file)) {
      const rule = { file: file.newPath, line, text };
      if (/^\s*(?:[#!]|$)/.test(text) || before.has(text.trim())) continue;
      const tracked = await findNewlyIgnored(rule, code, ignores);
      const [first] = tracked;
      if (first === undefined) continue;
      const more = tracked.length === 1 ? "" : ` and ${tracked.length - 1} more`;
      findings.push({
        kind: "ignores-tracked-file",
        path: rule.file,
        line,
        text,
        title: `This rule ignores tracked files: ${first}${more}`,
        explanation:
          "Git keeps tracking them, so the rule has no effect on them, and new files beside them are " +
          "silently ignored. Remove them with `git rm --cached`, or narrow the rule.",
      });
    }
  }
  return findings;
}

async function readRulesAtBase(file: FileDiff, code: Code): Promise<Set<string>> {
  const text = file.oldPath === null ? null : await readText(code.base, file.oldPath);
  return new Set((text ?? "").split(/\r?\n/).map((line) => line.trim()));
}

async function findNewlyIgnored(rule: IgnoreRule, code: Code, ignores: IgnoresOnBothSides): Promise<string[]> {
  const tracked: string[] = [];
  for (const path of matchingPaths(rule, await code.head.paths())) {
    // Such files keep an otherwise ignored folder; test inputs are often ignored by others.
    if (/(?:^|\/)\.(?:git)?(?:ignore|keep)$/.test(path) || isTestInputOrForeign(path)) continue;
    const decided = await ignores.head.ruleFor(path);
    if (!decided || ruleKey(decided) !== ruleKey(rule)) continue;
    if (await ignores.base.ruleFor(path)) continue;
    tracked.push(path);
  }
  return tracked;
}
