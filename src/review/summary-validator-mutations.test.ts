// Property tests with mutated summaries: nothing valid is rejected, nothing invalid passes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../test/support/property-runs.ts";
import { inDetails } from "../../test/support/summaries.ts";
import { verdictNames, type VerdictName } from "./decision.ts";
import { reviewedLabels, mildestVerdict, summaryVerdicts, weights, type Weight } from "./summary-form.ts";
import { validateSummary } from "./summary-validator.ts";

/** A summary before it is rendered. */
interface Model {
  what: string[];
  labels: string[];
  strengths: string[];
  groups: { name: string; entries: string[][] }[];
  suggestions: string[];
  verdict: string;
}

const word = fc.constantFrom(
  "cart",
  "sum",
  "the",
  "price",
  "is",
  "kept",
  "`a.B`",
  "v1.2",
  "src/a.ts",
  "e.g.",
  "x_y",
  "a < b",
);
const clause = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const sentence = clause.map((words) => `It ${words} so${/[.]$/.test(words) ? "" : "."}`.replace(/so$/, "so."));
const path = fc.constantFrom("src/a.ts", "a b.md", "docs/(old)/x.md", "`src/a_b.ts`", "2024 notes.md", "é/ü.ts");
const places = fc.constantFrom("1", "12, 40", "3-9", "3–9, 12");
const entry = fc
  .tuple(path, places, clause, fc.array(sentence, { minLength: 1, maxLength: 3 }))
  .map(([at, where, title, says]) => [`${at} (${where}): ${title}`, ...says]);

const model: fc.Arbitrary<Model> = fc
  .record({
    what: fc.array(sentence, { minLength: 1, maxLength: 2 }),
    labels: fc.subarray([...reviewedLabels]),
    strengths: fc.array(clause, { maxLength: 3 }),
    groups: fc
      .subarray([...weights])
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.record({ name: fc.constant(name as string), entries: fc.array(entry, { minLength: 1, maxLength: 2 }) }),
          ),
        ),
      ),
    suggestions: fc.array(clause, { maxLength: 3 }),
  })
  .map(({ groups, suggestions, ...rest }) => ({
    ...rest,
    groups,
    // A clean review has no summary.
    suggestions: groups.length === 0 && suggestions.length === 0 ? ["name it"] : suggestions,
    verdict: verdictText(mildestVerdict(groups.map(({ name }) => name as Weight))),
  }));

function verdictText(name: VerdictName): string {
  return `${summaryVerdicts[name]} -- 3 findings; look at them.`;
}

function written({ what, labels, strengths, groups, suggestions, verdict }: Model): string {
  const observed = groups.map(
    ({ name, entries }) => `### ${name}\n\n${entries.map((lines) => lines.join("\n")).join("\n\n")}`,
  );
  return inDetails(
    [
      `## What Changed\n\n${what.join(" ")}${labels.length > 0 ? `\n\nReviewed: ${labels.join(", ")}` : ""}`,
      ...(strengths.length > 0
        ? [`## Strengths\n\n${strengths.map((one) => `- :white_check_mark: ${one}`).join("\n")}`]
        : []),
      `## Observations\n\n${observed.join("\n\n") || "No finding calls for a fix."}`,
      ...(suggestions.length > 0 ? [`## Suggestions\n\n${suggestions.map((one) => `- ${one}`).join("\n")}`] : []),
      `## Verdict\n\n${verdict}`,
    ].join("\n\n"),
  );
}

type Change = (text: string, pick: number) => string;

/** The pick-th of the matching lines, or the first line where none matches. */
function lineLike(text: string, pattern: RegExp, pick: number): number {
  const all = text.split("\n");
  const fit = all.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  return fit[pick % Math.max(1, fit.length)] ?? 0;
}

function atLine(text: string, index: number, change: (line: string) => string): string {
  return text
    .split("\n")
    .map((line, at) => (at === index ? change(line) : line))
    .join("\n");
}

/**
 * Mutations that keep a summary valid, possibly after a repair. Applied in this order, so that one does not hide the
 * next.
 */
