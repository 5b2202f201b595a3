// Quotes one line of a file.
import type { Code, Quote, Side } from "../change/change.ts";

/** null where there is no such file, or it ends before the line. */
export async function quoteLine(code: Code, side: Side, path: string, line: number): Promise<Quote | null> {
  const bytes = await code[side].read(path);
  const text = bytes && new TextDecoder().decode(bytes).split("\n")[line - 1];
  return text == null ? null : { path, side, start: line, end: line, text: text.replace(/\r$/, "") };
}
