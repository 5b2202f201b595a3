// Publishes the board as JSON; its schema is in `board-schema.ts` and `schemas/review-threads.json`.
import { plainJson } from "../../review/words/text.ts";
import { boardWords } from "../words/board-texts.ts";
import type { Board } from "./board.ts";

export function boardJson(board: Board, version: string): string {
  const whole = { version: 1, tool: { name: "crosscheck", version }, scope: boardWords.scope, ...board };
  return `${plainJson(JSON.stringify(whole, null, 2))}\n`;
}
