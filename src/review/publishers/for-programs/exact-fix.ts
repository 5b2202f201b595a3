// Selects the fix of a finding that a program may apply without a person.
import { hasUsableFix, type JudgedFinding } from "../../../findings/finding.ts";

export interface ExactFix {
  path: string;
  start: number;
  end: number;
  /** The replacement of these whole lines, without the last line's end; null deletes the lines. */
  text: string | null;
}

/** The fix that a program may apply as is: on lines of the current file, and only if none of them must be redacted. */
export function exactFix(one: JudgedFinding): ExactFix | null {
  const { fix, evidence } = one.finding;
  if (!fix || !hasUsableFix(one) || fix.at.side === "base" || fix.at.start < 1) return null;
  if (evidence.some((quote) => quote.masked !== undefined)) return null;
  const text = fix.text.replace(/\r?\n$/, "");
  return { path: fix.at.path, start: fix.at.start, end: fix.at.end, text: fix.text === "" ? null : text };
}
