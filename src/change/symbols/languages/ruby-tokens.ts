// Splits Ruby files and ERB templates into tokens.
import { tokenizer, type CodeToken } from "./code-tokens.ts";
import { withoutHeredocs } from "./heredocs.ts";

const hole = String.raw`#\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`;
const quoted = (quote: string) => String.raw`${quote}(?:[^${quote}\\#]|\\.|#(?!\{)|${hole}|#\{)*(?:${quote}|$)`;
/** `%w[a b]`, `%q(a)` */
const percent = ["\\(\\)", "\\[\\]", "\\{\\}", "<>", "\\|\\|", "!!"].map((pair) => {
  const [open, close] = [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)];
  return `%[wWiIqQrsx]?${open}(?:[^\\\\${close}]|\\\\.)*(?:${close}|$)`;
});
/** A slash divides after a value. */
const pattern = String.raw`(?<=(?:[(,=~|&!{\[;:?]|\b(?:when|if|unless|and|or|return|match|split|gsub|sub|scan))\s{0,2})\/(?![ =])(?:[^\/\\\n]|\\.){1,2000}\/[a-z]*`;

const rules = {
  comments: [
    String.raw`#[^\n]*`,
    String.raw`(?<=^|\n)=begin\b(?:[^\n]|\n(?!=end\b))*(?:\n=end\b[^\n]*|$)`,
    String.raw`(?<=^|\n)__END__\n.*$`,
  ],
  strings: [
    String.raw`(?<![\w)\]])(?:${percent.join("|")})`,
    quoted('"'),
    String.raw`'[^'\\]*(?:\\.[^'\\]*)*(?:'|$)`,
    quoted("`"),
    pattern,
    // `?a` is a character.
    String.raw`(?<=[\s(,\[])\?[A-Za-z](?!\w)`,
  ],
  holes: { in: /^["`/%]/, code: /#\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g },
};

const readScript = tokenizer(rules);
const readTemplate = tokenizer({
  ...rules,
  comments: [
    String.raw`^(?!<%)(?:[^<]|<(?!%))*(?:<%[=-]?|$)`,
    String.raw`[-]?%>(?:[^<]|<(?!%))*(?:<%[=-]?|$)`,
    String.raw`<%[=-]?`,
    String.raw`#(?:[^\n%]|%(?!>))*`,
  ],
});

const heredoc = /<<[~-]?(["'`]?)([A-Z_][A-Z_\d]*)\1/g;

export function rubyTokens(text: string): CodeToken[] {
  if (/<%[=\-#\s]/.test(text) && text.includes("%>")) return readTemplate(text);
  return readScript(withoutHeredocs(text, heredoc, /#\{([^{}\n]{1,300})\}/g));
}
