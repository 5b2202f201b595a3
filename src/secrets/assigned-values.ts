// Finds values that a name such as `password`, `apiKey` or `token` is given, quoted or not, in any language or format.

/** Passwords are often words; tokens and keys are random; other keys are secret only if they look so. */
type NameStrength = "password" | "token" | "key";

export interface AssignedValue {
  name: string;
  strength: NameStrength;
  value: string;
  /** Its offset in the text. */
  at: number;
  /** What is written there is the value itself, not an expression that gives it. */
  literal: boolean;
  quoted: boolean;
  /** Name and value fill their line, as in a file of settings. */
  isWholeLine: boolean;
}

/** Where a text comes from decides whether a word without quotes is a value or an expression. */
export type TextFormat = "code" | "config" | "unknown";

const codeEnding =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|cs|rb|erb|php|c|h|cc|cpp|cxx|hpp|mm?|swift|scala|groovy|gradle|exs?|dart|lua|vue|svelte|sql|graphql|proto|tf|hcl|pp|pl|pm|r|jl|clj|hs|elm|fs|vb|css|scss|less|html?|jsp|cshtml|axaml|xaml|ps1|psm1)$/i;

export function textFormat(path: string): TextFormat {
  return path === "" ? "unknown" : codeEnding.test(path) ? "code" : "config";
}

const keyword =
  /pass(?:w(?:or)?d|wrd|phrase|code)?|pwd|psw|secret|token|key|credentials?|_auth(?![a-z])|(?<![a-z])auth(?![a-z])|authorization|identified by|(?<![a-z])pw(?![a-z])|_(?:pat|salt|psk)(?![a-z])|(?<=[?&])(?:sig|signature|code)(?==)/gi;
