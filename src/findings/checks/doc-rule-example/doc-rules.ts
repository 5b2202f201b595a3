// Parses unconditional rules that forbid a concrete command, path or call in backticks.

export interface DocRule {
  /** The form that must not be used. */
  forbidden: string;
  /** Forms that the same sentence prescribes. */
  prescribed: readonly string[];
  /** `root`: the command is forbidden only at the root of the repository. */
  where: "anywhere" | "root";
}

const mark = "\uE000";
const codeMark = `${mark}(\\d{1,3})${mark}`;
const article = "(?:the |an? |any |raw |plain |direct |global )?";
const usageVerbs =
  "(?:us(?:e|ing)|run(?:ning)?|call(?:ing)?|import(?:ing)?(?: from)?|writ(?:e|ing)|invok(?:e|ing)|execut(?:e|ing)|add(?:ing)?|put(?:ting)?|commit(?:ting)?)";
const forbids = "(?:never|do not|don't|must not|mustn't|must never|should never|avoid)";
const fails =
  "(?:will fail|fails|does not work|doesn't work|will not work|won't work|is (?:strictly )?(?:forbidden|prohibited|banned|not allowed|disallowed)|must not be used|must never be used|should never be used|(?:does not|doesn't) exist)";

const tools =
  "pnpm|npm|npx|yarn|bun|cargo|go|make|uv|poetry|pip|pytest|mvn|gradle|bundle|rake|composer|dotnet|mix|deno|just|task|turbo|nx|git|docker|python3?|node|terraform|kubectl|helm";

// "`command` fails" is a rule; other sentences with "fails" are reports.
const forms: readonly { pattern: RegExp; forbidden: number; isCommand: boolean }[] = [
  {
    pattern: new RegExp(`\\b${forbids} (?:ever )?${usageVerbs} ${article}${codeMark}`, "gi"),
    forbidden: 1,
    isCommand: false,
  },
  { pattern: new RegExp(`${codeMark} ${fails}`, "gi"), forbidden: 1, isCommand: true },
  { pattern: new RegExp(`\\bthere is no ${codeMark}`, "gi"), forbidden: 1, isCommand: false },
  {
    pattern: new RegExp(
      `(?<=^[\\s*+>\\d.-]{0,8}|[.!:] |\\balways |\\bmust |\\bplease )${usageVerbs} ${article}${codeMark}[^.;:!?${mark}]{0,25}(?:\\binstead of|\\brather than|, not|, never|\\(not) ${article}${codeMark}`,
      "gi",
    ),
    forbidden: 2,
    isCommand: false,
  },
];

const atRoot =
  "(?:from|at|in) (?:the )?(?:repo(?:sitory)?'?s? |project'?s? |monorepo |workspace )?root(?: (?:directory|folder))?";
const failsAtRoot = new RegExp(
  `(?:${codeMark}|\\b(${tools}))(?: commands?)? ${atRoot},? ${fails.replace("fails", "fails?")}`,
  "i",
);
const neverAtRoot = new RegExp(
  `\\b${forbids} run (?:${codeMark}|(${tools}))(?: commands?)? ${atRoot}(?=[.,;:!)]|$| -| \u2014)`,
  "i",
);

/** Words before the rule that make it conditional. */
const condition =
  /\b(?:can|may|might|could|optionally|also|sometimes|if|when|whenever|unless|while|during|in|inside|within|on|for|with|where|once|outside|until|by default)\b/i;
/** What may follow the forbidden form of an unconditional rule. */
const ends =
  /^(?:\s*$|[.,;:!)]|\s(?:instead|anywhere|at all|ever|because|since|it|they|which|commands?[.,;]|[-\u2013\u2014(]))/;

/** Parses the rules of one line. The previous line may contain the start of the sentence, with its condition. */
export function parseDocRules(text: string, lineBefore = ""): DocRule[] {
  if (text.includes(mark) || text.startsWith("#")) return [];
  const spans: string[] = [];
  const folded = text.replaceAll(/(?<!`)(`{1,2})([^`\n]{1,200})\1(?!`)/g, (_all, _ticks, code: string) => {
    spans.push(code.trim());
    return `${mark}${spans.length - 1}${mark}`;
  });
  const rooted = parseRootRule(folded, spans);
  if (rooted) return [rooted];
  return forms.flatMap(({ pattern, forbidden, isCommand }) =>
    [...folded.matchAll(pattern)].flatMap((match) => {
      const form = spans[Number(match[forbidden])] ?? "";
      if (!isConcrete(form) || (isCommand && !startsWithTool.test(form))) return [];
      if (isConditional(folded, match, lineBefore)) return [];
      // Any other form on the line may be the prescribed one.
      return [{ forbidden: form, prescribed: spans.filter((span) => span !== form), where: "anywhere" as const }];
    }),
  );
}

const startsWithTool = new RegExp(`^(?:${tools}) `);

function isConditional(folded: string, match: RegExpExecArray, lineBefore: string): boolean {
  if (!ends.test(folded.slice(match.index + match[0].length))) return true;
  const start = Math.max(...[". ", "; ", "! ", "? "].map((end) => folded.lastIndexOf(end, match.index)));
  const goesOn = start < 0 && !/^\s*(?:[-*+>#|]|\d+[.)])/.test(folded) && !/[.;!?:]\s*$/.test(lineBefore);
  return condition.test(`${goesOn ? lineBefore : ""} ${folded.slice(start + 1, match.index)}`);
}

function parseRootRule(folded: string, spans: readonly string[]): DocRule | null {
  const match = failsAtRoot.exec(folded) ?? neverAtRoot.exec(folded);
  if (!match) return null;
  const named = match[1] === undefined ? (match[2] ?? "") : (spans[Number(match[1])] ?? "");
  const tool = /^[a-z][\w-]*/.exec(named)?.[0];
  return tool === undefined ? null : { forbidden: tool, prescribed: [], where: "root" };
}

/** A command with arguments, a path, or a member access: a bare name can be right in another context. */
function isConcrete(form: string): boolean {
  if (form.length < 5 || form.length > 120 || /[<>{}*\u2026]|\.\.\./.test(form)) return false;
  if (/^[\w@./-]*[a-z]{2}[\w@./-]*(?: \S+)+$/.test(form) || /^[\w@.-]+(?:\/[\w@.-]+)+\/?$/.test(form)) return true;
  return /^[A-Za-z_]\w+(?:\.\w{2,})+(?:\(\))?$/.test(form);
}
