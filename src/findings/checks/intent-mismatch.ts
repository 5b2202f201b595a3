// Finds changes that contradict the type in their conventional title.
import type { Change, Code } from "../../change/change.ts";
import { isSubmodule } from "../../change/diff.ts";
import { isDescribed } from "../../change/is-described.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import type { LinePosition } from "../text/changed.ts";
import { examples } from "./intent-mismatch/examples.ts";
import { fixWithoutSource } from "./intent-mismatch/fix-without-source.ts";
import { refactorWithLiteral } from "./intent-mismatch/refactor-with-literal.ts";
import { docsWithStatements, styleWithStatements } from "./intent-mismatch/changed-statements.ts";

type Finder = (change: Change, code: Code) => Promise<LinePosition | null>;

const finders: Record<string, Finder> = {
  docs: ({ files }, code) => docsWithStatements(files, code),
  style: ({ files }, code) => styleWithStatements(files, code),
  refactor: ({ files }, code) => refactorWithLiteral(files, code),
  fix: ({ files, intent }, code) => fixWithoutSource(files, code, intent.conventional!),
};

export const intentMismatch: Check = {
  id: "intent-mismatch",
  title: "Title that contradicts the change",
  passes: ["correctness"],
  unproven: true,
  explains:
    "A conventional prefix is a promise that readers and release tools rely on. This check compares the change " +
    "with it: `docs:` and `style:` must not alter statements, `refactor:` must not alter a value that decides " +
    "behaviour, and `fix:` must alter something that runs. Comments, docstrings, messages, layout and consistent " +
    "renames are recognised. Each change gets at most one finding, on its most significant line.",
  kinds: {
    "docs-changes-code": { severity: "low", category: "correctness", says: "`docs:` with a changed statement" },
    "style-changes-code": { severity: "low", category: "correctness", says: "`style:` with a changed statement" },
    "refactor-changes-value": {
      severity: "low",
      category: "correctness",
      says: "`refactor:` with a changed number, switch, pattern or key",
    },
    "fix-without-source": {
      severity: "low",
      category: "correctness",
      says: "`fix:` with nothing but documentation or tests",
    },
  },
  examples,

  when(change) {
    return finderFor(change)
      ? true
      : { kind: "nothing-to-check", what: "no title with one of the types docs, style, refactor or fix" };
  },

  async run(change, { code }) {
    const files = change.files.filter((file) => !isSubmodule(file));
    const finder = finderFor(change);
    // An omitted file could contain the change that the title promises.
    const whole = files.length === change.files.length && files.every((file) => !file.truncated && !file.combined);
    const position = finder && whole ? await finder(change, code) : null;
    const type = change.intent.conventional?.type ?? "";
    return checked(
      "correctness",
      position ? [toFinding(position)] : [],
      files,
      `files compared with the type ${type}: ${files.length}`,
    );
  },
};

function finderFor(change: Change): Finder | null {
  if (!isDescribed(change)) return null;
  const conventional = change.intent.conventional;
  return conventional?.known && Object.hasOwn(finders, conventional.type) ? finders[conventional.type]! : null;
}

function toFinding({ kind, path, at, was, confidence, title, explanation }: LinePosition): RawFinding {
  const { line, text, side } = at;
  const and = was
    ? [{ path: was.path, side: was.at.side, start: was.at.line, end: was.at.line, text: was.at.text }]
    : [];
  return buildFinding(intentMismatch, { kind, path, line, text, side, confidence, title, explanation, and });
}
