// Scans JSX markup, inside a tag or between tags, up to the next part of interest.
import { commentEnd, typeArgumentsEnd } from "./js-literals.ts";

/** The kind of part that ended the step, and the position after it. */
export interface MarkupStep {
  at: number;
  met: "code" | "self-closed" | "opened" | "closed" | "tag" | "end";
}

/** Scans an opening tag to its end or to code in it. */
export function tagStep(text: string, from: number): MarkupStep {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) at = indexOrEnd(text, String.fromCharCode(code), at + 1);
    else if (code === 0x7b) return { at: at + 1, met: "code" };
    else if (code === 0x3e) return { at: at + 1, met: "opened" };
    else if (code === 0x3c) at = typeArgumentsEnd(text, at);
    else if (code === 0x2f) {
      if (text.charCodeAt(at + 1) === 0x3e) return { at: at + 2, met: "self-closed" };
      at = Math.max(at, commentEnd(text, at) - 1);
    }
  }
  return { at: text.length, met: "end" };
}

/** Scans from between tags to the next tag, the end of the element, or code. */
export function childStep(text: string, from: number): MarkupStep {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) return { at: at + 1, met: "code" };
    if (code !== 0x3c) continue;
    if (text.charCodeAt(at + 1) !== 0x2f) return { at: at + 1, met: "tag" };
    return { at: Math.min(text.length, indexOrEnd(text, ">", at) + 1), met: "closed" };
  }
  return { at: text.length, met: "end" };
}

function indexOrEnd(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index < 0 ? text.length : index;
}

const tagName = /[A-Za-z_$][\w$.:-]*/y;
const afterTagName = /\s*(?:(,)|(=)|(>)|(extends\s+[^\s=>/]))?/y;

/** Distinguishes JSX tags from type parameters in one text. */
export class TagFinder {
  private readonly text: string;
  /** The position of the last closing tag of each name. */
  private closings: Map<string, number> | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** `<T,>(` and `<T extends U>(` are generic functions; so is `<T>(` if no closing tag has that name. */
  isTag(at: number): boolean {
    if (this.text.charCodeAt(at + 1) === 0x3e) return this.closesAfter("", at);
    tagName.lastIndex = at + 1;
    const name = tagName.exec(this.text)?.[0];
    if (name === undefined || name === "const") return false;
    afterTagName.lastIndex = tagName.lastIndex;
    const [, comma, equals, ended, bound] = afterTagName.exec(this.text) ?? [];
    if (comma || equals || bound) return false;
    return !ended || this.closesAfter(name, at);
  }

  private closesAfter(name: string, at: number): boolean {
    if (!this.closings) {
      this.closings = new Map();
      for (const { 1: closed, index } of this.text.matchAll(/<\/([A-Za-z_$][\w$.:-]*)?/g))
        this.closings.set(closed ?? "", index);
    }
    return (this.closings.get(name) ?? -1) > at;
  }
}
