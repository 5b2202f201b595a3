// Determines the current state of the line that a finding quotes.
import { checkQuote, normalise, quotedFile } from "../../findings/quote.ts";
import type { LineState, AskedFinding } from "../words/conversation/finding-texts.ts";

/** `file`: null if there is none at the head. */
export function lineState(about: AskedFinding["about"], file: Uint8Array | null): LineState {
  if (about === null || about.quote.trim() === "") return { is: "unknown" };
  if (file === null) return { is: "no-file" };
  const { path, line, quote } = about;
  const lines = quotedFile(file);
  const verdict = checkQuote({ path, side: "head", start: line, end: line, text: quote }, lines);
  if (verdict.is === "there") return { is: "there", line };
  if (verdict.is === "moved") return { is: "there", line: verdict.to };
  // Further away, only a sufficiently distinctive line counts as the same.
  const wanted = quote.trimEnd().split("\n").map(normalise);
  if (wanted.join("").length < 8) return { is: "gone" };
  const at = lines.lines.findIndex((_, from) =>
    wanted.every((text, offset) => normalise(lines.lines[from + offset] ?? "") === text),
  );
  return at === -1 ? { is: "gone" } : { is: "there", line: at + 1 };
}
