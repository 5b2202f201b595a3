// Finds contradictions in model prompts, for each mode in which the code assembles them.
import { addedLines, isSubmodule, isSymlink, pathOf, type FileDiff } from "../../change/diff.ts";
import { found, type RawFinding } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isFixture, isNotHandWritten, isTest } from "../../change/file-kinds.ts";
import { decodeText } from "./doc-claim/doc-lines.ts";
import { findContradictions, type Contradiction } from "./prompt-consistency/contradictions.ts";
import { examples } from "./prompt-consistency/examples.ts";
import { mayHoldPrompts, findPrompts, type ModelPrompt } from "./prompt-consistency/prompts.ts";

export const promptConsistency: Check = {
  id: "prompt-consistency",
  title: "Prompts that contradict themselves",
  passes: ["correctness"],
  unproven: true,
  explains:
    "A model that is told two things follows one of them. Reads every changed prompt whole: strings of twenty lines " +
    "and more that instruct a model, and prompt files. The branches of the code that assembles it (conditional " +
    "templates, Jinja's conditions) are its modes, and lines are held against each other only where both can be in " +
    "the prompt at once: what is asked for and forbidden, all of what a mode skips, steps that are not there, fields " +
    "of the format that a mode does not make. Prompts that the change does not touch are left alone.",
  kinds: {
    "include-or-not": { severity: "medium", category: "correctness", says: "the same is asked for and forbidden" },
    "all-but-skipped": { severity: "medium", category: "correctness", says: "all is asked for of what a mode skips" },
    "after-all-but-skipped": {
      severity: "medium",
      category: "correctness",
      says: "something comes after all of what a mode skips",
    },
    "missing-step": {
      severity: "medium",
      category: "correctness",
      says: "a step is named that the prompt does not have",
    },
    "field-not-made": {
      severity: "medium",
      category: "correctness",
      says: "the format has a field that a mode never says how to make",
    },
  },
  examples,

  when(change) {
    return change.files.some(isChecked) ? true : { kind: "nothing-to-check", what: "changed prompts" };
  },

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const findings: RawFinding[] = [];
    let prompts = 0;
    for (const file of files) {
      stop.throwIfAborted();
      const added = new Map([...addedLines(file)].map(({ line, text }) => [line, text]));
      const changed = findPrompts(pathOf(file), decodeText(await code.head.read(pathOf(file)))).filter((prompt) =>
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
    return checked("correctness", findings, files, `${prompts} changed prompts read whole`);
  },
};

// Any of these in an added line, or a name that says so, makes the file worth reading.
const promptWords = /prompt|instruction|\bstep \d|\bmust\b|\bnever\b|\balways\b|\bskip|\bdo not\b|^\s*#{1,4} |":/i;

function isChecked(file: FileDiff): boolean {
  const path = pathOf(file);
  if (file.newPath === null || file.binary || file.additions === 0 || isSubmodule(file) || isSymlink(file))
    return false;
  if (isNotHandWritten(path) || isTest(path) || isFixture(path) || !mayHoldPrompts(path)) return false;
  return [...addedLines(file)].some(({ text }) => promptWords.test(text.slice(0, 500)));
}

function isTouched({ lines }: ModelPrompt, added: ReadonlyMap<number, string>): boolean {
  return lines.some(({ line }) => added.has(line));
}

function toFinding(path: string, { kind, line, against, states, title, resolve }: Contradiction): RawFinding {
  return found(promptConsistency, {
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
