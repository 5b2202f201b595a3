// Parses the rules, their headings and their line numbers from an instruction file.
import { governingFiles, headerCovers, type RuleFile } from "./rule-files.ts";

export interface AgentRule {
  path: string;
  /** The line that contains the keyword of the rule, and its text verbatim. */
  line: number;
  lineText: string;
  /** The whole sentence on one line, with its Markdown. */
  sentence: string;
  /** The headings above it, outermost first. */
  headings: readonly string[];
  /** `must`: requires or forbids; `should`: recommends. */
  strength: "must" | "should";
  /** The next sentence makes an exception. */
  hasException: boolean;
  /** The file is in the reviewed tree and can be quoted. */
  quotable: boolean;
}

const must =
  /\b(?:must(?:n['’]t)?|never|always|required?|mandatory|do(?:es)? not|don['’]t|shall(?: not)?|forbidden|prohibited|not allowed|disallowed|banned)\b|(?:^|[-*:] |\*\*)no [`\w]/i;
const should = /\b(?:avoid|should(?: not|n['’]t)?|prefer(?:red|ably)?|instead of|rather than)\b|, not `/i;
const exceptionStart = /^\W*(?:the )?(?:only )?(?:exceptions?|except|unless|however|but|only|otherwise)\b/i;
/** Later lines are ignored. */
const mostLines = 5_000;
const longestLine = 2_000;

/** The rules that govern a changed file: those of the nearest folder and of the root, in file order. */
export function rulesForPath(path: string, files: readonly RuleFile[]): AgentRule[] {
  return governingFiles(path, files)
    .filter((file) => headerCovers(file, path))
    .flatMap(parseRules);
}

export function parseRules(file: RuleFile): AgentRule[] {
  return parseBlocks(file.text).flatMap(({ lines, headings }) =>
    splitSentences(lines).flatMap(({ text, line }, index, all): AgentRule[] => {
      const strength = must.test(text) ? "must" : should.test(text) ? "should" : null;
      if (strength === null) return [];
      const keyword = strength === "must" ? must : should;
      const own =
        lines.find((one) => one.number >= line && keyword.test(one.text)) ?? lines.find((one) => one.number === line)!;
      const excepted = exceptionStart.test(all[index + 1]?.text ?? "");
      const { path, quotable } = file;
      return [
        {
          path,
          line: own.number,
          lineText: own.raw,
          sentence: text,
          headings,
          strength,
          hasException: excepted,
          quotable,
        },
      ];
    }),
  );
}

interface Line {
  number: number;
  raw: string;
  /** Without list or quote markers. */
  text: string;
}

interface Block {
  lines: Line[];
  headings: readonly string[];
}

const fence = /^\s{0,12}(?:[-*+] |\d+[.)] )?(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(\S.*?)\s*#*\s*$/;
const item = /^\s*(?:>\s?)*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Paragraphs and list items with their headings; skips fenced code, tables, comments and front matter. */
function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let headings: { depth: number; text: string }[] = [];
  let block: Block | null = null;
  let closing = "";
  const lines = text.split("\n", mostLines);
  for (let index = headerEnd(lines); index < lines.length; index++) {
    const raw = lines[index]!;
    const mark = fence.exec(raw)?.[1];
    const title = closing === "" ? heading.exec(raw.slice(0, longestLine)) : null;
    if (mark && closing === "") closing = mark;
    else if (closing !== "") {
      if (mark?.startsWith(closing)) closing = "";
    } else if (title) {
      headings = [
        ...headings.filter(({ depth }) => depth < title[1]!.length),
        { depth: title[1]!.length, text: title[2]! },
      ];
    } else if (raw.trim() !== "" && raw.length <= longestLine && !/^\s*(?:\||<!--|<\/?[a-z])/.test(raw)) {
      const begins = item.exec(raw)?.[0] ?? null;
      const line = {
        number: index + 1,
        raw,
        text: raw
          .slice(begins?.length ?? 0)
          .replace(/^\s*(?:>\s?)*/, "")
          .trim(),
      };
      if (block === null || begins !== null)
        blocks.push((block = { lines: [], headings: headings.map((one) => one.text) }));
      block.lines.push(line);
      continue;
    }
    block = null;
  }
  return blocks;
}

function headerEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return end < 0 || end > 60 ? 0 : end + 1;
}

/** A sentence ends with punctuation and a space, outside code; each keeps its first line number. */
function splitSentences(lines: readonly Line[]): { text: string; line: number }[] {
  const sentences: { text: string; line: number }[] = [];
  let text = "";
  let from = lines[0]?.number ?? 1;
  let inCode = false;
  const end = (): void => {
    if (text.trim() !== "") sentences.push({ text: text.trim(), line: from });
    text = "";
  };
  for (const line of lines) {
    for (let at = 0; at < line.text.length; at++) {
      const character = line.text[at]!;
      if (text.trim() === "") from = line.number;
      if (character === "`") inCode = !inCode;
      text += character;
      if (!inCode && ".!?".includes(character) && endsSentence(line.text, at)) end();
    }
    text += " ";
  }
  end();
  return sentences;
}

function endsSentence(text: string, at: number): boolean {
  const next = text.slice(at + 1, at + 4);
  return /^(?:\*\*|\))?(?:\s|$)/.test(next) && !/\b(?:e\.g|i\.e|etc|vs|cf)$/i.test(text.slice(Math.max(0, at - 4), at));
}
