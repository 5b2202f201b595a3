// Escapes untrusted text for display: an attacker may have written a change's text and file names.
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import { hiddenCharacters, showHidden } from "../../hidden-characters.ts";

/** Characters that only select the look of an emoji or join several: the text means the same without them. */
const emojiJoins = /(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic})/gu;

/** Writes out control, hidden and bidirectional characters. */
export function plain(text: string): string {
  return showHidden(text.replaceAll("\t", "  ").replaceAll(/\r\n?/g, "\n").replaceAll(emojiJoins, ""));
}

/** Like `plain`, on one line. */
export function oneLine(text: string): string {
  const lines = plain(text).split("\n");
  return lines.length === 1
    ? lines[0]!
    : lines
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(" ");
}

/** The same JSON, safe to print: such characters occur only in strings, where an escape means the same. */
export function plainJson(json: string): string {
  return json.replaceAll(hiddenCharacters, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

export function shorten(text: string, longest: number): string {
  if (Array.from(text).length <= longest) return text;
  const characters = Array.from(redactSecrets(text));
  return `${characters
    .slice(0, longest - 1)
    .join("")
    .trimEnd()}…`;
}

/** Cut at its start, at a folder where there is one: the file's name says more. */
export function shortenPath(path: string, longest: number): string {
  if (Array.from(path).length <= longest) return path;
  const end = Array.from(redactSecrets(path))
    .slice(1 - longest)
    .join("");
  const folder = end.indexOf("/");
  return `…${folder === -1 ? end : end.slice(folder)}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function list(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function bytes(number: number): string {
  return number >= 1e6 ? `${(number / 1e6).toFixed(1)} MB` : `${Math.ceil(number / 1e3)} kB`;
}

export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
