// Finds new exports that nothing imports.
import type { Code } from "../../change/change.ts";
import { findImporters, importSearch, type ImportersOf } from "../../change/symbols/importers.ts";
import type { Uses } from "../../change/symbols/symbols.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./dead-export/examples.ts";
import { PatternLoaders } from "./dead-export/pattern-loaders.ts";
import { isMentioned, isUsedInOwnFile } from "./dead-export/mentions.ts";
import { mayAddExports, findNewExports, type NewExport } from "./dead-export/new-exports.ts";
import { PublicSurface } from "./dead-export/public-surface.ts";

export const deadExport: Check = {
  id: "dead-export",
  title: "New exports that nothing imports",
  passes: ["cross-reference"],
  searches: true,
  unproven: true,
  explains:
    "For every value that a change newly exports from a JavaScript or TypeScript file, searches for an importer " +
    "and follows barrels, path aliases and workspace packages. An export that nothing imports was often meant to " +
    "be used somewhere, and the compiler does not report it. A package's public API, names that frameworks load, " +
    "files loaded by pattern, types and tests are ignored, and so is every name that is used in its own file or " +
    "mentioned elsewhere.",
  kinds: {
    "dead-export": { severity: "nit", category: "style", says: "a new export is imported nowhere" },
  },
  examples,

  when: whenAnyFile(mayAddExports, "no new exports"),

  async run(change, { code }, stop) {
    const added = await findNewExports(change, code);
    const imports = [...Map.groupBy(added, ({ path }) => path)].map(([path, all]) => ({
      path,
      names: all.map(({ name }) => name),
    }));
    stop.throwIfAborted();
    const uses = await code.uses(added.length === 0 ? [] : [...importSearch(imports), ...PatternLoaders.searchTerms]);
    const dead = added.length === 0 ? [] : await findDeadExports(added, uses, code, stop);
    const files = change.files.filter(mayAddExports);
    return checked("cross-reference", dead.map(toFinding), files, `new exports checked for importers: ${added.length}`);
  },
};

async function findDeadExports(
  added: readonly NewExport[],
  uses: Uses,
  code: Code,
  stop: AbortSignal,
): Promise<NewExport[]> {
  const surface = new PublicSurface(code.head);
  const patterns = new PatternLoaders(code.head, uses);
  const dead: NewExport[] = [];
  for (const one of added) {
    stop.throwIfAborted();
    const nameUses = uses.get(one.name);
    // Cheap tests first: most names are used.
    if (!nameUses || isUsedInOwnFile(one, nameUses)) continue;
    const importers = await findImporters([{ path: one.path, names: [one.name] }], uses, {
      importers: code.head,
      modules: code.head,
    });
    const { barrels, ...imported } = importers.of(one.path, one.name);
    if (isImported(imported) || (await isMentioned(one, nameUses, code.head))) continue;
    if (await isPublic(surface, [one.path, ...barrels.map(({ path }) => path)], one.name)) continue;
    if (await patterns.loads(one.path)) continue;
    dead.push(one);
  }
  return dead;
}

/** A package can also re-export names of another package. */
async function isPublic(surface: PublicSurface, paths: readonly string[], name: string): Promise<boolean> {
  for (const path of paths) if (await surface.includes(path, name)) return true;
  return false;
}

function isImported({ importers, whole, unsure }: Omit<ImportersOf, "barrels">): boolean {
  return importers.length > 0 || whole.length > 0 || unsure !== null;
}

function toFinding(one: NewExport): RawFinding {
  return buildFinding(deadExport, {
    kind: "dead-export",
    path: one.path,
    line: one.line,
    text: one.text,
    claim: "absent",
    confidence: 7,
    title: `The new export ${one.name} is imported nowhere`,
    explanation:
      `No file at the head of this change imports \`${one.name}\`, directly or through a re-export; no entry of the ` +
      "package re-exports it, and its own file does not use it. Use it in the code that should call it, or remove it.",
  });
}