const harmless: Record<string, Change> = {
  nothing: (text) => text,
  "no strengths": (text) => text.replace(/## Strengths\n\n(?:- .*\n)+\n/, ""),
  "no reviewed line": (text) => text.replace(/Reviewed: .*\n\n/, ""),
  "a section's heading underlined": (text, pick) =>
    atLine(text, lineLike(text, /^## /, pick), (line) => `${line.slice(3)}\n---`),
  "a blank line less around a heading": (text, pick) => {
    const near = lineLike(text, /^#/, pick);
    const all = text.split("\n");
    return all.filter((line, at) => line !== "" || at !== near + (pick % 2 === 0 ? 1 : -1)).join("\n");
  },
  "no blank line around any heading": (text) => text.replaceAll(/\n\n(?=#)/g, "\n").replaceAll(/^(#.*)\n\n/gm, "$1\n"),
  "no blank line after the summary's line": (text) => text.replace("</summary>\n\n", "</summary>\n"),
  "no blank line before the end": (text) => text.replace("\n\n</details>", "\n</details>"),
  "words before it": (text, pick) => `${"Here it is. ".repeat((pick % 3) + 1)}${pick % 2 ? "\n\n" : "\n"}${text}`,
  "words after it": (text, pick) => `${text}${pick % 2 ? "\n" : ""}That is all.\n`,
  "words before the first section": (text) => text.replace("## What", "Look:\n\n## What"),
  "a quote before it": (text) => `> ## Verdict\n> x\n\n${text}`,
  "a heading closed": (text, pick) => atLine(text, lineLike(text, /^#/, pick), (line) => `${line} ##`),
  "a heading moved in": (text, pick) => atLine(text, lineLike(text, /^#/, pick), (line) => ` ${line}`),
  "lists with stars": (text) => text.replaceAll(/^- /gm, "* "),
  "check marks as characters": (text) => text.replaceAll(":white_check_mark:", "✅"),
  "code in an entry": (text) => text.replace(/^(.* \(\d.*\): .*\n[^#\n].*)\n\n/m, "$1\n\n```\nx\n```\n\n"),
  "more blank lines": (text) => text.replaceAll("\n\n", "\n\n\n"),
  "a blank line with blanks": (text) => text.replaceAll("\n\n", "\n \t\n"),
  "blanks behind a line": (text, pick) => atLine(text, lineLike(text, /^[#A-Z<]/, pick), (line) => `${line}  `),
  "Windows line ends": (text) => text.replaceAll("\n", "\r\n"),
  "old Mac line ends": (text) => text.replaceAll(/\r?\n/g, "\r"),
};

/**
 * Mutations that break one rule, with the section the error must name; null where this summary cannot be broken that
 * way.
 */
const breaking: Record<string, (given: Model, pick: number) => [section: string, text: string] | null> = {
  "a required section lost": (given, pick) => {
    const name = ["What Changed", "Observations", "Verdict"][pick % 3]!;
    return [name, written(given).replace(new RegExp(`## ${name}\n\n[^]*?\n\n(?=## |</details>)`), "")];
  },
  "a required section's heading at another depth": (given, pick) => {
    const name = ["What Changed", "Observations", "Verdict"][pick % 3]!;
    return [name, written(given).replace(`## ${name}`, `${pick % 2 ? "#" : "###"} ${name}`)];
  },
  "a required section in a fence": (given, pick) => {
    const name = ["What Changed", "Observations", "Verdict"][pick % 3]!;
    return [name, written(given).replace(`## ${name}`, `\`\`\`\n## ${name}\n\`\`\``)];
  },
  "a section twice": (given) => [
    "Verdict",
    written(given).replace("\n</details>", `\n## Verdict\n\n${given.verdict}\n\n</details>`),
  ],
  "a foreign section": (given, pick) => [
    "Risks",
    atLine(written(given), lineLike(written(given), /^## /, pick), (line) => `## Risks\n\nSome.\n\n${line}`),
  ],
  "a foreign heading": (given, pick) => {
    const text = written(given);
    return ["", atLine(text, lineLike(text, /^(?:- |Reviewed|:|.*\(\d)/, pick), (line) => `#### More\n\n${line}`)];
  },
  "sections out of order": (given) => [
    "Observations",
    written(given).replace(
      /(## Observations\n\n[^]*?\n\n)((?:## Suggestions\n\n[^]*?\n\n)?## Verdict\n\n.*\n\n)/,
      "$2$1",
    ),
  ],
  "not opened": (given) => ["Summary", written(given).replace(/^<details>\n.*\n/, "")],
  "not closed": (given) => ["Summary", written(given).replace("</details>", "")],
  "another title": (given) => ["Summary", written(given).replace("Crosscheck", "Other")],
  "wrapped twice": (given) => ["Summary", inDetails(written(given).trim())],
  "a heading before it": (given, pick) => ["Summary", `${"#".repeat((pick % 6) + 1)} Review\n\n${written(given)}`],
  "HTML after it": (given) => ["Summary", `${written(given)}\n<div>\n`],
  "too much about what changed": (given) => [
    "What Changed",
    written({ ...given, what: ["It is.", "It was.", "It will be."] }),
  ],
  "nothing about what changed": (given) => ["What Changed", written({ ...given, what: [] })],
  "an unknown label": (given, pick) => [
    "What Changed",
    written({ ...given, labels: given.labels.toSpliced(pick % (given.labels.length + 1), 0, "vibes") }),
  ],
  "a label twice": ({ labels, ...given }, pick) =>
    labels.length === 0
      ? null
      : ["What Changed", written({ ...given, labels: [...labels, labels[pick % labels.length]!] })],
  "labels turned round": ({ labels, ...given }) =>
    labels.length < 2 ? null : ["What Changed", written({ ...given, labels: labels.toReversed() })],
  "the reviewed line elsewhere": (given) => [
    "Verdict",
    written({ ...given, verdict: `${given.verdict}\n\nReviewed: tests` }),
  ],
  "a strength without its mark": (given) =>
    given.strengths.length === 0 ? null : ["Strengths", written(given).replace("- :white_check_mark: ", "- ")],
  "a strength as a task box": (given, pick) =>
    given.strengths.length === 0
      ? null
      : ["Strengths", written(given).replace("- :white", `- [${pick % 2 ? "x" : " "}] :white`)],
  "strengths numbered": (given) =>
    given.strengths.length === 0 ? null : ["Strengths", written(given).replaceAll("- :white", "1. :white")],
  "a suggestion as a task box": (given) =>
    given.suggestions.length === 0
      ? null
      : ["Suggestions", written({ ...given, suggestions: ["[ ] name it", ...given.suggestions] })],
  "suggestions as prose": (given) =>
    given.suggestions.length === 0 ? null : ["Suggestions", written(given).replace(/(## Suggestions\n\n)- /, "$1")],
  "an unknown severity": (given, pick) =>
    observing(given, (groups) =>
      groups.with(pick % groups.length, { ...groups[pick % groups.length]!, name: "Grave" }),
    ),
  "severities turned round": (given) =>
    given.groups.length < 2 ? null : observing(given, (groups) => groups.toReversed()),
  "a severity twice": (given, pick) =>
    observing(given, (groups) => groups.toSpliced(pick % groups.length, 0, groups[pick % groups.length]!)),
  "a severity without entries": (given, pick) =>
    observing(given, (groups) => groups.with(pick % groups.length, { ...groups[pick % groups.length]!, entries: [] })),
  "entries without a severity": (given) =>
    given.groups.length === 0 ? null : ["Observations", written(given).replace(/### .*\n\n/, "")],
  "an entry without its lines": (given) =>
    onEntry(given, ([head = "", ...says]) => [head.replace(/ \([\d, –-]+\): /, ": "), ...says]),
  "an entry without a title": (given) =>
    onEntry(given, ([head = "", ...says]) => [head.replace(/(\([\d, –-]+\):) .*/, "$1"), ...says]),
  "an entry with four sentences": (given) =>
    onEntry(given, ([head = ""]) => [head, "It is. It was. It will be. It must."]),
  "an entry numbered": (given, pick) =>
    onEntry(given, ([head = "", ...says]) => [`${["(1)", "1.", "1)", "#1", "-", "1:"][pick % 6]} ${head}`, ...says]),
  "HTML in an entry": (given, pick) =>
    onEntry(given, ([head = ""]) => [
      head,
      `It has ${["<details>", "</summary>", "<h2>", "<!-- x -->", "<input>"][pick % 5]} in it.`,
    ]),
  "an entry suggested as well": (given) => {
    const head = given.groups[0]?.entries[0]?.[0];
    return head === undefined
      ? null
      : ["Suggestions", written({ ...given, suggestions: [...given.suggestions, head] })];
  },
  "a clean review": (given) => [
    "Observations",
    written({ ...given, groups: [], suggestions: [], verdict: verdictText("Approve with notes") }),
  ],
  "a milder verdict": (given, pick) => {
    const fits = verdictNames.findIndex((name) => given.verdict.startsWith(summaryVerdicts[name]));
    const milder = verdictNames[pick % Math.max(fits, 1)]!;
    return fits === 0 ? null : ["Verdict", written({ ...given, verdict: verdictText(milder) })];
  },
  "**Approve**": (given) => ["Verdict", written({ ...given, verdict: ":green_circle: **Approve** -- 0 findings." })],
  "a verdict of another form": (given, pick) => {
    const { verdict } = given;
    const forms = [
      verdict.replace(" -- ", " — "),
      verdict.replaceAll("**", ""),
      verdict.replace(/^:\w+: /, ""),
      verdict.replace(/ -- .*/, ""),
      `So: ${verdict}`,
      verdict.replace(" -- ", ": "),
    ];
    return ["Verdict", written({ ...given, verdict: forms[pick % forms.length]! })];
  },
  "two verdicts": (given, pick) => [
    "Verdict",
    written({ ...given, verdict: `${given.verdict}${pick % 2 ? "\n\n" : "\n"}${given.verdict}` }),
  ],
  "a verdict without counts": (given) => [
    "Verdict",
    written({ ...given, verdict: given.verdict.replace(/3 findings/, "Findings") }),
  ],
  "a verdict in two sentences": (given) => ["Verdict", written({ ...given, verdict: `${given.verdict} Do it.` })],
};

function observing(given: Model, change: (groups: Model["groups"]) => Model["groups"]): [string, string] | null {
  return given.groups.length === 0 ? null : ["Observations", written({ ...given, groups: change(given.groups) })];
}

function onEntry(given: Model, change: (lines: string[]) => string[]): [string, string] | null {
  return observing(given, ([first, ...rest]) => [
    { name: first!.name, entries: [change(first!.entries[0]!), ...first!.entries.slice(1)] },
    ...rest,
  ]);
}

const pick = fc.nat(60);

test("harmless changes: nothing valid is rejected, and repairs are stable", () => {
  const change = fc.subarray(Object.keys(harmless), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(model, change, pick, (given, names, number) => {
      const text = names.reduce((done, name) => harmless[name]!(done, number), written(given));
      const result = validateSummary(text);
      expect(result).toMatchObject({ ok: true });
      if (result.ok && result.repairs.length > 0)
        expect(validateSummary(result.text)).toEqual({ ok: true, text: result.text, repairs: [] });
    }),
    propertyRuns(3000),
  );
});

test("broken rules: nothing invalid passes, and the section is named", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(model, fc.constantFrom(...Object.keys(breaking)), pick, (given, name, number) => {
      const broken = breaking[name]!(given, number);
      fc.pre(broken !== null);
      seen.add(name);
      const [section, text] = broken;
      const result = validateSummary(text);
      expect(result.ok).toBe(false);
      if (!result.ok && section !== "") expect(result.faults.map((fault) => fault.section)).toContain(section);
    }),
    propertyRuns(4000),
  );
  expect([...seen].toSorted()).toEqual(Object.keys(breaking).toSorted());
});
