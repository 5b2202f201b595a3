// Finds added functions that only wrap one other call.
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import { languageFor, type Family } from "../../text/languages.ts";
import { codeOn, scan, type Scanned } from "../../text/scan.ts";

export interface WrapperHelper {
  path: string;
  name: string;
  family: Family;
  line: number;
  end: number;
  /** The declaration line, verbatim. */
  text: string;
  /** The callees that receive its own parameters, as written: `sentry_sdk.set_tag`, `new Client`. */
  wraps: readonly string[];
}

/** A thin wrapper is shorter. */
const mostLines = 16;
const mostCalls = 3;

const javaScript = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\(|<)/,
];
const cLike = [
  /^\s*(?:public|private|protected|internal|static|inline|final)\b[^=;(]{1,200}\b([A-Za-z_]\w*)\s*\(/,
  /^[A-Za-z_][\w\s*&<>:,]{1,120}[\s*&]([A-Za-z_]\w*)\s*\(/,
  /^\s*(?:(?:private|internal|public|suspend|inline|override)\s+)?(?:fun|func)\s+([A-Za-z_]\w*)/,
];
const functionHeads: Partial<Record<Family, readonly RegExp[]>> = {
  js: javaScript,
  python: [/^\s*(?:async\s+)?def\s+([A-Za-z_]\w*)/],
  ruby: [/^\s*def\s+(?:self\.)?([A-Za-z_]\w*[?!]?)/],
  php: [/^\s*(?:(?:public|private|protected|static|final)\s+)*function\s+&?([A-Za-z_]\w*)/],
  go: [/^func\s+(?:\([^)]{0,100}\)\s*)?([A-Za-z_]\w*)/],
  rust: [/^\s*(?:pub(?:\([^)]{0,40}\))?\s+)?(?:async\s+)?(?:const\s+)?(?:unsafe\s+)?fn\s+([A-Za-z_]\w*)/],
  c: cLike,
};

/** Whether any added line starts a function, decided by the diff alone. */
export function addsFunction(file: FileDiff): boolean {
  const family = file.newPath === null ? undefined : languageFor(file.newPath)?.family;
  const patterns = (family && functionHeads[family]) ?? [];
  for (const { text } of patterns.length === 0 ? [] : addedLines(file))
    if (text.length < 400 && patterns.some((pattern) => pattern.test(text))) return true;
  return false;
}

export function findNewHelpers(file: FileDiff, after: string, before: string): WrapperHelper[] {
  const path = file.newPath!;
  const language = languageFor(path);
  const patterns = (language && functionHeads[language.family]) ?? [];
  if (!language || patterns.length === 0) return [];
  const added = new Map([...addedLines(file)].map(({ line, text }) => [line, text]));
  const scanned = scan(after, language);
  const helpers: WrapperHelper[] = [];
  for (const [line, text] of added) {
    // Most lines start no function, so only matching lines are scanned for strings.
    const head = text.length > 400 ? undefined : patterns.find((pattern) => pattern.test(text));
    const name = head?.exec(codeOn(scanned, line))?.[1];
    if (name === undefined || keywords.has(name) || containsWord(before, name)) continue;
    const written = readFunction(scanned, line, language.family);
    if (!written || !allAdded(line, written.end, added)) continue;
    const wraps = wrappedCalls(written.code, name, language.family).filter(
      (callee) => !isVariableMethod(callee, after),
    );
    if (wraps.length > 0) helpers.push({ path, name, family: language.family, line, end: written.end, text, wraps });
  }
  return helpers;
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text[at - 1] ?? " ") && !/[\w$]/.test(text[at + word.length] ?? " ")) return true;
  return false;
}

function allAdded(start: number, end: number, added: ReadonlyMap<number, string>): boolean {
  for (let line = start; line <= end; line++) if (!added.has(line)) return false;
  return true;
}

