// Finds pairs of prompt lines that cannot both be followed.
import type { PromptCondition, PromptLine } from "./prompt-line.ts";
import type { ModelPrompt } from "./prompts.ts";

export interface Contradiction {
  kind: "include-or-not" | "all-but-skipped" | "after-all-but-skipped" | "missing-step" | "field-not-made";
  /** The line to change, and the line that it contradicts. */
  line: PromptLine;
  against: PromptLine;
  /** How the two lines contradict each other, and in which mode. */
  states: string;
  title: string;
  resolve: string;
}

/** Every line is compared with all others, so this bounds the time. */
const mostLines = 1500;

export function findContradictions(prompt: ModelPrompt): Contradiction[] {
  const lines = prompt.lines.filter(({ text }) => text.trim() !== "" && text.length <= 1000).slice(0, mostLines);
  return [
    ...findOpposites(lines),
    ...findSkippedParts(lines),
    ...findMissingSteps(lines),
    ...findUndefinedFields(lines),
  ];
}

/** Whether both lines can be in the prompt at the same time. */
function canCoexist(a: PromptLine, b: PromptLine): boolean {
  return !a.guards.some((one) => b.guards.some((two) => one.condition === two.condition && one.holds !== two.holds));
}

function describeMode(guards: readonly PromptCondition[]): string {
  const conditions = [...new Set(guards.map(({ condition, holds }) => (holds ? condition : `not (${condition})`)))];
  return conditions.length === 0 ? "in every mode" : `where ${conditions.join(" and ")}`;
}

const conditionWords =
  /\b(?:if|when|whenever|unless|except|only|until|while|without|instead|rather|for|during|in case|where|before|after|otherwise|as well|already|again|more than|both|just)\b/i;
const verbs =
  "include|output|return|add|mention|use|call|ask|write|print|emit|wrap|prefix|explain|repeat|show|list|generate|create";
const positiveDirective = new RegExp(
  `^(?:you )?(?:must|always|must always|should always)(?: also)? (${verbs}) (.{3,80})$`,
  "i",
);
const negativeDirective = new RegExp(
  `^(?:you )?(?:never|do not|don't|must not|must never|should never)(?: ever)? (${verbs}) (.{3,80})$`,
  "i",
);

interface Directive {
  line: PromptLine;
  verb: string;
  object: string;
}

/** "Always include X" and "never include X", word for word and both unconditional. */
function findOpposites(lines: readonly PromptLine[]): Contradiction[] {
  const required = lines.flatMap((line) => parseDirectives(line, positiveDirective));
  const forbidden = lines.flatMap((line) => parseDirectives(line, negativeDirective));
  return forbidden.flatMap((no) =>
    required
      .filter((yes) => yes.verb === no.verb && yes.object === no.object && canCoexist(yes.line, no.line))
      .slice(0, 1)
      .map((yes): Contradiction => ({
        kind: "include-or-not",
        ...(yes.line.line > no.line.line ? { line: yes.line, against: no.line } : { line: no.line, against: yes.line }),
        states: `Both are part of the prompt ${describeMode([...yes.line.guards, ...no.line.guards])}.`,
        title: `The prompt both asks to ${no.verb} ${no.object} and forbids it`,
        resolve: "Keep one of the two, or state when each applies.",
      })),
  );
}

