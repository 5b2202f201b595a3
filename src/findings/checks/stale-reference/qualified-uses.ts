// Finds the lines of a file whose code uses a name with a qualifier: `Color.red`, `prices.net`.
import { readText } from "../../changed-text.ts";
import type { NameUse, Uses } from "../../../change/symbols/symbols.ts";
import type { SearchContext } from "./reference-search.ts";

export async function findQualifiedUses(
  path: string,
  qualifier: string,
  name: string,
  uses: Uses,
  context: SearchContext,
): Promise<NameUse[]> {
  const pattern = qualifiedName(qualifier, name);
  const found: NameUse[] = [];
  for (const use of await linesWith(path, name, uses, context))
    for (const match of use.text.matchAll(pattern)) {
      if ((await context.classifier.kindOfCode(use.path, use.line, match.index)) !== "code") continue;
      found.push(use);
      break;
    }
  return found;
}

/** From the search, or from the whole file where the search was cut. */
async function linesWith(path: string, name: string, uses: Uses, { code }: SearchContext): Promise<readonly NameUse[]> {
  const known = uses.get(name);
  if (known && !known.cut) return known.at.filter((use) => use.path === path);
  const lines = ((await readText(code.head, path)) ?? "").split("\n");
  return lines.flatMap((text, index) => (text.includes(name) ? [{ path, line: index + 1, text }] : []));
}

function qualifiedName(qualifier: string, name: string): RegExp {
  const [before, after] = [escaped(qualifier), escaped(name)];
  return new RegExp(
    `(?<![\\w$.])${before}\\s{0,9}(?:\\??\\.\\s{0,9}${after}(?![\\w$])|(?:\\?\\.)?\\[["']${after}["']\\])`,
    "g",
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[$.]/g, "\\$&");
}