/** The function's code without comments and strings; null if it is too long or its end is not found. */
function readFunction(scanned: Scanned, line: number, family: Family): { code: string; end: number } | null {
  const lines: string[] = [];
  const indented = family === "python" || family === "ruby";
  const indent = indentOf(scanned.lines[line - 1] ?? "");
  let open = 0;
  let hasBody = false;
  for (let at = line; at < line + mostLines && at <= scanned.lines.length; at++) {
    const code = codeOn(scanned, at);
    if (indented && at > line && open === 0 && code.trim() !== "" && indentOf(code) <= indent && !/^\s*\)/.test(code)) {
      const isEnd = family === "ruby" && /^\s*end\b/.test(code);
      return { code: lines.join("\n"), end: isEnd ? at : lastCodeLine(scanned, at - 1) };
    }
    lines.push(code);
    for (const character of code) {
      if (character === "(" || character === "[" || character === "{") open++;
      if (character === ")" || character === "]" || character === "}") open--;
    }
    hasBody ||= !indented && /\{|=>/.test(code);
    const ends = !indented && hasBody && open <= 0 && (/[};)]\s*$/.test(code) || (!code.includes("=>") && at > line));
    if (ends) return { code: lines.join("\n"), end: at };
  }
  const endsWithFile = indented && line + mostLines > scanned.lines.length;
  return endsWithFile ? { code: lines.join("\n"), end: lastCodeLine(scanned, scanned.lines.length) } : null;
}

function lastCodeLine({ lines }: Scanned, from: number): number {
  let line = from;
  while (line > 1 && lines[line - 1]?.trim() === "") line--;
  return line;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

const keywords = new Set(
  `if for while switch catch return function typeof await super print with elif and or not in is new match select
   defer go func fn def sizeof assert throw yield do else try case when unless until lambda class
   isset empty array list echo unset`
    .trim()
    .split(/\s+/),
);
const call = /(?<![\w$.>:])((?:new\s+)?[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*){0,6}!?)\s?\(/g;

/** Callees that receive an unmodified parameter of the function. */
function wrappedCalls(code: string, name: string, family: Family): string[] {
  const open = code.indexOf("(", code.indexOf(name) + name.length);
  const close = closingParenthesis(code, open);
  if (open < 0 || close < 0) return [];
  const parameters = parameterNames(code.slice(open + 1, close), family);
  if (parameters.length === 0) return [];
  const body = code.slice(close + 1);
  const calls = [...body.matchAll(call)].filter(([, callee]) => !keywords.has(callee!) && callee !== name);
  if (new Set(calls.map(([, callee]) => callee)).size > mostCalls) return [];
  const wraps = calls.filter(([whole, callee], index) => {
    const start = calls[index]!.index + whole.length - 1;
    return (
      isNamedApi(callee!, parameters) &&
      passesParameter(body.slice(start + 1, closingParenthesis(body, start)), parameters)
    );
  });
  return [...new Set(wraps.map(([, callee]) => callee!))];
}

/** A method of a parameter or of the object itself cannot be distinguished from others of the same name. */
function isNamedApi(callee: string, parameters: readonly string[]): boolean {
  const first = callee.replace(/^new\s+/, "").split(/\.|::|->/)[0] ?? "";
  return !parameters.includes(first) && !/^(?:this|self|cls|super|parent|static|Self)$/.test(first);
}

/** A method of a local variable may belong to another object in the next file. */
function isVariableMethod(callee: string, file: string): boolean {
  const [first = "", second] = callee.split(/\.|::|->/);
  if (second === undefined || /^new\s/.test(first)) return false;
  const name = first.replaceAll("$", "\\$");
  const bound = `(?:\\b(?:const|let|var|val|auto|for|foreach|as)\\s+|[|(,]\\s*)${name}\\b\\s*(?:[|,)]|:=|in\\b|of\\b|=(?![=>]|\\s*require\\())`;
  return new RegExp(`${bound}|^[ \\t]*${name}[ \\t]*:?=[^=]`, "m").test(file);
}

function passesParameter(argument: string, parameters: readonly string[]): boolean {
  const values = splitAtCommas(argument).map((one) => one.trim().replace(/^(?:\.{3}|\*{1,2}|&)/, ""));
  return values.some((value) => parameters.includes(value.replace(/^(\w+)[=:]\s?\1$/, "$1")));
}

function parameterNames(text: string, family: Family): string[] {
  const typeFirst = family === "c" || family === "php";
  return splitAtCommas(text)
    .map((one) =>
      one
        .split("=")[0]!
        .trim()
        .replace(/^(?:\.{3}|\*{1,2}|&)/, ""),
    )
    .map((one) =>
      typeFirst && !one.includes(":")
        ? (/(\$?[A-Za-z_]\w*)$/.exec(one)?.[1] ?? "")
        : (/^(?:mut\s+)?(\$?[\w$]+)/.exec(one)?.[1] ?? ""),
    )
    .filter((one) => one !== "" && !/^(?:self|cls|this|void)$/.test(one));
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let open = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if ("([{<".includes(character)) open++;
    if (")]}>".includes(character)) open--;
    if (character === "," && open <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  const last = text.slice(start);
  return last.trim() === "" ? parts : [...parts, last];
}

function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = Math.max(0, open); at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}
