// Reads the prompts of a file, each line with the conditions under which it is included.
import { languageFor } from "../../text/languages.ts";
import { part, scan, type Scanned } from "../../text/scan.ts";
import { isProse } from "../../../change/file-kinds.ts";

/** A branch of the code that assembles the prompt. */
export interface PromptCondition {
  condition: string;
  holds: boolean;
}

export interface PromptLine {
  line: number;
  raw: string;
  text: string;
  guards: readonly PromptCondition[];
}

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
  return prompts.filter(({ lines }) => lines.length >= fewestLines && isPrompt(path, lines));
}

const instructionSign =
  /^\s*#{1,4} \S|\bstep \d+\b|\bMUST\b|\bNEVER\b|\bALWAYS\b|\bDO NOT\b|\boutput format\b|\bIMPORTANT\b/i;

function isPrompt(path: string, lines: readonly PromptLine[]): boolean {
  const isNamed =
    /prompt|instruction/i.test(path) || lines.slice(0, 1).some(({ raw }) => /prompt|instruction/i.test(raw));
  const addressesModel = lines.some(({ text }) =>
    /\byou are (?:an?|the)\b|\byour (?:task|job|role|goal)\b/i.test(text),
  );
  return (isNamed || addressesModel) && lines.filter(({ text }) => instructionSign.test(text)).length >= 3;
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
  return new LiteralReader(scanned, language.family === "js").read();
}

interface Frame {
  is: "string" | "code";
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
  lines = new Map<number, PromptLine>();

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
        else if (kind !== part.quote && this.lines.size > 0) this.end();
      }
      if (raw === "" && this.lines.size > 0) this.add("", raw, index + 1);
    }
    this.end();
    return this.prompts;
  }

  template(raw: string, column: number, kind: number, line: number): void {
    const character = raw[column]!;
    const top = this.stack.at(-1);
    if (kind === part.quote && character === "`") {
      if (top?.is === "string") this.close();
      else this.open(top, raw, line);
    } else if (top?.is === "string" && kind === part.string) this.add(character, raw, line);
    else if (top?.is === "string" && kind === part.code)
      this.stack.push({ is: "code", code: "", guard: null, depth: 0 });
    else if (top?.is === "code") this.code(top, character, kind);
  }

  code(top: Frame, character: string, kind: number): void {
    if (kind === part.code && character === "{") top.depth++;
    // The scanner reports `${` as one token: its brace opens the depth that this one closes.
    if (kind === part.code && character === "}" && --top.depth <= 0) this.stack.pop();
    else if (top.code.length < 300) top.code += character;
  }

  open(top: Frame | undefined, raw: string, line: number): void {
    const guard = top && this.guards.length < deepest ? parseCondition(top) : null;
    if (top) Object.assign(top, { guard, code: "" });
    this.stack.push({ is: "string", code: "", guard, depth: 0 });
    if (guard) this.guards.push(guard);
    if (!top) this.add("", raw, line);
  }

  close(): void {
    const closed = this.stack.pop();
    if (closed?.guard) this.guards.pop();
    if (this.stack.length === 0) this.end();
  }

  add(character: string, raw: string, line: number): void {
    const known = this.lines.get(line);
    if (!known) this.lines.set(line, { line, raw, text: character, guards: [...this.guards] });
    else {
      // A line belongs to the branch of its first words.
      if (known.text.trim() === "" && character.trim() !== "") known.guards = [...this.guards];
      known.text += character;
    }
  }

  end(): void {
    if (this.lines.size >= fewestLines) this.prompts.push({ lines: addJinjaConditions([...this.lines.values()]) });
    this.lines = new Map();
  }
}

/** `a ? …` and `a && …` hold if a; the string after the colon holds if not. Anything else is a separate condition. */
function parseCondition({ code, guard }: Frame): PromptCondition | null {
  const written = code.replace(/^\{/, "").trim();
  if (written === ":" && guard) return { ...guard, holds: !guard.holds };
  const condition = /^([^?]{1,200}?)\s*(?:\?|&&)$/.exec(written)?.[1];
  return condition === undefined ? { condition: written.slice(0, 60), holds: true } : { condition, holds: true };
}
