// Finds contradictions in model prompts, for each mode in which the code assembles them.
import { hasAddedText, readText } from "../changed-text.ts";
import { addedLines, pathOf, type FileDiff } from "../../change/diff.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isFixture, isNotHandWritten, isTest } from "../../change/file-kinds.ts";
import { findContradictions, type Contradiction } from "./prompt-consistency/contradictions.ts";
import { examples } from "./prompt-consistency/examples.ts";
import { mayHoldPrompts, findPrompts, type ModelPrompt } from "./prompt-consistency/prompts.ts";

export const promptConsistency: Check = {
  id: "prompt-consistency",
  title: "Prompts that contradict themselves",
  passes: ["correctness"],
  unproven: true,
  explains:
    "A model that gets two contradictory instructions follows one of them. This check reads every changed prompt " +
    "in full: strings of twenty or more lines that instruct a model, and prompt files. The branches of the code " +
    "that assembles a prompt (conditional templates, Jinja conditions) are its modes, and two lines are compared " +
    "only if both can be in the prompt at once. It reports text that is both required and forbidden, all of the " +
    "parts when a mode skips one, steps that do not exist, and output fields that a mode does not define. " +
    "Unchanged prompts are ignored.",
  kinds: {
    "include-or-not": {
      severity: "medium",
      category: "correctness",
      says: "the same thing is both required and forbidden",
    },
    "all-but-skipped": {
      severity: "medium",
      category: "correctness",
      says: "all parts are required although a mode skips one",
    },
    "after-all-but-skipped": {
      severity: "medium",
      category: "correctness",
      says: "an instruction waits for all parts although a mode skips one",
    },
    "missing-step": {
      severity: "medium",
      category: "correctness",
      says: "a named step does not exist in the prompt",
    },
    "field-not-made": {
      severity: "medium",
      category: "correctness",
      says: "a mode does not define a field of the output format",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no changed prompts"),

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const findings: RawFinding[] = [];
    let prompts = 0;
    for (const file of files) {
      stop.throwIfAborted();
      const added = new Map([...addedLines(file)].map(({ line, text }) => [line, text]));
      const changed = findPrompts(pathOf(file), (await readText(code.head, pathOf(file))) ?? "").filter((prompt) =>
        isTouched(prompt, added),
      );
      prompts += changed.length;
      findings.push(
        ...changed
          .flatMap((prompt) => findContradictions(prompt))
          .filter(({ line, against }) => added.has(line.line) || added.has(against.line))
          .map((one) => toFinding(pathOf(file), one)),
      );
    }
    return checked("correctness", findings, files, `changed prompts checked: ${prompts}`);
  },
};

// A file is read only if an added line matches one of these or its name suggests a prompt.
const promptWords = /prompt|instruction|\bstep \d|\bmust\b|\bnever\b|\balways\b|\bskip|\bdo not\b|^\s*#{1,4} |":/i;

function isChecked(file: FileDiff): boolean {
  const path = pathOf(file);
  if (!hasAddedText(file)) return false;
  if (isNotHandWritten(path) || isTest(path) || isFixture(path) || !mayHoldPrompts(path)) return false;
  return [...addedLines(file)].some(({ text }) => promptWords.test(text.slice(0, 500)));
}

function isTouched({ lines }: ModelPrompt, added: ReadonlyMap<number, string>): boolean {
  return lines.some(({ line }) => added.has(line));
}

function toFinding(path: string, { kind, line, against, states, title, resolve }: Contradiction): RawFinding {
  return buildFinding(promptConsistency, {
    kind,
    claim: "mismatch",
    path,
    line: line.line,
    text: line.raw,
    title,
    explanation: `Line ${against.line} says: "${against.text.trim().slice(0, 160)}". ${states} ${resolve}`,
    and: [{ path, side: "head", start: against.line, end: against.line, text: against.raw }],
    confidence: kind === "missing-step" ? 8 : kind === "include-or-not" ? 7 : 6,
  });
}
