// Finds the syntax tokens of code in a thread of its own; what takes too long stays plain text.
import { createHash } from "node:crypto";
import type { LineTokens } from "../../review/publishers/html/code-line.ts";
import type { HighlightAnswer, HighlightLanguage, HighlightOrder } from "./highlight-worker.ts";
import { openThread } from "./terminable-thread.ts";

export interface Highlighter {
  /** The tokens of each line; null: the language is unknown, or it took too long. Never fails. */
  tokens(path: string, lines: readonly string[]): Promise<readonly LineTokens[] | null>;
  close(): Promise<void>;
}

/** A grammar can take exponential time on hostile text; then the thread is terminated. */
const perOrderMs = 5000;
/** Size limit of the cache, in lines. */
const mostKept = 50_000;

export function startHighlighter(worker: URL): Highlighter {
  const thread = openThread<HighlightOrder, HighlightAnswer>(worker, perOrderMs);
  const kept = new Map<string, Promise<readonly LineTokens[] | null>>();
  const sizes = new Map<string, number>();
  let total = 0;
  return {
    async tokens(path, lines) {
      const language = highlightLanguage(path);
      if (language === null || lines.length === 0) return null;
      // A line break within a line would shift the others.
      const single = lines.map((line) => line.replaceAll(/[\r\n]/g, " "));
      const key = createHash("sha1")
        .update(`${language}\n${single.join("\n")}`)
        .digest("hex");
      const known = kept.get(key);
      if (known !== undefined) return await known;
      const reading = thread
        .ask({ language, lines: single })
        .then((answer) => (answer?.is === "read" ? answer.tokens : null));
      kept.set(key, reading);
      sizes.set(key, lines.length);
      total += lines.length;
      for (const [oldest, size] of sizes) {
        if (total <= mostKept) break;
        total -= size;
        sizes.delete(oldest);
        kept.delete(oldest);
      }
      return await reading;
    },
    close: async () => await thread.close(),
  };
}

const byExtension: Readonly<Record<string, HighlightLanguage>> = {
  ...endings("c", "c h cc cpp cxx hh hpp hxx"),
  ...endings("csharp", "cs"),
  ...endings("css", "css scss"),
  ...endings("docker", "dockerfile"),
  ...endings("go", "go"),
  ...endings("hcl", "tf tfvars hcl"),
  ...endings("html", "html htm xml svg vue svelte"),
  ...endings("java", "java"),
  ...endings("jsonc", "json jsonc json5"),
  ...endings("kotlin", "kt kts"),
  ...endings("make", "mk makefile"),
  ...endings("markdown", "md markdown mdx"),
  ...endings("php", "php"),
  ...endings("python", "py pyi"),
  ...endings("ruby", "rb rake gemfile rakefile"),
  ...endings("rust", "rs"),
  ...endings("shellscript", "sh bash zsh"),
  ...endings("sql", "sql"),
  ...endings("toml", "toml"),
  ...endings("tsx", "tsx jsx js mjs cjs"),
  ...endings("typescript", "ts mts cts"),
  ...endings("yaml", "yml yaml"),
};

function endings(language: HighlightLanguage, list: string): Record<string, HighlightLanguage> {
  return Object.fromEntries(list.split(" ").map((ending) => [ending, language]));
}

function highlightLanguage(path: string): HighlightLanguage | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(byExtension, ending) ? byExtension[ending]! : null;
}
