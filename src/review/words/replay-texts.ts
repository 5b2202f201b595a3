// Texts of `crosscheck replay`.
import { oneLine } from "./text.ts";

export function recordedReviews(rows: readonly { id: string; repository: string; at: number }[]): string {
  if (rows.length === 0) return "No reviews are stored.\n";
  return `${rows
    .map(
      ({ id, repository, at }) =>
        `${id}  ${new Date(at).toISOString().slice(0, 16).replace("T", " ")}  ${oneLine(repository)}`,
    )
    .join("\n")}\n`;
}

export function recordedText(id: string): string {
  return `Recorded: crosscheck replay ${id}\n`;
}

export function replayedText(id: string, differs: boolean): string {
  return differs
    ? `The replay of ${id} differs from what was recorded: the checks, the prompts or the repository's own checks have changed since.\n`
    : `The replay of ${id} is the same, byte for byte. No model was asked.\n`;
}
