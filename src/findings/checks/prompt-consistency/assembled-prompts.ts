// Reads prompts that code assembles in a variable: `prompt += …`, `parts.push(…)`, inside if and else.
import { part, type Scanned } from "../../text/scan.ts";
import { conditionOf, type PromptCondition, type PromptLine } from "./prompt-line.ts";

/** A run of one kind on one line; a string of several lines is a token on each. */
interface Token {
  isString: boolean;
  text: string;
  line: number;
  raw: string;
  /** Column of its first character. */
  column: number;
}

interface Statement {
  tokens: Token[];
  /** What encloses it. */
  guards: readonly PromptCondition[];
  /** How deep it stands: braces, or columns of indentation. */
  depth: number;
}

export function assembledPrompts(scanned: Scanned, isPython: boolean): PromptLine[][] {
  const tokens = tokensOf(scanned);
  const statements = isPython ? pythonStatements(tokens) : braceStatements(tokens);
  const ends = endsOfScopes(statements);
  const groups: { end: number; parts: Statement[] }[] = [];
  const open = new Map<string, (typeof groups)[number]>();
  statements.forEach((statement, index) => {
    const code = codeOf(statement);
    const more = open.get(addedTo.exec(code)?.[1] ?? "");
    const name = more ? undefined : assigned.exec(code)?.[1];
    if (more && index < more.end) more.parts.push(statement);
    if (name === undefined) return;
    const group = { end: ends[index]!, parts: [statement] };
    open.set(name, group);
    groups.push(group);
  });
  return groups.filter(({ parts }) => parts.length > 1).map(({ parts }) => parts.flatMap(linesOf));
}

/** For each statement, the first one after it that stands less deep. */
function endsOfScopes(statements: readonly Statement[]): number[] {
  const ends = statements.map(() => statements.length);
  const open: number[] = [];
  statements.forEach(({ depth }, index) => {
    while (open.length > 0 && statements[open.at(-1)!]!.depth > depth) ends[open.pop()!] = index;
    open.push(index);
  });
  return ends;
}

/** Longer code says nothing of what stands beside it. */
const nearby = 300;

const assigned =
  /^\s*(?:export\s+)?(?:(?:const|let|var|final|auto)\s+)?([A-Za-z_$][\w$]{0,60})\s*(?::\s*[\w<>[\]| ]{1,60})?\s*=(?![=>])/;
