// Parses JSON lines: all programs report progress this way, and the last line has the answer.
import { z } from "zod";

const jsonLine = z.looseObject({ type: z.string() });
export type JsonLine = z.infer<typeof jsonLine>;

/** An unreadable line. Its text is untrusted and is not shown. */
export class NotJsonLines extends Error {}

/** Null for a line that is not JSON: programs print greetings and update notices. */
function parseJsonLine(line: string): JsonLine | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return jsonLine.parse(JSON.parse(line));
  } catch {
    throw new NotJsonLines("a line of its output is not the JSON that was asked for");
  }
}

/** Passes complete lines as they arrive. Unreadable ones are reported when all is read at the end. */
export class LineFeed {
  /** Chunks of an incomplete line, joined once. */
  #begun: string[] = [];
  readonly #take: (line: JsonLine) => void;

  constructor(take: (line: JsonLine) => void) {
    this.#take = take;
  }

  hear(text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.#begun.push(first);
    for (const next of more) {
      this.#hand(this.#begun.join(""));
      this.#begun = [next];
    }
  }

  #hand(line: string): void {
    try {
      const read = parseJsonLine(line);
      if (read) this.#take(read);
    } catch (error) {
      if (!(error instanceof NotJsonLines)) throw error;
    }
  }
}

export function readLines(out: string): JsonLine[] {
  return out
    .split("\n")
    .map(parseJsonLine)
    .filter((line) => line !== null);
}
