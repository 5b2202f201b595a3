// Finds the importers of an export, through barrels, in JavaScript, TypeScript and component scripts.
//
//   const names = importSearch(wanted);              // terms for the shared search
//   const uses = await code.uses([...names, …]);
//   const found = await findImporters(wanted, uses, { importers: code.head, modules: code.head });
//   found.of("src/a.ts", "helper")                   // { importers, barrels, unsure }
//
// `importers` is the tree whose files are searched, `modules` the tree in which their specifiers are resolved: the base
// for names and files that a change removes. Only files that the search returns are read.
import type { Tree } from "../change.ts";
import { linksOf } from "./links-of.ts";
import { resolverFor } from "./resolve-import.ts";
import { holdsScript } from "./script-blocks.ts";
import { folderOf, resolveFrom } from "../paths.ts";
import type { Imported, NameUse, Uses } from "./symbols.ts";

/** A file and some of its exports; `default` is a name, `*` means the whole file. */
export interface ImportTarget {
  path: string;
  names: readonly string[];
}

export interface Importer {
  path: string;
  /** The line of the import. */
  line: number;
  imported: Imported;
  /** The barrel that the import resolves to; null if it resolves to the file itself. */
  through: string | null;
}

export interface ImportersOf {
  /** Files that import the name, or import the whole module and mention the name. The file's own test counts too. */
  importers: readonly Importer[];
  /** Files that re-export the name. */
  barrels: readonly Importer[];
  /** Imports that pass the whole module on, so that any of its names may be used. */
  whole: readonly Importer[];
  /**
   * Why there may be more: the search was truncated, a barrel renames it, or an import with a matching path could not
   * be followed.
   */
  unsure: "cut" | "renamed" | "unresolved" | null;
}

export interface ImporterLookup {
  of(path: string, name: string): ImportersOf;
}

const nobody: ImportersOf = { importers: [], barrels: [], whole: [], unsure: null };
/** More files are not read; the answer is then `cut`. */
const mostFiles = 2000;

/** The search terms: the names, and the endings of specifiers that resolve to the files. */
export function importSearch(targets: readonly ImportTarget[]): string[] {
  return [
    ...new Set(
      targets.flatMap(({ path, names }) => [
        ...names.filter((name) => name !== "default" && name !== "*"),
        ...specifierEnds(path),
      ]),
    ),
  ];
}

/** The last segment of a specifier of this file, with what may follow it. */
function specifierEnds(path: string): string[] {
  const tail = moduleTail(path);
  const ends = [`/${tail}"`, `/${tail}'`, `/${tail}.`];
  return isIndex(path) ? [...ends, `/${tail}/index`, ...folderEnds] : ends;
}

/** What a file writes for the index of its own folder or of one above it. */
const folderEnds = [`"."`, `'.'`, `"./"`, `'./'`, `".."`, `'..'`, `/.."`, `/..'`, `../"`, `../'`, `./index`];

/** Whether a line that has such an ending may lead to the file: a relative specifier shows by itself where it leads. */
function mayLeadTo({ path, text }: NameUse, end: string, target: string): boolean {
  const stem = moduleStem(target);
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    const quote = /^["']/.test(end) ? at : lastQuote(text, at);
    if (quote < 0) return true;
    const specifier = /^[^"'`?]{0,1000}/.exec(text.slice(quote + 1))![0];
    if (!specifier.startsWith(".")) return true;
    const place = resolveFrom(folderOf(path), specifier);
    if (place === null) continue;
    const written = moduleStem(place);
    if (written === stem || stem.startsWith(`${written}.`) || outputFolder.test(place)) return true;
  }
  return false;
}

/** Where a specifier can mean the source of what is built there. */
const outputFolder = /(?:^|\/)(?:dist|lib|build|out|output|es|esm|cjs|umd|types|typings)\//;

function lastQuote(text: string, from: number): number {
  return Math.max(text.lastIndexOf('"', from), text.lastIndexOf("'", from), text.lastIndexOf("`", from));
}

/** The path without what specifiers may leave out. */
function moduleStem(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.(?:vue|svelte|json)$/, "").replace(/(?:^|\/)index$/, "");
}

function isIndex(path: string): boolean {
  return /(?:^|\/)index\.[^/]+$/.test(path);
}

/** The module's name in specifiers: the file name without extension, or its folder's name. */
function moduleTail(path: string): string {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  return own === "index" ? (parts.at(-2) ?? own) : own;
}

