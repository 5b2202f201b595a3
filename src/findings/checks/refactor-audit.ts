// Finds code that changed while a refactoring moved it.
import { scanFile } from "../text/scan-file.ts";
import type { Code, Quote, Side } from "../../change/change.ts";
import { buildFinding, type FindingInput } from "../build-finding.ts";
import { notCovered } from "../not-covered.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import type { Scanned } from "../text/scan.ts";
import { isFixture, isTest } from "../../change/file-kinds.ts";
import { symbolLanguage } from "../../change/symbols/languages.ts";
import { publicNames, publishedPackage } from "./api-break/public-names.ts";
import { examples } from "./refactor-audit/examples.ts";
import { findMovedDeclarations, type MovedDeclaration } from "./refactor-audit/moved-declarations.ts";
import { findDifferences } from "./refactor-audit/code-differences.ts";

/** Parsing takes time; a change with more files was made by a tool. */
const mostFiles = 300;

export const refactorAudit: Check = {
  id: "refactor-audit",
  title: "Code that changed while it moved",
  passes: ["correctness"],
  unproven: true,
  explains:
    "For a change that calls itself a refactoring, finds declarations that moved from one file to another and " +
    "compares the code before and after. It reports a number, boolean or operator that changed on an otherwise " +
    "equal line, a check that left early and is gone, and a name that was private to its file and is now exported from a published package. Imports " +
    "and mentions of the old location are reported by `stale-reference`.",
  kinds: {
    "changed-in-move": {
      severity: "high",
      category: "correctness",
      says: "moved code behaves differently",
    },
    "newly-public": { severity: "low", category: "correctness", says: "a move makes a private name public" },
  },
  examples,

  when(change) {
    if (change.triage.archetype.is !== "refactor")
      return { kind: "nothing-to-check", what: "the change is not a refactoring" };
    return change.files.length > 1 ? true : { kind: "nothing-to-check", what: "only one file changed" };
  },

  async run(change, { code }, stop) {
    const all = change.files.filter(({ oldPath, newPath }) => isChecked(newPath ?? oldPath ?? ""));
    const files = all.slice(0, mostFiles);
    const moved = await findMovedDeclarations(files, code);
    stop.throwIfAborted();
    const findings = [...(await findChangesInMove(moved, code)), ...(await findNewlyPublic(moved, code))];
    const limitNote = all.length > mostFiles ? `, in ${mostFiles} of ${all.length} files` : "";
    return {
      ...checked(
        "correctness",
        findings.map((one) => buildFinding(refactorAudit, one)),
        files,
        `moved declarations compared: ${moved.length}${limitNote}`,
      ),
      ...notCovered("moved code", all, (path) => symbolLanguage(path) !== null),
    };
  },
};

function isChecked(path: string): boolean {
  return !isFixture(path) && !isTest(path);
}

async function findChangesInMove(moved: readonly MovedDeclaration[], code: Code): Promise<FindingInput[]> {
  const findings: FindingInput[] = [];
  for (const { was, is } of moved) {
    const [before, after] = [await scanFile(code.base, was.path), await scanFile(code.head, is.path)];
    if (!before || !after) continue;
    const changed = findDifferences(
      { scanned: before, start: was.declared.start, end: was.declared.end },
      { scanned: after, start: is.declared.start, end: is.declared.end },
    );
    for (const one of changed?.dropped ?? [])
      findings.push({
        kind: "changed-in-move",
        path: is.path,
        line: is.declared.line,
        text: textAtLine(after, is.declared.line),
        and: [quoteScannedLine(was.path, "base", one.was, before)],
        confidence: 7,
        title: `\`${is.declared.name}\` moved without its check \`${one.condition.slice(0, 80)}\``,
        explanation: `This change calls itself a refactoring and moves \`${is.declared.name}\` here from \`${was.path}\`, where line ${one.was} left early. The lines around it are unchanged. Restore it, or make it a separate change.`,
      });
    for (const one of changed?.changed ?? [])
      findings.push({
        kind: "changed-in-move",
        path: is.path,
        line: one.is,
        text: textAtLine(after, one.is),
        and: [quoteScannedLine(was.path, "base", one.was, before)],
        confidence: 8,
        title: `\`${is.declared.name}\` moved, and \`${one.from}\` became \`${one.to}\``,
        explanation: `This change calls itself a refactoring and moves \`${is.declared.name}\` here from \`${was.path}\`. The rest of the line is unchanged. Restore it, or make it a separate change.`,
      });
  }
  return findings;
}

/** Only for published packages: elsewhere an export is how files of one program share code. */
async function findNewlyPublic(moved: readonly MovedDeclaration[], code: Code): Promise<FindingInput[]> {
  const findings: FindingInput[] = [];
  for (const { was, is } of moved) {
    if (was.declared.exported || !is.declared.exported || is.declared.within !== null) continue;
    const published = await publishedPackage(code.head, is.path);
    const names = published && (await publicNames(code.head, published));
    const name = [...(names ?? [])].find(([, origin]) => origin.path === is.path && origin.name === is.declared.name);
    const scanned = name && (await scanFile(code.head, is.path));
    if (!published || !name || !scanned) continue;
    findings.push({
      kind: "newly-public",
      path: is.path,
      line: is.declared.line,
      text: textAtLine(scanned, is.declared.line),
      title: `\`${is.declared.name}\` was private to \`${was.path}\` and is public now`,
      explanation: `The entry point of ${published.name} exports it, so users can rely on it. If that is not intended, do not export it there.`,
    });
  }
  return findings;
}

function textAtLine({ lines }: Scanned, line: number): string {
  return (lines[line - 1] ?? "").replace(/\r$/, "");
}

function quoteScannedLine(path: string, side: Side, line: number, scanned: Scanned): Quote {
  return { path, side, start: line, end: line, text: textAtLine(scanned, line) };
}
