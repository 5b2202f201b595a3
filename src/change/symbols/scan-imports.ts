// Scans the imports and exports of a JavaScript or TypeScript file in one pass over its tokens, without a syntax tree.
// Broken text yields what can be read.
import { docImports } from "./doc-imports.ts";
import { Tokens } from "./js-tokens.ts";
import { CommonJsReader } from "./read-common-js.ts";
import { ExportReader } from "./read-exports.ts";
import { ImportReader } from "./read-imports.ts";
import { isComponent, scriptsIn, type ScriptBlock } from "./script-blocks.ts";
import type { Exported, Imported } from "./symbols.ts";

export interface ModuleLinks {
  imports: readonly Imported[];
  exports: readonly Exported[];
  /** Whether the exports are properties of `module.exports`, which a default import means too. */
  commonJs: boolean;
  /** Patterns with `*` whose matching files are all loaded: `import.meta.glob`, `require.context`, `./${name}.js`. */
  globs: readonly string[];
}

/** `path` determines the file type. A file without a script has no links. */
export function scanImports(path: string, text: string): ModuleLinks {
  const scans = scriptsIn(path, text).map(scanScript);
  const starts = scans.some(({ imports, exports }) => imports.length + exports.length > 0) ? lineStarts(text) : [];
  const at = <T extends { line: number }>(links: readonly T[]) =>
    links.map((link) => ({ ...link, line: lineOf(starts, link.line) }));
  const exports = at(scans.flatMap((links) => links.exports));
  if (isComponent(path) && !exports.some(({ name }) => name === "default"))
    exports.push({ name: "default", local: "default", from: null, typeOnly: false, line: 1 });
  return {
    imports: at(scans.flatMap((links) => links.imports)),
    exports,
    commonJs: scans.some(({ commonJs }) => commonJs),
    globs: scans.flatMap(({ globs }) => globs),
  };
}

/** Returns links with offsets in place of line numbers. */
function scanScript({ text, offset, jsx, exports: canExport }: ScriptBlock): ModuleLinks {
  const tokens = new Tokens(text, { jsx });
  const imports = new ImportReader(tokens);
  const exports = new ExportReader(tokens, imports.imports);
  const common = new CommonJsReader(tokens);
  while (tokens.next() !== "end") {
    if (tokens.kind !== "word" || tokens.afterDot) continue;
    if (tokens.is("export")) exports.read();
    else if (tokens.is("module") || tokens.is("exports")) common.read();
    else imports.read();
  }
  // In a module with imports or exports of its own, `exports` is any variable.
  const isModule = exports.exports.length > 0 || imports.imports.some(({ how }) => how === "import");
  const commonJs = !isModule && common.exports.length > 0;
  const placed = <T extends { line: number }>(links: readonly T[]) =>
    offset === 0 ? links : links.map((link) => ({ ...link, line: link.line + offset }));
  return {
    imports: placed([...imports.imports, ...docImports(tokens)]),
    exports: canExport ? placed(commonJs ? common.exports : exports.exports) : [],
    commonJs: canExport && commonJs,
    globs: imports.calls.globs,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