const addedTo =
  /^\s*(?:if\s*\(.{1,200}?\)\s*|else\s+|if .{1,200}?:\s*)?([A-Za-z_$][\w$]{0,60})\s*(?:\+=|\.(?:push|append|extend|unshift|insert|concat|add)\(|=\s*\1\s*\+)/;

/** Strings are left out, so that their words are not taken for code. */
function codeOf({ tokens }: Statement): string {
  return tokens
    .slice(0, 20)
    .map(({ isString, text }) => (isString ? "" : text.slice(0, nearby)))
    .join("")
    .slice(0, nearby);
}

function tokensOf({ lines, parts, starts }: Scanned): Token[] {
  const tokens: Token[] = [];
  lines.forEach((raw, index) => {
    let last: Token | undefined;
    for (let column = 0; column < raw.length; column++) {
      const kind = parts[starts[index]! + column]!;
      if (kind === part.comment) continue;
      const isString = kind === part.string;
      if (last !== undefined && last.isString === isString) last.text += raw[column]!;
      else tokens.push((last = { isString, text: raw[column]!, line: index + 1, raw, column }));
    }
    const newline = parts[starts[index]! + raw.length];
    if (raw === "" && newline === part.string)
      tokens.push({ isString: true, text: "", line: index + 1, raw, column: 0 });
  });
  return tokens;
}

/** By indentation: `if`, `elif` and `else` guard what stands deeper below them. */
function pythonStatements(tokens: readonly Token[]): Statement[] {
  const statements: Statement[] = [];
  const open: (Branch & { indent: number })[] = [];
  let brackets = 0;
  let quoted = false;
  let current: Statement | null = null;
  let line = 0;
  for (const token of tokens) {
    const starts = token.line !== line && token.column === 0 && !token.isString && brackets === 0 && !quoted;
    line = token.line;
    if (starts && token.text.trim() !== "") {
      const indent = token.text.length - token.text.trimStart().length;
      let before: PromptCondition | null = null;
      while (open.length > 0 && open.at(-1)!.indent >= indent) before = open.pop()!.guard;
      const guards = open.at(-1)?.all ?? [];
      current = { tokens: [], guards, depth: indent };
      statements.push(current);
      const head = /^\s*(if|elif|else)\b(.{0,300})/.exec(token.raw);
      if (head) open.push({ indent, ...within(guards, branchOf(head[1]!, head[2]!, before)) });
    }
    current?.tokens.push(token);
    if (token.isString) continue;
    for (const character of token.text) {
      if ("([{".includes(character)) brackets++;
      else if (")]}".includes(character)) brackets = Math.max(0, brackets - 1);
    }
    // An odd number of marks opens a string that goes on in the next line.
    if ((token.text.match(/"""|'''/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
  }
  return statements;
}

interface Branch {
  guard: PromptCondition | null;
  /** With those around it. */
  all: readonly PromptCondition[];
}

/** Deeper nesting is not a prompt. */
const deepest = 20;

function within(guards: readonly PromptCondition[], guard: PromptCondition | null): Branch {
  return { guard, all: guard === null || guards.length >= deepest ? guards : [...guards, guard] };
}

function branchOf(word: string, rest: string, before: PromptCondition | null): PromptCondition | null {
  if (word === "else") return before === null ? null : { ...before, holds: !before.holds };
  const condition = /^\s*(.{1,200}?):/.exec(rest)?.[1]?.trim() ?? "";
  return condition === "" ? null : conditionOf(condition);
}

/** By braces; a statement ends with a semicolon, a brace, or a line that leaves no bracket open. */
function braceStatements(tokens: readonly Token[]): Statement[] {
  const statements: Statement[] = [];
  const open: Branch[] = [];
  let lastClosed: PromptCondition | null = null;
  let brackets = 0;
  let current: Statement | null = null;
  let code = "";
  const end = (): void => {
    current = null;
    code = "";
  };
  let line = 0;
  for (const token of tokens) {
    if (
      token.line !== line &&
      !token.isString &&
      brackets === 0 &&
      /[^\s=+(,?:&|]\s*$/.test(code) &&
      !/^\s*[.?:+&|]/.test(token.text)
    )
      end();
    line = token.line;
    if (token.isString) {
      current?.tokens.push(token);
      continue;
    }
    let from = 0;
    for (let at = 0; at < token.text.length; at++) {
      const character = token.text[at]!;
      if (current === null && /[^\s{}]/.test(character)) {
        statements.push((current = { tokens: [], guards: open.at(-1)?.all ?? [], depth: open.length }));
        from = at;
        code = "";
      }
      code = (code.length > 2_000 ? code.slice(-nearby) : code) + character;
      if ("([".includes(character)) brackets++;
      else if (")]".includes(character)) brackets = Math.max(0, brackets - 1);
      const isBlock = brackets === 0 && (character === "{" || character === "}");
      if (!isBlock && !(character === ";" && brackets === 0)) continue;
      current?.tokens.push({ ...token, text: token.text.slice(from, at + 1), column: token.column + from });
      if (character === "{") {
        const before = code.slice(-nearby, -1).trim();
        const condition = /(?:^|\belse\s+)if\s*\((.{1,300})\)$/s.exec(before)?.[1];
        const isElse = condition === undefined && before === "else";
        const other = isElse && lastClosed ? { ...lastClosed, holds: !lastClosed.holds } : null;
        open.push(within(open.at(-1)?.all ?? [], condition === undefined ? other : conditionOf(condition.trim())));
      } else if (character === "}") lastClosed = open.pop()?.guard ?? null;
      from = at + 1;
      end();
    }
    if (current !== null && from < token.text.length)
      current.tokens.push({ ...token, text: token.text.slice(from), column: token.column + from });
  }
  return statements;
}

/** The strings of a statement, line by line, each with its branch of a conditional expression. */
function linesOf({ tokens, guards }: Statement): PromptLine[] {
  const lines: PromptLine[] = [];
  let chosen: PromptCondition | null = null;
  let code = "";
  tokens.forEach((token, index) => {
    if (!token.isString) {
      code = token.text.slice(-nearby);
      return;
    }
    const condition = conditionBefore(code);
    const next = tokens[index + 1]?.isString === false ? tokens[index + 1]!.text.slice(0, nearby) : "";
    const python = /^["')\]]{0,5}\s{1,40}if\s+(.{1,200}?)\s+else\b/.exec(next)?.[1];
    if (condition !== null) chosen = conditionOf(condition);
    else if (python !== undefined) chosen = conditionOf(python.trim());
    else if (chosen !== null && /^["'`)\]]*\s*:\s*[[("'`]*$|\belse\s+[fr("'[]*$/.test(code))
      chosen = { ...chosen, holds: !chosen.holds };
    else if (code !== "") chosen = null;
    code = "";
    const own =
      /^\s*if\s*\((.{1,200}?)\)\s*\S/.exec(token.raw)?.[1] ?? /^\s*if\s+(.{1,200}?):\s*\S/.exec(token.raw)?.[1];
    const inline = own === undefined || /\{\s*$/.test(token.raw) ? null : conditionOf(own.trim());
    const all = [...guards, ...[inline, chosen].flatMap((guard) => guard ?? [])];
    for (const text of token.text.split("\\n")) {
      const last = lines.at(-1);
      if (last?.line === token.line && last.text === text) continue;
      lines.push({ line: token.line, raw: token.raw, text, guards: all });
    }
  });
  return lines;
}

/** `quick` in `push(quick ? `, just before a string. */
function conditionBefore(code: string): string | null {
  const before = /^(.*)\?[\s[("'`]{0,40}$/s.exec(code)?.[1];
  if (before === undefined) return null;
  let depth = 0;
  let from = before.length;
  for (; from > 0; from--) {
    const character = before[from - 1]!;
    if (")]".includes(character)) depth++;
    else if ("([".includes(character) && depth-- === 0) break;
    else if (depth === 0 && (",;{".includes(character) || /[^=!<>]=$/.test(before.slice(Math.max(0, from - 2), from))))
      break;
  }
  return before.slice(from).trim() || null;
}