export async function findImporters(
  targets: readonly ImportTarget[],
  uses: Uses,
  trees: { importers: Tree; modules: Tree },
): Promise<ImporterLookup> {
  const answers = new Map<string, ImportersOf>();
  for (const { path, names } of targets) {
    const search = new Search(path, uses, trees);
    for (const name of names) answers.set(`${path}\n${name}`, await search.importersOf(name));
  }
  return { of: (path, name) => answers.get(`${path}\n${name}`) ?? nobody };
}

interface Answer {
  importers: Importer[];
  barrels: Importer[];
  whole: Importer[];
  unsure: ImportersOf["unsure"];
}

class Search {
  private readonly path: string;
  private readonly uses: Uses;
  private readonly trees: { importers: Tree; modules: Tree };
  /** Files that mention this module or one with the same ending. */
  private readonly naming: ReadonlySet<string>;

  constructor(path: string, uses: Uses, trees: { importers: Tree; modules: Tree }) {
    this.path = path;
    this.uses = uses;
    this.trees = trees;
    this.naming = new Set(
      specifierEnds(path).flatMap((end) =>
        (uses.get(end)?.at ?? [])
          .filter((use) => holdsScript(use.path) && mayLeadTo(use, end, path))
          .map((use) => use.path),
      ),
    );
  }

  async importersOf(name: string): Promise<ImportersOf> {
    const filesWithName = new Set((this.uses.get(name)?.at ?? []).map(({ path }) => path).filter(holdsScript));
    const candidates = [...new Set([...filesWithName, ...this.naming])].filter((path) => path !== this.path);
    const isCut = this.uses.get(name)?.cut === true || candidates.length > mostFiles;
    const answer: Answer = { importers: [], barrels: [], whole: [], unsure: isCut ? "cut" : null };
    await linksOf(this.trees.importers).ahead(candidates.slice(0, mostFiles));
    for (const candidate of candidates.slice(0, mostFiles))
      await this.inspect(candidate, name, filesWithName.has(candidate), answer);
    return answer;
  }

  private async inspect(candidate: string, name: string, mentionsName: boolean, answer: Answer): Promise<void> {
    const links = await linksOf(this.trees.importers).of(candidate);
    for (const imported of links?.imports ?? []) {
      if (
        name !== "*" &&
        !mentionsName &&
        imported.name !== "*" &&
        imported.name !== name &&
        imported.name !== "default"
      )
        continue;
      const target = await resolverFor(this.trees.modules).resolve(imported.from, candidate);
      if (target === null) {
        if (this.mayResolveHere(imported, name)) answer.unsure ??= "unresolved";
        continue;
      }
      const match = await this.resolvesTo(target, imported, name);
      if (match === null) continue;
      const importer = {
        path: candidate,
        line: imported.line,
        imported,
        through: target === this.path ? null : target,
      };
      if (imported.how === "re-export") {
        answer.barrels.push(importer);
        if (this.isRenamed(links?.exports ?? [], imported, name)) answer.unsure ??= "renamed";
      } else if (match === "name" || mentionsName) answer.importers.push(importer);
      else answer.whole.push(importer);
    }
  }

  /** Whether the import provides this name or the whole module. */
  private async resolvesTo(target: string, imported: Imported, name: string): Promise<"name" | "whole" | null> {
    if (target === this.path) {
      if (name === "*" || imported.name === name) return "name";
      if (imported.name === "*") return "whole";
      // The default import of a CommonJS module is all that it exports.
      const isDefault =
        imported.name === "default" && (await linksOf(this.trees.modules).of(target))?.commonJs === true;
      return isDefault ? "whole" : null;
    }
    // A barrel re-exports it under its own name, under another name, or inside a namespace.
    const mayPass = imported.name === name || imported.name === "*" || this.naming.has(target);
    if (!mayPass || imported.name === "") return null;
    const requested = imported.name === "*" ? name : imported.name;
    const origin = await linksOf(this.trees.modules).origin(target, requested);
    if (origin?.path !== this.path) return null;
    if (origin.name === "*" || imported.name === "*") return "whole";
    return name === "*" || origin.name === name ? "name" : null;
  }

  private isRenamed(
    exports: readonly { name: string; local: string; from: string | null }[],
    { from }: Imported,
    name: string,
  ) {
    return exports.some((one) => one.from === from && one.local === name && one.name !== name);
  }

  /** An unresolvable import whose ending fits this file, or that imports the name itself. */
  private mayResolveHere({ from, name: importedName }: Imported, name: string): boolean {
    const end = from.slice(from.lastIndexOf("/") + 1).replace(/\.[cm]?[jt]sx?$/, "");
    const sameEnd = end === moduleTail(this.path) && from.includes("/");
    return sameEnd && (importedName === name || importedName === "*" || name === "*");
  }
}
