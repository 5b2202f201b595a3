// Reads types imported in doc comments: `{import("x").T}`, `@import { T } from "x"`.
import type { Tokens } from "./js-tokens.ts";
import type { BoundName } from "./read-names.ts";
import type { Imported } from "./symbols.ts";

const typeImport = /\bimport\(\s{0,9}(["'])([^"'\n]{1,300})\1\s{0,9}\)(?:\.([\w$]+))?/g;
const importTag = /@import\s([^"'@]{1,2000})\sfrom\s{1,9}["']([^"'\n]{1,300})["']/g;

/** `line` holds an offset, as in all readers. */
export function docImports({ text, comments }: Pick<Tokens, "text" | "comments">): Imported[] {
  return comments.flatMap(([start, end]) => {
    const comment = text.startsWith("/**", start) ? text.slice(start, end) : "";
    if (!comment.includes("import")) return [];
    const types = [...comment.matchAll(typeImport)].map((match) => ({
      at: match.index,
      from: match[2]!,
      names: [{ name: match[3] ?? "*", local: null }],
    }));
    const tags = [...comment.matchAll(importTag)].map((match) => ({
      at: match.index,
      from: match[2]!,
      names: docNames(match[1]!),
    }));
    return [...types, ...tags].flatMap(({ at, from, names }) =>
      names.map((one): Imported => ({ ...one, from, how: "import", typeOnly: true, line: start + at })),
    );
  });
}

function docNames(clause: string): BoundName[] {
  const names = [...clause.matchAll(/[\w$]+(?:\s+as\s+[\w$]+)?/g)].map(([one]) => one.split(/\s+as\s+/));
  if (clause.includes("*")) return [{ name: "*", local: names[0]?.[1] ?? null }];
  return names.map(([name = "", local]) => ({ name, local: local ?? name }));
}
