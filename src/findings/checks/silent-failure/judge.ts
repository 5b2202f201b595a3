// Whether a handler lets an error go without a word.
import { functionAround, functionName, hasWordBeside, isInCleanup, mayFail, promisesNotToThrow } from "./meant.ts";
import { advisory, isNew, type Handler, type Source, type Spot } from "./source.ts";

type Silence = "nothing" | "default" | "goes-on";

const nothing = /^(?:pass|\.\.\.|;|\(\))?;?$/;
const defaultValue =
  /^(?:return|=>)?\s*(?:\(?(?:null|undefined|nil|None|false|true|False|True|void 0|0|-1|\[\]|\{\}|\(\)|''|""|``|array\(\)|new Map\(\)|new Set\(\)|dict\(\)|list\(\)|set\(\)|Optional\.empty\(\)|(?:List|Set|Map)\.of\(\)|Collections\.empty\w+\(\))\)?(?:,\s)?){0,3};?$/;
const goesOn = /^(?:continue|next);?$/;

export function silentHandlers(source: Source, handlers: readonly Handler[]): Spot[] {
  const silent = handlers.flatMap((handler) => {
    const silence = silenceOf(source, handler);
    return silence === null ? [] : [{ handler, silence }];
  });
  // What the file does elsewhere is its habit, and not this change's doing alone.
  const isHabit = silent.some(({ handler }) => !isNew(source, handler.line, handler.end));
  return silent
    .filter(({ handler }) => isNew(source, handler.line, handler.end))
    .map(({ handler, silence }) => spotOf(source, handler, silence, isHabit));
}

function silenceOf(source: Source, handler: Handler): Silence | null {
  if (!handler.broad || handler.named) return null;
  const silence = kindOf(source, handler);
  if (silence === null || hasWordBeside(source, handler)) return null;
  if (mayFail(source, handler.tried) || promisesNotToThrow(source, handler.line)) return null;
  if (isInCleanup(source, handler.line)) return null;
  return silence;
}

function kindOf(source: Source, handler: Handler): Silence | null {
  const { called } = handler;
  const [from, to] = handler.body;
  const code = source.code.slice(from, to).trim();
  if (code.length > 60) return null;
  if (nothing.test(code)) return isAskedFor(source, handler) ? "default" : "nothing";
  if (goesOn.test(code)) return "goes-on";
  if (!defaultValue.test(code) || (called === "if err != nil" && !losesError(source, handler.line, code))) return null;
  // A string that says something is no default.
  return source.text.slice(from, to).trim().replace(/\s+/g, " ") === code.replace(/\s+/g, " ") ? "default" : null;
}

/** In Go, an answer without the error is only suspicious in a function that could give the error. */
function losesError(source: Source, line: number, code: string): boolean {
  return /\bnil;?$/.test(code) && /\berror\)? \{$/.test(functionAround(source, line).trimEnd());
}

/** What was tried gives an answer, or sets a variable that the next lines look at: what comes after is the default. */
function isAskedFor({ code }: Source, { tried, body }: Handler): boolean {
  if (/\breturn [^;\s]/.test(code.slice(...tried))) return true;
  const after = code.slice(body[1], body[1] + 400);
  const set = code
    .slice(...tried)
    .matchAll(/(?:^|[\n;{]|\)\s)\s*((?:[\w$]+\.)*[\w$]+)(?:\[[^\]\n]{0,80}\])? (?:[-+|?]{0,2}|:)= /g);
  return [...set].some(([, name]) => new RegExp(`(?<![\\w$])${name!.replace(/[.$]/g, "\\$&")}(?![\\w$])`).test(after));
}

function spotOf(source: Source, handler: Handler, silence: Silence, isHabit: boolean): Spot {
  const { line, end, called } = handler;
  const within = functionName(source, line);
  const where = within === "" ? "" : ` in \`${within}\``;
  const habit = isHabit ? advisory : 10;
  if (silence === "nothing")
    return {
      kind: "empty-handler",
      line,
      end: Math.min(end, line + 4),
      title: `An empty \`${called}\`${where} hides every error`,
      explanation:
        "Whatever fails here fails unseen: no log, no rethrow, and not a word on why that is right. Handle the " +
        "error, narrow it to the one that is expected, or say in a comment why it may be ignored.",
      confidence: Math.min(8, habit),
    };
  const does = silence === "default" ? "returns a default" : "goes on";
  return {
    kind: "silent-default",
    line,
    end: Math.min(end, line + 4),
    title: `A \`${called}\`${where} ${does} whatever the error was`,
    explanation:
      "The caller cannot tell a failure from a real answer, and nobody is told of it. Log the error or pass it " +
      "on, narrow what is caught, or say in a comment why the default is right for every error.",
    confidence: advisory,
  };
}
