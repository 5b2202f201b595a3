// Promises whose failing is swallowed: `.catch(() => {})`.
import { isCleanup, isDocumented, isInCleanup, mayFail, promisesNotToThrow } from "./meant.ts";
import {
  advisory,
  closeOf,
  commentsIn,
  isNew,
  lineAt,
  lineText,
  mostHandlers,
  openOf,
  type Source,
  type Spot,
} from "./source.ts";

const parameters = "(?:\\(\\s{0,20}[\\w$]{0,40}(?::\\s?\\w{1,20})?\\s{0,20}\\)|[\\w$]{1,40})";
const swallows = new RegExp(
  `^\\s{0,100}(?:(?:async )?${parameters}\\s?=>\\s?(?:\\{\\s{0,100}\\}|undefined|void 0|noop\\(\\))|function\\s?\\w{0,40}${parameters}\\s?\\{\\s{0,100}\\}|(?:[\\w$]{1,20}\\.)?noop)\\s{0,100},?\\s{0,100}$`,
);

export function swallowedPromises(source: Source): Spot[] {
  if (source.language.family !== "js") return [];
  const { code, scanned } = source;
  const spots: Spot[] = [];
  let looked = 0;
  for (const match of code.matchAll(/\.catch\(/g)) {
    if (++looked > mostHandlers) break;
    const open = match.index + match[0].length - 1;
    const close = closeOf(code, open);
    if (close < 0 || close - open > 400 || !swallows.test(code.slice(open + 1, close))) continue;
    const line = lineAt(scanned, match.index);
    const end = lineAt(scanned, close);
    const call = callBefore(code, match.index);
    if (!isNew(source, line, end) || call === null || isMeant(source, match.index, close, call)) continue;
    spots.push({
      kind: "swallowed-promise",
      line,
      end,
      title: `A failure of \`${call.name}\` is swallowed`,
      explanation:
        "The handler is empty: if the promise is rejected, nobody hears of it, and the code goes on as if it had " +
        "worked. Log or handle the error, or say in a comment why it may be ignored.",
      // Where nobody waits for it, nobody asks for its result: the author may have weighed the loss.
      confidence: isWaitedFor(code, call.from) ? 7 : advisory,
    });
  }
  return spots;
}

function isWaitedFor(code: string, from: number): boolean {
  const before = code.slice(Math.max(0, from - 200), from);
  return /(?:^|[;{}\n]\s*)await\s[\w$.\s?!#]*$/.test(before);
}

interface Call {
  name: string;
  from: number;
}

/** The call whose promise it is; null for a promise held in a variable, whose failing is often dealt with elsewhere. */
function callBefore(code: string, at: number): Call | null {
  let end = at;
  for (let step = 0; step < 6; step++) {
    while (end > 0 && /\s/.test(code[end - 1]!)) end--;
    if (code[end - 1] !== ")") return null;
    const open = openOf(code, end - 1);
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

function isMeant(source: Source, from: number, to: number, call: Call): boolean {
  const { starts } = source.scanned;
  const first = lineAt(source.scanned, call.from);
  const last = lineAt(source.scanned, to);
  // On the lines of the statement and on the one above it.
  const above = starts[Math.max(0, first - 2)]!;
  const end = starts[last] ?? source.text.length;
  if (commentsIn(source, above, end).trim() !== "") return true;
  return (
    isCleanup(call.name) ||
    isInCleanup(source, first) ||
    isDocumented(source, first) ||
    source.removedHere.some((text) => text.includes(".catch(") && text.includes(call.name)) ||
    mayFail(source, [starts[first - 1]!, from]) ||
    promisesNotToThrow(source, first) ||
    /^\s*(?:await )?expect\(/.test(lineText(source, first))
  );
}
