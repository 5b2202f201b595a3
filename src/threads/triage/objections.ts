// Extracts what a comment objects to and asks for, as far as it is given as code: spans in backticks, blocks,
// suggestions. The text is untrusted: it is only compared with code, never followed.

export interface Objections {
  /** Each suggestion block, line by line. */
  suggestions: readonly (readonly string[])[];
  /** Pieces of code in order of appearance; comparing with the file shows whether each is old or new code. */
  spans: readonly string[];
  /** Lines that a diff in the comment removes and adds. */
  removed: readonly string[];
  added: readonly string[];
  /** The text without code. */
  prose: string;
  /** Its clauses, joined by "and" or the like: usually one fault each. */
  clauses: readonly Clause[];
  /** The spans that it explicitly asks for: "use `a`", "`a` instead". */
  asked: readonly string[];
}

export interface Clause {
  prose: string;
  spans: readonly string[];
}

const longestBody = 20_000;
const mostSpans = 60;

export function parseObjections(body: string): Objections {
  const found = {
    suggestions: [] as string[][],
    spans: [] as string[],
    removed: [] as string[],
    added: [] as string[],
  };
  const prose: string[] = [];
  let block: { fence: string; language: string; lines: string[] } | null = null;
  for (const line of withoutHidden(body.slice(0, longestBody)).split(/\r?\n/)) {
    const fence = /^\s*(?:>\s?)*\s*(`{3,}|~{3,})\s*([\w-]*)/.exec(line);
    if (block === null && fence) block = { fence: fence[1]!, language: fence[2]!.toLowerCase(), lines: [] };
    else if (block !== null && fence && fence[2] === "" && fence[1]!.startsWith(block.fence)) {
      takeBlock(block, found);
      block = null;
    } else if (block !== null) block.lines.push(line);
    else prose.push(line);
  }
  if (block !== null) takeBlock(block, found);
  const { spans, rest, pieces } = codeSpans(prose.join("\n"));
  return {
    ...found,
    spans: [...new Set([...spans, ...found.spans, ...namesIn(rest)])].slice(0, mostSpans),
    prose: rest,
    clauses: clausesOf(pieces),
    asked: requestedSpans(pieces),
  };
}

const joins =
  /(?<!\bfire )(?<!\bcopy )(?<!\bback )(?<!\bnow )\b(?=(?:and|also|as well|besides|plus|additionally|neither|nor)\b(?! so on\b))/i;
const joining = /^(?:and|also|as well|besides|plus|additionally|neither|nor)\b/i;

/** In long texts, the rest is one clause. */
const mostClauses = 12;

function clausesOf(pieces: readonly Piece[]): Clause[] {
  const found: { prose: string; spans: string[] }[] = [{ prose: "", spans: [] }];
  for (const { text, code } of pieces) {
    if (code) {
      found.at(-1)!.spans.push(text);
      continue;
    }
    const [first = "", ...more] = text.split(joins);
    found.at(-1)!.prose += ` ${first}`;
    for (const one of more)
      if (found.length < mostClauses) found.push({ prose: one, spans: [] });
      else found.at(-1)!.prose += ` ${one}`;
  }
  return found
    .map(({ prose, spans }) => ({ prose, spans: [...spans, ...namesIn(prose)] }))
    .filter(({ prose, spans }) => spans.length > 0 || /\p{L}{3}/u.test(prose.replace(joining, "")));
}

interface Piece {
  text: string;
  code: boolean;
}

const asksBefore =
  /\b(?:us(?:e|ing)|prefer|try|add|adding|want|be|to|into|as|call|set|pass|write|return|await|just|simply|via|needs?|missing|miss(?:es)?|lacks?|should|is|(?:replace|write|build|do|wrap|guard|make)\w*(?: \w+){0,2} with|(?:replaced?|done) by)\s+(?:an? |the )?$/i;
const asksAfter =
  /^\s*(?:instead|rather|would|does|do both|could|can|is (?:better|enough|safer|simpler|right)|works)\b/i;

function requestedSpans(pieces: readonly Piece[]): string[] {
  return pieces
    .filter(({ code }, at) => {
      const [before, after] = [pieces[at - 1]?.text ?? "", pieces[at + 1]?.text ?? ""];
      return code && (asksBefore.test(before.slice(-80)) || asksAfter.test(after.slice(0, 40)));
    })
    .map(({ text }) => text);
}

/** Review bots store data in HTML comments, which readers do not see. */
function withoutHidden(text: string): string {
  const parts = text.split("<!--");
  return parts
    .map((part, index) => {
      if (index === 0) return part;
      const end = part.indexOf("-->");
      return end < 0 ? "" : part.slice(end + 3);
    })
    .join("");
}

function takeBlock(
  { language, lines }: { language: string; lines: readonly string[] },
  found: { suggestions: string[][]; spans: string[]; removed: string[]; added: string[] },
): void {
  if (language === "suggestion") found.suggestions.push([...lines]);
  else if (language === "diff" || language === "patch")
    for (const line of lines) {
      if (/^-(?!--)/.test(line)) found.removed.push(line.slice(1));
      if (/^\+(?!\+\+)/.test(line)) found.added.push(line.slice(1));
    }
  else found.spans.push(...lines.filter((line) => line.trim() !== ""));
}

/** Spans as in Markdown: closed by the same number of backticks. */
function codeSpans(text: string): { spans: string[]; rest: string; pieces: Piece[] } {
  const runs = [...text.matchAll(/`+/g)];
  const pieces: Piece[] = [];
  let from = 0;
  for (let open = 0; open < runs.length; open++) {
    const start = runs[open]!;
    const close = runs.findIndex((run, at) => at > open && at <= open + 20 && run[0] === start[0]);
    if (close < 0) continue;
    const end = runs[close]!;
    pieces.push({ text: text.slice(from, start.index), code: false });
    pieces.push({ text: text.slice(start.index + start[0].length, end.index).trim(), code: true });
    from = end.index + end[0].length;
    open = close;
  }
  pieces.push({ text: text.slice(from), code: false });
  const spans = pieces.filter(({ text: span, code }) => code && span !== "").map(({ text: span }) => span);
  const rest = pieces.map(({ text: piece, code }) => (code ? " " : piece)).join("");
  return { spans, rest, pieces };
}

/** Names that do not occur in prose: `userId`, `user_id`, `user.id`, `load()`. */
function namesIn(prose: string): string[] {
  const words = prose.match(/[A-Za-z_$][\w$]{0,60}(?:(?:\.|::)[A-Za-z_$][\w$]{0,60}){0,5}(?:\(\))?/g) ?? [];
  return words
    .filter((word) => /[a-z][A-Z]|\w_\w|\w(?:\.|::)[a-z_]\w*[A-Z_(]|\(\)$/.test(word))
    .map((word) => word.replace(/\(\)$/, ""));
}
