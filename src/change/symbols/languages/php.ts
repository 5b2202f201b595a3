// Follows references in PHP: imports, names of types, functions and constants in their namespaces, members behind a type
// that is certain, and included files.
import { fileName, folderOf, resolveFrom } from "../../paths.ts";
import { isSignToken, isWordToken } from "./code-tokens.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { phpNames, type PhpName, type PhpType } from "./php-names.ts";
import { phpTokens } from "./php-tokens.ts";
import { inheritedBy, inherits, isPhp } from "./php-types.ts";

/** One word can be a member of any library's types. */
const severalWords = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

export const php: ReferenceLanguage = {
  name: "PHP",
  importsFiles: true,
  holds: isPhp,
  tokens: phpTokens,
  homeOf: (file) => phpNames(file).namespace,
  searchTerms({ path, name, within, kind, home }) {
    if (name === "*")
      return [[`/${fileName(path)}'`, `/${fileName(path)}"`, `'${fileName(path)}'`, `"${fileName(path)}"`]];
    if (within === null)
      // A file that uses it is in the same namespace or writes the full name, unless that is in a group.
      return [
        [name],
        home === "" ? [kind === "function" ? `${name}(` : `new ${name}`] : [`${home}\\${name}`, `namespace ${home}`],
      ];
    return [[name], [`->${name}`, `::${name}`, `'${name}'`]];
  },
  declares(file, target) {
    const { types, functions, constants } = phpNames(file);
    const full = fullName(target);
    if (target.name === "*") return false;
    if (target.within === null)
      return functions.has(full) || constants.has(full) || types.some((type) => type.full === full);
    return types.some((type) => type.full === full && hasMember(type, target));
  },
  declaresElsewhere: (file, target) => target.within === null && phpNames(file).aliases.has(fullName(target)),
  declaresMember(file, name) {
    if (phpNames(file).types.some(({ members }) => [name, `${name}()`, `$${name}`].some((one) => members.has(one))))
      return true;
    return new RegExp(`@(?:method|property)[^\\n]{0,200}\\b${name}\\b|macro\\(\\s*['"]${name}['"]`).test(file.text);
  },
  async references(file, targets, modules) {
    const found: CodeReference[] = [];
    const { optional } = phpNames(file);
    const sure = targets.filter((target) => target.name === "*" || !optional.has(fullName(target)));
    for (const target of sure)
      if (target.name === "*") found.push(...includesOf(file, target));
      else if (target.within === null) found.push(...namesOf(file, target));
      else found.push(...(await membersOf(file, target, modules)));
    return found.toSorted((a, b) => a.line - b.line);
  },
  async stillResolves({ target, byNameOnly }, _file, tree) {
    if (target.name === "*") return (await tree.read(target.path)) !== null;
    if (target.within === null) return isType(target) && (await inheritedBy(fullName(target), "", tree)).isKnown;
    if (byNameOnly) return false;
    const { has, isOpen, isMagic } = await inheritedBy(fullName(target), memberKey(target), tree);
    // A parent that cannot be read can have the commoner names.
    return has || (isMagic && target.kind !== "enum-member") || (isOpen && !severalWords.test(target.name));
  },
};

/** The name of the target, or of the type that it is a member of. */
function fullName({ home, within, name }: ReferenceTarget): string {
  const own = within === null ? name : within.split(".")[0]!;
  return home === "" ? own : `${home}\\${own}`;
}

function isType({ kind }: ReferenceTarget): boolean {
  return kind === "class" || kind === "type";
}

function memberKey({ name, kind }: ReferenceTarget): string {
  return kind === "method" ? `${name}()` : kind === "field" ? `$${name}` : name;
}

function hasMember({ members }: PhpType, target: ReferenceTarget): boolean {
  const { name } = target;
  // Laravel calls `scopeActive` as `active`.
  const scope = `scope${name.charAt(0).toUpperCase()}${name.slice(1)}()`;
  return members.has(memberKey(target)) || (target.kind === "method" && members.has(scope));
}

function namesOf(file: CodeFile, target: ReferenceTarget): CodeReference[] {
  const { imports, names, types, functions } = phpNames(file);
  const full = fullName(target);
  const kind = isType(target) ? "class" : target.kind === "function" ? "function" : "constant";
  const found: CodeReference[] = imports
    .filter((one) => one.full === full && one.kind === kind)
    .map(({ line }) => ({ line, how: "import", written: full, target }));
  const isOwn = (one: string) => (kind === "class" ? types.some((type) => type.full === one) : functions.has(one));
  for (const name of names) {
    if (name.kind !== kind || name.full.find((one) => one === full || isOwn(one)) !== full) continue;
    const isKnown = found.some(({ line, how }) => line === name.line && how === "use");
    if (!isKnown) found.push({ line: name.line, how: "use", written: name.written, target });
  }
  return found;
}