function parseDirectives(line: PromptLine, form: RegExp): Directive[] {
  return line.text.split(/[.;!] |[.;!]$/).flatMap((sentence) => {
    const plain = sentence
      .replaceAll(/[*_`"]/g, "")
      .replace(/^[\s>+\d.)-]+/, "")
      .trim();
    const match = plain.length > 160 || conditionWords.test(plain) ? null : form.exec(plain);
    const object =
      match?.[2]!
        .toLowerCase()
        .replace(/^(?:an?|the|any|your) /, "")
        .replace(/[,:(].*$/, "")
        .trim() ?? "";
    return match && object.length > 3 ? [{ line, verb: match[1]!.toLowerCase(), object }] : [];
  });
}

const parts = "(steps|sections|checks|phases|stages|findings)";
const asksForAll = new RegExp(
  `\\b(?:must|always|required to|be sure to|make sure to|you will)\\b[^.;]{0,40}\\b(?:all|every|each)(?: (?:of )?(?:the|these|\\d+|required|following)){0,3} ${parts.replaceAll("s|", "s?|").replace("s)", "s?)")}\\b`,
  "i",
);
const afterAll = new RegExp(
  `\\b(?:after|once)\\b[^.;]{0,30}\\ball(?: (?:of )?(?:the|these|\\d+|required)){0,3} ${parts}\\b`,
  "i",
);
const skipsPart =
  /\bskip(?:s|ping)? (?:the )?(?:(?:step|section|check|phase|stage)s? [\dA-Z"'`]|[\w "'`-]{2,40} (?:step|section|check|phase|stage)s?\b)/i;

/** A branch skips a part, and a line outside the branch requires all parts. */
function findSkippedParts(lines: readonly PromptLine[]): Contradiction[] {
  const skips = lines.filter(
    ({ text, guards }) => guards.length > 0 && skipsPart.test(text) && !/\b(?:never|not|don't) skip/i.test(text),
  );
  const asks = lines.flatMap((other) => {
    const isAfter = afterAll.test(other.text);
    const isAll = isAfter || asksForAll.test(other.text);
    return isAll && !/\b(?:unless|except|skip|applicable|remaining)/i.test(other.text) ? [{ other, isAfter }] : [];
  });
  return skips.flatMap((line) =>
    asks
      .flatMap(({ other, isAfter }): Contradiction[] => {
        if (other === line || other.guards.length >= line.guards.length) return [];
        if (!canCoexist(other, line) || !nameSameParts(line.text, other.text)) return [];
        return [
          {
            kind: isAfter ? "after-all-but-skipped" : "all-but-skipped",
            line,
            against: other,
            states: `Both are part of the prompt ${describeMode(line.guards)}.`,
            title: isAfter
              ? "This mode skips a part, while the prompt waits for all of them"
              : "This mode skips a part, while the prompt requires all of them",
            resolve: "Limit the other line to the parts of this mode, or make it depend on the same condition.",
          },
        ];
      })
      .slice(0, 1),
  );
}

function nameSameParts(a: string, b: string): boolean {
  return ["step", "section", "check", "phase", "stage"].some(
    (word) => a.toLowerCase().includes(word) && b.toLowerCase().includes(word),
  );
}

const stepHeading =
  /^[\s>#*-]{0,10}(?:\*\*|__)?step (\d{1,2})(?:[a-z]|\.\d+)?(?:\*\*|__)?\s*(?:[:.)\u2013\u2014(-]|\*\*|$)/i;
const stepNamed = /\bstep (\d{1,2})\b(?!\.\d| of\b)(?: (above|below))?/gi;

/** A reference to a step that the prompt, or this mode of it, does not contain. */
function findMissingSteps(lines: readonly PromptLine[]): Contradiction[] {
  const defined = lines.flatMap((line) => {
    const number = stepHeading.exec(line.text)?.[1];
    return number === undefined ? [] : [{ number, line }];
  });
  if (new Set(defined.map(({ number }) => number)).size < 3) return [];
  return lines.flatMap((line) =>
    [...line.text.matchAll(stepNamed)].flatMap(([named, number]): Contradiction[] => {
      if (stepHeading.exec(line.text)?.[1] === number) return [];
      const same = defined.filter((one) => one.number === number);
      const last = defined.at(-1)!.line;
      if (same.length === 0)
        return [
          {
            kind: "missing-step",
            line,
            against: last,
            states: `That is the last step; no step has this number ${describeMode(line.guards)}.`,
            title: `"${named}" is not a step of this prompt`,
            resolve: "Name the intended step, or add it.",
          },
        ];
      // Two branches may each define the step; only a step that a single branch defines can be missing elsewhere.
      if (same.length > 1 || canCoexist(same[0]!.line, line)) return [];
      return [
        {
          kind: "missing-step",
          line,
          against: same[0]!.line,
          states: `That line is not part of the prompt ${describeMode(line.guards)}.`,
          title: `"${named}" is not part of the prompt in this mode`,
          resolve: "Make the reference depend on the same condition as the step.",
        },
      ];
    }),
  );
}

const mostFields = 100;
const field = /^\s*[-*]?\s*["'`]([a-z][\w-]{3,40})["'`]\s*:/i;

/** A field that the format always contains, but whose instructions only one branch includes. */
function findUndefinedFields(lines: readonly PromptLine[]): Contradiction[] {
  const fields = lines.flatMap((line) => {
    const name = line.guards.length === 0 ? field.exec(line.text)?.[1] : undefined;
    return name !== undefined && /[a-z][A-Z]|_/.test(name) ? [{ name, line }] : [];
  });
  // Only a prompt with modes can leave a field out in one of them.
  if (lines.every(({ guards }) => guards.length === 0)) return [];
  return fields.slice(0, mostFields).flatMap(({ name, line }): Contradiction[] => {
    const word = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
    const others = lines.filter((other) => other !== line && word.test(other.text));
    const [first] = others;
    if (!first || others.some(({ guards }) => guards.length === 0)) return [];
    const conditions = new Set(
      others.flatMap(({ guards }) => guards.map(({ condition, holds }) => `${holds} ${condition}`)),
    );
    if (conditions.size !== 1) return [];
    const mode = describeMode(first.guards.map(({ condition, holds }) => ({ condition, holds: !holds })));
    return [
      {
        kind: "field-not-made",
        line,
        against: first,
        states: `No other line defines it, and that one is not part of the prompt ${mode}.`,
        title: `The format always has \`${name}\`, which only one mode defines`,
        resolve: "Make the field depend on the same condition, or state its value otherwise.",
      },
    ];
  });
}
