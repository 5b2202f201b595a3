// Blanks multi-line strings that end with a word of their own, so that their text is not read as code.

/**
 * The opener's second group is the word. Positions and line breaks stay; so does code inside, which the first group of
 * `holes` matches.
 */
export function withoutHeredocs(text: string, opener: RegExp, holes: RegExp): string {
  let blanked = "";
  let kept = 0;
  for (const match of text.matchAll(opener)) {
    if (match.index < kept) continue;
    const start = text.indexOf("\n", match.index) + 1;
    if (start === 0) break;
    const end = endOfBody(text, Math.max(start, kept), match[2]!);
    if (end === null) continue;
    const from = Math.max(start, kept);
    blanked += text.slice(kept, from) + blankedBody(text.slice(from, end), holes);
    kept = end;
  }
  return blanked + text.slice(kept);
}

/** The start of the line that closes it; null if there is none: then it was no opener. */
function endOfBody(text: string, from: number, word: string): number | null {
  for (let at = from; at < text.length;) {
    let first = at;
    while (text[first] === " " || text[first] === "\t") first++;
    if (text.startsWith(word, first) && !/\w/.test(text[first + word.length] ?? "")) return at;
    const next = text.indexOf("\n", at);
    if (next < 0) return null;
    at = next + 1;
  }
  return null;
}

function blankedBody(body: string, holes: RegExp): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, " ");
  let blanked = "";
  let kept = 0;
  for (const match of body.matchAll(holes)) {
    const code = match[1]!;
    const start = match.index + match[0].indexOf(code);
    // A sign of its own separates it from what stands around.
    blanked += `${blank(body.slice(kept, start - 1))};${code};`;
    kept = start + code.length + 1;
  }
  return blanked + blank(body.slice(kept));
}
