// Defines the texts of exporting data from the store.
import { oneLine } from "./text.ts";

export function exportedText(rows: number, file: string): string {
  return `${rows} ${rows === 1 ? "row" : "rows"} written to ${oneLine(file)}.\n`;
}

export function nothingExported(repository: string | null): string {
  return repository === null ? "Nothing is stored.\n" : `Nothing is stored about ${oneLine(repository)}.\n`;
}
