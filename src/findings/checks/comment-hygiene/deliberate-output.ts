// Tells whether a print statement is deliberate: guarded, inside a logging function or beside other log calls.
import { codeOn, type Scanned } from "../../text/scan.ts";

/** Conditions that keep a statement out of production. */
const debugGuard =
  /\b(?:if|else if|unless|when|switch|case)\b.{0,200}(?:\b_*DEV_*\b|debug|verbose|trace|\bdev(?:elopment)?\b|NODE_ENV|import\.meta\.env|\bis_?tests?\b|isTest|JEST|TESTING)/i;
/** Functions whose name says that they log, print or report. */
const loggingFunction =
  /\b(?:function|def|fn|func|const|let|async|static|public|private|protected)\b[^=]{0,40}?\b\w{0,30}(?:log|logger|print|report|dump|debug|trace|show|display|output)\w{0,30}\s*(?:[=(<:]|$)/i;
const loggingMethod = /^\s*\w{0,30}(?:log|print|report|dump|debug|trace)\w{0,30}\s?\([^)]{0,200}\)\s*\{?\s*$/i;
const logCall = /\bconsole\.(?:warn|error|info|debug|group\w*|table)\(|\bwarnings\.warn\(|\blogg?(?:er|ing)?\.\w+\(/;
/** A message within this distance is about the same thing. */
const nearbyLines = 5;
/** Longer blocks are not searched. */
const mostLinesAbove = 60;

export function isDeliberateOutput(scanned: Scanned, line: number): boolean {
  if (hasLogCallNearby(scanned, line)) return true;
  return enclosingBlockLines(scanned, line).some(
    (text) => debugGuard.test(text) || loggingFunction.test(text) || loggingMethod.test(text),
  );
}

function hasLogCallNearby(scanned: Scanned, line: number): boolean {
  for (let at = Math.max(1, line - nearbyLines); at <= Math.min(scanned.lines.length, line + nearbyLines); at++)
    if (at !== line && logCall.test(codeOn(scanned, at).slice(0, 400))) return true;
  return false;
}

/** The lines that open the enclosing blocks, found by indentation. */
function enclosingBlockLines(scanned: Scanned, line: number): string[] {
  const over: string[] = [];
  let indent = indentOf(scanned.lines[line - 1] ?? "");
  for (let at = line - 1; at >= Math.max(1, line - mostLinesAbove) && indent > 0; at--) {
    const text = scanned.lines[at - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    over.push(text.slice(0, 400));
  }
  return over;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
