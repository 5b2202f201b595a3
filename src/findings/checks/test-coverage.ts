// Finds changed behaviour in a tested file when the change touches no test.
import type { Change, Code } from "../../change/change.ts";
import { pathOf, type FileDiff } from "../../change/diff.ts";
import { categoryOf, isExample, isFixture, isNoisePath, isTest } from "../../change/file-kinds.ts";
import { buildFinding } from "../build-finding.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { acts, blocksOf, isImport, isText, startOf, type TokenizedLine } from "../text/changed.ts";
import { examples } from "./test-coverage/examples.ts";
import { createTestIndex } from "./test-coverage/test-index.ts";

/** Listed but not posted: 14 to 42% of good changes touch source and no test. */
const advisoryConfidence = 4;

const branchStart = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|elif|elsif|unless|switch|case|match|catch|except|when)\b/;

export const testCoverage: Check = {
  id: "test-coverage",
  title: "Changed code without a changed test",
  passes: ["tests"],
  unproven: true,
  explains:
    "When a source file has tests that are named after it and the change alters its statements without " +
    "touching a test, this check reports it: a fix without a test that would have caught the bug, a new branch, " +
    "or any other changed statement. The finding is context for the reviewer and is not posted, because many " +
    "good changes need no new test.",
  kinds: {
    "fix-without-test": {
      severity: "medium",
      category: "tests",
      says: "a fix has no test that fails without it",
    },
    "branch-without-test": {
      severity: "low",
      category: "tests",
      says: "a tested file gets a new branch without a test",
    },
    "change-without-test": {
      severity: "low",
      category: "tests",
      says: "a tested file changes without a test",
    },
  },
  examples,

  when(change) {
    if (!change.files.some(isChecked)) return { kind: "nothing-to-check", what: "no changed source files" };
    return change.files.some((file) => isTest(pathOf(file)) && !isFixture(pathOf(file)))
      ? { kind: "nothing-to-check", what: "the change touches a test" }
      : true;
  },

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const tests = createTestIndex(await code.head.paths());
    const findings = [];
    for (const file of files) {
      stop.throwIfAborted();
      const [test] = tests.of(pathOf(file));
      const altered = test === undefined ? null : await findBehaviourChange(file, code);
      if (test !== undefined && altered)
        findings.push(buildFinding(testCoverage, toFinding(file, altered, test, change)));
    }
    return checked("tests", findings, files, `changed source files compared with their tests: ${files.length}`);
  },
};

function isChecked(file: FileDiff): boolean {
  const path = pathOf(file);
  if (file.newPath === null || file.binary || file.status === "added" || file.additions === 0) return false;
  return categoryOf(path) === "source" && !isNoisePath(path) && !isExample(path) && !isFixture(path);
}

interface BehaviourChange {
  line: TokenizedLine;
  branches: boolean;
}

/** The first added line with behaviour, preferably a new branch: one that does not replace another. */
async function findBehaviourChange(file: FileDiff, code: Code): Promise<BehaviourChange | null> {
  const blocks = (await blocksOf(file, code)) ?? [];
  const statements = blocks.map(({ added, removed }) => ({
    added: added.filter((line) => !isImport(line) && !isText(line) && acts(line)),
    removed,
  }));
  const isBranch = (line: TokenizedLine) => branchStart.test(startOf(line));
  const branch = statements
    .filter(({ added, removed }) => added.filter(isBranch).length > removed.filter(isBranch).length)
    .flatMap(({ added }) => added)
    .find(isBranch);
  const [first] = statements.flatMap(({ added }) => added);
  const line = branch ?? first;
  return line ? { line, branches: branch !== undefined } : null;
}

function toFinding(file: FileDiff, { line, branches }: BehaviourChange, test: string, { intent }: Change) {
  const path = pathOf(file);
  const isFix = intent.conventional?.type === "fix";
  const kind = isFix ? "fix-without-test" : branches ? "branch-without-test" : "change-without-test";
  const what = isFix ? "is fixed" : branches ? "gets a new branch" : "changes";
  return {
    kind,
    path,
    line: line.line,
    text: line.text,
    confidence: advisoryConfidence,
    title: `This file ${what}, and no test changed`,
    explanation: `\`${test}\` tests this file, and the change touches no test. A test that fails without this change would prevent a regression.`,
  };
}
