// Output that is meant: behind a switch, in what logs, or beside the other words of a message.
import { codeOn, type Scanned } from "../../text/scan.ts";

/** Conditions that keep a statement out of production. */
const guard =
  /\b(?:if|else if|unless|when|switch|case)\b.{0,200}(?:\b_*DEV_*\b|debug|verbose|trace|\bdev(?:elopment)?\b|NODE_ENV|import\.meta\.env|\bis_?tests?\b|isTest|JEST|TESTING)/i;
/** What logs, prints or reports by its own name. */
const speaker =
  /\b(?:function|def|fn|func|const|let|async|static|public|private|protected)\b[^=]{0,40}?\b\w{0,30}(?:log|logger|print|report|dump|debug|trace|show|display|output)\w{0,30}\s*(?:[=(<:]|$)/i;
const speakerMethod = /^\s*\w{0,30}(?:log|print|report|dump|debug|trace)\w{0,30}\s?\([^)]{0,200}\)\s*\{?\s*$/i;
const message = /\bconsole\.(?:warn|error|info|debug|group\w*|table)\(|\bwarnings\.warn\(|\blogg?(?:er|ing)?\.\w+\(/;
/** A message this near is about the same thing. */
const reach = 5;
/** No block that is worth the name is longer. */
const mostAbove = 60;

export function isDeliberate(scanned: Scanned, line: number): boolean {
  if (hasMessageBeside(scanned, line)) return true;
  return blocksOver(scanned, line).some((text) => guard.test(text) || speaker.test(text) || speakerMethod.test(text));
}

function hasMessageBeside(scanned: Scanned, line: number): boolean {
  for (let at = Math.max(1, line - reach); at <= Math.min(scanned.lines.length, line + reach); at++)
    if (at !== line && message.test(codeOn(scanned, at).slice(0, 400))) return true;
  return false;
}

/** The lines that open the blocks around a line, told by how far they are set in. */
function blocksOver(scanned: Scanned, line: number): string[] {
  const over: string[] = [];
  let indent = indentOf(scanned.lines[line - 1] ?? "");
  for (let at = line - 1; at >= Math.max(1, line - mostAbove) && indent > 0; at--) {
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
