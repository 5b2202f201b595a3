// Finds handlers that neither report nor explain the error they catch.
import {
  enclosingFunctionLine,
  enclosingFunctionName,
  hasExplanation,
  isInCleanup,
  mayFailHarmlessly,
  promisesNotToThrow,
} from "./deliberate-handling.ts";
import {
  advisoryConfidence,
  isNewHandler,
  type ErrorHandler,
  type ScannedSource,
  type SwallowedError,
} from "./scanned-source.ts";

/** "fallback": the handler is empty, and what follows it takes the place of the result. */
type Silence = "nothing" | "default" | "fallback" | "goes-on";

const emptyBody = /^(?:pass|\.\.\.|;|\(\))?;?$/;
const defaultValue =
  /^(?:return|=>)?\s*(?:\(?(?:null|undefined|nil|None|false|true|False|True|void 0|0|-1|\[\]|\{\}|\(\)|''|""|``|array\(\)|new Map\(\)|new Set\(\)|dict\(\)|list\(\)|set\(\)|Optional\.empty\(\)|(?:List|Set|Map)\.of\(\)|Collections\.empty\w+\(\))\)?(?:,\s)?){0,3};?$/;
const continueBody = /^(?:continue|next);?$/;

export function findSilentHandlers(source: ScannedSource, handlers: readonly ErrorHandler[]): SwallowedError[] {
  const silent = handlers.flatMap((handler) => {
    const silence = judgeHandler(source, handler);
    return silence === null ? [] : [{ handler, silence }];
  });
  // Other silent handlers in the file show a habit that this change did not start.
  const isHabit = silent.some(({ handler }) => !isNewHandler(source, handler.line, handler.end));
  return silent
    .filter(({ handler }) => isNewHandler(source, handler.line, handler.end))
    .map(({ handler, silence }) => toSwallowedError(source, handler, silence, isHabit));
}

function judgeHandler(source: ScannedSource, handler: ErrorHandler): Silence | null {
  if (!handler.isBroad || handler.isNamedIgnored) return null;
  const silence = classifyBody(source, handler);
  if (silence === null || hasExplanation(source, handler)) return null;
  if (mayFailHarmlessly(source, handler.tryRange) || promisesNotToThrow(source, handler.line)) return null;
  if (isInCleanup(source, handler.line)) return null;
  return silence;
}

function classifyBody(source: ScannedSource, handler: ErrorHandler): Silence | null {
  const { keyword } = handler;
  const [from, to] = handler.body;
  const code = source.code.slice(from, to).trim();
  if (code.length > 60) return null;
  if (emptyBody.test(code)) return hasDefaultAfter(source, handler) ? "fallback" : "nothing";
  if (continueBody.test(code)) return "goes-on";
  if (!defaultValue.test(code) || (keyword === "if err != nil" && !losesError(source, handler.line, code))) return null;
  // A non-empty string is not a default.
  return source.text.slice(from, to).trim().replace(/\s+/g, " ") === code.replace(/\s+/g, " ") ? "default" : null;
}

/** In Go, a return without the error is suspicious only in a function that can return an error. */
function losesError(source: ScannedSource, line: number, code: string): boolean {
  return /\bnil;?$/.test(code) && /\berror\)? \{$/.test(enclosingFunctionLine(source, line).trimEnd());
}

/** The `try` block returns a value, or sets a variable that the next lines check: what follows is the default. */
function hasDefaultAfter({ code }: ScannedSource, { tryRange, body }: ErrorHandler): boolean {
  if (/\breturn [^;\s]/.test(code.slice(...tryRange))) return true;
  const after = code.slice(body[1], body[1] + 400);
  const set = code
    .slice(...tryRange)
    .matchAll(/(?:^|[\n;{]|\)\s)\s*((?:[\w$]+\.)*[\w$]+)(?:\[[^\]\n]{0,80}\])? (?:[-+|?]{0,2}|:)= /g);
  return [...set].some(([, name]) => new RegExp(`(?<![\\w$])${name!.replace(/[.$]/g, "\\$&")}(?![\\w$])`).test(after));
}

const effects = {
  default: "returns a default for",
  fallback: "ignores",
  "goes-on": "continues after",
} as const satisfies Record<Exclude<Silence, "nothing">, string>;

function toSwallowedError(
  source: ScannedSource,
  handler: ErrorHandler,
  silence: Silence,
  isHabit: boolean,
): SwallowedError {
  const { line, end, keyword } = handler;
  const within = enclosingFunctionName(source, line);
  const where = within === "" ? "" : ` in \`${within}\``;
  const habit = isHabit ? advisoryConfidence : 10;
  if (silence === "nothing")
    return {
      kind: "empty-handler",
      line,
      end: Math.min(end, line + 4),
      title: `An empty \`${keyword}\`${where} hides every error`,
      explanation:
        "Errors are neither logged nor rethrown, and nothing explains why. Handle the " +
        "error, catch only the expected one, or explain in a comment why it may be ignored.",
      confidence: Math.min(8, habit),
    };
  return {
    kind: "silent-default",
    line,
    end: Math.min(end, line + 4),
    title: `The \`${keyword}\`${where} ${effects[silence]} every error`,
    explanation:
      "The caller cannot tell a failure from a real result, and nothing reports it. Log the error or pass it " +
      "on, catch less, or explain in a comment why the default is correct for every error.",
    confidence: advisoryConfidence,
  };
}
