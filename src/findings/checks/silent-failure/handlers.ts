// Finds error handlers in every supported language family.
import type { Family } from "../../text/languages.ts";
import { hasWord } from "../../../change/word-patterns.ts";
import {
  findClosing,
  lineOfOffset,
  mostHandlers,
  findOpening,
  type ErrorHandler,
  type ScannedSource,
} from "./scanned-source.ts";

const finders: Partial<Record<Family, (source: ScannedSource) => ErrorHandler[]>> = {
  js: findCatches,
  c: findCatches,
  php: findCatches,
  python: findExcepts,
  ruby: findRescues,
  go: findErrorChecks,
};

export const handlerFamilies: ReadonlySet<string> = new Set(Object.keys(finders));

export function findHandlers(source: ScannedSource): ErrorHandler[] {
  return finders[source.language.family]?.(source).slice(0, mostHandlers) ?? [];
}

/** Types so broad that they do not say which error is expected. */
const broadTypes =
  /^(?:\.\.\.|(?:\w+[.\\:]+|\\)?(?:Exception|Throwable|RuntimeException|SystemException|IOException|SQLException|InterruptedException|AggregateException|Error|exception|ErrorException))$/;
const ignoredName = hasWord("_?ignored? _?ignore[A-Z]\\w* _?expected _?unused _?swallow\\w* _?suppress\\w*");

/** `catch` with braces: JavaScript, Java, C#, C++, Kotlin, Swift, Dart, PHP. */
function findCatches(source: ScannedSource): ErrorHandler[] {
  const { code, scanned, language } = source;
  const handlers: ErrorHandler[] = [];
  for (const match of code.matchAll(/\bcatch\b/g)) {
    if (handlers.length >= mostHandlers) break;
    const from = match.index;
    if (!/[}\s]/.test(code[from - 1] ?? "")) continue;
    const closed = lastCodeBefore(code, from);
    if (code[closed] !== "}") continue;
    const head = /^catch\s{0,200}/.exec(code.slice(from, from + 210))![0].length + from;
    const typeEnd = code[head] === "(" ? findClosing(code, head) : head - 1;
    if (typeEnd < 0 || typeEnd - head > 400) continue;
    const when = /^\s{0,200}(?:when\s?\()?/.exec(code.slice(typeEnd + 1, typeEnd + 210))![0];
    // An exception filter says which error is expected.
    if (when.includes("when")) continue;
    const open = typeEnd + 1 + when.length;
    const close = code[open] === "{" ? findClosing(code, open) : -1;
    if (close < 0) continue;
    const caught = typeEnd > head ? code.slice(head + 1, typeEnd).trim() : "";
    const tried = findOpening(code, closed);
    handlers.push({
      line: lineOfOffset(scanned, from),
      end: lineOfOffset(scanned, close),
      tryRange: tried < 0 ? [closed, closed] : [tried + 1, closed],
      from,
      body: [open + 1, close],
      keyword: "catch",
      isBroad: language.family === "js" || catchesBroadly(caught),
      isNamedIgnored: ignoredName.test(caught),
    });
  }
  return handlers;
}

function catchesBroadly(caught: string): boolean {
  if (caught === "") return true;
  // `final Exception | Error e`, `e: Exception`, `\Throwable $e`, `const std::exception& e`
  const words = caught.replace(/\b(?:final|const|let|var)\b/g, " ").replace(/[&*]/g, " ");
  const types = words.includes(":") && /^\s*\w+\s*:(?!:)/.test(words) ? words.slice(words.indexOf(":") + 1) : words;
  return types.split("|").every((one) => broadTypes.test(one.trim().split(/\s+/)[0] ?? ""));
}

function lastCodeBefore(code: string, from: number): number {
  let at = from - 1;
  while (at > 0 && from - at < 400 && /\s/.test(code[at]!)) at--;
  return at;
}

interface Line {
  number: number;
  indent: number;
  code: string;
}

/** Lines that contain code. */
function codeLines({ code }: ScannedSource): Line[] {
  return code.split("\n").flatMap((text, index) => {
    const trimmed = text.trim();
    return trimmed === "" || text.length > 1000
      ? []
      : [{ number: index + 1, indent: text.length - text.trimStart().length, code: trimmed }];
  });
}

/** Maximum lines of code: a longer body handles the error. */
const longestBody = 6;

