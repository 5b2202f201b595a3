// The places that mean a declaration, one line each: for tests of the languages, which are tables.
import { findReferences, readCodeFile, referenceTerms } from "../../src/change/symbols/code-references.ts";
import { referenceLanguageOf } from "../../src/change/symbols/languages/index.ts";
import type { SymbolKind } from "../../src/change/symbols/symbols.ts";
import { codeOf } from "./change-of.ts";

export interface ChangedTarget {
  path: string;
  name: string;
  within?: string | null;
  kind?: SymbolKind;
}

/** `path:line import shop.cart.total`, for a target that is still there. */
export async function changedReferences(
  files: Record<string, string>,
  { path, name, within = null, kind = "function" }: ChangedTarget,
): Promise<string[]> {
  const code = codeOf({ base: files, head: files });
  const language = referenceLanguageOf(path)!;
  const home = language.homeOf((await readCodeFile(code.head, path, language))!);
  const target = { path, name, within, kind, line: 1, home };
  const uses = await code.uses(referenceTerms([target]));
  const found = await findReferences([target], uses, { files: code.head, modules: code.head });
  return found.of(target).references.map((one) => `${one.path}:${one.line} ${one.how} ${one.written}`);
}
