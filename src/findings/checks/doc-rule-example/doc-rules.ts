// Parses unconditional rules that forbid a concrete command, path or call in backticks.

export interface DocRule {
  /** The form that must not be used. */
  forbidden: string;
  /** Forms that the same sentence prescribes. */
  prescribed: readonly string[];
  /** `root`: the command is forbidden only at the root of the repository; `tests`: the form is forbidden in tests. */
  where: "anywhere" | "root" | "tests";
  /**
   * `form`: searched as it is written; `word`: a single word, searched as a command or as a word of code; `path`: also
   * what lies below it; `separated`: a call whose arguments are separated by `separator`.
   */
  matchAs: "form" | "word" | "path" | "separated";
  separator?: string;
}

const mark = "\uE000";
const codeMark = `${mark}(\\d{1,3})${mark}`;
const article = "(?:the |an? |any |raw |plain |direct |global )?";
const usageVerbs =
  "(?:us(?:e|ing)|run(?:ning)?|call(?:ing)?|import(?:ing)?(?: from)?|writ(?:e|ing)|invok(?:e|ing)|execut(?:e|ing)|add(?:ing)?|put(?:ting)?|commit(?:ting)?)";
const forbids = "(?:never|do not|don't|must not|mustn't|must never|should never|avoid)";
const isForbidden =
  "(?:(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned|not allowed|disallowed)|must (?:not|never) (?:be used|appear)|should never be used)";
const fails = `(?:will fail|fails|does not work|doesn't work|will not work|won't work|(?:does not|doesn't) exist|${isForbidden})`;

const tools =
  "pnpm|npm|npx|yarn|bun|cargo|go|make|uv|poetry|pip|pytest|mvn|gradle|bundle|rake|composer|dotnet|mix|deno|just|task|turbo|nx|git|docker|docker-compose|python3?|node|terraform|kubectl|helm|sudo|grep|curl|tsc|jest|vitest|mypy|ruff|eslint|prettier";

// "`command` fails" is a rule; other sentences with "fails" are reports.
const forms: readonly { pattern: RegExp; forbidden: number; isCommand: boolean }[] = [
  {
    pattern: new RegExp(`\\b${forbids} (?:ever )?${usageVerbs} ${article}${codeMark}`, "gi"),
    forbidden: 1,
    isCommand: false,
  },
  {
    pattern: new RegExp(`\\b${forbids} (?:pass|send|give|set) [\\w ]{2,40} (?:with|via|through) ${codeMark}`, "gi"),
    forbidden: 1,
    isCommand: false,
  },
  { pattern: new RegExp(`${codeMark} ${isForbidden}`, "gi"), forbidden: 1, isCommand: false },
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
  /^(?:\s*$|[.,;:!)]|\s(?:instead|anywhere|at all|ever|here|because|since|it|they|which|commands?[.,;]|(?:in|for) (?:this|the) (?:repo(?:sitory)?|project|codebase)\b|(?:internal )?(?:paths?|modules?|folder|directory|keyword|type)[.,;!]|[-\u2013\u2014(]))/;
const inTests = /^ in (?:unit |integration )?tests?(?:\s*$|[.,;:!)])/;
/** "Use space-separated `rgb()`, not comma-separated": the separator of the forbidden call. */
const separators: Record<string, string> = { comma: ",", semicolon: ";", colon: ":", slash: "/" };
const separated = new RegExp(
  `${codeMark}[^.;:!?${mark}]{0,40}(?:, not|\\binstead of|\\brather than|, never) (${Object.keys(separators).join("|")})[- ]separated`,
  "i",
);

/** Parses the rules of one line. The previous line may contain the start of the sentence, with its condition. */
export function parseDocRules(text: string, lineBefore = ""): DocRule[] {
  if (text.includes(mark) || text.startsWith("#")) return [];
  const spans: string[] = [];
  const folded = text
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/(?<!`)(`{1,2})([^`\n]{1,200})\1(?!`)/g, (_all, _ticks, code: string) => {
      spans.push(code.trim());
      return `${mark}${spans.length - 1}${mark}`;
    });
  const single = parseRootRule(folded, spans) ?? parseSeparatorRule(folded, spans);
  if (single) return [single];
  const seen = new Set<string>();
  return forms.flatMap(({ pattern, forbidden, isCommand }) =>
    [...folded.matchAll(pattern)].flatMap((match): DocRule[] => {
      const form = spans[Number(match[forbidden])] ?? "";
      const matchAs = howToMatch(form);
      if (matchAs === null || seen.has(form) || (isCommand && !startsWithTool.test(form))) return [];
      const after = folded.slice(match.index + match[0].length);
      const where = inTests.test(after) ? "tests" : "anywhere";
      if (isConditional(folded, match, where === "tests" ? "" : after, lineBefore)) return [];
      seen.add(form);
      // Any other form on the line may be the prescribed one.
      return [{ forbidden: form, prescribed: spans.filter((span) => span !== form), where, matchAs }];
    }),
  );
}

const startsWithTool = new RegExp(`^(?:${tools})(?: |$)`);

function isConditional(folded: string, match: RegExpExecArray, after: string, lineBefore: string): boolean {
  if (!ends.test(after)) return true;
  const start = Math.max(...[". ", "; ", "! ", "? ", ": "].map((end) => folded.lastIndexOf(end, match.index)));
  const goesOn = start < 0 && !/^\s*(?:[-*+>#|]|\d+[.)])/.test(folded) && !/[.;!?:]\s*$/.test(lineBefore);
  return condition.test(`${goesOn ? lineBefore : ""} ${folded.slice(start + 1, match.index)}`);
}

function parseRootRule(folded: string, spans: readonly string[]): DocRule | null {
  const match = failsAtRoot.exec(folded) ?? neverAtRoot.exec(folded);
  if (!match) return null;
  const named = match[1] === undefined ? (match[2] ?? "") : (spans[Number(match[1])] ?? "");
  const tool = /^[a-z][\w-]*/.exec(named)?.[0];
  return tool === undefined ? null : { forbidden: tool, prescribed: [], where: "root", matchAs: "word" };
}

function parseSeparatorRule(folded: string, spans: readonly string[]): DocRule | null {
  const match = separated.exec(folded);
  const name = /^([A-Za-z][\w-]*)\(.{0,40}\)$/.exec(spans[Number(match?.[1])] ?? "")?.[1];
  if (!match || name === undefined) return null;
  const separator = separators[match[2]!.toLowerCase()]!;
  return { forbidden: `${name}()`, prescribed: [], where: "anywhere", matchAs: "separated", separator };
}

/** Null for a form that cannot be searched for: a placeholder, a pattern or a sentence. */
function howToMatch(form: string): DocRule["matchAs"] | null {
  if (form.length < 2 || form.length > 120 || /[<>{}*\u2026]|\.\.\./.test(form)) return null;
  if (/^[\w@.-]+(?:\/[\w@.-]+)+\/?$/.test(form)) return "path";
  if (/^[A-Za-z_@][\w-]*$/.test(form)) return form.length > 2 ? "word" : null;
  if (/^[\w@./-]*[a-z]{2}[\w@./-]*(?: \S+)+$/.test(form)) return "form";
  return /^[A-Za-z_]\w+(?:\.\w{2,})+(?:\(\))?$|^[A-Za-z_]\w+\(\)$|^--?[a-z][\w-]+$|^#[0-9a-f]{3,8}$/i.test(form)
    ? "form"
    : null;
}
