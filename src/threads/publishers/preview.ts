// Previews the start of a comment on one line. Its text is untrusted, and a bot's may be mostly markup.
import { oneLine, shorten } from "../../review/words/text.ts";

export const previewLength = 280;

/** The rest of a longer text is ignored. */
const lookedAt = 20_000;

export function preview(body: string, longest = previewLength): { preview: string; cut: boolean } {
  const text = oneLine(withoutMarkup(body.slice(0, lookedAt)))
    .replaceAll(/ {2,}/g, " ")
    .trim();
  const short = shorten(text, longest);
  return { preview: short, cut: short !== text || body.length > lookedAt };
}

function withoutMarkup(body: string): string {
  return withoutComments(body)
    .replaceAll(/<\/?[A-Za-z][^<>]{0,300}>/g, "")
    .replaceAll(/!\[([^\][\n]{0,200})\]\([^()\n]{0,1000}\)/g, "$1")
    .replaceAll(/\[([^\][\n]{1,200})\]\([^()\n]{0,1000}\)/g, "$1")
    .replaceAll(/^[ \t]{0,8}(?:`{3,}|~{3,}).{0,100}$/gm, "")
    .replaceAll(/^[ \t]{0,8}(?:#{1,6}[ \t]|>[ \t]?)/gm, "")
    .replaceAll(/\*\*/g, "");
}

/** Searches for markers, because a pattern would be quadratic in unclosed beginnings. */
function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    if (start === -1) return kept + text.slice(from);
    const end = text.indexOf("-->", start + 4);
    kept += text.slice(from, start);
    if (end === -1) return kept;
    from = end + 3;
  }
}
