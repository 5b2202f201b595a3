// What a comment objects to and what it asks for, as far as it says so in code: spans in backticks, blocks, suggestions.
// The text is anybody's: it is only ever compared with code, never followed.

export interface Objections {
  /** Each block that GitHub offers to commit, line by line. */
  suggestions: readonly (readonly string[])[];
  /** Pieces of code in the order in which they stand; whether each is about the old or the new code shows in the file. */
  spans: readonly string[];
  /** Lines that a diff in the comment takes out, and puts in. */
  removed: readonly string[];
  added: readonly string[];
  /** What is left without code. */
  prose: string;
}

const longestBody = 20_000;
const mostSpans = 60;

export function objectionsOf(body: string): Objections {
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
  const { spans, rest } = codeSpans(prose.join("\n"));
  return {
    ...found,
    spans: [...new Set([...spans, ...found.spans, ...namesIn(rest)])].slice(0, mostSpans),
    prose: rest,
  };
}

/** Programs that review hide what they need to remember in comments that no reader sees. */
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

/** As Markdown has them: as many backticks at the end as at the start. */
function codeSpans(text: string): { spans: string[]; rest: string } {
  const runs = [...text.matchAll(/`+/g)];
  const spans: string[] = [];
  let rest = "";
  let from = 0;
  for (let open = 0; open < runs.length; open++) {
    const start = runs[open]!;
    const close = runs.findIndex((run, at) => at > open && at <= open + 20 && run[0] === start[0]);
    if (close < 0) continue;
    const end = runs[close]!;
    spans.push(text.slice(start.index + start[0].length, end.index).trim());
    rest += `${text.slice(from, start.index)} `;
    from = end.index + end[0].length;
    open = close;
  }
  return { spans: spans.filter((span) => span !== ""), rest: rest + text.slice(from) };
}

/** Names that no prose has: `userId`, `user_id`, `user.id`, `load()`. */
function namesIn(prose: string): string[] {
  const words = prose.match(/[A-Za-z_$][\w$]{0,60}(?:(?:\.|::)[A-Za-z_$][\w$]{0,60}){0,5}(?:\(\))?/g) ?? [];
  return words
    .filter((word) => /[a-z][A-Z]|\w_\w|\w(?:\.|::)[a-z_]\w*[A-Z_(]|\(\)$/.test(word))
    .map((word) => word.replace(/\(\)$/, ""));
}