const longestName = 60;
const nameBefore = /[\w.$@/-]/;
const restOfName = /[\w-]{0,30}/y;
const closers = /(?:\\{0,4}["'`]|[\])?]){0,4}/y;

const quote = `\\\\{0,4}["'\`]`;
const prefix = `(?:[bBrRuUfF@$]{1,2}(?=["'])|(?:new )?(?:[A-Z]\\w{0,40}|str|bytes|b64decode|Buffer\\.from|\\[\\]byte)\\((?=["'\`])|\\[(?=["']))?`;
// Each is tried after the name and its closing quote; the first that fits leads to the value.
const separators: readonly { pattern: RegExp; quotedOnly: boolean; prose?: true }[] = [
  // `password: string = "…"`
  {
    pattern: new RegExp(
      `\\??[ \\t]?:[ \\t]{0,3}[A-Za-z&][\\w<>[\\]|&.'? ]{0,30}?[ \\t]{0,3}=[ \\t]{0,3}${prefix}(?=${quote})`,
      "y",
    ),
    quotedOnly: true,
  },
  // `- name: DB_PASSWORD` and `value: …` on the next line, and `key="Password" value="…"`
  { pattern: /(?:,\s{0,60}|\s{1,60})\\{0,4}["']?value\\{0,4}["']?[ \t]?[:=][ \t]{0,3}/iy, quotedOnly: false },
  // A header's list of values in a recording, and a value that begins on the next line.
  { pattern: new RegExp(`[ \\t]{0,3}:[ \\t]*\\r?\\n[ \\t]{0,40}-[ \\t]+`, "y"), quotedOnly: false },
  {
    pattern: new RegExp(`[ \\t]{0,3}[:=][ \\t]*(?:[|>][-+]?)?[ \\t]*\\r?\\n[ \\t]{1,40}(?=${quote})`, "y"),
    quotedOnly: true,
  },
  { pattern: /[ \t]{0,3}:[ \t]*[|>][-+]?[ \t]*\r?\n[ \t]{1,40}/y, quotedOnly: false },
  {
    pattern: new RegExp(`[ \\t]{0,40}(?:===?|!==?|:=|\\?\\?=|\\|\\|=|\\+=|=>|=|:)[ \\t]{0,40}${prefix}`, "y"),
    quotedOnly: false,
  },
  // `setPassword("…")`, `("DB_PASSWORD", "…")`, `PASSWORD '…'`
  { pattern: new RegExp(`\\([ \\t]{0,3}(?=["'\`])`, "y"), quotedOnly: true },
  { pattern: new RegExp(`,[ \\t]{0,3}${prefix}(?=${quote})`, "y"), quotedOnly: true },
  { pattern: /[ \t]{1,3}(?=')/y, quotedOnly: true },
  // `<property name="password">…</property>`
  { pattern: /[ \t]{0,3}>[ \t]*(?=[^<\s][^<\n]{0,400}<\/)/y, quotedOnly: false },
  // "the password is …", "token …", and tables.
  { pattern: /[ \t]{1,3}(?:is|was|are)(?: now)?:?[ \t]{1,3}(?=[`"'\w+/])/y, quotedOnly: false, prose: true },
  { pattern: /[ \t]{0,20}\|[ \t]{0,20}(?=[`"'\w+/])/y, quotedOnly: false, prose: true },
  { pattern: /[ \t]{1,3}(?=`?[\w+/-]{0,60}\d)/y, quotedOnly: false, prose: true },
];
const elementEnd = />[ \t]*/y;
const argumentEnd = /[ \t]{1,3}(?=[^\s-])/y;

/** Where a line's own text begins: after a diff's marker, a line number, a bullet or a comment sign. */
const lineHead =
  /^(?:[+\- ]?\d{1,7}[|:])?[ \t+>#;*/-]{0,40}(?:export[ \t]+|set[ \t]+|env[ \t]+|arg[ \t]+|declare[ \t]+|-[ \t]+|\{[ \t]*|\$env:|["'])?(?:[\w-]{1,80}=\S{0,80}[ \t]+)?$/i;
const quoteStart = /\\{0,4}["'`]/y;
/** Longer values are certificates, images and the like, or keys that are found by their own form. */
const longestValue = 5000;
/** What is longer and has no blank in it holds no further names. */
const longestWord = 300;

export function findAssignedValues(text: string, format: TextFormat): AssignedValue[] {
  const found: AssignedValue[] = [];
  let blobEnd = 0;
  keyword.lastIndex = 0;
  for (let hit = keyword.exec(text); hit; hit = keyword.exec(text)) {
    let start = hit.index;
    while (start > 0 && hit.index - start < longestName && nameBefore.test(text[start - 1]!)) start--;
    restOfName.lastIndex = keyword.lastIndex;
    restOfName.exec(text);
    const nameEnd = restOfName.lastIndex;
    keyword.lastIndex = Math.max(nameEnd, hit.index + 1);
    const name = text.slice(start, nameEnd);
    const strength = name === "key" && /[?&]/.test(text[start - 1] ?? "") ? "token" : nameStrength(name);
    // A resource of a window, and a value that a condition chooses.
    if (name === "Key" && text.slice(start - 2, start) === "x:") continue;
    if (/\?[ \t]*["'`]$/.test(text.slice(Math.max(0, start - 4), start))) continue;
    if (strength === null || start < blobEnd) continue;
    const at = valueStart(text, start, nameEnd, strength, format);
    const value = at === null ? null : readValue(text, at.at, { start, format, ...at });
    if (value === null) continue;
    found.push({ name, strength, ...value });
    if (!value.quoted && value.value.length > longestWord) blobEnd = value.at + value.value.length;
  }
  return found;
}

interface ValueStart {
  at: number;
  quotedOnly: boolean;
  /** The value ends at the next `<`. */
  element: boolean;
  argument: boolean;
  /** A sentence or a table, where most words that follow are not the value. */
  prose: boolean;
}

function valueStart(
  text: string,
  start: number,
  nameEnd: number,
  strength: NameStrength,
  format: TextFormat,
): ValueStart | null {
  const isQuotedName = /["'`]/.test(text[nameEnd] ?? "");
  if (
    text[start - 1] === "<" &&
    text[nameEnd] === ">" &&
    /^>[^<\n]{1,400}<\//.test(text.slice(nameEnd, nameEnd + 410))
  ) {
    elementEnd.lastIndex = nameEnd;
    elementEnd.exec(text);
    return { at: elementEnd.lastIndex, ...plainValue, element: true };
  }
  closers.lastIndex = nameEnd;
  closers.exec(text);
  const end = closers.lastIndex;
  const isOption = text.startsWith("--", start) || (text[start] === "-" && strength === "password");
  const isLogin = strength === "password" && isLineOfLogin(text, start);
  if (!cannotAssign.test(text[end] ?? ";"))
    for (const { pattern, quotedOnly, prose = false } of separators) {
      pattern.lastIndex = end;
      const match = pattern.exec(text);
      if (!match || (prose && (isOption || isLogin))) continue;
      if (match[0].startsWith(",") && (!isQuotedName || text.slice(nameEnd, end).includes(")"))) continue;
      if (match[0].startsWith("(") && notSet.test(text.slice(start, nameEnd))) continue;
      const isElement = match[0].includes(">") && !match[0].includes("=");
      return { at: end + match[0].length, quotedOnly, element: isElement, argument: match[0].startsWith(","), prose };
    }
  if (!isOption && !isLogin) return null;
  argumentEnd.lastIndex = nameEnd;
  return argumentEnd.exec(text) && format !== "code"
    ? { at: argumentEnd.lastIndex, ...plainValue, argument: true }
    : null;
}

const plainValue = { quotedOnly: false, element: false, argument: false, prose: false };
const cannotAssign = /[\w;.}\]/<&]/;
/** Functions that do something else with a value than to set it. */
const notSet =
  /(?:^|\.)pass$|encode|hash|verify|check|compare|validate|encrypt|^is|\.is|get|find|forgot|reset|generate/i;

/** `machine example.org login ada password …` in a `.netrc`, and `ENV DB_PASSWORD …` in a Dockerfile. */
function isLineOfLogin(text: string, start: number): boolean {
  const line = lineBefore(text, start);
  return /\blogin[ \t]+\S+[ \t]+$|^[ \t+]*ENV[ \t]+$/.test(line);
}

function readValue(
  text: string,
  from: number,
  { start, format, quotedOnly, element, argument, prose }: ValueStart & { start: number; format: TextFormat },
): Pick<AssignedValue, "value" | "at" | "literal" | "quoted" | "isWholeLine"> | null {
  quoteStart.lastIndex = from;
  const opening = quoteStart.exec(text)?.[0];
  if (opening !== undefined) {
    const at = from + opening.length;
    const end = closesString(text, from, opening) ? null : closingQuote(text, at, opening);
    if (end === null) return null;
    const after = text.slice(end + opening.length, end + opening.length + 10);
    if (isOneOfSeveral(lineBefore(text, start), text.slice(start, from), after)) return null;
    return { value: text.slice(at, end), at, literal: true, quoted: !argument, isWholeLine: false };
  }
  if (quotedOnly) return null;
  const line = restOfLine(text, from);
  if (element) {
    const value = line.split("<")[0]!.trim();
    return { value, at: from, literal: true, quoted: true, isWholeLine: false };
  }
  const head = lineBefore(text, start);
  const isInString = [`"`, "'", "`"].some((mark) => head.split(mark).length % 2 === 0);
  const isWholeLine = format !== "code" && !argument && lineHead.test(head);
  if (isWholeLine) {
    const { word, isAlone } = firstWord(line);
    return { value: word, at: from, literal: true, quoted: false, isWholeLine: isAlone };
  }
  const value = /^[^\s"'`,;<>&|)}\]\\]+/.exec(line)?.[0].replace(/\.$/, "") ?? "";
  const literal = !prose && (format !== "code" || argument || isInString);
  return { value, at: from, literal, quoted: false, isWholeLine: false };
}

/** A value ends before a comment. What follows a blank belongs to a sentence, a command or another value. */
function firstWord(line: string): { word: string; isAlone: boolean } {
  const value = line.replace(/[ \t]+#.*$|[ \t\r]+$/, "");
  const word = /^\S*/.exec(value)![0];
  return { word: word.replace(/[,;.]$/, ""), isAlone: word === value };
}

/** In `append("password: ").append(…)` the mark behind the name ends a string. */
function closesString(text: string, at: number, mark: string): boolean {
  if (mark !== '"') return false;
  const line = lineBefore(text, at);
  return line.length < nearby && (line.replaceAll(/\\.|"""/g, "").split(mark).length - 1) % 2 === 1;
}

/** What follows in a list of names, and an argument before others: `["user", "password", "role"]`. */
function isOneOfSeveral(before: string, between: string, after: string): boolean {
  if (between.includes(",")) return /["'`][ \t]*,[ \t]*["'`]$/.test(before) && !/^[ \t]*\)/.test(after);
  return between.includes("(") && /^[ \t]*,/.test(after);
}

function closingQuote(text: string, from: number, opening: string): number | null {
  const line = restOfLine(text, from);
  if (opening.length > 1) {
    const end = line.indexOf(opening);
    return end === -1 ? null : from + end;
  }
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === opening) return from + at;
  }
  return null;
}

/** A line can be as long as the text, so only the part near a name is looked at. */
const nearby = 200;

function lineBefore(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - nearby), end);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function restOfLine(text: string, from: number): string {
  const rest = text.slice(from, from + longestValue);
  const end = rest.indexOf("\n");
  return end === -1 ? rest : rest.slice(0, end);
}

function oneOf(words: string): string {
  return `(?:${words.replaceAll(" ", "|")})`;
}

const variants = oneOf(
  "value base64 b64 hex raw plain text default prod production dev staging live ci new old current confirm " +
    "confirmation repeat again v?\\d+",
);
const end = `(?:_${variants})*\\d*$`;
const passwords = oneOf("password passwd passwrd passphrase passcode pwd psw identified_by securestring");
const passwordName = new RegExp(`${passwords}${end}|(?:^|_)(?:pass|pw)${end}`);
const tokenName = new RegExp(
  `(?:^|_|[a-z])secrets?(?:_key)?(?:_base)?${end}|token${end}|(?:^|_)credentials?${end}|(?:^|_)auth(?:orization)?${end}|^(?:sig|signature|code)$`,
);
const keysOf = oneOf(
  "api access secret private auth account encryption encrypt decryption signing signature sign master app " +
    "application storage subscription license service security hmac aes jwt jws admin shared consumer client deploy " +
    "cipher crypto ssh rsa write user webhook bot sas cookie session salt root token",
);
const keyName = new RegExp(`${keysOf}_?key(?:_base)?${end}`);
const anyKey = new RegExp(`(?:^|_)key${end}`);
/** In capitals, a key is a setting. */
const settingName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|PAT|SALT|PSK)$/;
/** Texts that a form or a translation shows, hashes and ciphertexts. */
const shown = oneOf(
  "encrypted hashed label msg message title error err text hint placeholder tooltip invalid wrong missing mandatory",
);
/** Pages of results, forms, public halves of pairs, and names of things. */
const harmless = oneOf(
  "next page continuation csrf xsrf cancel cancellation public pub primary foreign cache sort partition site " +
    "publishable idempotency i18n translation sync change client_request max min num hash forgot reset show hide is " +
    "has no use enable require web_socket row group object map hot press shortcut routing",
);
const notSecret = new RegExp(
  `(?:^|_)${shown}_|(?:^|_)${harmless}(?:_(?:[a-z]+_)?)?(?:tokens?|key|password|secret|auth|pass|credentials?)\\d*$|` +
    "tokens$|(?:^|_)(?:by|com)_?pass$",
);

function nameStrength(name: string): NameStrength | null {
  if (name.length > longestName + 40) return null;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (notSecret.test(words)) return null;
  if (passwordName.test(words)) return "password";
  if (tokenName.test(words) || keyName.test(words) || settingName.test(name)) return "token";
  return anyKey.test(words) ? "key" : null;
}
