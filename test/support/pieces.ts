// Pieces of text for property tests, written in one line with ¦ between them.
import fc from "fast-check";

export function piecesOf(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...text.split("¦"));
}
