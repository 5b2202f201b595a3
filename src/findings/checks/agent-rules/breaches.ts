// Finds the lines of one changed file that break a decidable rule.
import { startOfText } from "../../../secrets/cut-text.ts";
import type { ChangedLine } from "../../../change/diff.ts";
import { isExample, isFixture, isLocale, isTest, languageOf } from "../../../change/file-kinds.ts";
import { globMatcher } from "../../../change/path-glob.ts";
import { languageFor } from "../../text/languages.ts";
import { codeOn, commentOn, scan, type Scanned } from "../../text/scan.ts";
import type { DecidableRule } from "./decidable-rules.ts";
import { matcherApplies } from "./matchers.ts";
import type { AgentRule } from "./parse-rules.ts";
import { mayHoldCommands, findUnwantedCommand, type ToolRule } from "./tool-rules.ts";

export interface RuledFile {
  path: string;
  text: string;
  added: readonly ChangedLine[];
  removed: readonly string[];
  isNew: boolean;
  /** The change makes the file end without a newline. */
  lacksFinalNewline: boolean;
}

export interface Breach extends ChangedLine {
  kind: "forbidden-use" | "broken-convention" | "missing-newline";
  title: string;
  explanation: string;
  confidence: number;
  rule: AgentRule;
}

type DecidableProhibition = Extract<DecidableRule, { is: "forbidden" }>;

/** More lines of the same file add no information. */
const mostPerRule = 3;

/** Rules that a file of this name could break; without any, the file is not read. */
export function relevantRules(rules: readonly DecidableRule[], path: string): DecidableRule[] {
  const language = languageFor(path);
  if (language === null || isFixture(path)) return [];
  return rules.filter((one) => {
    // Tools that write data files often omit the final newline.
    if (one.is === "newline") return language.family !== "data" && language.family !== "markup";
    if (one.is === "tool") return mayHoldCommands(path);
    if (one.is === "convention")
      return (
        language.family !== "data" &&
        language.family !== "markup" &&
        (one.folder === "" || matchesPlace(path, one.folder, one.rule.path))
      );
    if (one.is === "emoji") return language.family !== "data" && !isTest(path) && !isLocale(path) && !isExample(path);
    return matcherApplies(one.matcher, language, path) && isInScope(one, path);
  });
}

