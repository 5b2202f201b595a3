// Reads the prompts of a file, each line with the conditions under which it is included.
import { languageFor } from "../../text/languages.ts";
import { part, scan, type Scanned } from "../../text/scan.ts";
import { isProse } from "../../../change/file-kinds.ts";
import { assembledPrompts } from "./assembled-prompts.ts";
import { conditionOf, type PromptCondition, type PromptLine } from "./prompt-line.ts";

export interface ModelPrompt {
  lines: readonly PromptLine[];
}

/** Authors notice contradictions in shorter texts themselves. */
const fewestLines = 20;

const promptFile =
  /(?:^|\/)(?:prompts?\/(?:[^/]+\/)*[^/]+|[^/]*prompts?[^/]*)\.(?:md|mdx|txt|j2|jinja2?|toml|ya?ml|hbs)$/i;

export function mayHoldPrompts(path: string): boolean {
  return promptFile.test(path) || (!isProse(path) && languageFor(path) !== null);
}

export function findPrompts(path: string, text: string): ModelPrompt[] {
  const prompts = promptFile.test(path) ? [readPromptFile(text)] : readLiterals(path, text);
  const rows = text.split("\n");
  return prompts.filter(({ lines }) => lines.length >= fewestLines && isPrompt(path, lines, rows));
}

const instructionSign =
  /^\s*#{1,4} \S|\bstep \d+\b|\bMUST\b|\bNEVER\b|\bALWAYS\b|\bDO NOT\b|\boutput format\b|\bIMPORTANT\b/i;

/** The function around it stands in one of these lines before. */
const linesOfHead = 3;

function isPrompt(path: string, lines: readonly PromptLine[], rows: readonly string[]): boolean {
  const first = lines[0]?.line ?? 1;
  const head = rows.slice(Math.max(0, first - 1 - linesOfHead), first).join("\n");
  const isNamed = /prompt|instruction/i.test(path) || /prompt|instruction/i.test(head);
  const addressesModel = lines.some(({ text }) =>
    /\byou are (?:an?|the)\b|\byour (?:task|job|role|goal)\b/i.test(text),
  );
  const signs = lines.filter(({ text }) => instructionSign.test(text)).length;
  return (isNamed || addressesModel) && signs >= (isNamed ? 2 : 3);
}

/** Deeper nesting is not a prompt. */
const deepest = 20;

/** Jinja conditions, in whole files and Python strings. */
const jinja = /\{%-?\s*(if|elif|else|endif)\b([^%]{0,200})%\}/g;

function readPromptFile(text: string): ModelPrompt {
  return {
    lines: addJinjaConditions(text.split("\n").map((raw, index) => ({ line: index + 1, raw, text: raw, guards: [] }))),
  };
}

function addJinjaConditions(lines: readonly PromptLine[]): PromptLine[] {
  const open: PromptCondition[] = [];
  let tooDeep = 0;
  return lines.map((line) => {
    const before = [...open];
    for (const [, word, condition] of line.text.matchAll(jinja)) {
      const top = open.at(-1);
      if (word === "if" && open.length >= deepest) tooDeep++;
      else if (tooDeep > 0) tooDeep -= word === "endif" ? 1 : 0;
      else if (word === "if") open.push({ condition: condition!.trim(), holds: true });
      else if (word === "endif") open.pop();
      else if (top && word === "else") open[open.length - 1] = { ...top, holds: !top.holds };
      else if (top) open[open.length - 1] = { condition: condition!.trim(), holds: true };
    }
    return { ...line, guards: [...line.guards, ...(before.length < open.length ? before : open)] };
  });
}

function readLiterals(path: string, text: string): ModelPrompt[] {
  const language = languageFor(path);
  if (!language || text.length > 2_000_000) return [];
  const scanned = scan(text, language);
  const isPython = language.family === "python";
  const assembled = isPython || bracesAssemble.has(language.family) ? assembledPrompts(scanned, isPython) : [];
  const whole = assembled
    .filter((lines) => lines.length >= fewestLines)
    .map((lines) => ({ lines: withFormatConditions(addJinjaConditions(lines)) }));
  const joined = new Set(whole.flatMap(({ lines }) => lines.map(({ line }) => line)));
  const literals = new LiteralReader(scanned, language.family === "js").read().map(({ lines }) => ({
    lines: isPython ? withFormatConditions(lines) : lines,
  }));
  return [...whole, ...literals.filter(({ lines }) => !lines.every(({ line }) => joined.has(line)))];
}

const bracesAssemble: ReadonlySet<string> = new Set(["js"]);

