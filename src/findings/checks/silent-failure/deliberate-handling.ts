// Recognises errors that are ignored on purpose: explained, part of a cleanup, a probe or a non-throwing function.
import { isOnlyComment } from "../../text/scan.ts";
import { hasWord, oneOf } from "../../../change/word-patterns.ts";
import { commentsBetween, textOfLine, type ErrorHandler, type ScannedSource } from "./scanned-source.ts";

/** Cleanup calls, whose failure needs no reaction. */
const cleanupCall = new RegExp(
  `(?:^|[^\\w])(?:_{0,2}|a|safe|force|try)${oneOf(`
    close destroy dispose end cancel abort kill terminate unlink rm rmdir rmtree remove delete clear clean cleanup
    tear_?down disconnect release unlock unsubscribe unregister stop reset revoke unref shutdown detach discard purge drop rollback
    flush quit exit free evict invalidate restore unmount unload unwatch logout log_?out deactivate pause detachAll hide
    removeItem join interrupt
  `)}(?:[A-Z_]\\w*|Async|Sync|All|d|s)?[!?]?\\s?\\(`,
  "i",
);

/** Calls that test for existence or well-formedness by trying. */
const probeCall = new RegExp(
  oneOf(`
    JSON\\.parse json\\.loads parse\\w*\\( new\\sURL\\b URL\\.parse decodeURI atob\\( \\bb64decode localStorage sessionStorage \\bstorage\\.
    require\\( require\\.resolve import\\( import_module resolve\\( \\baccess(?:Sync)?\\( l?stat(?:Sync)?\\( exists(?:Sync)?\\(
    readlink realpath chmod utimes Intl\\. new\\sRegExp process\\.kill \\.focus\\( \\.play\\( vibrate clipboard
    PointerCapture matchMedia postMessage requestFullscreen execCommand getComputedStyle querySelector \\.matches\\(
    isinstance issubclass hasattr inspect\\. get_running_loop
    Class\\.forName getDeclared\\w+ getMethod valueOf\\( Integer\\.parse Long\\.parse TryParse Enum\\.Parse
    performance\\.(?:mark|measure) \\bstructuredClone scrollIntoView setSelectionRange
  `),
);

