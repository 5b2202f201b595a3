// Holds one changed file to the rules that can be decided.
import picomatch from "picomatch";
import type { ChangedLine } from "../../../change/diff.ts";
import { isExample, isFixture, isLocale, isTest, languageOf } from "../../../change/file-kinds.ts";
import { languageFor } from "../../text/languages.ts";
import { codeOn, commentOn, scan, type Scanned } from "../../text/scan.ts";
import type { Decidable } from "./decidable.ts";
import { appliesTo } from "./matchers.ts";
import type { Rule } from "./rules.ts";
import { keepsCommands, unwantedCommand, type ToolRule } from "./tools.ts";

export interface RuledFile {
  path: string;
  text: string;
  added: readonly ChangedLine[];
  removed: readonly string[];
  /** The change makes the file end without a newline. */
  endsBare: boolean;
}

export interface Breach extends ChangedLine {
  kind: "forbidden-use" | "missing-newline";
  title: string;
  explanation: string;
  confidence: number;
  rule: Rule;
}

type Forbidden = Extract<Decidable, { is: "forbidden" }>;

/** So many lines of one file are enough to make the point. */
const mostOfOneRule = 3;

/** Those of the rules that could be broken by a file of this name: without any, it need not be read. */
export function bearing(rules: readonly Decidable[], path: string): Decidable[] {
  const language = languageFor(path);
  if (language === null || isFixture(path)) return [];
  return rules.filter((one) => {
    // Data is often written by programs.
    if (one.is === "newline") return language.family !== "data" && language.family !== "markup";
    if (one.is === "tool") return keepsCommands(path);
    if (one.is === "emoji") return language.family !== "data" && !isTest(path) && !isLocale(path) && !isExample(path);
    return appliesTo(one.matcher, language, path) && isWithin(one, path);
  });
}

