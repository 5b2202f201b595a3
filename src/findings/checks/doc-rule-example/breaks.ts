// Whether what is shown breaks a rule.
import type { Rule } from "./rules.ts";
import type { Showing } from "./showings.ts";

export function breaksRule(rule: Rule, showing: Showing): boolean {
  return rule.where === "root" ? runsAtRoot(rule.forbidden, showing) : showsForm(rule, showing);
}

const elsewhere =
  /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:--dir|-C|--cwd|--prefix|--filter|-F|--workspace|-w|--manifest-path|--project|--directory|-p)[\s=]/;
const named = /\b(?:from|inside|in|under|within)\b[^.]{0,30}(?:`[^`]+`|\bdirectory|\bfolder)|\bcd\b/i;

function runsAtRoot(tool: string, { shown, before, lead, how }: Showing): boolean {
  const command = shown.trim().replace(/^\$\s+/, "");
  if (!new RegExp(`^${tool} [a-z]`).test(command)) return false;
  if (elsewhere.test(command) || before.some((line) => elsewhere.test(line))) return false;
  return !named.test(how === "words" ? lead.replaceAll(shown, "") : lead);
}

function showsForm({ forbidden, prescribed }: Rule, { shown, raw }: Showing): boolean {
  if (!standsAlone(shown, forbidden)) return false;
  // The prescribed form often holds the forbidden one, or stands beside it in a comparison.
  return !prescribed.some((form) => form.length > 1 && raw.includes(form));
}

const glue = /[\w./@:$-]/;

/** As a form of its own, not as a part of a longer word, path or flag. */
export function standsAlone(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const before = text[at - 1] ?? "";
    const cutBefore = glue.test(form[0]!) && glue.test(before);
    const cutAfter =
      glue.test(form.at(-1)!) && /^(?:[\w/@$-]|[.:]\w)/.test(text.slice(at + form.length, at + form.length + 2));
    if (!cutBefore && !cutAfter) return true;
  }
  return false;
}
