// Finds promises whose rejection an empty `.catch` swallows.
import {
  isCleanupCall,
  isDocumented,
  isInCleanup,
  mayFailHarmlessly,
  promisesNotToThrow,
} from "./deliberate-handling.ts";
import {
  advisoryConfidence,
  findClosing,
  commentsBetween,
  isNewHandler,
  lineOfOffset,
  textOfLine,
  mostHandlers,
  findOpening,
  type ScannedSource,
  type SwallowedError,
} from "./scanned-source.ts";

const parameters = "(?:\\(\\s{0,20}[\\w$]{0,40}(?::\\s?\\w{1,20})?\\s{0,20}\\)|[\\w$]{1,40})";
const emptyHandler = new RegExp(
  `^\\s{0,100}(?:(?:async )?${parameters}\\s?=>\\s?(?:\\{\\s{0,100}\\}|undefined|void 0|noop\\(\\))|function\\s?\\w{0,40}${parameters}\\s?\\{\\s{0,100}\\}|(?:[\\w$]{1,20}\\.)?noop)\\s{0,100},?\\s{0,100}$`,
);

export function findSwallowedPromises(source: ScannedSource): SwallowedError[] {
  if (source.language.family !== "js") return [];
  const { code, scanned } = source;
  const errors: SwallowedError[] = [];
  let checked = 0;
  for (const match of code.matchAll(/\.catch\(/g)) {
    if (++checked > mostHandlers) break;
    const open = match.index + match[0].length - 1;
    const close = findClosing(code, open);
    if (close < 0 || close - open > 400 || !emptyHandler.test(code.slice(open + 1, close))) continue;
    const line = lineOfOffset(scanned, match.index);
    const end = lineOfOffset(scanned, close);
    const call = findPromiseCall(code, match.index);
    if (!isNewHandler(source, line, end) || call === null || isDeliberate(source, match.index, close, call)) continue;
    errors.push({
      kind: "swallowed-promise",
      line,
      end,
      title: `A failure of \`${call.name}\` is swallowed`,
      explanation:
        "The handler is empty: if the promise is rejected, nothing reports it, and the code continues as if it had " +
        "succeeded. Log or handle the error, or explain in a comment why it may be ignored.",
      // If nobody awaits the result, the author may have accepted the loss.
      confidence: isAwaited(code, call.from) ? 7 : advisoryConfidence,
    });
  }
  return errors;
}

function isAwaited(code: string, from: number): boolean {
  const before = code.slice(Math.max(0, from - 200), from);
  return /(?:^|[;{}\n]\s*)await\s[\w$.\s?!#]*$/.test(before);
}

interface Call {
  name: string;
  from: number;
}

/** The call that returns the promise; null for a promise in a variable, whose rejection is often handled elsewhere. */
function findPromiseCall(code: string, at: number): Call | null {
  let end = at;
  for (let step = 0; step < 6; step++) {
    while (end > 0 && /\s/.test(code[end - 1]!)) end--;
    if (code[end - 1] !== ")") return null;
    const open = findOpening(code, end - 1);
    if (open < 0) return null;
    const name = /[\w$]*$/.exec(code.slice(Math.max(0, open - 60), open))![0];
    if (name === "") return null;
    const from = open - name.length;
    if (name !== "then" && name !== "finally" && name !== "catch") return { name, from };
    end = code[from - 1] === "." ? from - 1 : -1;
    if (end < 0) return null;
  }
  return null;
}

function isDeliberate(source: ScannedSource, from: number, to: number, call: Call): boolean {
  const { starts } = source.scanned;
  const first = lineOfOffset(source.scanned, call.from);
  const last = lineOfOffset(source.scanned, to);
  // Searches the lines of the statement and the line above it.
  const above = starts[Math.max(0, first - 2)]!;
  const end = starts[last] ?? source.text.length;
  if (commentsBetween(source, above, end).trim() !== "") return true;
  return (
    isCleanupCall(call.name) ||
    isInCleanup(source, first) ||
    isDocumented(source, first) ||
    source.removedHere.some((text) => text.includes(".catch(") && text.includes(call.name)) ||
    mayFailHarmlessly(source, [starts[first - 1]!, from]) ||
    promisesNotToThrow(source, first) ||
    /^\s*(?:await )?expect\(/.test(textOfLine(source, first))
  );
}
