// Parses the sources of COPY and ADD instructions in a Dockerfile.

export interface DockerCopy {
  instruction: "COPY" | "ADD";
  /** As written, without quotes. */
  source: string;
  line: number;
}

interface Word {
  text: string;
  line: number;
}

/** Returns only sources that are certain: no variables, globs or URLs, and nothing from another stage or image. */
export function parseCopies(text: string): DockerCopy[] {
  return parseInstructions(text).flatMap(({ name, words }) => {
    if (name !== "COPY" && name !== "ADD") return [];
    const first = words.findIndex((word) => !word.text.startsWith("--"));
    const flags = first < 0 ? words : words.slice(0, first);
    // `--parents` changes the meaning of a path, and `--from` its origin.
    if (flags.some((flag) => /^--(?:from|parents)\b/.test(flag.text))) return [];
    const listed = parseArguments(words.slice(flags.length));
    return listed
      .slice(0, -1)
      .flatMap(({ text: source, line }) =>
        isPlainSource(source) ? [{ instruction: name, source, line } as const] : [],
      );
  });
}

/** Supports both forms, `COPY a b` and `COPY ["a", "b"]`. */
function parseArguments(words: readonly Word[]): Word[] {
  if (!words[0]?.text.startsWith("[")) return [...words];
  const listed = words.flatMap(({ text, line }) =>
    [...text.matchAll(/"([^"]*)"/g)].map((match) => ({ text: match[1] ?? "", line })),
  );
  // A quoted name with a space was split in two.
  return words.every(({ text }) => /^\[?(?:"[^"]*",?)*\]?,?$/.test(text)) ? listed : [];
}

function isPlainSource(source: string): boolean {
  return /^[\w@+./-]+$/.test(source) && !source.startsWith("<<") && !/^[./]*$/.test(source);
}

interface Instruction {
  name: string;
  words: Word[];
}

const hereDocument = /<<-?["']?([A-Za-z_]\w*)["']?/g;

function parseInstructions(text: string): Instruction[] {
  const lines = text.split(/\r?\n/);
  const escape = /^#\s*escape\s*=\s*`/im.test(lines.slice(0, 5).join("\n")) ? "`" : "\\";
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (isBlankOrComment(lines[at])) continue;
    const words: Word[] = [];
    const ends: string[] = [];
    for (; at < lines.length; at++) {
      // Docker skips blank lines and comments inside a continued instruction.
      const line = lines[at] ?? "";
      if (words.length > 0 && isBlankOrComment(line)) continue;
      const goesOn = line.trimEnd().endsWith(escape);
      const content = goesOn ? line.trimEnd().slice(0, -1) : line;
      for (const word of content.split(/\s+/)) if (word !== "") words.push({ text: word, line: at + 1 });
      for (const match of content.matchAll(hereDocument)) ends.push(match[1] ?? "");
      if (!goesOn) break;
    }
    const [first, ...rest] = words;
    const name = first?.text.toUpperCase() ?? "";
    instructions.push({ name, words: rest });
    if (name === "RUN" || name === "COPY" || name === "ADD") at = skipHereDocuments(lines, at, ends);
  }
  return instructions;
}

function isBlankOrComment(line: string | undefined): boolean {
  return /^\s*(?:#|$)/.test(line ?? "");
}

/** Here-document text is not an instruction. An unterminated one extends to the end of the file. */
function skipHereDocuments(lines: readonly string[], at: number, ends: readonly string[]): number {
  let last = at;
  for (const end of ends) {
    do last++;
    while (last < lines.length && lines[last]?.trim() !== end);
  }
  return last;
}
