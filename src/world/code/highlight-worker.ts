// Runs inside the highlighter thread: finds the syntax tokens of lines of code with TextMate grammars.
import { parentPort } from "node:worker_threads";
import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import { codeToTokensBase, createShikiPrimitiveAsync } from "@shikijs/primitive";
import type { LineTokens, CodeTokenKind } from "../../review/publishers/html/code-line.ts";

export interface HighlightOrder {
  language: HighlightLanguage;
  lines: readonly string[];
}

export type HighlightAnswer =
  | { is: "ready" }
  | { is: "read"; tokens: LineTokens[]; worn: boolean }
  | { is: "failed"; why: string };

const languages = {
  c: () => import("@shikijs/langs/c"),
  csharp: () => import("@shikijs/langs/csharp"),
  css: () => import("@shikijs/langs/css"),
  docker: () => import("@shikijs/langs/docker"),
  go: () => import("@shikijs/langs/go"),
  hcl: () => import("@shikijs/langs/hcl"),
  html: () => import("@shikijs/langs/html"),
  java: () => import("@shikijs/langs/java"),
  jsonc: () => import("@shikijs/langs/jsonc"),
  kotlin: () => import("@shikijs/langs/kotlin"),
  make: () => import("@shikijs/langs/make"),
  markdown: () => import("@shikijs/langs/markdown"),
  php: () => import("@shikijs/langs/php"),
  python: () => import("@shikijs/langs/python"),
  ruby: () => import("@shikijs/langs/ruby"),
  rust: () => import("@shikijs/langs/rust"),
  shellscript: () => import("@shikijs/langs/shellscript"),
  sql: () => import("@shikijs/langs/sql"),
  toml: () => import("@shikijs/langs/toml"),
  tsx: () => import("@shikijs/langs/tsx"),
  typescript: () => import("@shikijs/langs/typescript"),
  yaml: () => import("@shikijs/langs/yaml"),
} as const;

export type HighlightLanguage = keyof typeof languages;

/** A theme whose colours are the kinds of tokens; the page's style gives them their colours. */
const scopes: Readonly<Record<CodeTokenKind, readonly string[]>> = {
  k: ["keyword", "storage", "keyword.operator.new", "variable.language", "markup.heading"],
  s: ["string", "punctuation.definition.string", "markup.inline.raw", "markup.fenced_code"],
  c: ["comment", "punctuation.definition.comment"],
  n: ["constant", "support.constant", "entity.name.tag", "support.type.property-name"],
  f: ["entity.name.function", "support.function", "meta.function-call.generic", "entity.other.attribute-name"],
  t: ["entity.name.type", "entity.name.class", "support.type", "support.class", "entity.other.inherited-class"],
};
const plainScopes = ["keyword.operator", "storage.type.function.arrow", "punctuation", "meta.template.expression"];
const plainColour = "#000000";
const kinds = Object.keys(scopes) as CodeTokenKind[];
const colourOf = (kind: CodeTokenKind) => `#00000${kinds.indexOf(kind) + 1}`;
const theme = {
  name: "kinds",
  type: "light" as const,
  fg: plainColour,
  bg: "#ffffff",
  settings: [
    { settings: { foreground: plainColour, background: "#ffffff" } },
    ...kinds.map((kind) => ({ scope: [...scopes[kind]], settings: { foreground: colourOf(kind) } })),
    { scope: plainScopes, settings: { foreground: plainColour } },
  ],
};

/** The engine allocates memory that it does not free; a new thread starts after this many characters. */
const wornAfter = 20_000_000;

const shiki = createShikiPrimitiveAsync({
  engine: createJavaScriptRegexEngine({ forgiving: true }),
  themes: [theme],
  langs: [],
});
let seen = 0;

parentPort?.on("message", (order: HighlightOrder) => void answer(order));

async function answer({ language, lines }: HighlightOrder): Promise<void> {
  const send = (said: HighlightAnswer) => parentPort?.postMessage(said, []);
  try {
    const highlighter = await shiki;
    if (!highlighter.getLoadedLanguages().includes(language)) {
      // Without the languages that it embeds, which together are ten times as large.
      const { default: loaded } = await languages[language]();
      await highlighter.loadLanguage({ ...loaded.at(-1)!, embeddedLangs: [] });
    }
    send({ is: "ready" });
    const text = lines.join("\n");
    seen += text.length;
    const tokens = codeToTokensBase(highlighter, text, {
      lang: language,
      theme: "kinds",
      tokenizeMaxLineLength: 1000,
      tokenizeTimeLimit: 0,
    });
    let start = 0;
    const found = lines.map((line, at): LineTokens => {
      const from = start;
      start += line.length + 1;
      return (tokens[at] ?? [])
        .filter(({ content }) => content.trim() !== "")
        .map(({ offset, color = "" }) => [offset - from, kinds[Number(color.at(-1)) - 1] ?? null] as const)
        .filter(([, kind], index, all) => kind !== (all[index - 1]?.[1] ?? null));
    });
    send({ is: "read", tokens: found, worn: seen > wornAfter });
  } catch (error) {
    send({ is: "failed", why: error instanceof Error ? error.message : String(error) });
  }
}