/** The caller passes only rules that apply to the file. */
export function findBreaches(file: RuledFile, rules: readonly DecidableRule[]): Breach[] {
  const language = languageFor(file.path);
  if (language === null) return [];
  const scanned = scan(file.text, language);
  const added = file.added.filter(({ line, text }) => text.length <= 1000 && scanned.lines[line - 1] === text);
  const gone = scan(file.removed.join("\n"), language);
  const seen = new Set<string>();
  return rules
    .flatMap((one): Breach[] => {
      if (one.is === "newline") return file.lacksFinalNewline ? missingNewlines(file, one.rule) : [];
      if (one.is === "tool") return unwantedCommands(one, file);
      if (one.is === "convention") return conventionBreaches(one, file, scanned, added);
      if (one.is === "emoji") return emojiUses(file, scanned, added, one.rule);
      return forbiddenUses(one, scanned, added, gone);
    })
    .filter(({ line, title, rule }) => {
      // A personal rule that repeats a repository rule is reported once.
      const key = `${line} ${title.replace(ruleOwner(rule), "")}`;
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.line - b.line);
}

/** Whether the rule applies to the file, by language, path and whether it is a test. */
function isInScope(
  { rule, tests, languages, places: within, exempt: spares }: DecidableProhibition,
  path: string,
): boolean {
  if (isTest(path) ? tests !== "only" : tests === "only") return false;
  if (isExample(path)) return false;
  if (languages.length > 0 && !languages.some((language) => isWrittenIn(language, path))) return false;
  const matches = (place: string): boolean => matchesPlace(path, place, rule.path);
  return (within.length === 0 || within.some(matches)) && !spares.some(matches);
}

function isWrittenIn(language: string, path: string): boolean {
  const own = languageOf(path);
  return own === language || (language === "JavaScript" && own === "TypeScript");
}

/** Matches a folder, file or glob of the rule, relative to the root or to the rule file. */
function matchesPlace(path: string, place: string, rulePath: string): boolean {
  const from = rulePath.slice(0, rulePath.lastIndexOf("/") + 1);
  const bare = place.replace(/^\.?\//, "").replace(/\/(?:\*\*?)?$/, "");
  return (
    [bare, from + bare].some(
      (one) =>
        path === one ||
        path.startsWith(`${one}/`) ||
        (one.includes("*") && globMatcher(one, { dot: true, basename: true })(path)),
    ) ||
    (!bare.includes("/") && path.endsWith(`/${bare}`))
  );
}

function forbiddenUses(
  one: DecidableProhibition,
  scanned: Scanned,
  added: readonly ChangedLine[],
  gone: Scanned,
): Breach[] {
  const ownTests = one.tests === "only" ? Infinity : firstTestLine(scanned);
  const hits = added.filter(
    ({ line }) => line < ownTests && one.matcher.matches(scanned, line) && !isExcused(scanned, line),
  );
  // Lines that matched before, in another form, are not new.
  const before = gone.lines.filter((_, index) => one.matcher.matches(gone, index + 1)).length;
  const fresh = hits.length - before;
  if (fresh <= 0) return [];
  const isAdded = new Set(added.map(({ line }) => line));
  const isHabit = scanned.lines.some((_, index) => !isAdded.has(index + 1) && one.matcher.matches(scanned, index + 1));
  const { rule, token } = one;
  return hits.slice(-Math.min(fresh, mostPerRule)).map((hit) => ({
    ...hit,
    kind: "forbidden-use",
    title: `\`${token}\` is forbidden by ${ruleOwner(rule)}`,
    explanation:
      `${rule.path}, line ${rule.line}, says: ${quoteSentence(rule.sentence)} ` +
      (one.instead.length > 0
        ? `Use ${one.instead.map((other) => `\`${other}\``).join(" or ")}, as it says`
        : "Remove it") +
      ", or change the rule if it no longer holds.",
    confidence: isHabit ? 4 : ruleConfidence(rule),
    rule,
  }));
}

/** The first line of the inline tests of a Rust file. */
function firstTestLine({ lines }: Scanned): number {
  const at = lines.findIndex((text) => text.startsWith("#[cfg(test)]"));
  return at < 0 ? Infinity : at + 1;
}

/** A comment gives a reason, or a linter directive allows it. */
function isExcused(scanned: Scanned, line: number): boolean {
  const near = commentOn(scanned, line) + (codeOn(scanned, line - 1).trim() === "" ? commentOn(scanned, line - 1) : "");
  return /eslint-disable|biome-ignore|oxlint-disable|ts-expect-error|noqa|type: ignore|nosec|allow\b|\b(?:because|since|needed|required|workaround|intentional\w*|on purpose|deliberate\w*)\b/i.test(
    near,
  );
}

/** "Use X instead of Y" is weaker than "never use Y". */
function ruleConfidence({ strength }: AgentRule): number {
  return strength === "must" ? 8 : 6;
}

function missingNewlines({ text, added }: RuledFile, rule: AgentRule): Breach[] {
  const last = added.at(-1);
  if (!last || text.endsWith("\n") || last.text.trim() === "") return [];
  return [
    {
      ...last,
      kind: "missing-newline",
      title: `The file ends without a newline, which ${ruleOwner(rule)} requires`,
      explanation: `${rule.path}, line ${rule.line}, says: ${quoteSentence(rule.sentence)} End the last line with a newline.`,
      confidence: 9,
      rule,
    },
  ];
}

function unwantedCommands(one: ToolRule, file: RuledFile): Breach[] {
  const { rule, required, isExplicit } = one;
  const hits = file.added.flatMap((hit) => {
    const command = hit.text.length > 1000 ? null : findUnwantedCommand(one, hit.text);
    return command === null ? [] : [{ ...hit, command }];
  });
  const before = file.removed.filter((text) => findUnwantedCommand(one, text.slice(0, 1000)) !== null).length;
  if (hits.length <= before) return [];
  const isAdded = new Set(file.added.map(({ line }) => line));
  const isHabit = file.text
    .split("\n")
    .some((text, index) => !isAdded.has(index + 1) && findUnwantedCommand(one, text.slice(0, 1000)) !== null);
  return hits.slice(0, 1).map(({ line, text, command }) => ({
    line,
    text,
    kind: "forbidden-use",
    title: `\`${command}\` is not the tool that ${ruleOwner(rule)} requires`,
    explanation:
      `${rule.path}, line ${rule.line}, says: ${quoteSentence(rule.sentence)} ` +
      (required === "" ? "Use the repository's own tool" : `Use ${required}`) +
      ", or change the rule if it no longer holds.",
    confidence: isHabit || !isExplicit ? 4 : 7,
    rule,
  }));
}

function conventionBreaches(
  { rule, breach, find }: Extract<DecidableRule, { is: "convention" }>,
  { path, isNew }: RuledFile,
  scanned: Scanned,
  added: readonly ChangedLine[],
): Breach[] {
  return find({ path, isNew, added, scanned }).map((line) => ({
    ...line,
    kind: "broken-convention",
    title: `${breach}, against ${ruleOwner(rule)}`,
    explanation: `${rule.path}, line ${rule.line}, says: ${quoteSentence(rule.sentence)} Follow it, or change the rule if it no longer holds.`,
    confidence: 6,
    rule,
  }));
}

const emoji = /\p{Emoji_Presentation}/u;

function emojiUses(file: RuledFile, scanned: Scanned, added: readonly ChangedLine[], rule: AgentRule): Breach[] {
  const hits = added.filter(({ text }) => emoji.test(text));
  const isAdded = new Set(added.map(({ line }) => line));
  const isHabit = scanned.lines.some((text, index) => !isAdded.has(index + 1) && emoji.test(text));
  if (hits.length <= file.removed.filter((text) => emoji.test(text)).length) return [];
  return hits.slice(0, 1).map((hit) => ({
    ...hit,
    kind: "forbidden-use",
    title: `The line contains an emoji, which ${ruleOwner(rule)} forbids`,
    explanation: `${rule.path}, line ${rule.line}, says: ${quoteSentence(rule.sentence)} Use words instead.`,
    confidence: isHabit ? 4 : ruleConfidence(rule),
    rule,
  }));
}

/** Personal rules are not part of the repository. */
function ruleOwner({ quotable }: AgentRule): string {
  return quotable ? "a rule of this repository" : "a rule of yours";
}

function quoteSentence(sentence: string): string {
  const text = sentence.length > 240 ? `${startOfText(sentence, 237)}...` : sentence;
  return `"${text}"`;
}
