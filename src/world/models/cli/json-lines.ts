// All of these programs tell what they do in lines of JSON, of which the last tells the answer.
import { z } from "zod";

const jsonLine = z.looseObject({ type: z.string() });
export type JsonLine = z.infer<typeof jsonLine>;

/** What cannot be read as such a line. Its text is a model's or a program's: it is not shown. */
export class NotJsonLines extends Error {}

/** Null for a line that is not meant to be JSON: programs greet, and warn of new versions. */
export function parseJsonLine(line: string): JsonLine | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return jsonLine.parse(JSON.parse(line));
  } catch {
    throw new NotJsonLines("a line of its output is not the JSON that was asked for");
  }
}

/** Hands on whole lines as they come. What is unreadable is found when all is read again at the end. */
export class LineFeed {
  /** Pieces of a line that has not ended: joined once, however many there are. */
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