async function membersOf(
  file: CodeFile,
  target: ReferenceTarget,
  modules: Parameters<ReferenceLanguage["references"]>[2],
): Promise<CodeReference[]> {
  const { names, types } = phpNames(file);
  const { tokens: all } = file;
  const full = fullName(target);
  const found = new Map<number, CodeReference>();
  const add = (line: number, written: string, byNameOnly = false) => {
    if (found.get(line)?.byNameOnly !== false)
      found.set(line, { line, how: "use", written, target, ...(byNameOnly && { byNameOnly }) });
  };
  const inheritance = new Map<string, Promise<boolean>>();
  const isHeir = (one: string | null) => {
    if (one === null) return Promise.resolve(false);
    const answer = inheritance.get(one) ?? isHeirOf(one, target, modules);
    inheritance.set(one, answer);
    return answer;
  };
  const byStart = new Map<number, PhpName>(names.filter(({ kind }) => kind === "class").map((one) => [one.at, one]));
  const types_ = types.toSorted((a, b) => b.start - a.start);
  for (let at = 0; at < all.length; at++) {
    const token = all[at]!;
    const name = byStart.get(at);
    if (name && isCallable(all, name, target) && (await isHeir(name.full[0]!))) {
      add(all[name.end + 3]!.line, `${name.written}::${target.name}`);
      continue;
    }
    if (!isMemberToken(all, at, target)) continue;
    const type = types_.find(({ start, end }) => start < at && at < end);
    const owner = ownerOf(all, at, names, type);
    const isThis = owner !== null && owner.name === type?.full;
    // A trait or an abstract class can use what its users provide.
    if (owner && isThis && type.full !== full && (type.isPartial || type.members.has(memberKey(target)))) continue;
    if (owner && (owner.name === full || (await isHeir(owner.name))))
      // Another class can have declared it since.
      add(token.line, `${owner.written}${token.text}`, owner.name !== full && !isThis && !owner.isParent);
    else if (owner === null && severalWords.test(target.name) && target.name.length > 5)
      add(token.line, token.text, true);
  }
  return [...found.values()];
}

/** Whether the type inherits the target's member from the target's type. */
async function isHeirOf(
  one: string,
  target: ReferenceTarget,
  modules: Parameters<ReferenceLanguage["references"]>[2],
): Promise<boolean> {
  if (one === fullName(target)) return true;
  return await inherits(one, fullName(target), modules);
}

/** `[Cart::class, 'total']` */
function isCallable(all: CodeFile["tokens"], { at, end }: PhpName, { name, kind }: ReferenceTarget): boolean {
  const first = isSignToken(all[at - 1], "\\") ? at - 2 : at - 1;
  return (
    kind === "method" &&
    isSignToken(all[first], "[") &&
    isSignToken(all[end], "::") &&
    isWordToken(all[end + 1], "class") &&
    isSignToken(all[end + 2], ",") &&
    all[end + 3]?.text.slice(1, -1) === name &&
    isSignToken(all[end + 4], "]")
  );
}

/** `->total(`, `::total(`, `::LIMIT`, `->size`, `::$size` */
function isMemberToken(all: CodeFile["tokens"], at: number, { name, kind }: ReferenceTarget): boolean {
  const { text } = all[at]!;
  const before = all[at - 1];
  if (kind === "field")
    return (
      (text === `$${name}` && isSignToken(before, "::")) ||
      (text === name && isSignToken(before, "->") && !isSignToken(all[at + 1], "("))
    );
  if (text !== name) return false;
  if (kind === "method") return isSignToken(before, "->", "::") && isSignToken(all[at + 1], "(");
  return isSignToken(before, "::") && !isSignToken(all[at + 1], "(");
}

/** The type whose member stands at the token; null if only running the code tells. */
function ownerOf(
  all: CodeFile["tokens"],
  at: number,
  names: readonly PhpName[],
  type: PhpType | undefined,
): { name: string; written: string; isParent?: boolean } | null {
  const before = all[at - 2];
  const sign = all[at - 1]!.text;
  if (isWordToken(before, "$this") || isWordToken(before, "self", "static"))
    return type?.full ? { name: type.full, written: `${before!.text}${sign}` } : null;
  if (isWordToken(before, "parent")) {
    const parent = type?.parents[0];
    return parent === undefined ? null : { name: parent, written: `parent${sign}`, isParent: true };
  }
  if (sign !== "::") return null;
  const name = names.find((one) => one.end === at - 1 && one.kind === "class");
  return name ? { name: name.full[0]!, written: `${name.written}::` } : null;
}

/** `require __DIR__ . "/cart.php"` */
function includesOf(file: CodeFile, target: ReferenceTarget): CodeReference[] {
  const { tokens: all } = file;
  const found: CodeReference[] = [];
  for (let at = 0; at < all.length; at++) {
    if (!isWordToken(all[at], "require", "require_once", "include", "include_once")) continue;
    if (isSignToken(all[at - 1], "->", "::") || isWordToken(all[at - 1], "function")) continue;
    let end = at + 1;
    while (end < Math.min(all.length, at + 20) && !isSignToken(all[end], ";")) end++;
    const path = includedPath(file, all.slice(at + 1, end));
    const written = all[end - 1]?.kind === "string" ? all[end - 1]!.text : all[end - 2]?.text;
    if (path !== target.path || written === undefined || isTested(file, written)) continue;
    found.push({ line: all[at]!.line, how: "import", written: written.slice(1, -1), target });
  }
  return found;
}

function isTested({ text }: CodeFile, written: string): boolean {
  return new RegExp(`(?:file_exists|is_file|is_readable)\\s*\\([^\\n]*${written.replaceAll(/[^\w\s]/g, "\\$&")}`).test(
    text,
  );
}

/** The path, where only `__DIR__` and strings form it. */
function includedPath({ path }: CodeFile, expression: CodeFile["tokens"]): string | null {
  const text = expression.map((token) => token.text).join("");
  const parts = /^\(?(__DIR__|dirname\((?:__FILE__|__DIR__)(?:,(\d))?\))\.(['"])([^'"$]+)\3\)?$/.exec(text);
  if (parts) {
    const levels = parts[1]!.includes("__FILE__")
      ? Number(parts[2] ?? 1) - 1
      : parts[1] === "__DIR__"
        ? 0
        : Number(parts[2] ?? 1);
    let folder = folderOf(path);
    for (let level = 0; level < levels; level++) folder = folderOf(folder);
    return resolveFrom(folder, parts[4]!.replace(/^\//, ""));
  }
  const plain = /^\(?(['"])([^'"$]+)\1\)?$/.exec(text);
  return plain ? resolveFrom(folderOf(path), plain[2]!) : null;
}
