// Finds imports of JavaScript and TypeScript modules and exports that were removed, by resolving each import.
import { quoteLine } from "../../quote-line.ts";
import type { FileDiff } from "../../../change/diff.ts";
import { findImporters, importSearch, type Importer, type WantedImport } from "../../../change/symbols/importers.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import { resolverFor } from "../../../change/symbols/resolve-import.ts";
import { holdsScript } from "../../../change/symbols/script-blocks.ts";
import { ignoresOf } from "../../gitignore.ts";
import { isProse } from "../../../change/file-kinds.ts";
import { mostNames, type SearchContext, type ReferenceSearch, type StaleReference } from "./reference-search.ts";
import { isExcludedPath } from "./line-classifier.ts";

/** Past this many files a change moves everything, and its imports are its own business. */
const mostModules = 150;

interface GoneModule extends WantedImport {
  /** Where the file is at head; null where it was deleted. */
  now: string | null;
}

export async function searchGoneImports(context: SearchContext): Promise<ReferenceSearch | null> {
  const gone = (await findGoneModules(context)).slice(0, mostModules);
  if (gone.length === 0) return null;
  const { code } = context;
  return {
    names: importSearch(gone),
    async findStale(uses) {
      const found = await findImporters(gone, uses, { importers: code.head, modules: code.base });
      const stale: StaleReference[] = [];
      for (const module of gone)
        for (const name of module.names) {
          const { importers, barrels } = found.of(module.path, name);
          for (const importer of [...importers, ...barrels])
            if (await isBroken(importer, module, name, context))
              stale.push(await toStaleReference(importer, module, name, context));
        }
      return dedupeByLine(stale);
    },
  };
}

async function findGoneModules({ change, code }: SearchContext): Promise<GoneModule[]> {
  const ignores = ignoresOf(code.head);
  const gone: GoneModule[] = [];
  for (const file of change.files) {
    if (file.oldPath === null || file.status === "copied" || !holdsScript(file.oldPath)) continue;
    const names = await findGoneExports(file, { code });
    // What git ignores from now on is made by a build.
    if (names.length > 0 && !(await ignores.ruleFor(file.oldPath)))
      gone.push({ path: file.oldPath, names, now: file.newPath });
  }
  return gone;
}

/** `*` for a file that is not where it was, else the exports that it no longer has. */
async function findGoneExports(
  { oldPath, newPath }: FileDiff,
  { code }: Pick<SearchContext, "code">,
): Promise<string[]> {
  if (oldPath !== newPath) return ["*"];
  const before = (await linksOf(code.base).of(oldPath!))?.exports ?? [];
  // Too large to be read: then nothing is known of it.
  if ((await linksOf(code.head).of(oldPath!)) === null) return [];
  const exports = (await linksOf(code.head).of(oldPath!))?.exports ?? [];
  const now = new Set(exports.map((one) => one.name));
  const others = exports.flatMap(({ name, from }) => (name === "*" && from !== null ? from : []));
  const gone = [];
  for (const name of new Set(before.map((one) => one.name)))
    if (name !== "*" && !now.has(name) && !(await isReExported(others, oldPath!, name, code))) gone.push(name);
  return gone.slice(0, mostNames);
}

/** By `export *` of another module, which may be one that we cannot see. */
async function isReExported(others: readonly string[], path: string, name: string, code: SearchContext["code"]) {
  for (const from of others) {
    const target = await resolverFor(code.head).resolve(from, path);
    if (target === null || (await linksOf(code.head).origin(target, name)) !== null) return true;
  }
  return false;
}

async function isBroken(
  { path, imported, through }: Importer,
  module: GoneModule,
  name: string,
  { code }: SearchContext,
) {
  // Imports in docs are examples, and what was released stays as it was.
  if (through !== null || isExcludedPath(path) || isProse(path)) return false;
  const target = await resolverFor(code.head).resolve(imported.from, path);
  if (name === "*") return target === null;
  return imported.name === name && target === module.path;
}

async function toStaleReference(
  { path, line, imported }: Importer,
  module: GoneModule,
  name: string,
  { code }: SearchContext,
): Promise<StaleReference> {
  const text = (await quoteLine(code, "head", path, line))?.text ?? "";
  const moved = module.now === null ? "" : ` It is now \`${module.now}\`.`;
  const whole = name === "*";
  return {
    path,
    line,
    text,
    kind: "import-of-removed",
    name: whole ? module.path : name,
    title: whole
      ? `\`${imported.from}\` leads to a removed file`
      : `\`${module.path}\` no longer exports \`${name}\`, and this file still ${imported.how === "re-export" ? "re-exports it" : "imports it"}`,
    explanation: whole
      ? `This change removes \`${module.path}\`, and nothing else resolves as \`${imported.from}\` from here.${moved}`
      : `This change removes \`${name}\` from \`${module.path}\`. Import the replacement, or keep the export.`,
  };
}

function dedupeByLine(stale: readonly StaleReference[]): StaleReference[] {
  return [...new Map(stale.map((one) => [`${one.path}:${one.line}:${one.name}`, one])).values()];
}
