// Splits PHP files and Blade templates into tokens.
import { tokenizer, type CodeToken } from "./code-tokens.ts";
import { withoutHeredocs } from "./heredocs.ts";

const comments = [
  // What stands outside of `<?php … ?>` is text.
  String.raw`^(?!<\?)(?:[^<]|<(?!\?))*(?:<\?(?:php\b|=)?|$)`,
  String.raw`\?>(?:[^<]|<(?!\?))*(?:<\?(?:php\b|=)?|$)`,
  String.raw`<\?(?:php\b|=)?`,
  String.raw`(?://|#(?!\[))(?:[^\n?]|\?(?!>))*`,
  String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`,
];
const strings = [
  String.raw`"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)`,
  String.raw`'[^'\\]*(?:\\.[^'\\]*)*(?:'|$)`,
  "`[^`\\\\]*(?:\\\\.[^`\\\\]*)*(?:`|$)",
];
const holes = { in: /^["`]/, code: /\{(\$[^{}"']{1,300})\}/g };

const readScript = tokenizer({ comments, strings, holes });

/** In markup, apostrophes are text. */
const readTemplate = tokenizer({
  comments: [String.raw`\{\{--(?:[^-]|-(?!-\}\}))*(?:--\}\}|$)`, String.raw`<!--(?:[^-]|-(?!->))*(?:-->|$)`],
  strings: [String.raw`(?<=[(\[,=>.?:\s])'[^'\\\n]*(?:\\.[^'\\\n]*)*'`, String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`],
  holes: { in: /^"/, code: /\{\{([^{}]{1,300})\}\}|^"([^"]{1,300})"$/g },
});

const heredoc = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1[ \t]*\r?\n/g;

export function phpTokens(text: string): CodeToken[] {
  if (!text.includes("<?")) return readTemplate(text);
  return readScript(withoutHeredocs(text, heredoc, /\{(\$[^{}\n]{1,300})\}/g));
}
