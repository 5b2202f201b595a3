// Tells whether a name that nothing imports is used in another way, such as in a string or a template.
import type { Tree } from "../../../change/change.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import type { NameUses } from "../../../change/symbols/symbols.ts";
import { isProse } from "../../../change/file-kinds.ts";
import type { NewExport } from "./new-exports.ts";

const mostFiles = 60;

/** Whether the exporting file uses the name outside its declaration. */
export function isUsedInOwnFile(one: NewExport, uses: NameUses): boolean {
  return uses.at.some(({ path, line, text }) => path === one.path && line !== one.line && !isComment(text));
}

function isComment(text: string): boolean {
  return /^\s*(?:\*|\/\/|\/\*)/.test(text);
}

/** Whether another file uses the name for this export. Prose and comments do not count. */
export async function isMentioned(one: NewExport, uses: NameUses, tree: Tree): Promise<boolean> {
  if (uses.cut) return true;
  const lines = uses.at.filter(({ path, text }) => path !== one.path && !isProse(path) && !isComment(text));
  const byFile = Map.groupBy(lines, ({ path }) => path);
  if (byFile.size > mostFiles) return true;
  for (const [path, mentions] of byFile) {
    if (mentions.some(({ text }) => declares(text, one.name))) continue;
    const imports = (await linksOf(tree).of(path))?.imports ?? [];
    // The import resolves to another module: imports of this one were ruled out earlier.
    if (imports.some(({ name, local }) => local === one.name || name === one.name)) continue;
    return true;
  }
  return false;
}

function declares(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const before = text.slice(Math.max(0, at - 40), at);
  return /(?:^|[^\w$])(?:function\*?|const|let|var|class|type|interface|enum|namespace)\s+$/.test(before);
}
