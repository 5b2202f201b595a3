// Follows references in C and C++: includes, and names that a file sees through what it includes.
import type { Tree } from "../../change.ts";
import { fileName } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { includesIn, mayResolveInclude, resolveInclude } from "./c-includes.ts";
import { cScopes } from "./c-scopes.ts";
import { doubleQuoted, isSignToken, isWordToken, tokenizer } from "./code-tokens.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";

const rawString = String.raw`(?:u8|[uUL])?R"[^()\\\s]{0,16}\((?:[^)]|\)(?![^()\\\s]{0,16}"))*(?:\)[^()\\\s]{0,16}"|$)`;
const character = String.raw`'(?:\\.|[^'\\\n]){1,12}'`;

const tokens = tokenizer({
  comments: [String.raw`//(?:[^\n\\]|\\.)*`, String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`],
  strings: [rawString, doubleQuoted, character],
});

export const c: ReferenceLanguage = {
  name: "C and C++",
  importsFiles: true,
  hasOpenEnums: true,
  holds: (path) => isHeader(path) || /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|y|yy|l|ll)$/i.test(path),
  tokens,
  // What a header declares is reached by including it; what a source file defines, by the linker.
  homeOf: ({ path }) => (isHeader(path) ? path : ""),
  searchTerms: ({ path, name }) => [[name === "*" ? fileName(path) : name]],
  declares(file, target) {
    const { declared, defined } = cScopes(file);
    return (isFunctionOfSource(target) ? defined : declared).has(target.name);
  },
  async references(file, targets, modules) {
    const found: CodeReference[] = [];
    const includes = await includesTo(file, targets, modules);
    for (const target of targets) {
      if (target.name === "*") found.push(...includes.filter((one) => one.target === target));
      else if (isPlainName(target) && (await sees(file, target, modules))) {
        const byNameOnly = await isFallback(target, modules);
        found.push(...usesIn(file, target).map((one) => (byNameOnly ? { ...one, byNameOnly } : one)));
      }
    }
    return found.toSorted((a, b) => a.line - b.line);
  },
  async stillResolves({ target, line }, file, tree) {
    if (target.name === "*") {
      const include = includesIn(file.text).find((one) => one.line === line);
      return include === undefined || (await mayResolveInclude(include, file.path, tree));
    }
    return await isDeclaredFor(file, target, tree);
  },
};

function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|h\+\+|ipp|inl|tpp|cuh|inc|def)$/i.test(path);
}

function isFunctionOfSource({ kind, path }: ReferenceTarget): boolean {
  return kind === "function" && !isHeader(path);
}

/** Members need the type of what stands before them; operators and destructors have no name to look for. */
function isPlainName({ name, within, kind }: ReferenceTarget): boolean {
  return (within === null || kind === "enum-member") && /^[A-Za-z_]\w+$/.test(name) && name !== "main";
}

async function includesTo(
  file: CodeFile,
  targets: readonly ReferenceTarget[],
  modules: Tree,
): Promise<CodeReference[]> {
  const files = new Map(targets.filter(({ name }) => name === "*").map((target) => [target.path, target]));
  if (files.size === 0) return [];
  const paths = await modules.paths();
  const code = new Set(file.tokens.map(({ line }) => line));
  return includesIn(file.text).flatMap((include) => {
    const target = files.get(resolveInclude(include, file.path, paths) ?? "");
    if (target === undefined || !code.has(include.line) || isOptional(file, include.written)) return [];
    return [{ line: include.line, how: "import", written: include.written, target } as const];
  });
}

/** `#if __has_include("a.h")` */
function isOptional({ text }: CodeFile, written: string): boolean {
  return ['"', "<"].some((quote) => text.includes(`__has_include(${quote}${written}`));
}

/** A file with what its includes lead to. */
interface Included {
  file: CodeFile;
  leadsTo: readonly string[];
}

const largestHeader = 1_000_000;
const filesOf = oncePer((tree: Tree) => {
  const known = new Map<string, Promise<Included | null>>();
  const read = async (path: string): Promise<Included | null> => {
    const bytes = await tree.read(path);
    if (bytes === null || bytes.length > largestHeader) return null;
    const text = new TextDecoder().decode(bytes);
    const paths = await tree.paths();
    const leadsTo = includesIn(text).flatMap((include) => resolveInclude(include, path, paths) ?? []);
    let words: CodeFile["tokens"] | null = null;
    const file = {
      path,
      text,
      get tokens() {
        return (words ??= tokens(text));
      },
    };
    return { file, leadsTo };
  };
  return (path: string) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
});

const mostHeaders = 600;

/** The file and all that it includes; null if that is too much. */
async function closureOf(path: string, tree: Tree, isEnough: (one: Included) => boolean): Promise<boolean | null> {
  const seen = new Set([path]);
  let level = [path];
  while (level.length > 0) {
    const next: string[] = [];
    for (const included of await Promise.all(level.map(filesOf(tree)))) {
      if (included === null) continue;
      if (isEnough(included)) return true;
      for (const to of included.leadsTo)
        if (!seen.has(to)) {
          seen.add(to);
          next.push(to);
        }
    }
    if (seen.size > mostHeaders) return null;
    level = next;
  }
  return false;
}

/** Whether the file includes what declares the name: the header itself, or for a source file a header of it. */
async function sees(file: CodeFile, target: ReferenceTarget, modules: Tree): Promise<boolean> {
  if (file.path === target.path) return true;
  if (isHeader(target.path))
    return (await closureOf(file.path, modules, (one) => one.file.path === target.path)) === true;
  return (await closureOf(file.path, modules, (one) => declaresName(one.file, target.name))) === true;
}

/** Whether a macro is defined only where, or in place of what, something else defines it. */
async function isFallback({ path, name }: ReferenceTarget, modules: Tree): Promise<boolean> {
  const text = (await filesOf(modules)(path))?.file.text ?? "";
  return new RegExp(`#[ \\t]*(?:undef|ifndef)[ \\t]+${name}\\b|![ \\t]*defined[ (]+${name}\\b`).test(text);
}

function declaresName(file: CodeFile, name: string): boolean {
  return file.text.includes(name) && cScopes(file).declared.has(name);
}

async function isDeclaredFor(file: CodeFile, target: ReferenceTarget, tree: Tree): Promise<boolean> {
  const isDefined = isFunctionOfSource(target);
  const found = await closureOf(
    file.path,
    tree,
    (one) =>
      one.file.text.includes(target.name) &&
      (isDefined ? cScopes(one.file).defined : cScopes(one.file).declared).has(target.name),
  );
  return found !== false;
}

const otherNames = new Set(["std", "boost", "absl", "testing", "detail_std", "rapidjson", "Eigen"]);

function usesIn(file: CodeFile, target: ReferenceTarget): CodeReference[] {
  const { scopes, local, declaring } = cScopes(file);
  const { tokens: all } = file;
  const { name, kind } = target;
  const found: CodeReference[] = [];
  for (let at = 0; at < all.length; at++) {
    if (all[at]!.text !== name || all[at]!.kind !== "word" || declaring.has(at)) continue;
    const [before, after] = [all[at - 1], all[at + 1]];
    if (
      isSignToken(before, ".", "->") ||
      isWordToken(before, "goto", "define", "undef", "ifdef", "ifndef", "defined", "namespace")
    )
      continue;
    if (isSignToken(before, "(") && isWordToken(all[at - 2], "defined")) continue;
    if (isSignToken(before, "::") && all[at - 2]?.kind === "word" && otherNames.has(all[at - 2]!.text)) continue;
    // `name::x` means a scope.
    if (isSignToken(after, "::") && kind !== "class" && kind !== "type") continue;
    if (local.has(name) && !isSignToken(after, "(")) continue;
    if (scopes[at] === "directive" && !isBodyOfMacro(all, at)) continue;
    if (found.at(-1)?.line !== all[at]!.line) found.push({ line: all[at]!.line, how: "use", written: name, target });
  }
  return found;
}

/** Whether the token of a directive is part of what a macro stands for, or of a condition's words. */
function isBodyOfMacro(all: CodeFile["tokens"], at: number): boolean {
  let first = at;
  while (
    first > 0 &&
    !(
      all[first]!.text === "#" &&
      isWordToken(
        all[first + 1],
        "define",
        "if",
        "elif",
        "ifdef",
        "ifndef",
        "undef",
        "include",
        "pragma",
        "error",
        "warning",
        "line",
      )
    )
  )
    first--;
  return isWordToken(all[first + 1], "define") && at > first + 2;
}
