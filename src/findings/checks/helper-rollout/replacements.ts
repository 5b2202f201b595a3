// Counts the calls that the change replaces with a helper.
import { linesOf, pathOf, type DiffLine, type FileDiff } from "../../../change/diff.ts";
import type { WrapperHelper } from "./new-helpers.ts";

export interface ReplacedCalls {
  sites: number;
  files: ReadonlySet<string>;
}

/** A run of adjacent changed lines, with the removed and the added ones. */
interface Block {
  path: string;
  removed: readonly string[];
  added: readonly DiffLine[];
}

/** Splits the change into blocks once for all helpers. */
export class Replacements {
  private readonly blocks: readonly Block[];
  private readonly before: ReadonlySet<string>;
  private readonly after: ReadonlySet<string>;

  constructor(files: readonly FileDiff[]) {
    this.blocks = files.flatMap(changedBlocks);
    this.before = collectWords(this.blocks.flatMap(({ removed }) => removed));
    this.after = collectWords(this.blocks.flatMap(({ added }) => added.map(({ text }) => text)));
  }

  /** Counts per block: removed lines with the call against added lines with the helper. */
  count(helper: WrapperHelper, callee: string): ReplacedCalls {
    const mayReplace =
      callee.match(/\w+/g)?.every((word) => this.before.has(word)) === true && this.after.has(helper.name);
    let sites = 0;
    const files = new Set<string>();
    for (const block of mayReplace ? this.blocks : []) {
      const count = countReplaced(block, helper, callee);
      sites += count;
      if (count > 0) files.add(block.path);
    }
    return { sites, files };
  }
}

function collectWords(lines: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines) for (const [word] of line.matchAll(/\w+/g)) words.add(word);
  return words;
}

function changedBlocks(file: FileDiff): Block[] {
  const blocks: Block[] = [];
  for (const hunk of file.hunks) {
    let removed: string[] = [];
    let added: DiffLine[] = [];
    const end = () => {
      if (removed.length > 0 && added.length > 0) blocks.push({ path: pathOf(file), removed, added });
      removed = [];
      added = [];
    };
    for (const line of linesOf(hunk)) {
      if (line.kind === "context") end();
      else if (line.kind === "removed") removed.push(line.text);
      else added.push(line);
    }
    end();
  }
  return blocks;
}

function countReplaced({ path, removed, added }: Block, helper: WrapperHelper, callee: string): number {
  const direct = removed.filter((text) => callsFunction(text, callee)).length;
  if (direct === 0) return 0;
  const isHelper = ({ new: line }: DiffLine) =>
    path === helper.path && line !== null && line >= helper.line && line <= helper.end;
  const wrapped = added.filter(
    (line) => !isHelper(line) && callsFunction(line.text, helper.name, anyOwner) && !callsFunction(line.text, callee),
  );
  return Math.min(direct, wrapped.length);
}

const noOwner = /[\w$.>:@]$/;
/** A helper may be called directly or as a member of its module or class. */
const anyOwner = /[\w$@]$/;

/** Whether the line calls exactly this name: neither a longer path nor a declaration. */
export function callsFunction(line: string, callee: string, notAfter = noOwner): boolean {
  if (line.length > 2000) return false;
  for (let at = line.indexOf(callee); at >= 0; at = line.indexOf(callee, at + 1)) {
    const before = line.slice(Math.max(0, at - 12), at);
    if (notAfter.test(before) || /\b(?:def|function|func|fun|fn)\s+$/.test(before)) continue;
    if (/^(?:<[\w\s,[\].|]{0,80}>)?\s?\(/.test(line.slice(at + callee.length, at + callee.length + 100))) return true;
  }
  return false;
}
