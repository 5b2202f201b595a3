// Checks statements about the code that a search can contradict: defaults, who uses what, and what works.
import { readText } from "../../changed-text.ts";
import type { Code } from "../../../change/change.ts";
import { isProse, isTest, programmingLanguageOf } from "../../../change/file-kinds.ts";
import type { Uses } from "../../../change/symbols/symbols.ts";
import type { FalseClaim } from "./doc-claims.ts";
import type { DocLine } from "./doc-lines.ts";

/** A statement about a name, on one line of documentation. */
export interface StatedFact extends DocLine {
  doc: string;
  name: string;
  fact:
    | { is: "default"; value: string }
    | { is: "unused" }
    | { is: "only-in"; path: string }
    | { is: "all-in"; path: string }
    | { is: "works"; path: string; cited: number | null };
}

type Use = NonNullable<ReturnType<Uses["get"]>>["at"][number];

const name = "`([A-Za-z_$][\\w$.-]{1,60})(?:\\(\\))?`";
const path = "`((?:[\\w@.-]+\\/)*[\\w@.-]+\\/?)`";
const patterns: readonly { pattern: RegExp; fact: (match: RegExpExecArray) => Pick<StatedFact, "name" | "fact"> }[] = [
  {
    pattern: new RegExp(
      `${name}(?: \\w+){0,3}? (?:defaults? (?:value )?(?:to|is)|is) (?:by default )?\`?(-?\\d[\\d_]*(?:\\.\\d+)?|true|false|"[^"]{1,40}")\`?(?=$|[\\s.,;:)])`,
      "i",
    ),
    fact: (match) => ({ name: match[1]!, fact: { is: "default", value: match[2]! } }),
  },
  {
    pattern: new RegExp(
      `${name} is (?:never|no longer|not) (?:called|used|imported|referenced)(?: any ?(?:where|more))?(?=$|[.,;)])`,
      "i",
    ),
    fact: (match) => ({ name: match[1]!, fact: { is: "unused" } }),
  },
  {
    pattern: new RegExp(
      `\\bonly ${path}(?: may| should| must)? (?:imports?|uses?|calls?|touch(?:es)?|depends? on|access(?:es)?) ${name}`,
      "i",
    ),
    fact: (match) => ({ name: match[2]!, fact: { is: "only-in", path: match[1]! } }),
  },
  {
    pattern: new RegExp(
      `${name} (?:is|must|should|may) only (?:be )?(?:used|called|imported) (?:by|in|from|inside) ${path}`,
      "i",
    ),
    fact: (match) => ({ name: match[1]!, fact: { is: "only-in", path: match[2]! } }),
  },
  {
    pattern: new RegExp(
      `\\b(?:all|every|each)(?: (?:of )?(?:the|our))?(?: [\\w-]+){1,3} (?:in|under|of) ${path} (?:always |must |should )?(?:uses?|imports?|calls?|goes? through|are wrapped in|is wrapped in|extends?) ${name}`,
      "i",
    ),
    fact: (match) => ({ name: match[2]!, fact: { is: "all-in", path: match[1]!.replace(/\/$/, "") } }),
  },
];
/** "Even if `block` is true" states nothing of `block`. */
const condition = /\b(?:if|when|whenever|while|unless|where|once|as long as|until|whether)(?: the)? $/i;
const works = /`([^`]{3,120})` (?:now |already |always )?(?:works|is (?:fixed|correct|supported))\b/i;
const seePlace = /\bsee `?((?:[\w@.-]+\/)*[\w@-]+\.\w{1,5})`?(?:[ ,:#]*(?:lines? |L)?(\d{1,6}))?/i;

export function statedFacts(doc: string, line: DocLine): StatedFact[] {
  const facts = patterns.flatMap(({ pattern, fact }) => {
    const match = pattern.exec(line.text);
    return match && !condition.test(line.text.slice(0, match.index)) ? [{ ...line, doc, ...fact(match) }] : [];
  });
  const working = works.exec(line.text);
  const seen = working && seePlace.exec(line.text);
  if (working && seen) {
    const cited = seen[2] === undefined ? null : Number(seen[2]);
    facts.push({ ...line, doc, name: working[1]!, fact: { is: "works", path: seen[1]!, cited } });
  }
  return facts;
}

/** The names to search; what the text of one file decides needs no search. */
export function factNames(facts: readonly StatedFact[]): string[] {
  return facts.flatMap((one) => (one.fact.is === "works" ? [] : [one.name]));
}

export async function findFalseFacts(code: Code, facts: readonly StatedFact[], uses: Uses): Promise<FalseClaim[]> {
  if (facts.length === 0) return [];
  const paths = await code.head.paths();
  const judged: FalseClaim[] = [];
  for (const fact of facts) {
    const found = await judge(fact, uses.get(fact.name)?.at ?? [], paths, code);
    if (found) judged.push({ kind: "contradicted", claim: fact, confidence: 5, ...found });
  }
  return judged;
}

type Judged = Pick<FalseClaim, "title" | "explanation"> | null;

async function judge(one: StatedFact, at: readonly Use[], paths: readonly string[], code: Code): Promise<Judged> {
  const { name: subject, fact } = one;
  const inCode = at.filter(({ path: file }) => programmingLanguageOf(file) !== null && !isProse(file));
  switch (fact.is) {
    case "default":
      return judgeDefault(subject, fact.value, inCode);
    case "unused":
      return judgeUnused(subject, inCode);
    case "only-in":
      return judgeOnly(subject, fact.path, inCode, paths);
    case "all-in":
      return judgeAll(subject, fact.path, paths, code);
    case "works":
      return judgeWorks(one, fact.path, fact.cited, paths, code);
  }
}

function judgeDefault(subject: string, value: string, at: readonly Use[]): Judged {
  const last = subject.slice(subject.lastIndexOf(".") + 1).replaceAll("$", "\\$");
  const assigned = new RegExp(
    `(?<![\\w$])${last}["']?(?:\\s*[:?][^=\\n]{0,40}=|\\s*(?:\\?\\?|\\|\\|)?=|:)\\s*(-?\\d[\\d_.]*|true|false|True|False|"[^"]*"|'[^']*')\\s*(?:[,;)}#/]|$)`,
  );
  const found = at.flatMap((use) => {
    const literal = isTest(use.path) ? undefined : assigned.exec(use.text.slice(0, 500))?.[1];
    return literal === undefined ? [] : [{ ...use, literal }];
  });
  const plain = (text: string) => text.replaceAll(/["'_]/g, "").toLowerCase();
  // Several values are settings of several things.
  if (found.length === 0 || new Set(found.map(({ literal }) => plain(literal))).size > 1) return null;
  const [first] = found;
  return plain(first!.literal) === plain(value)
    ? null
    : {
        title: `\`${subject}\` is ${first!.literal} in the code, not ${value}`,
        explanation: `${first!.path}:${first!.line} sets it: \`${first!.text.trim().slice(0, 120)}\`. Correct the text or the code.`,
      };
}

/** Whether the line only imports or mentions the name. */
function isNoUse(use: Use, subject: string): boolean {
  return isComment(use.text) || /^\s*(?:import|from|use|export [{*])/.test(use.text) || isDeclared(use, subject);
}

function isDeclared({ text }: Use, subject: string): boolean {
  const at = text.indexOf(subject);
  return /\b(?:function\*?|def|class|fn|func|const|let|var|type|interface|enum|struct|trait|val|fun)\s+(?:\([^)]*\)\s*)?$/.test(
    text.slice(0, at),
  );
}

function judgeUnused(subject: string, at: readonly Use[]): Judged {
  const used = at.filter((use) => !isTest(use.path) && !isNoUse(use, subject));
  return used.length === 0
    ? null
    : {
        title: `\`${subject}\` is used`,
        explanation: `The repository has ${count(used)}: ${places(used)}. Correct the text.`,
      };
}

function judgeOnly(subject: string, where: string, at: readonly Use[], paths: readonly string[]): Judged {
  const bare = where.replace(/^\.?\//, "").replace(/\/$/, "");
  if (!paths.some((file) => isAt(file, bare))) return null;
  const elsewhere = at.filter(
    (use) => !isAt(use.path, bare) && !isTest(use.path) && !isComment(use.text) && !isDeclared(use, subject),
  );
  return elsewhere.length === 0
    ? null
    : {
        title: `\`${subject}\` is used outside \`${where}\` too`,
        explanation: `There are ${count(elsewhere)}: ${places(elsewhere)}. Correct the text, or these places.`,
      };
}

/** Reading more files says nothing more. */
const mostRead = 60;

async function judgeAll(subject: string, folder: string, paths: readonly string[], code: Code): Promise<Judged> {
  const files = paths.filter(
    (file) =>
      isAt(file, folder) &&
      file !== folder &&
      programmingLanguageOf(file) !== null &&
      !isTest(file) &&
      !/(?:^|\/)(?:index|mod|__init__|types?)\.\w+$/.test(file),
  );
  if (files.length < 2 || files.length > mostRead) return null;
  const last = subject.slice(subject.lastIndexOf(".") + 1);
  const without: string[] = [];
  for (const file of files) if (!((await readText(code.head, file)) ?? "").includes(last)) without.push(file);
  if (without.length === 0 || without.length === files.length) return null;
  return {
    title: `${without.length} of ${files.length} files in \`${folder}\` do not have \`${subject}\``,
    explanation: `These do not: ${without.slice(0, 3).join(", ")}. Correct the text, or these files.`,
  };
}

const denies =
  /\b(?:broken|fails?|does(?: not|n['’]t) work|do(?: not|n['’]t) work|not work(?:ing)?|not supported|unsupported|wrong|incorrect|cannot|can['’]t)\b/i;

async function judgeWorks(
  one: StatedFact,
  where: string,
  cited: number | null,
  paths: readonly string[],
  code: Code,
): Promise<Judged> {
  const named = where.replace(/^(?:\.{1,2}\/)+/, "");
  const files = paths.filter((file) => file === named || file.endsWith(`/${named}`));
  if (files.length !== 1) return null;
  const lines = ((await readText(code.head, files[0]!)) ?? "").split("\n");
  const own = files[0] === one.doc ? one.line : 0;
  const [program = ""] = one.name.split(" --");
  const at = lines.findIndex((text, index) => {
    if (index + 1 === own || text.length > 2000 || !denies.test(text)) return false;
    return (
      text.includes(one.name) ||
      (cited !== null && Math.abs(index + 1 - cited) <= 3 && program.length > 3 && text.includes(program))
    );
  });
  return at < 0
    ? null
    : {
        title: `${files[0]}:${at + 1} says otherwise of \`${one.name.slice(0, 60)}\``,
        explanation: `That line says: "${lines[at]!.trim().slice(0, 200)}". Correct one of the two.`,
      };
}

function isAt(file: string, where: string): boolean {
  return file === where || file.startsWith(`${where}/`) || file.endsWith(`/${where}`);
}

function isComment(text: string): boolean {
  return /^\s*(?:\/\/|#|\*|\/\*|--|"""|<!--)/.test(text);
}

function count(uses: readonly Use[]): string {
  return uses.length === 1 ? "1 use" : `${uses.length} uses`;
}

function places(uses: readonly Use[]): string {
  return uses
    .slice(0, 3)
    .map(({ path: file, line }) => `${file}:${line}`)
    .join(", ");
}
