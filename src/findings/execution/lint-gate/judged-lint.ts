// Defines the judged result of one linter and builds its findings.
import { startOfText } from "../../../secrets/cut-text.ts";
import type { FileDiff } from "../../../change/diff.ts";
import { addedLines } from "../../../change/diff.ts";
import { showHidden } from "../../../hidden-characters.ts";
import { buildFinding, type RawFinding } from "../../build-finding.ts";
import type { Severity } from "../../finding.ts";
import type { Check } from "../../report.ts";
import { cut, collapseWhitespace } from "../../asking/raw-findings.ts";

export interface JudgedLint {
  findings: RawFinding[];
  /** Number of problems on changed lines; one finding may cover several. */
  onChanged: number;
  elsewhere: number;
  /** Further information for the report. */
  note: string | null;
  /** Why no findings are reported. */
  trouble: string | null;
}

export const noLintProblems: JudgedLint = { findings: [], onChanged: 0, elsewhere: 0, note: null, trouble: null };

export const lintUnit: Pick<Check, "id" | "kinds" | "passes"> = {
  id: "lint-gate",
  passes: ["diff-specific", "correctness"],
  kinds: {
    violation: { severity: "medium", category: "style", says: "the project's linter objects to a changed line" },
    "not-formatted": { severity: "medium", category: "style", says: "the project's formatter would change the line" },
    "type-error": {
      severity: "medium",
      category: "correctness",
      says: "the project's type checker objects to a changed line",
    },
  },
};

export interface LintLocation {
  kind: "violation" | "not-formatted" | "type-error";
  path: string;
  line: number;
  title: string;
  explanation: string;
  severity?: Severity;
}

/** Lines of a file at head, or null. */
export type HeadLines = (path: string) => Promise<readonly string[] | null>;

/** Empty if the line does not exist. */
export async function findingAt({ severity, ...spot }: LintLocation, head: HeadLines): Promise<RawFinding[]> {
  const lines = await head(spot.path);
  const text = lines?.[spot.line - 1]?.replace(/\r$/, "");
  if (lines == null || text === undefined) return [];
  const raw = buildFinding(lintUnit, { ...spot, text });
  const [quote, ...more] = raw.evidence;
  const from = firstToShow(lines, spot.line);
  const shown = { ...quote, start: from, text: lines.slice(from - 1, spot.line).join("\n") };
  return [
    {
      ...raw,
      severity: severity ?? raw.severity,
      pass: spot.kind === "type-error" ? "correctness" : raw.pass,
      evidence: [text.trim() === "" ? shown : quote, ...more],
    },
  ];
}

/** Quotes a blank line with the nearest non-blank line before it. */
function firstToShow(lines: readonly string[], line: number): number {
  let from = line;
  while (from > 1 && (lines[from - 1] ?? "").trim() === "") from--;
  return from;
}

export function changedLinesByFile(files: readonly FileDiff[]): ReadonlyMap<string, ReadonlySet<number>> {
  return new Map(files.map((file) => [file.newPath ?? "", new Set([...addedLines(file)].map(({ line }) => line))]));
}

/** Display name, such as `deno fmt`. */
export function linterName({ id }: { id: string }): string {
  return id.replace("-", " ");
}

/** Linter text on one line; it may contain names from the change. */
export function shortenText(text: string, longest: number): string {
  return cut(showHidden(collapseWhitespace(startOfText(text, 2_000))), longest);
}