/** The rules must bear on the file. */
export function breachesIn(file: RuledFile, rules: readonly Decidable[]): Breach[] {
  const language = languageFor(file.path);
  if (language === null) return [];
  const scanned = scan(file.text, language);
  const added = file.added.filter(({ line, text }) => text.length <= 1000 && scanned.lines[line - 1] === text);
  const gone = scan(file.removed.join("\n"), language);
  const seen = new Set<string>();
  return rules
    .flatMap((one): Breach[] => {
      if (one.is === "newline") return file.endsBare ? bareEnd(file, one.rule) : [];
      if (one.is === "tool") return commands(one, file);
      if (one.is === "emoji") return emojis(file, scanned, added, one.rule);
      return uses(one, scanned, added, gone);
    })
    .filter(({ line, title, rule }) => {
      // A person's rule that says what the repository's says too is broken once.
      const key = `${line} ${title.replace(whose(rule), "")}`;
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.line - b.line);
}

/** Whether the rule speaks of this file, by its language, its place, and its being a test. */
function isWithin({ rule, tests, languages, within, spares }: Forbidden, path: string): boolean {
  if (isTest(path) ? tests !== "only" : tests === "only") return false;
  if (isExample(path)) return false;
  if (languages.length > 0 && !languages.some((language) => isIn(language, path))) return false;
  const matches = (place: string): boolean => lies(path, place, rule.path);
  return (within.length === 0 || within.some(matches)) && !spares.some(matches);
}

function isIn(language: string, path: string): boolean {
  const own = languageOf(path);
  return own === language || (language === "JavaScript" && own === "TypeScript");
}

/** A folder, a file or a glob that the rule names, from the root or from where the rule stands. */
function lies(path: string, place: string, rulePath: string): boolean {
  const from = rulePath.slice(0, rulePath.lastIndexOf("/") + 1);
  const bare = place.replace(/^\.?\//, "").replace(/\/(?:\*\*?)?$/, "");
  return (
    [bare, from + bare].some(
      (one) =>
        path === one ||
        path.startsWith(`${one}/`) ||
        (one.includes("*") &&
          one.split("*").length < 9 &&
          picomatch.isMatch(path, one, { dot: true, basename: !one.includes("/") })),
    ) ||
    (!bare.includes("/") && path.endsWith(`/${bare}`))
  );
}

function uses(one: Forbidden, scanned: Scanned, added: readonly ChangedLine[], gone: Scanned): Breach[] {
  const ownTests = one.tests === "only" ? Infinity : testsFrom(scanned);
  const hits = added.filter(
    ({ line }) => line < ownTests && one.matcher.matches(scanned, line) && !isExcused(scanned, line),
  );
  // Lines that were there in another form are not this change's doing.
  const before = gone.lines.filter((_, index) => one.matcher.matches(gone, index + 1)).length;
  const fresh = hits.length - before;
  if (fresh <= 0) return [];
  const isAdded = new Set(added.map(({ line }) => line));
  const isHabit = scanned.lines.some((_, index) => !isAdded.has(index + 1) && one.matcher.matches(scanned, index + 1));
  const { rule, token } = one;
  return hits.slice(-Math.min(fresh, mostOfOneRule)).map((hit) => ({
    ...hit,
    kind: "forbidden-use",
    title: `\`${token}\` is forbidden by ${whose(rule)}`,
    explanation:
      `${rule.path}, line ${rule.line}, says: ${shortened(rule.sentence)} ` +
      (one.instead.length > 0
        ? `Use ${one.instead.map((other) => `\`${other}\``).join(" or ")}, as it says`
        : "Do it without") +
      ", or change the rule if it no longer holds.",
    confidence: isHabit ? 4 : confidenceIn(rule),
    rule,
  }));
}

/** The line from which a Rust file holds its own tests. */
function testsFrom({ lines }: Scanned): number {
  const at = lines.findIndex((text) => text.startsWith("#[cfg(test)]"));
  return at < 0 ? Infinity : at + 1;
}

/** Somebody has given a reason on the line or above it, or has told a linter to allow it. */
function isExcused(scanned: Scanned, line: number): boolean {
  const near = commentOn(scanned, line) + (codeOn(scanned, line - 1).trim() === "" ? commentOn(scanned, line - 1) : "");
  return /eslint-disable|biome-ignore|oxlint-disable|ts-expect-error|noqa|type: ignore|nosec|allow\b|\b(?:because|since|needed|required|workaround|intentional\w*|on purpose|deliberate\w*)\b/i.test(
    near,
  );
}

/** "Use X instead of Y" says less loudly what "never use Y" does. */
function confidenceIn({ strength }: Rule): number {
  return strength === "must" ? 8 : 6;
}

function bareEnd({ text, added }: RuledFile, rule: Rule): Breach[] {
  const last = added.at(-1);
  if (!last || text.endsWith("\n") || last.text.trim() === "") return [];
  return [
    {
      ...last,
      kind: "missing-newline",
      title: `The file ends without a newline, which ${whose(rule)} demands`,
      explanation: `${rule.path}, line ${rule.line}, says: ${shortened(rule.sentence)} End the last line with a newline.`,
      confidence: 9,
      rule,
    },
  ];
}

function commands(one: ToolRule, file: RuledFile): Breach[] {
  const { rule, wanted, named } = one;
  const hits = file.added.flatMap((hit) => {
    const command = hit.text.length > 1000 ? null : unwantedCommand(one, hit.text);
    return command === null ? [] : [{ ...hit, command }];
  });
  const before = file.removed.filter((text) => unwantedCommand(one, text.slice(0, 1000)) !== null).length;
  if (hits.length <= before) return [];
  const isAdded = new Set(file.added.map(({ line }) => line));
  const isHabit = file.text
    .split("\n")
    .some((text, index) => !isAdded.has(index + 1) && unwantedCommand(one, text.slice(0, 1000)) !== null);
  return hits.slice(0, 1).map(({ line, text, command }) => ({
    line,
    text,
    kind: "forbidden-use",
    title: `\`${command}\` is not the tool that ${whose(rule)} asks for`,
    explanation:
      `${rule.path}, line ${rule.line}, says: ${shortened(rule.sentence)} ` +
      (wanted === "" ? "Use the repository's own tool" : `Use ${wanted}`) +
      ", or change the rule if it no longer holds.",
    confidence: isHabit || !named ? 4 : 7,
    rule,
  }));
}

const emoji = /\p{Emoji_Presentation}/u;

function emojis(file: RuledFile, scanned: Scanned, added: readonly ChangedLine[], rule: Rule): Breach[] {
  const hits = added.filter(({ text }) => emoji.test(text));
  const isAdded = new Set(added.map(({ line }) => line));
  const isHabit = scanned.lines.some((text, index) => !isAdded.has(index + 1) && emoji.test(text));
  if (hits.length <= file.removed.filter((text) => emoji.test(text)).length) return [];
  return hits.slice(0, 1).map((hit) => ({
    ...hit,
    kind: "forbidden-use",
    title: `The line holds an emoji, which ${whose(rule)} forbids`,
    explanation: `${rule.path}, line ${rule.line}, says: ${shortened(rule.sentence)} Say it in words.`,
    confidence: isHabit ? 4 : confidenceIn(rule),
    rule,
  }));
}

/** A person's own rules are no part of the repository. */
function whose({ quotable }: Rule): string {
  return quotable ? "a rule of this repository" : "a rule of yours";
}

function shortened(sentence: string): string {
  const text = sentence.length > 240 ? `${sentence.slice(0, 237)}...` : sentence;
  return `"${text}"`;
}
