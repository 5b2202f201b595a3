// Collects the lines that a search has found, per name.
import type { NameUses, NameUse, Uses } from "../../change/symbols/symbols.ts";

/** Maximum number of lines kept per name. */
const mostUses = 500;
/** Import paths such as `/utils"` are common, and the lines tell which file they lead to. */
const mostPathEnds = 20_000;
const pathEnd = /^[/."'][^\s]{0,200}["'.]$/;
/** So are lines that name a package or namespace; a file has one of each. */
const packageLine = /^(?:import|package|using|namespace|use) |^\w+(?:\.\w+){2,}|^\w+(?:\\\w+)+$/;

function mostLines(name: string): number {
  return pathEnd.test(name) || packageLine.test(name) ? mostPathEnds : mostUses;
}

export class FoundLines {
  readonly #uses: Map<string, { at: NameUse[]; cut: boolean }>;

  constructor(names: readonly string[]) {
    this.#uses = new Map(names.map((name) => [name, { at: [], cut: false }]));
  }

  /** Whether more lines of this name are wanted: one more than the maximum, to know that there are more. */
  wants(name: string): boolean {
    return this.#uses.get(name)?.cut === false;
  }

  add(name: string, use: NameUse): void {
    const uses = this.#uses.get(name);
    if (!uses || uses.cut) return;
    if (uses.at.length < mostLines(name)) uses.at.push(use);
    else this.cut(name);
  }

  /** Discards the lines of this name. */
  restart(name: string): void {
    this.#uses.get(name)?.at.splice(0);
  }

  /** Marks that this name may have more lines than were searched. */
  cut(name: string): void {
    const uses = this.#uses.get(name);
    if (uses) uses.cut = true;
  }

  /** Adds the lines found in other files. */
  merge(other: FoundLines): void {
    for (const [name, more] of other.#uses) {
      const uses = this.#uses.get(name) ?? { at: [], cut: false };
      const at = [...uses.at, ...more.at].toSorted((a, b) =>
        a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
      );
      const most = mostLines(name);
      this.#uses.set(name, { at: at.slice(0, most), cut: uses.cut || more.cut || at.length > most });
    }
  }

  of(name: string): NameUses {
    return this.#uses.get(name) ?? { at: [], cut: false };
  }
}

/** One entry per requested name. */
export function usesOf(names: readonly string[], found: FoundLines, unsearched: readonly string[]): Uses {
  const left = new Set(unsearched);
  return new Map(names.map((name) => [name, left.has(name) ? { at: [], cut: true } : found.of(name)]));
}

/** Decodes a line: invalid UTF-8 is replaced, and a byte order mark is removed from the first line. */
export function decodedLine(bytes: Buffer, line: number): string {
  const text = bytes.toString("utf8");
  return line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
}
