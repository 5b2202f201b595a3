// Decides whether a rule is actionable: it names a place, pattern or command and says what to do.
import { hiddenCharacters } from "../../hidden-characters.ts";

export type LessonFault =
  | { fault: "empty" }
  | { fault: "too-long"; longest: number }
  | { fault: "hidden" }
  | { fault: "names-nothing" }
  | { fault: "no-deed" }
  | { fault: "vague"; says: string }
  | { fault: "one-off"; names: string };

const longestRule = 400;

/** What a rule names: `src/pay/` is a place, `npm run generate` a command, `fetch` a pattern. */
export interface Named {
  places: readonly string[];
  commands: readonly string[];
  patterns: readonly string[];
}

export function lessonFaults(rule: string): LessonFault[] {
  if (rule.trim() === "") return [{ fault: "empty" }];
  if (rule.length > longestRule) return [{ fault: "too-long", longest: longestRule }];
  if (rule.includes("\n") || rule.search(hiddenCharacters) >= 0) return [{ fault: "hidden" }];
  const said = wordsOf(rule);
  const faults: LessonFault[] = [];
  if (Object.values(namedIn(rule)).every((list) => list.length === 0)) faults.push({ fault: "names-nothing" });
  if (!deed.test(said)) faults.push({ fault: "no-deed" });
  const hedge = vague.exec(said)?.[0];
  if (hedge !== undefined) faults.push({ fault: "vague", says: hedge.toLowerCase() });
  const once = oneOff.exec(rule)?.[0].trim();
  if (once !== undefined) faults.push({ fault: "one-off", names: once });
  return faults;
}

export function namedIn(rule: string): Named {
  const pieces = [...rule.matchAll(/`([^`\n]{1,200})`/g)].map((match) => match[1]!.trim()).filter(isName);
  const bare = [...rule.replace(/`[^`]*`/g, " ").matchAll(barePlace)].map((match) => match[0]);
  return {
    places: [...new Set([...pieces.filter(isPlace), ...bare])],
    commands: pieces.filter((piece) => isCommand(piece)),
    patterns: pieces.filter((piece) => !isPlace(piece) && !isCommand(piece)),
  };
}

function isName(text: string): boolean {
  return text.length >= 2 && /[\p{L}\p{N}*]/u.test(text);
}

const extension =
  /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|css|scss|html|vue|svelte|sql|sh|md|mdx?|ya?ml|json|toml|tf|proto|graphql|lock)$/i;
const barePlace = /(?<![\w@./-])[\w@.-]{1,60}\/(?:[\w@.*-]{1,60}\/?){0,12}(?![\w:])/g;

function isPlace(piece: string): boolean {
  return /^[\w@.*{},/[\]-]{2,200}$/.test(piece) && (piece.includes("/") || extension.test(piece));
}

/** Two words or more, of which the first could be a program. */
function isCommand(piece: string): boolean {
  return /^[a-z][\w.-]{0,40} [\w@./:=" -]{1,160}$/.test(piece);
}

/** Code becomes a mark, so that its words are nobody's deed and nobody's hedge. */
function wordsOf(rule: string): string {
  return rule
    .replace(/`[^`]*`/g, "\uE000")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");
}

const verbs =
  `use|uses|using|used|call|run|rerun|add|wrap|replace|remove|delete|keep|update|import|pass|validate|escape|quote|return|
throw|raise|await|close|pin|rename|move|put|write|declare|document|describe|register|regenerate|generate|build|sort|log|name|
mark|set|catch|rethrow|test|cover|assert|lock|encode|decode|parse|format|lint|commit|bump|copy|export|expose|hide|mask|redact|
store|read|load|open|check in|fetch|retry|limit|bound|cap|split|merge|extend|implement|inherit|inject|mock|stub|seed|migrate|
revert|deploy|link|list|mention|note|prefix|suffix|start|end|begin|finish|depend|rely|reuse|skip|disable|enable|configure|fix|
increment|initiali[sz]e|cancel|free|release|dispose|flush|compare|cast|convert|sanitise|sanitize|hash|sign|verify that|send|
emit|publish|subscribe|unsubscribe|annotate|type|wire|go through|goes through|go via|goes via`.replaceAll("\n", "");

const deed = new RegExp(
  `\\b(?:${verbs})\\b|\\b(?:never|not|don't|no|only|always|avoid)(?: the| a| an| any)? \uE000`,
  "i",
);

/** What leaves to the reader what is to be done. */
const vague = new RegExp(
  [
    "be (?:more |very |extra |especially )?(?:careful|mindful|aware|cautious|wary|vigilant|thoughtful|conscious)",
    "careful(?:ly)?|cautious(?:ly)?|with caution|with care|take care|beware|watch out|look out for",
    "pay (?:close |special )?attention|keep (?:this |it )?in mind|bear in mind|keep an eye|think (?:about|twice|hard)",
    "consider|try to|tries to|don't break|not break|never break",
    "properly|correctly|appropriate(?:ly)?|adequate(?:ly)?|sensibl[ey]|reasonabl[ey]|thorough(?:ly)?|robust(?:ly)?",
    "best practices?|good practices?|good judgement|clean code|high quality|as needed|as necessary|as required",
    "(?:where|when|if|whenever) (?:possible|appropriate|necessary|needed|applicable|in doubt)",
    "ideally|maybe|perhaps|hopefully|might want|etc",
  ]
    .map((alternatives) => `\\b(?:${alternatives})\\b`)
    .join("|"),
  "i",
);

/** A line, a commit or a pull request will not come again. */
const oneOff =
  /[\w/-]{1,100}\.\w{1,10}:\d{1,7}\b|\bline \d{1,7}\b|(?:^|\s)#\d{1,9}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/i;

export interface ThreeQuestions {
  specific: boolean;
  testable: boolean;
  recurs: boolean;
}

/** The three questions of the threshold, each by a rule that anybody can check. */
export function threeQuestions(rule: string): ThreeQuestions {
  const faults = new Set(lessonFaults(rule).map(({ fault }) => fault));
  const whole = !faults.has("empty") && !faults.has("too-long") && !faults.has("hidden");
  return {
    specific: whole && !faults.has("names-nothing"),
    testable: whole && !faults.has("no-deed") && !faults.has("vague"),
    recurs: whole && !faults.has("one-off"),
  };
}
