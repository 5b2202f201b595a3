// Follows references in Ruby: constants by lexical scope and autoload names, methods behind a constant, and required files.
import type { Tree } from "../../change.ts";
import { fileName } from "../../paths.ts";
import { isSignToken, isWordToken } from "./code-tokens.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { fileOfConstant, isNamedAfter, isRuby, mayRequire, requiredFile } from "./ruby-files.ts";
import { rubyNames, suffixOf, type RubyConstant } from "./ruby-names.ts";
import { rubyTokens } from "./ruby-tokens.ts";

/** One word can be a method of any library's objects. */
const severalWords = /[A-Za-z\d]_[A-Za-z\d]/;
/** Classes that others own; a repository may add to them. */
const library = new Set(
  `Object BasicObject Kernel Module Class String Symbol Integer Float Numeric Array Hash Set Struct Range Regexp Proc
   Method Enumerable Comparable Enumerator IO File Dir Time Date DateTime Exception StandardError ArgumentError
   NameError NoMethodError Thread Mutex Process Random Math GC JSON YAML CSV URI Net OpenSSL Logger Pathname Tempfile
   StringIO ERB Rails ActiveRecord ActiveSupport ActionController ActionView ActionMailer ActionDispatch ActiveModel
   ActiveJob ActiveStorage ActionCable AbstractController Arel Rack RSpec Minitest Test Sidekiq Redis PG Sprockets
   Capybara FactoryBot Faraday Nokogiri Mail I18n Bundler Gem Rake Thor Psych OptionParser Benchmark Timeout`.split(
    /\s+/,
  ),
);

export const ruby: ReferenceLanguage = {
  name: "Ruby",
  importsFiles: true,
  reopensTypes: true,
  holds: isRuby,
  tokens: rubyTokens,
  // Every file can reopen every class.
  homeOf: () => "",
  searchTerms({ path, name, within, kind }) {
    if (name === "*") {
      const stem = fileName(path).replace(/\.rb$/, "");
      return [[`/${stem}"`, `/${stem}'`, `"${stem}"`, `'${stem}'`, `${stem}.rb"`, `${stem}.rb'`]];
    }
    const plain = name.replace(/[?!=]$/, "");
    const outer = within?.split(".").at(-1);
    if (isConstant(kind)) return [[name], [outer === undefined ? `::${name}` : `${outer}::${name}`]];
    return [[plain], [`.${plain}`, `:${plain}`, `def ${plain}`]];
  },
  declares(file, target) {
    const { declared, methods } = rubyNames(file);
    if (target.name === "*") return false;
    if (isConstant(target.kind)) return declared.has(fullName(target));
    return target.within === null || (declared.has(target.within) && methods.has(target.name));
  },
  declaresMember: (file, name) => rubyNames(file).methods.has(name),
  async references(file, targets, modules) {
    const paths = await modules.paths();
    const found: CodeReference[] = [];
    for (const target of targets)
      if (target.name === "*") found.push(...requiresOf(file, target, paths));
      else if (isOwn(target) && !isOptional(file, target)) found.push(...usesOf(file, target, paths));
    return found.toSorted((a, b) => a.line - b.line);
  },
  async stillResolves({ target, written, byNameOnly, how }, file, tree) {
    const paths = await tree.paths();
    if (target.name === "*")
      return (
        requiredFile(written, false, file.path, paths) !== null ||
        requiredFile(written, true, file.path, paths) !== null ||
        (await mayRequire(written, tree))
      );
    if (isConstant(target.kind)) {
      const other = fileOfConstant(fullName(target), paths);
      return other !== null && other !== target.path && how === "use";
    }
    return !byNameOnly && (await mayInherit(target, tree));
  },
};

function isConstant(kind: ReferenceTarget["kind"]): boolean {
  return kind === "class" || kind === "module" || kind === "constant";
}

function fullName({ within, name }: ReferenceTarget): string {
  return within === null ? name : `${within}.${name}`;
}

/** Whether the repository itself owns the constant, or the class of the method. */
function isOwn(target: ReferenceTarget): boolean {
  const full = isConstant(target.kind) ? fullName(target) : target.within;
  if (full === null || library.has(full.split(".")[0]!) || target.name.endsWith("=")) return false;
  return isNamedAfter(target.path, full);
}

/** `defined?(Cart)`, `"Cart".safe_constantize` */
function isOptional({ text }: CodeFile, target: ReferenceTarget): boolean {
  const name = isConstant(target.kind) ? target.name : target.within!.split(".").at(-1)!;
  return (
    new RegExp(`(?:defined\\?|const_defined\\?)[ (][^\\n]{0,100}\\b${name}\\b`).test(text) ||
    (!isConstant(target.kind) && new RegExp(`respond_to\\?[ (]:${target.name.replace(/[?!]$/, "\\$&")}`).test(text))
  );
}

