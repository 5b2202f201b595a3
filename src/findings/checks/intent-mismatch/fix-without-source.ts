// Finds changes titled `fix:` that alter only documentation or tests.
import type { Code } from "../../../change/change.ts";
import type { Conventional } from "../../../change/conventional.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../../change/diff.ts";
import { isNoisePath } from "../../../change/file-kinds.ts";
import { hasWord } from "../../../change/word-patterns.ts";
import { blocksOf, type TokenizedLine, type LinePosition } from "../../text/changed.ts";
import { isProductSource, pathRole, type PathRole } from "./path-roles.ts";

/** Scopes and words that say that docs, tests or tooling are being fixed. */
const nonSourceWords = hasWord(`
  ci devops infra tooling dev build deps? dependenc\\w+ release\\w* licen[cs]e merge conflicts? lint\\w* format\\w*
  docs? documentation readme changelog typos? spelling grammar wording links? urls? guide\\w* instructions? website
  examples? comments? jsdoc docstrings? translations? i18n markdown template\\w* skills? prompts? storybook playground
  tests? testing e2e specs? types? typings? flak[ey]\\w* snapshots? fixtures? mocks? coverage assert\\w* benchmarks?
  ecosystem skip\\w*
`);

export async function fixWithoutSource(
  files: readonly FileDiff[],
  code: Code,
  conventional: Conventional,
): Promise<LinePosition | null> {
  if (files.length === 0 || nonSourceWords.test(conventional.scope ?? "") || nonSourceWords.test(conventional.subject))
    return null;
  const roles = new Set<PathRole>();
  for (const file of files) {
    const role = await fileRole(file, code);
    if (role === "other") return null;
    roles.add(role);
  }
  const what = roles.size > 1 ? "documentation and tests" : roles.has("docs") ? "documentation" : "tests";
  return createPosition(files, what, roles.has("test") ? 5 : 7);
}

/** Source whose only difference is in comments counts as documentation. */
async function fileRole(file: FileDiff, code: Code): Promise<PathRole> {
  if (file.binary || file.hunks.length === 0) return "other";
  const role = pathRole(pathOf(file));
  if (role !== "other" || !isProductSource(pathOf(file))) return role;
  const blocks = await blocksOf(file, code);
  const indents = pathOf(file).endsWith(".py");
  return blocks?.every(({ removed, added }) => codeText(removed, indents) === codeText(added, indents))
    ? "docs"
    : "other";
}

/** The tokens and, for Python, the indentation. */
function codeText(lines: readonly TokenizedLine[], indents: boolean): string {
  const code = lines.filter((line) => line.tokens.length > 0);
  return code
    .map((line) => (indents ? line.text.search(/\S/) : "") + line.tokens.map(({ text }) => text).join(" "))
    .join(indents ? "\n" : " ");
}

function createPosition(files: readonly FileDiff[], what: string, confidence: number): LinePosition | null {
  // Tests write snapshots; the test itself is more informative.
  for (const file of files.toSorted((a, b) => Number(isNoisePath(pathOf(a))) - Number(isNoisePath(pathOf(b))))) {
    const added = [...addedLines(file)].find(({ text }) => text.trim() !== "");
    const removed = [...removedLines(file)].find(({ text }) => text.trim() !== "");
    const line = added ?? removed;
    if (!line) continue;
    const side = added ? "head" : "base";
    const path = side === "head" ? pathOf(file) : (file.oldPath ?? pathOf(file));
    return { ...fixTexts(what), path, at: { ...line, side, tokens: [], inside: false }, confidence };
  }
  return null;
}

function fixTexts(what: string): Pick<LinePosition, "kind" | "title" | "explanation"> {
  return {
    kind: "fix-without-source",
    title: `The change is called a fix, but it alters only ${what}`,
    explanation:
      "Nothing that runs has changed, so either the fix is missing from this change, or its type should " +
      "state what was changed.",
  };
}
