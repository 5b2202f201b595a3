// Splits code into words, strings and signs, without comments, in linear time.

export interface CodeToken {
  kind: "word" | "number" | "string" | "sign";
  text: string;
  line: number;
  /** The position in the text. */
  at: number;
}

export interface TokenRules {
  /** Regular expressions for what is skipped. They must match to the end of the text if their end is missing. */
  comments: readonly string[];
  /** Likewise; the longest opener first. */
  strings: readonly string[];
  /** Code inside a string, found by its first group: `{name}`. */
  holes?: { in: RegExp; code: RegExp };
}

const flatComment = String.raw`/\*(?:[^*]|\*(?!/))*\*/`;
const commentAround = (inner: string) => String.raw`/\*(?:[^*/]|\*(?!/)|/(?!\*)|${inner})*(?:\*/|$)`;
/** Block comments in each other, as a glob in one makes them; deeper ones end at the first mark. */
export const nestedComment = commentAround(commentAround(flatComment));
export const doubleQuoted = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|(?=\n)|$)`;
export const singleQuoted = String.raw`'[^'\\\n]*(?:\\.[^'\\\n]*)*(?:'|(?=\n)|$)`;
export const tripleQuoted = String.raw`"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|$)`;

const word = String.raw`@?[\p{L}_$][\p{L}\p{N}_$]*`;
const number = String.raw`\d[\w.]*`;
const sign = String.raw`::|->|=>|:=|\?\.|!!|\.\.\.?|[=!<>]=|\S`;
/** Deeper code in strings is not read. */
const deepest = 3;

export function tokenizer({ comments, strings, holes }: TokenRules): (text: string) => CodeToken[] {
  const pattern = new RegExp(`(${comments.join("|")})|(${strings.join("|")})|(${word})|(${number})|(${sign})`, "gsu");
  const read = (text: string, from: { line: number; at: number }, depth: number): CodeToken[] => {
    const tokens: CodeToken[] = [];
    let { line } = from;
    let counted = 0;
    for (const match of text.matchAll(pattern)) {
      for (
        let next = text.indexOf("\n", counted);
        next >= 0 && next < match.index;
        next = text.indexOf("\n", counted)
      ) {
        line++;
        counted = next + 1;
      }
      const [whole, comment, quoted, name, digits] = match;
      if (comment !== undefined) continue;
      const kind =
        quoted !== undefined ? "string" : name !== undefined ? "word" : digits !== undefined ? "number" : "sign";
      tokens.push({ kind, text: whole, line, at: from.at + match.index });
      if (kind === "string" && holes && depth < deepest && holes.in.test(whole))
        for (const hole of whole.matchAll(holes.code)) {
          const code = hole.slice(1).find((group) => group !== undefined);
          if (code === undefined) continue;
          const before = whole.slice(0, hole.index).split("\n").length - 1;
          const at = from.at + match.index + hole.index;
          // A sign of its own ends what came before it.
          tokens.push({ kind: "sign", text: "{", line: line + before, at });
          tokens.push(...read(code, { line: line + before, at }, depth + 1));
          tokens.push({ kind: "sign", text: "}", line: line + before, at });
        }
    }
    return tokens;
  };
  return (text) => read(text, { line: 1, at: 0 }, 0);
}

/** `a.b.c` that starts at a token: the words joined by one of the signs, with the index after the last. */
export function dottedName(
  tokens: readonly CodeToken[],
  from: number,
  signs: readonly string[] = ["."],
): { parts: string[]; end: number } {
  const parts: string[] = [];
  let at = from;
  while (tokens[at]?.kind === "word") {
    parts.push(tokens[at]!.text);
    at++;
    if (tokens[at]?.kind !== "sign" || !signs.includes(tokens[at]!.text) || tokens[at + 1]?.kind !== "word") break;
    at++;
  }
  return { parts, end: at };
}

export function isSignToken(token: CodeToken | undefined, ...signs: readonly string[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

export function isWordToken(token: CodeToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}

/** Whether the token is the first of its line. */
export function startsLine(tokens: readonly CodeToken[], at: number): boolean {
  return at === 0 || tokens[at - 1]!.line < tokens[at]!.line;
}