/** `{'…' if quick else '…'}` in a format string, where it fills a line of the prompt. */
const formatCondition =
  /^\s*\{\s*f?(["'])((?:(?!\1).){0,500})\1\s+if\s+([^{}]{1,200}?)\s+else\s+f?(["'])((?:(?!\4).){0,500})\4\s*\}\s*$/;

function withFormatConditions(lines: readonly PromptLine[]): PromptLine[] {
  return lines.flatMap((line) => {
    const [, , first, condition, , second] = (line.text.length > 1_500 ? null : formatCondition.exec(line.text)) ?? [];
    if (first === undefined || second === undefined || condition === undefined) return [line];
    const guard = conditionOf(condition.trim());
    return [
      { ...line, text: first, guards: [...line.guards, guard] },
      { ...line, text: second, guards: [...line.guards, { ...guard, holds: !guard.holds }] },
    ];
  });
}

interface Frame {
  is: "string" | "code";
  /** For a string: what opened it. */
  mark: string;
  /** For code: the text since it opened or since its last string ended. */
  code: string;
  /** For code: the condition of its last string. */
  guard: PromptCondition | null;
  depth: number;
}

/**
 * A single pass over the characters. Template strings contain code, which contains strings: their conditions are the
 * modes.
 */
class LiteralReader {
  readonly scanned: Scanned;
  readonly nests: boolean;
  readonly prompts: ModelPrompt[] = [];
  stack: Frame[] = [];
  guards: PromptCondition[] = [];
  lines: PromptLine[] = [];

  constructor(scanned: Scanned, nests: boolean) {
    this.scanned = scanned;
    this.nests = nests;
  }

  read(): ModelPrompt[] {
    const { lines, parts, starts } = this.scanned;
    for (let index = 0; index < lines.length; index++) {
      const raw = lines[index]!;
      for (let column = 0; column < raw.length; column++) {
        const kind = parts[starts[index]! + column]!;
        if (this.nests) this.template(raw, column, kind, index + 1);
        else if (kind === part.string) this.add(raw[column]!, raw, index + 1);
        else if (kind !== part.quote && this.lines.length > 0) this.end();
      }
      if (raw === "" && this.lines.length > 0) this.add("", raw, index + 1);
    }
    this.end();
    return this.prompts;
  }

  template(raw: string, column: number, kind: number, line: number): void {
    const character = raw[column]!;
    const top = this.stack.at(-1);
    if (
      kind === part.quote &&
      (top?.is === "string" ? character === top.mark : top !== undefined || character === "`")
    ) {
      if (top?.is === "string") this.close();
      else this.open(top, raw, line, character);
    } else if (top?.is === "string" && kind === part.string) this.add(character, raw, line);
    else if (top?.is === "string" && kind === part.code)
      this.stack.push({ is: "code", mark: "", code: "", guard: null, depth: 0 });
    else if (top?.is === "code") this.code(top, character, kind);
  }

  code(top: Frame, character: string, kind: number): void {
    if (kind === part.code && character === "{") top.depth++;
    // The scanner reports `${` as one token: its brace opens the depth that this one closes.
    if (kind === part.code && character === "}" && --top.depth <= 0) this.stack.pop();
    else if (top.code.length < 300) top.code += character;
  }

  open(top: Frame | undefined, raw: string, line: number, mark: string): void {
    const guard = top && this.guards.length < deepest ? parseCondition(top) : null;
    if (top) Object.assign(top, { guard, code: "" });
    this.stack.push({ is: "string", mark, code: "", guard, depth: 0 });
    if (guard) this.guards.push(guard);
    if (!top) this.add("", raw, line);
  }

  close(): void {
    const closed = this.stack.pop();
    if (closed?.guard) this.guards.pop();
    if (this.stack.length === 0) this.end();
  }

  add(character: string, raw: string, line: number): void {
    const known = this.lines.at(-1);
    if (known?.line !== line) {
      this.lines.push({ line, raw, text: character, guards: [...this.guards] });
      return;
    }
    // A line belongs to the branch of its first words; where a branch begins it, the next one has a part of its own.
    if (known.text.trim() === "" && character.trim() !== "") known.guards = [...this.guards];
    if (known.guards.length > 0 && isOtherBranch(known.guards, this.guards))
      this.lines.push({ line, raw, text: character, guards: [...this.guards] });
    else known.text += character;
  }

  end(): void {
    if (this.lines.length >= fewestLines) this.prompts.push({ lines: addJinjaConditions(this.lines) });
    this.lines = [];
  }
}

function isOtherBranch(one: readonly PromptCondition[], two: readonly PromptCondition[]): boolean {
  return one.some((a) => two.some((b) => a.condition === b.condition && a.holds !== b.holds));
}

/** `a ? …` and `a && …` hold if a; the string after the colon holds if not. Anything else is a separate condition. */
function parseCondition({ code, guard }: Frame): PromptCondition | null {
  const written = code.replace(/^\{/, "").trim();
  if (written === ":" && guard) return { ...guard, holds: !guard.holds };
  const condition = /^([^?]{1,200}?)\s*(?:\?|&&)$/.exec(written)?.[1];
  return condition === undefined ? { condition: written.slice(0, 60), holds: true } : conditionOf(condition);
}
