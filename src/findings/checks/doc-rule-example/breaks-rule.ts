// Tells whether a shown usage breaks a rule.
import type { DocRule } from "./doc-rules.ts";
import type { ShownUsage } from "./shown-usages.ts";

/** `ruleLine` is the line of the rule in the document of the usage, or 0. */
export function breaksRule(rule: DocRule, usage: ShownUsage, ruleLine: number): boolean {
  if (rule.where === "root") return runsAtRoot(rule.forbidden, usage, ruleLine);
  if (rule.where === "tests" && !mentionsTests(usage)) return false;
  // The prescribed form often contains the forbidden one, or is compared with it on the same line.
  if (rule.prescribed.some((form) => form.length > 1 && usage.raw.includes(form))) return false;
  return showsForm(rule, usage);
}

const changesFolder =
  /(?:^|[\s;&|(])(?:cd|pushd)\s|\s(?:--dir|-C|--cwd|--prefix|--filter|-F|--workspace|-w|--manifest-path|--project|--directory|-p)[\s=]/;
const namesFolder = /\b(?:from|inside|in|under|within)\b[^.]{0,30}(?:`[^`]+`|\bdirectory|\bfolder)|\bcd\b/i;

function runsAtRoot(tool: string, { code, before, lead, source }: ShownUsage, ruleLine: number): boolean {
  const command = code.trim().replace(/^\$\s+/, "");
  if (source === "mention" || !new RegExp(`^${tool} [a-z]`).test(command)) return false;
  if (changesFolder.test(command) || before.some((line) => changesFolder.test(line))) return false;
  const leading = lead.flatMap(({ line, text }) => (line === ruleLine ? [] : [text])).join(" ");
  return !namesFolder.test(source === "words" ? leading.replaceAll(code, "") : leading);
}

function mentionsTests({ raw, before, language }: ShownUsage): boolean {
  return (
    language !== "" && [...before, raw].some((line) => /\b(?:test|it|describe|expect|assert)\w*\b|_test\b/i.test(line))
  );
}

function showsForm({ forbidden, matchAs, separator }: DocRule, { code, source, language }: ShownUsage): boolean {
  if (matchAs === "path") return occursAlone(code, forbidden, /^(?:[\w@$-]|\.\w)/) && !/^\s*(?:\/\/|#)/.test(code);
  if (source === "mention") return false;
  if (matchAs === "form") return occursAlone(code, forbidden) || callsForm(code, forbidden);
  if (matchAs === "separated") return hasSeparatedArguments(code, forbidden.slice(0, -2), separator!);
  if (source === "words" || language === "" || shell.test(language)) return runsCommand(code, forbidden);
  return occursAlone(withoutText(code), forbidden);
}

const shell = /^(?:sh|bash|zsh|shell|console|terminal|shell-session|powershell|ps1|fish|dockerfile|text)$/;

/** Whether the word is the program of one of the commands on the line. */
function runsCommand(code: string, word: string): boolean {
  return code
    .slice(0, 1000)
    .split(/&&|\|\||[;|]|\$\(/)
    .some((command) => {
      const words = command
        .trim()
        .replace(/^(?:[$>%] |RUN )+/, "")
        .split(/\s+/);
      return words.find((one) => !/^(?:sudo|time|exec|env|[A-Z_]\w*=.*)$/.test(one) || one === word) === word;
    });
}

/** `f()` stands for a call with any arguments. */
function callsForm(code: string, form: string): boolean {
  return form.endsWith("()") && occursAlone(code, form.slice(0, -1));
}

function hasSeparatedArguments(code: string, name: string, separator: string): boolean {
  for (let at = code.indexOf(`${name}(`); at >= 0; at = code.indexOf(`${name}(`, at + 1)) {
    const end = code.indexOf(")", at);
    const inside = code.slice(at + name.length + 1, end < 0 ? undefined : end);
    if (!/[\w-]/.test(code[at - 1] ?? "") && inside.includes(separator)) return true;
  }
  return false;
}

/** The line without its strings and its comment. */
function withoutText(code: string): string {
  return code
    .slice(0, 1000)
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .replace(/(?:\/\/|#\s|--\s|\/\*).*$/, "");
}

const wordCharacter = /[\w./@:$-]/;

/** Whether the form occurs alone, not as part of a longer word, path or flag. */
export function occursAlone(text: string, form: string, goesOn = /^(?:[\w/@$-]|[.:]\w)/): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const before = text[at - 1] ?? "";
    const cutBefore = wordCharacter.test(form[0]!) && wordCharacter.test(before);
    const cutAfter =
      wordCharacter.test(form.at(-1)!) && goesOn.test(text.slice(at + form.length, at + form.length + 2));
    if (!cutBefore && !cutAfter) return true;
  }
  return false;
}
