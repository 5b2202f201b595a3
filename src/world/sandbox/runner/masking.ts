// Keys taken out of what programs say that were given them, in the forms in which they are usually written. A program can
// write a key in a form that nobody knows: this guards against carelessness, and the hosts against the rest.
import { literally } from "./sandbox-paths.ts";

export interface Masking {
  whole(text: string): string;
  /** Of a text that comes in pieces: what could be the beginning of a key waits for the next one. */
  inPieces(): MaskedPieces;
}

export interface MaskedPieces {
  take(piece: string): string;
  rest(): string;
}

/** Shorter ones stand everywhere, and are no keys. */
const shortest = 6;
const mask = "•••";

export function maskingOf(values: readonly string[]): Masking {
  const forms = [...new Set(values.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  if (forms.length === 0)
    return { whole: (text) => text, inPieces: () => ({ take: (piece) => piece, rest: () => "" }) };
  const pattern = new RegExp(forms.map((form) => literally(form)).join("|"), "g");
  const whole = (text: string) => text.replaceAll(pattern, mask);
  return { whole, inPieces: () => pieces(pattern, forms[0]!.length, whole) };
}

function pieces(pattern: RegExp, longest: number, whole: Masking["whole"]): MaskedPieces {
  let held = "";
  return {
    take(piece) {
      held += piece;
      // What begins before this is all there.
      const known = Math.max(0, held.length - longest + 1);
      let said = "";
      let at = 0;
      for (const { 0: key, index } of held.matchAll(pattern)) {
        if (index >= known) break;
        said += held.slice(at, index) + mask;
        at = index + key.length;
      }
      const end = Math.max(at, known);
      said += held.slice(at, end);
      held = held.slice(end);
      return said;
    },
    rest() {
      const said = whole(held);
      held = "";
      return said;
    },
  };
}

function formsOf(value: string): string[] {
  const texts = [value, value.trim(), ...value.split(/\r?\n/).map((line) => line.trim())];
  return texts.filter(isLong).flatMap(writtenForms).filter(isLong);
}

function isLong(text: string): boolean {
  return text.length >= shortest;
}

function writtenForms(text: string): string[] {
  const bytes = Buffer.from(text);
  const inXml = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    inXml,
    inXml.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
    inXml.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}
