// Finds documents that show what one of their own new rules forbids.
import { isProse } from "../../change/file-kinds.ts";
import { hasAddedText, readText } from "../changed-text.ts";
import { addedLines, pathOf, type FileDiff } from "../../change/diff.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { addedDocLines, isExcludedDoc, type DocLine } from "./doc-claim/doc-lines.ts";
import { breaksRule } from "./doc-rule-example/breaks-rule.ts";
import { examples } from "./doc-rule-example/examples.ts";
import { parseDocRules, type DocRule } from "./doc-rule-example/doc-rules.ts";
import { isLabelledWrong, findShownUsages, type ShownUsage } from "./doc-rule-example/shown-usages.ts";

/** More locations of the same rule add no information. */
const mostPerRule = 5;

const rulesFile = /\.cursorrules$|(?:^|\/)\.(?:windsurfrules|clinerules)$/i;

interface PlacedRule {
  doc: string;
  at: DocLine;
  rule: DocRule;
}

interface DocUsages {
  path: string;
  added: ReadonlySet<number>;
  showings: readonly ShownUsage[];
}

export const docRuleExample: Check = {
  id: "doc-rule-example",
  title: "Documents that break their own rules",
  passes: ["cross-reference"],
  unproven: true,
  explains:
    "A new rule in a document and an example that breaks it are often far apart, so nobody reads both. This check " +
    "takes added rules that forbid one concrete form in backticks (never use, do not run, is forbidden, fails, " +
    "there is no, instead of, not) and searches for that form in what the same document, and the documents changed " +
    "with it, show as usage: code blocks, and backticks after run, use or call. A single word is searched as a " +
    "command in shell blocks and as a word of code in others. Conditional rules, placeholders, lines that name the " +
    "prescribed form and anything labelled as wrong are ignored.",
  kinds: {
    "broken-by-change": {
      severity: "medium",
      category: "docs",
      says: "an added line shows what a rule of the same change forbids",
    },
    "broken-in-file": {
      severity: "low",
      category: "docs",
      says: "the document still shows what its new rule forbids",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no added documentation"),

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const rules: PlacedRule[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      const lines = await addedDocLines(file, code, (text) => mayForbid.test(text));
      rules.push(
        ...lines.flatMap((at) => parseDocRules(at.text, at.before).map((rule) => ({ doc: pathOf(file), at, rule }))),
      );
    }
    const usages: DocUsages[] = [];
    for (const file of rules.length > 0 ? files : []) {
      const added = new Set([...addedLines(file)].map(({ line }) => line));
      usages.push({
        path: pathOf(file),
        added,
        showings: findShownUsages((await readText(code.head, pathOf(file))) ?? ""),
      });
    }
    const findings = rules.flatMap((placed) => findViolations(placed, usages));
    return checked(
      "cross-reference",
      findings,
      files,
      `added rules compared with the changed documents: ${rules.length}`,
    );
  },
};

const mayForbid =
  /\b(?:never|not|don't|mustn't|avoid|fails?|no|instead|rather|forbidden|prohibited|banned|disallowed|exist|won't|doesn't)\b/i;

function isChecked(file: FileDiff): boolean {
  const path = pathOf(file);
  if (!hasAddedText(file)) return false;
  return (isProse(path) || rulesFile.test(path)) && !isExcludedDoc(path);
}

function findViolations(placed: PlacedRule, usages: readonly DocUsages[]): RawFinding[] {
  return usages
    .flatMap(({ path, added, showings }) =>
      showings
        .filter(({ line }) => path === placed.doc || added.has(line))
        .filter((showing) => {
          const ruleLine = path === placed.doc ? placed.at.line : 0;
          if (isOwnLine(placed, path, showing) || !breaksRule(placed.rule, showing, ruleLine)) return false;
          return !isLabelledWrong(showing, ruleLine);
        })
        .map((showing) => toFinding(placed, path, showing, added.has(showing.line))),
    )
    .slice(0, mostPerRule);
}

/** The rule itself and the sentences around it may name the forbidden form. */
function isOwnLine({ doc, at }: PlacedRule, path: string, { line, source: how }: ShownUsage): boolean {
  return doc === path && Math.abs(line - at.line) <= (how === "block" ? 0 : 1);
}

function toFinding(
  { doc, at, rule }: PlacedRule,
  path: string,
  { line, raw }: ShownUsage,
  isAdded: boolean,
): RawFinding {
  const form = rule.where === "root" ? `${rule.forbidden} commands at the root` : rule.forbidden;
  const where = path === doc ? `line ${at.line}` : `${doc}:${at.line}`;
  return buildFinding(docRuleExample, {
    kind: isAdded ? "broken-by-change" : "broken-in-file",
    claim: "mismatch",
    path,
    line,
    text: raw,
    title: `The rule at ${where} forbids \`${form}\`, and this line still shows it`,
    explanation:
      `The rule says: "${at.text.slice(0, 200)}". Readers who follow this line break it. ` +
      (rule.prescribed.length > 0
        ? `Show \`${rule.prescribed[0]}\` here, or narrow the rule.`
        : "Change the line to what the rule allows, label it as wrong, or narrow the rule."),
    and: [{ path: doc, side: "head", start: at.line, end: at.line, text: at.raw }],
    // A single word can be right in another context.
    confidence: (isAdded ? 8 : 7) - (rule.matchAs === "word" && rule.where !== "root" ? 2 : 0),
  });
}
