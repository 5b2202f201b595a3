// Tells whether a shown usage breaks a rule.
import type { DocRule } from "./doc-rules.ts";
import type { ShownUsage } from "./shown-usages.ts";

export function breaksRule(rule: DocRule, usage: ShownUsage): boolean {
  return rule.where === "root" ? runsAtRoot(rule.forbidden, usage) : showsForm(rule, usage);
}

const changesFolder =
  /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:--dir|-C|--cwd|--prefix|--filter|-F|--workspace|-w|--manifest-path|--project|--directory|-p)[\s=]/;
const namesFolder = /\b(?:from|inside|in|under|within)\b[^.]{0,30}(?:`[^`]+`|\bdirectory|\bfolder)|\bcd\b/i;

function runsAtRoot(tool: string, { code, before, lead, source: how }: ShownUsage): boolean {
  const command = code.trim().replace(/^\$\s+/, "");
  if (!new RegExp(`^${tool} [a-z]`).test(command)) return false;
  if (changesFolder.test(command) || before.some((line) => changesFolder.test(line))) return false;
  return !namesFolder.test(how === "words" ? lead.replaceAll(code, "") : lead);
}

function showsForm({ forbidden, prescribed }: DocRule, { code, raw }: ShownUsage): boolean {
  if (!occursAlone(code, forbidden)) return false;
  // The prescribed form often contains the forbidden one, or is compared with it on the same line.
  return !prescribed.some((form) => form.length > 1 && raw.includes(form));
}

const wordCharacter = /[\w./@:$-]/;

/** Whether the form occurs alone, not as part of a longer word, path or flag. */
export function occursAlone(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const before = text[at - 1] ?? "";
    const cutBefore = wordCharacter.test(form[0]!) && wordCharacter.test(before);
    const cutAfter =
      wordCharacter.test(form.at(-1)!) &&
      /^(?:[\w/@$-]|[.:]\w)/.test(text.slice(at + form.length, at + form.length + 2));
    if (!cutBefore && !cutAfter) return true;
  }
  return false;
}