interface Opening {
  pattern: RegExp;
  called: string;
  /** Whether the caught type is broad. */
  broad(caughtType: string): boolean;
  /** The line that opens the `try` block. */
  tries: RegExp;
}

function findExcepts(source: ScannedSource): ErrorHandler[] {
  return findIndentedHandlers(source, {
    pattern: /^except\b([^:#]{0,300}):(.{0,300})$/,
    called: "except",
    broad: (caughtType) =>
      /^(?:\(?\s*(?:builtins\.)?(?:Base)?Exception\s*\)?)?$/.test(caughtType.replace(/\bas \w+$/, "").trim()),
    tries: /^try\s*:/,
  });
}

function findRescues(source: ScannedSource): ErrorHandler[] {
  return findIndentedHandlers(source, {
    pattern: /^rescue\b([^;]{0,300}?)(?:;(.{0,300}))?$/,
    called: "rescue",
    broad: (caughtType) =>
      /^(?:(?:::)?(?:StandardError|Exception))?$/.test(caughtType.replace(/=>\s*@?\w+$/, "").trim()),
    tries: /^(?:begin\b|def\b|private def\b|.{0,200}\bdo(?:\s*\|.{0,100}\|)?$|.{0,200}=\s*begin$)/,
  });
}

function findIndentedHandlers(source: ScannedSource, opening: Opening): ErrorHandler[] {
  const lines = codeLines(source);
  const { starts, lines: texts } = source.scanned;
  return lines.flatMap((line, index): ErrorHandler[] => {
    const match = opening.pattern.exec(line.code);
    if (!match) return [];
    let last = index;
    while (last - index < longestBody && lines[last + 1] && lines[last + 1]!.indent > line.indent) last++;
    if (last - index >= longestBody) return [];
    const end = lines[last]!.number;
    // Comments after the last statement belong to the body, up to the next code.
    const until = lines[last + 1] ? starts[lines[last + 1]!.number - 1]! : source.text.length;
    const from = starts[line.number - 1]! + line.indent;
    const inline = (match[2] ?? "").trim();
    const bodyFrom =
      inline === "" ? starts[line.number - 1]! + texts[line.number - 1]!.length : from + line.code.lastIndexOf(inline);
    return [
      {
        line: line.number,
        end,
        tryRange: findTryRange(lines, index, opening.tries, starts),
        from,
        body: [bodyFrom, until],
        keyword: opening.called,
        isBroad: opening.broad((match[1] ?? "").trim()),
        isNamedIgnored: ignoredName.test(match[1] ?? ""),
      },
    ];
  });
}

function findTryRange(
  lines: readonly Line[],
  index: number,
  tries: RegExp,
  starts: readonly number[],
): [number, number] {
  const own = lines[index]!;
  let end = own.number;
  for (let at = index - 1; at >= Math.max(0, index - 400); at--) {
    const line = lines[at]!;
    if (line.indent > own.indent) continue;
    if (line.indent < own.indent && own.code.startsWith("except")) break;
    if (tries.test(line.code)) return [starts[line.number]!, starts[end - 1]!];
    // An earlier handler of the same block: the `try` block ends above it.
    end = line.number;
  }
  return [starts[own.number - 1]!, starts[own.number - 1]!];
}

/** Go: `if err != nil {` without another condition. */
function findErrorChecks(source: ScannedSource): ErrorHandler[] {
  const { code, scanned } = source;
  const handlers: ErrorHandler[] = [];
  for (const match of code.matchAll(/\bif [^\n{}]{0,300}?\b(?:err|\w{1,30}Err) != nil \{/g)) {
    if (handlers.length >= mostHandlers) break;
    if (/&&|\|\|/.test(match[0])) continue;
    const open = match.index + match[0].length - 1;
    const close = findClosing(code, open);
    if (close < 0) continue;
    const above = scanned.starts[Math.max(0, lineOfOffset(scanned, match.index) - 2)]!;
    handlers.push({
      line: lineOfOffset(scanned, match.index),
      end: lineOfOffset(scanned, close),
      tryRange: match[0].includes(";") ? [match.index, open] : [above, match.index],
      from: match.index,
      body: [open + 1, close],
      keyword: "if err != nil",
      isBroad: true,
      isNamedIgnored: false,
    });
  }
  return handlers;
}