/** A failure to report something should not fail the caller. */
const reportingCall =
  /\b(?:log(?:ger|ging)?|console|telemetry|analytics|metrics|tracer?|span|capture\w*|sentry\w*|posthog)\b\.?\w*\s?[.(]/i;

/** Names, in camel or snake case, that promise not to throw. */
const nonThrowingName = new RegExp(
  `^_*${oneOf("try safe maybe attempt is has can supports? check detect probe parse find guess locate sniff bestEffort best_effort quiet(?:ly)? silent(?:ly)? ignore")}(?![a-z])|${oneOf(
    "OrNull OrUndefined OrDefault OrNone OrEmpty OrFallback _or_null _or_none _or_default IfExists _if_exists IfPossible Safely Quietly Silently BestEffort _best_effort _safe Exists _exists Optional",
  )}$`,
);
/** Names of cleanup functions. */
const cleanupName = new RegExp(
  `^(?:__?|(?:on|handle|do|force|async)_?)?${oneOf(`
    [cC]lose [cC]lean[uU]p [cC]lean_up [cC]lean [dD]ispose [dD]estroy [sS]hut[dD]own [sS]hut_down [tT]ear[dD]own [tT]ear_down [sS]top
    [kK]ill [rR]emove [aA]bort [cC]ancel [dD]isconnect [eE]xit [uU]nmount [tT]erminate [rR]elease [rR]ollback
    [fF]inali[sz]e [dD]el
  `)}(?![a-z])`,
);

/** Words in a comment inside the `try` block that give a reason. */
const reasonWords = hasWord(`
  ignor\\w+ best[\\s-]effort may might fail\\w* optional silen\\w+ swallow\\w* suppress\\w* unavailable unsupported fall\\s?back
  errors? expected timeouts? safe non-?(?:fatal|critical|blocking) exist\\w* already
`);

/** A comment in the handler or above the block, or one in the `try` block that mentions failure. */
export function hasExplanation(source: ScannedSource, handler: ErrorHandler): boolean {
  if (commentsBetween(source, handler.from, handler.body[1]).trim() !== "") return true;
  if (commentsBetween(source, handler.body[1], lineEnd(source, handler.body[1])).trim() !== "") return true;
  const [from, to] = handler.tryRange;
  if (reasonWords.test(commentsBetween(source, from, to)) || commentAbove(source, handler) !== "") return true;
  return isDocumented(source, handler.line);
}

function lineEnd({ text }: ScannedSource, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** The comment directly above the block. */
function commentAbove(source: ScannedSource, { tryRange, from }: ErrorHandler): string {
  const { starts } = source.scanned;
  const begins = source.text.lastIndexOf("\n", Math.min(tryRange[0], from) - 1);
  let line = starts.length;
  while (line > 1 && starts[line - 1]! > begins) line--;
  const first = /^\s*(?:try\b|\{|begin\b|\}?\s*$)/.test(textOfLine(source, line)) ? line : line + 1;
  const at = starts[first - 2];
  return at === undefined || first < 2 ? "" : commentsBetween(source, at, starts[first - 1]! - 1).trim();
}

/** A few statements, one of which is a cleanup, probe or report. */
export function mayFailHarmlessly(source: ScannedSource, [from, to]: readonly [number, number]): boolean {
  const tried = source.code.slice(from, to).trim();
  if (/telemetry|analytics|posthog/i.test(tried)) return true;
  if (tried.length > 600) return false;
  const statements = tried.split(/;\s*\n|;\s*$|\n(?=\s*\w)/).filter((one) => /\w/.test(one)).length;
  return statements <= 4 && (cleanupCall.test(tried) || probeCall.test(tried) || reportingCall.test(tried));
}

export function isCleanupCall(call: string): boolean {
  return cleanupCall.test(`.${call}(`);
}

/** The enclosing function, found by indentation, has a name that promises not to throw. */
export function promisesNotToThrow(source: ScannedSource, line: number): boolean {
  return nonThrowingName.test(enclosingFunctionName(source, line));
}

/** The line is in a `finally`, in another handler or in a cleanup function. */
export function isInCleanup(source: ScannedSource, line: number): boolean {
  if (cleanupName.test(enclosingFunctionName(source, line))) return true;
  let indent = indentOf(textOfLine(source, line));
  for (let at = line - 1, steps = 0; at >= Math.max(1, line - 60) && steps < 3; at--) {
    const text = textOfLine(source, at);
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    if (/^\s*\}?\s*(?:finally|catch|except|ensure|rescue)\b/.test(text)) return true;
    indent = indentOf(text);
    steps++;
  }
  return false;
}

const functionHead =
  /\b(?:function|def|func|fun|fn|sub)\b|=>\s*\{?$|^\s*(?:(?:public|private|protected|internal|static|async|override|final|virtual|export|default|get|set)\s+)*[\w$<>[\],.?#]*\s*[\w$#]+\s?\([^;]*$/;
const notFunction =
  /^\s*(?:\}?\s*(?:if|for|foreach|while|switch|catch|else|try|do|with|return|using|lock|await|match|elif|except)\b)/;

/** The first line of the enclosing function, with its indentation; "" if none is near. */
export function enclosingFunctionLine(source: ScannedSource, line: number): string {
  return textOfLine(source, findFunctionLine(source, line));
}

/** The line number; 0 if none is near. */
function findFunctionLine(source: ScannedSource, line: number): number {
  let indent = indentOf(textOfLine(source, line));
  for (let at = line - 1; at >= Math.max(1, line - 120) && indent > 0; at--) {
    const text = textOfLine(source, at);
    if (text.trim() === "" || text.length > 500) continue;
    const own = indentOf(text);
    // A multi-line signature ends with a bracket at the indentation of its start.
    if (own >= indent || /^\s*[)\]>]/.test(text)) continue;
    indent = own;
    if (!notFunction.test(text) && functionHead.test(text)) return at;
  }
  return 0;
}

const failureWords =
  /swallow|ignor|silen|best[- ]effort|fail|throw|raise|fall ?back|\b(?:null|None|nil|undefined|false|empty)\b/i;

/** The comment above the function, or its Python docstring, mentions failure. */
export function isDocumented(source: ScannedSource, line: number): boolean {
  const head = findFunctionLine(source, line);
  if (head === 0) return false;
  const { scanned } = source;
  let from = head;
  while (from > 1 && head - from < 30 && isOnlyComment(scanned, from - 1)) from--;
  const above = scanned.lines.slice(from - 1, head - 1).join("\n");
  const quoted = /^\s*[rR]?("""|''')/.exec(scanned.lines[head] ?? "")?.[1];
  const below = quoted
    ? (scanned.lines
        .slice(head, head + 30)
        .join("\n")
        .split(quoted)[1] ?? "")
    : "";
  return failureWords.test(above + below);
}

/** The name of the enclosing function; "" if it has none or none is near. */
export function enclosingFunctionName(source: ScannedSource, line: number): string {
  const head = enclosingFunctionLine(source, line);
  const match =
    /\b(?:function\*?|def|func|fun|fn)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.)?([\w$?!]+)/.exec(head) ??
    /\b(?:const|let|var|val)\s+([\w$]+)\s*=/.exec(head) ??
    /([\w$#]+)\s?(?:<[\w\s,]{1,40}>)?\(/.exec(head);
  return match && !/^(?:async|val|var|function)$/.test(match[1]!) ? match[1]! : "";
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
