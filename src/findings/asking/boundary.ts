// Fences text of the change in a prompt by a random nonce that its author could not know.
import { hiddenCharacters, showHidden } from "../../hidden-characters.ts";

export interface Boundary {
  /** The text between its two lines. The label says what it is, and is no more trusted than the text. */
  fence(label: string, text: string): string;
}

/** Letters and digits alone: what replaces a mark in a text can then never make up another one. */
const mark = /^[A-Za-z0-9]{8,64}$/;

/** `cover` takes out what no model is to see, such as a secret that a check has found. */
export function boundary(nonce: string, cover: (text: string) => string = (text) => text): Boundary {
  if (!mark.test(nonce)) throw new Error("a nonce is 8 to 64 letters and digits");
  const own = new RegExp(nonce, "gi");
  // Text that has the mark can only have guessed it, or be an earlier answer's echo: it loses it.
  const inert = (text: string) => showHiddenCharacters(cover(text)).replaceAll(own, "[mark]");
  return {
    fence(label, text) {
      const name = inert(oneLine(cover(label)));
      return `<<<${nonce} begin ${name}>>>\n${ended(inert(text))}<<<${nonce} end ${name}>>>\n`;
    },
  };
}

function oneLine(label: string): string {
  // A file's name could otherwise close the line for whoever reads it.
  return label
    .replaceAll(/[\n\t]+/g, " ")
    .replaceAll(/<{2,}|>{2,}/g, "…")
    .slice(0, 300);
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Hidden characters by their number, as in `<U+200B>`; the rest as it is. */
export const showHiddenCharacters = showHidden;

/** Whether a text has anything in it that `shown` would write out. */
export function hides(text: string): boolean {
  return text.search(hiddenCharacters) >= 0;
}
