// Detects text that makes a Markdown parser take quadratic time: too many brackets, backticks or declarations in one
// paragraph.
const most = { brackets: 400, backticks: 600, declarations: 200 };

const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const newBlock = /^[ \t]*(?:$|[-+*][ \t]|#{1,6}[ \t])/;
const tableRow = /^[ \t]*\|/;
const tableRule = /^[ \t]*\|[ :|-]*-[ :|-]*$/;

export function isTangled(text: string): boolean {
  let counts = { brackets: 0, backticks: 0, declarations: 0 };
  let inTable = false;
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    // Fenced code is not parsed for inline marks.
    const ticks = fenceLine.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (ticks?.startsWith(fence) && line.trim() === ticks) fence = null;
      continue;
    }
    if (ticks !== null) {
      fence = ticks;
      continue;
    }
    if (tableRule.test(line)) inTable = true;
    else if (!tableRow.test(line)) inTable = false;
    // Table rows and list items are parsed separately.
    if (inTable || newBlock.test(line)) counts = { brackets: 0, backticks: 0, declarations: 0 };
    counts.brackets += count(line, /(?<!\\)\]/g);
    counts.backticks += count(line, /`+/g);
    counts.declarations += count(line, /(?<!\\)<[!?]/g);
    if (counts.brackets > most.brackets || counts.backticks > most.backticks || counts.declarations > most.declarations)
      return true;
  }
  return false;
}

function count(line: string, what: RegExp): number {
  return line.match(what)?.length ?? 0;
}
