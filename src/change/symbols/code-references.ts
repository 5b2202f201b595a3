// Finds the references to declarations and files across a repository, by the rules of their language.
//
//   const names = referenceTerms(targets);               // for the shared search
//   const uses = await code.uses(names);
//   const found = await findReferences(targets, uses, { files: code.head, modules: code.base });
//   found.of(target)                                     // the references, and whether there may be more
//
// `files` is the tree whose files are searched, `modules` the tree in which their names are resolved: the base for
// what a change removes. Only files that the search returns are read.
import type { Tree } from "../change.ts";
import { referenceLanguageOf } from "./languages/index.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./languages/language.ts";
import { oncePer } from "./once-per.ts";
import type { Uses } from "./symbols.ts";

export interface PlacedReference extends CodeReference {
  path: string;
}

interface ReferencesOf {
  /** Ordered by path, then by line. */
  references: readonly PlacedReference[];
  /** Files that declare the name where the target is declared: other parts of its package or namespace. */
  declaredIn: readonly string[];
  /** Files that declare a member of the target's name for any type. */
  membersIn: readonly string[];
  /** Whether the search was truncated. */
  cut: boolean;
}

interface FoundReferences extends ReferencesOf {
  references: PlacedReference[];
  declaredIn: string[];
  membersIn: string[];
  cut: boolean;
}

export interface ReferenceLookup {
  of(target: ReferenceTarget): ReferencesOf;
}

const nothing: ReferencesOf = { references: [], declaredIn: [], membersIn: [], cut: false };
/** More files are not read; the answer is then `cut`. */
const mostFiles = 3000;
/** Larger files are data. */
const largestFile = 1_000_000;
/** How many files are read at once; bounds memory. */
const together = 64;

export function referenceTerms(targets: readonly ReferenceTarget[]): string[] {
  const terms = targets.flatMap((target) => referenceLanguageOf(target.path)?.searchTerms(target).flat() ?? []);
  return [...new Set(terms)];
}

/** Reads a file for its language; null if it does not exist or is too large. */
export async function readCodeFile(tree: Tree, path: string, language: ReferenceLanguage): Promise<CodeFile | null> {
  const bytes = await tree.read(path);
  return bytes === null || bytes.length > largestFile ? null : codeIn(bytes)(path, language);
}

/** Files with the same bytes are read once, as long as somebody holds the bytes. */
const codeIn = oncePer((bytes: Uint8Array) => {
  // The tokens of thousands of files would fill the memory.
  let last: WeakRef<CodeFile> | null = null;
  return (path: string, language: ReferenceLanguage): CodeFile => {
    const known = last?.deref();
    if (known?.path === path) return known;
    const text = new TextDecoder().decode(bytes);
    let tokens: CodeFile["tokens"] | null = null;
    const file: CodeFile = {
      path,
      text,
      // Many files do not have the name that is looked for.
      get tokens() {
        return (tokens ??= language.tokens(text));
      },
    };
    last = new WeakRef(file);
    return file;
  };
});

export async function findReferences(
  targets: readonly ReferenceTarget[],
  uses: Uses,
  trees: { files: Tree; modules: Tree },
): Promise<ReferenceLookup> {
  const answers = new Map<ReferenceTarget, FoundReferences>();
  const byFile = new Map<string, ReferenceTarget[]>();
  const all = await trees.files.paths();
  for (const target of targets) {
    const { paths, cut } = filesThatMayRefer(target, uses, all);
    answers.set(target, { references: [], declaredIn: [], membersIn: [], cut });
    for (const path of paths) byFile.set(path, [...(byFile.get(path) ?? []), target]);
  }
  const paths = [...byFile.keys()].toSorted();
  for (const path of paths.slice(mostFiles)) for (const target of byFile.get(path)!) answers.get(target)!.cut = true;
  for (let from = 0; from < Math.min(paths.length, mostFiles); from += together)
    for (const { path, found, declares, members } of await Promise.all(
      paths.slice(from, Math.min(from + together, mostFiles)).map((one) => inspect(one, byFile.get(one)!, trees)),
    )) {
      for (const reference of found) answers.get(reference.target)!.references.push({ ...reference, path });
      for (const target of declares) answers.get(target)!.declaredIn.push(path);
      for (const target of members) answers.get(target)!.membersIn.push(path);
    }
  return { of: (target) => answers.get(target) ?? nothing };
}

/** The files that the most specific complete search returned. */
function filesThatMayRefer(
  target: ReferenceTarget,
  uses: Uses,
  all: readonly string[],
): { paths: ReadonlySet<string>; cut: boolean } {
  const language = referenceLanguageOf(target.path);
  const choices = language?.searchTerms(target) ?? [];
  const complete = choices.find((terms) => terms.every((term) => uses.get(term)?.cut === false));
  const found = (complete ?? choices.at(-1) ?? []).flatMap((term) => uses.get(term)?.at ?? []);
  const beside = complete === choices[0] ? [] : (language?.beside?.(target, all) ?? []);
  const paths = [...beside, ...found.map(({ path }) => path)].filter((path) => referenceLanguageOf(path) !== null);
  // Only the first choice has all files with the name.
  return { paths: new Set(paths), cut: complete === undefined || complete !== choices[0] };
}

async function inspect(
  path: string,
  targets: readonly ReferenceTarget[],
  { files, modules }: { files: Tree; modules: Tree },
): Promise<{ path: string; found: CodeReference[]; declares: ReferenceTarget[]; members: ReferenceTarget[] }> {
  const language = referenceLanguageOf(path)!;
  const file = await readCodeFile(files, path, language);
  if (file === null) return { path, found: [], declares: [], members: [] };
  const home = language.homeOf(file);
  return {
    path,
    found: await language.references(file, targets, modules),
    declares: targets.filter(
      (target) =>
        ((target.name === "*" || target.home === home) && language.declares(file, target)) ||
        language.declaresElsewhere?.(file, target),
    ),
    members: targets.filter(({ name }) => name !== "*" && language.declaresMember?.(file, name)),
  };
}