function usesOf(file: CodeFile, target: ReferenceTarget, paths: readonly string[]): CodeReference[] {
  const { constants } = rubyNames(file);
  const found = new Map<number, CodeReference>();
  const add = (line: number, written: string, byNameOnly = false) => {
    const known = found.get(line);
    if (known === undefined || known.byNameOnly)
      found.set(line, { line, how: "use", written, target, ...(byNameOnly && { byNameOnly }) });
  };
  const isMember = !isConstant(target.kind);
  const full = isMember ? target.within! : fullName(target);
  const { tokens: all } = file;
  const receivers = new Set<number>();
  for (const constant of constants) {
    const length = meaningLength(constant, full, file, paths);
    if (length === null) continue;
    const written = constant.parts.join("::");
    if (!isMember) {
      add(constant.line, written);
      continue;
    }
    if (length < constant.parts.length || !isSignToken(all[constant.end], ".", "::")) continue;
    receivers.add(constant.end + 1);
    if (isCalled(file, constant.end + 1, target.name)) add(all[constant.end + 1]!.line, `${written}.${target.name}`);
  }
  if (isMember) addMembers(file, target, receivers, add);
  return [...found.values()];
}

function addMembers(
  { tokens: all, ...file }: CodeFile,
  target: ReferenceTarget,
  receivers: ReadonlySet<number>,
  add: (line: number, written: string, byNameOnly?: boolean) => void,
): void {
  if (!severalWords.test(target.name) || target.name.length < 6) return;
  for (let at = 2; at < all.length; at++) {
    if (receivers.has(at) || !isSignToken(all[at - 1], ".") || !isCalled({ tokens: all, ...file }, at, target.name))
      continue;
    if (isWordToken(all[at - 2], "self") && isWordToken(all[at - 3], "def")) continue;
    // Another class's own method.
    if (/^[A-Z]/.test(all[at - 2]!.text) && all[at - 2]!.kind === "word") continue;
    add(all[at]!.line, target.name, true);
  }
}

function isCalled({ tokens: all }: CodeFile, at: number, name: string): boolean {
  return all[at]?.kind === "word" && all[at].text + suffixOf(all, at) === name;
}

/** How many parts of what is written mean the constant; null if it means another. */
function meaningLength(
  { parts, isAbsolute, scopes, declares }: RubyConstant,
  full: string,
  file: CodeFile,
  paths: readonly string[],
): number | null {
  const { declared } = rubyNames(file);
  const most = declares ? parts.length - 1 : parts.length;
  for (const scope of isAbsolute ? [""] : [...scopes, ""]) {
    const prefix = scope === "" ? "" : `${scope}.`;
    for (let length = 1; length <= most; length++)
      if (prefix + parts.slice(0, length).join(".") === full) return length;
    const first = prefix + parts[0];
    // A nearer constant of that name; the namespace of the target is no other one.
    if (scope !== "" && !full.startsWith(`${first}.`) && (declared.has(first) || fileOfConstant(first, paths) !== null))
      return null;
  }
  return null;
}

function requiresOf(file: CodeFile, target: ReferenceTarget, paths: readonly string[]): CodeReference[] {
  const { tokens: all } = file;
  const found: CodeReference[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at]!;
    if (!isWordToken(word, "require", "require_relative", "require_dependency", "load", "autoload")) continue;
    if (isSignToken(all[at - 1], ".") || isWordToken(all[at - 1], "def")) continue;
    let next = at + (isSignToken(all[at + 1], "(") ? 2 : 1);
    // `autoload :Cart, "shop/cart"`
    if (word.text === "autoload" && isSignToken(all[next], ":")) next += 3;
    const path = all[next];
    if (path?.kind !== "string" || path.text.includes("#{") || isRescued(file, word.line)) continue;
    const written = path.text.slice(1, -1);
    if (requiredFile(written, word.text === "require_relative", file.path, paths) === target.path)
      found.push({ line: word.line, how: "import", written, target });
  }
  return found;
}

/** Whether the file is prepared for the file to be missing. */
function isRescued({ text }: CodeFile, line: number): boolean {
  const near = text.split("\n").slice(Math.max(0, line - 4), line + 4);
  return near.some((one) => /\brescue\b|\bFile\.exist/.test(one));
}

const largestFile = 1_000_000;
const inherited = /^[ \t]*(?:class[ \t]+[\w:]+[ \t]*<[ \t]*|(?:include|extend|prepend)[ (]+)([A-Z][\w:]*)/gm;

/** Whether the class can still have the method: from a parent or module, or by answering to any. */
async function mayInherit(target: ReferenceTarget, tree: Tree): Promise<boolean> {
  const paths = await tree.paths();
  const plain = target.name.replace(/[?!]$/, "\\$&");
  const names = new RegExp(`\\bdef (?:self\\.)?${plain}(?![\\w?!])|[: "']${plain}(?![\\w?!])["']?`);
  const own = await textOf(tree, target.path);
  if (own === null) return false;
  if (/\bdef (?:self\.)?method_missing\b/.test(own)) return true;
  const scopes = target.within!.split(".");
  for (const [, name] of own.matchAll(inherited)) {
    const full = name!.replaceAll("::", ".");
    const candidates = scopes.map((_, outer) => [...scopes.slice(0, scopes.length - outer), full].join("."));
    const file = [...candidates, full].map((one) => fileOfConstant(one, paths)).find((one) => one !== null);
    // A library's class can have the commoner names.
    if (file === undefined && !severalWords.test(target.name)) return true;
    if (file !== undefined && names.test((await textOf(tree, file)) ?? "")) return true;
  }
  return false;
}

async function textOf(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes === null || bytes.length > largestFile ? null : new TextDecoder().decode(bytes);
}
