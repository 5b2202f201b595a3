// Resolves types and members across Java and Kotlin files, which share packages.
import { fileName, folderOf, foldersUp } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { isSignToken, isWordToken } from "./code-tokens.ts";
import { jvmHeader, type JvmHeader, type JvmImport } from "./jvm-header.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import {
  declaresNamesake,
  declaresTypeName,
  typeUses,
  variablesAfter,
  variablesBefore,
  wordsNamed,
  type TypeUse,
  type Variables,
} from "./type-names.ts";
import type { SupertypeFile, DeclaringFile } from "./supertypes.ts";
import { scopePath, type TypeScopes } from "./type-scopes.ts";

/** What Java and Kotlin files differ in. */
export interface JvmSyntax {
  isKotlin: boolean;
  tokens: ReferenceLanguage["tokens"];
  scopes(file: CodeFile): TypeScopes;
}

export function jvmSearchTerms(target: ReferenceTarget): string[][] {
  const { home, name, within } = target;
  // A property of a common name would cut the search.
  const members = isTypeTarget(target) || within === null ? [] : accessors(name).filter((one) => /[A-Z]/.test(one));
  if (name === "*") return [[`package ${home}`, `${home}.*`]];
  const owner = isTypeTarget(target) || within === null ? scopePath(target) : within;
  const facade = within === null && !isTypeTarget(target) ? [facadeName(target.path)] : [];
  const byPackage = [`${home}.${owner.split(".")[0]}`, `package ${home}`, `${home}.*`, ...facade];
  return home === "" ? [[name, ...members]] : [[name, ...members], byPackage];
}

function isTypeTarget({ kind }: ReferenceTarget): boolean {
  return kind === "class" || kind === "type";
}

/** The Java names of a Kotlin property, and the Kotlin name of a Java getter. */
function accessors(name: string): string[] {
  const upper = name.charAt(0).toUpperCase() + name.slice(1);
  const property = propertyOf(name);
  return property === null ? [`get${upper}`, `set${upper}`] : [property];
}

/** `size` of `getSize`. */
function propertyOf(name: string): string | null {
  const [, word] = /^(?:get|set|is|has|with)([A-Z]\w*)$/.exec(name) ?? [];
  return word === undefined ? null : word.charAt(0).toLowerCase() + word.slice(1);
}

/** The class that holds a Kotlin file's functions for Java. */
function facadeName(path: string): string {
  const stem = fileName(path).replace(/\.\w+$/, "");
  return `${stem.charAt(0).toUpperCase()}${stem.slice(1)}Kt`;
}

const lombok = /@(?:Data|Getter|Setter|Value|With|Builder|SuperBuilder|Accessors|Delegate)\b/;

export function declaresForJvm(file: CodeFile, target: ReferenceTarget, { scopes, isKotlin }: JvmSyntax): boolean {
  const { name, within, home } = target;
  if (name === "*") return jvmHeader(file).package === home;
  const property = propertyOf(name);
  if (!file.text.includes(name) && (property === null || !file.text.includes(property))) return false;
  const { types, members } = scopes(file);
  // An inner type that became one of the package is still known by its name.
  if (types.some((type) => type.name === name && (type.within === within || type.within === null))) return true;
  const same = members.filter((member) => member.within === within);
  if (same.some((member) => member.name === name)) return true;
  // Lombok and Kotlin make the accessors of a field or property.
  return (
    (isKotlin || lombok.test(file.text)) && same.some((member) => member.name === property || member.name === name)
  );
}

const stems = oncePer((paths: readonly string[]) =>
  Map.groupBy(
    paths.filter((path) => /\.(?:java|kt)$/.test(path)),
    (path) => fileName(path).replace(/\.\w+$/, ""),
  ),
);

/** Whether a file of the package has the name of the type. */
function hasTypeFile(paths: readonly string[], home: string, name: string): boolean {
  const folder = home.replaceAll(".", "/");
  return (stems(paths).get(name) ?? []).some((path) => `/${folderOf(path)}`.endsWith(`/${folder}`));
}

/** Whether another type that the file sees by package or star import has the name. */
export function seesOtherType(file: CodeFile, target: ReferenceTarget, paths: readonly string[]): boolean {
  const { imports, package: home } = jvmHeader(file);
  const homes = [home, ...imports.flatMap((one) => (one.local === null && !one.isStatic ? one.name : []))];
  // Files of the target's own package were asked already.
  return homes.some((one) => one !== target.home && hasTypeFile(paths, one, target.name));
}

/** Names that every file knows, so that something else may be meant once the type is gone. */
const builtIn = new Set(
  `Object String Record Module Thread Process Runtime System Math Number Integer Long Short Byte Double Float Boolean Character
   Void Class Enum Error Exception Iterable Comparable Runnable Override Deprecated Package Readable Result Pair Triple Lazy
   List Set Map Collection Sequence Array Any Unit Nothing Regex Random Range Iterator Throws Volatile Synchronized`.split(
    /\s+/,
  ),
);

/** How the target was declared. */
export interface JvmDeclaration {
  overrides: boolean;
  isExtension: boolean;
  isPrivate: boolean;
  /** The class that holds a Kotlin function for Java. */
  facade: string | null;
}

export class JvmReferences {
  private readonly file: CodeFile;
  private readonly header: JvmHeader;
  private readonly paths: readonly string[];
  private readonly syntax: JvmSyntax;
  private readonly found: CodeReference[] = [];

  constructor(file: CodeFile, paths: readonly string[], syntax: JvmSyntax) {
    this.file = file;
    this.paths = paths;
    this.syntax = syntax;
    this.header = jvmHeader(file);
  }

  to(target: ReferenceTarget, declared: JvmDeclaration): void {
    const { home, name, within } = target;
    if (name === "*") this.packageImports(target);
    else if (isTypeTarget(target)) this.typeReferences(target);
    else if (within === null) this.functionReferences(target, declared.isExtension, declared.facade);
    else if (name !== within.split(".").at(-1) && !declared.overrides)
      this.memberReferences(target, `${home}.${within}`, declared.isPrivate);
  }

  result(): CodeReference[] {
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  private add(line: number, how: CodeReference["how"], written: string, target: ReferenceTarget, rest = {}): void {
    if (this.found.every((one) => one.line !== line || one.target !== target))
      this.found.push({ line, how, written, target, ...rest });
  }

  private packageImports(target: ReferenceTarget): void {
    for (const one of this.header.imports)
      if (one.local === null && !one.isStatic && one.name === target.home)
        this.add(one.line, "import", `${target.home}.*`, target);
  }

  private typeReferences(target: ReferenceTarget): void {
    const full = qualified(target.home, scopePath(target));
    let isImported = false;
    for (const one of this.header.imports) {
      if (one.name !== full && !one.name.startsWith(`${full}.`)) continue;
      isImported ||= one.name === full && one.local !== null;
      this.add(one.line, "import", one.name, target);
    }
    // Most files that import it need not be split into tokens.
    const rest = isImported ? full : target.name;
    if (this.file.text.indexOf(rest, this.header.end) < 0) return;
    const names = isImported ? [full] : this.namesOf(target.home, scopePath(target), target.path);
    for (const use of typeUses(this.file, names, this.header.end))
      if (this.isTypeUse(use)) this.add(this.file.tokens[use.last]!.line, "use", use.written, target);
  }

  /** A call of a method may have the name of a type, and a declaration is no use. */
  private isTypeUse({ at, last, rest }: TypeUse): boolean {
    const all = this.file.tokens;
    const { types, members } = this.syntax.scopes(this.file);
    if (types.some((type) => type.at === at) || members.some((member) => member.at === at)) return false;
    const [before, after] = [all[at - 1], all[last + 1]];
    if (isSignToken(after, "=") && isSignToken(before, "(", ",")) return false;
    if (this.syntax.isKotlin || !isSignToken(after, "(") || rest.length > 0) return true;
    return isWordToken(before, "new") || all[at]!.text.startsWith("@");
  }

  private functionReferences(target: ReferenceTarget, isExtension: boolean, facade: string | null): void {
    const { home, name } = target;
    const all = this.file.tokens;
    const full = qualified(home, name);
    const imported = this.header.imports.filter((one) => one.local !== null && one.name === full);
    for (const one of imported) this.add(one.line, "import", full, target);
    if (imported.length > 0) return;
    if (!this.syntax.isKotlin) {
      if (facade === null) return;
      for (const one of this.header.imports)
        if (one.isStatic && one.name === `${qualified(home, facade)}.${name}`)
          this.add(one.line, "import", one.name, target);
      for (const use of typeUses(this.file, this.namesOf(home, facade, ""), this.header.end))
        if (use.rest[0] === name || accessors(name).includes(use.rest[0] ?? ""))
          this.add(all[use.last]!.line, "use", `${use.written}.${use.rest[0]}`, target);
      return;
    }
    const isStar = this.header.imports.some((one) => one.local === null && one.name === home);
    if (this.header.package !== home && !isStar) return;
    if (this.header.imports.some(({ local }) => local === name) || this.variables().typesOf(name).size > 0) return;
    const { members } = this.syntax.scopes(this.file);
    if (members.some((member) => member.name === name) || (isExtension && !/[a-z][A-Z]/.test(name))) return;
    for (const at of wordsNamed(this.file, name)) {
      const isAfterDot = isSignToken(all[at - 1], ".", "?.", "!!");
      if (all[at]!.at < this.header.end || isSignToken(all[at + 1], "=", ":")) continue;
      if (isAfterDot ? !isExtension : isExtension && !isSignToken(all[at + 1], "(", "{")) continue;
      if (target.kind === "function" && !isSignToken(all[at + 1], "(", "{", "<") && !isSignToken(all[at - 1], "::"))
        continue;
      // A short name, and one without a receiver, may be a member of something outside the repository.
      const byNameOnly = isExtension && (!isAfterDot || !isDistinctive(name));
      this.add(all[at]!.line, "use", name, target, { mayBeExtension: true, ...(byNameOnly && { byNameOnly }) });
    }
  }

  private memberReferences(target: ReferenceTarget, owner: string, isPrivate: boolean): void {
    const { name, within, home, kind } = target;
    const all = this.file.tokens;
    for (const one of this.header.imports)
      if (
        one.local !== null &&
        [owner, `${owner}.Companion`].some((start) => one.name === `${start}.${name}`) &&
        (one.isStatic || this.syntax.isKotlin)
      )
        this.add(one.line, "import", one.name, target);
    if (!this.file.text.includes(name) && !accessors(name).some((one) => this.file.text.includes(one))) return;
    const names = this.namesOf(home, within!, target.path);
    const wanted = this.namesFor(target);
    const isMember = (word: string | undefined) => word !== undefined && wanted.has(word);
    const { members } = this.syntax.scopes(this.file);
    for (const { last, rest, written } of typeUses(this.file, names, this.header.end)) {
      // An extension with the name of the member: `fun Cart.total()`.
      if (members.some((member) => member.at === last + 2)) continue;
      const [skipped, word] = rest[0] === "Companion" || rest[0] === "INSTANCE" ? [2, rest[1]] : [1, rest[0]];
      if (isMember(word) && this.isMemberUse(last + 2 * skipped, target))
        this.add(all[last + 2 * skipped]!.line, "use", `${written}.${word}`, target, {
          mayBeExtension: this.syntax.isKotlin && isSignToken(all[last + 1], "::"),
        });
    }
    this.bareMembers(target, names, owner);
    if (kind === "enum-member") return;
    for (const word of wanted)
      for (const at of wordsNamed(this.file, word)) {
        if (
          all[at]!.at < this.header.end ||
          !isSignToken(all[at - 1], ".", "?.", "::") ||
          !this.isMemberUse(at, target)
        )
          continue;
        const receiver = this.receiverOf(at);
        if (receiver === "owner" || (receiver !== null && names.includes(receiver)))
          this.add(all[at]!.line, "use", `${all[at - 2]!.text}.${word}`, target, {
            mayBeExtension: this.syntax.isKotlin,
          });
        else if (receiver === null && !isPrivate && isDistinctive(word) && names.length > 1)
          this.add(all[at]!.line, "use", word, target, { byNameOnly: true });
      }
  }

  /** A Kotlin file writes the getter of a Java class as a property; a Java file the property as a getter. */
  private namesFor({ name, path, kind }: ReferenceTarget): ReadonlySet<string> {
    const isOfKotlin = path.endsWith(".kt");
    if (isOfKotlin === this.syntax.isKotlin || kind === "enum-member") return new Set([name]);
    const property = propertyOf(name);
    if (!isOfKotlin) return new Set([name, ...(property !== null && /^(?:get|is)/.test(name) ? [property] : [])]);
    return new Set(kind === "method" ? [name] : accessors(name));
  }

  private isMemberUse(at: number, { kind, path }: ReferenceTarget): boolean {
    const all = this.file.tokens;
    const isCall = isSignToken(all[at + 1], "(") || isSignToken(all[at - 1], "::");
    if (kind === "method") return isCall || this.syntax.isKotlin;
    if (path.endsWith(".kt") !== this.syntax.isKotlin) return true;
    return !isSignToken(all[at + 1], "(") || this.syntax.isKotlin;
  }

  /** The type of what stands before the dot: `owner` for `this`, a declared type, null if it is not known. */
  private receiverOf(at: number): string | null {
    const all = this.file.tokens;
    const before = all[at - 2];
    if (before?.kind !== "word") return null;
    if (isSignToken(all[at - 3], ".", "?.", "::") && !isWordToken(all[at - 4], "this")) return null;
    if (before.text === "this") return "";
    const types = this.variables().typesOf(before.text);
    const [only] = types;
    // A name of a type or package is no variable.
    if (types.size === 0) return /^[A-Z]/.test(before.text) ? "" : null;
    return types.size === 1 && only !== "" ? only! : types.has("") || types.size > 1 ? null : "";
  }

  private variables(): Variables {
    return this.syntax.isKotlin ? variablesAfter(this.file) : variablesBefore(this.file);
  }

  /** Uses without a receiver: inside the type, in its direct subtypes, and by a static star import. */
  private bareMembers(target: ReferenceTarget, names: readonly string[], owner: string): void {
    const { name, kind, within } = target;
    const all = this.file.tokens;
    const scopes = this.syntax.scopes(this.file);
    if (scopes.members.some((member) => member.name === name) || this.variables().typesOf(name).size > 0) return;
    if (this.header.imports.some(({ local }) => local === name)) return;
    // A function inside another.
    if (wordsNamed(this.file, name).some((at) => isWordToken(all[at - 1], "fun"))) return;
    const stars = this.header.imports.filter((one) => one.local === null && one.isStatic !== this.syntax.isKotlin);
    const isStar = stars.some((one) => one.name === owner || one.name === `${owner}.Companion`) && stars.length === 1;
    const isOwn = target.home === this.header.package;
    const inside = scopes.types.filter(
      (type) => (isOwn && scopePath(type) === within) || type.bases.some((base) => names.includes(base)),
    );
    for (const at of wordsNamed(this.file, name)) {
      if (all[at]!.at < this.header.end) continue;
      const [before, after] = [all[at - 1], all[at + 1]];
      const isCase = kind === "enum-member" && isWordToken(before, "case") && isSignToken(after, ":", "->", ",");
      const isThis = isSignToken(before, ".") && isWordToken(all[at - 2], "this") && !isSignToken(all[at - 3], ".");
      if (isCase) this.add(all[at]!.line, "use", name, target, { byNameOnly: true });
      if (isCase || (isSignToken(before, ".", "?.", "::", "->", "!!") && !isThis && !isSignToken(before, "->")))
        continue;
      if (isSignToken(before, "@") || all[at]!.text.startsWith("@")) continue;
      if (kind === "method" ? !isSignToken(after, "(") : isSignToken(after, "(", "->", ":") && !this.syntax.isKotlin)
        continue;
      if (this.syntax.isKotlin && isSignToken(after, "=", ":") && isSignToken(before, "(", ",")) continue;
      // An attribute of an annotation, or a label.
      if (isSignToken(after, "=") && isSignToken(before, "(", ",")) continue;
      if (isStar || inside.some((type) => at > type.start && at < type.end))
        this.add(all[at]!.line, "use", name, target, { mayBeExtension: this.syntax.isKotlin });
    }
  }

  /** The names under which this file knows the type. */
  private namesOf(home: string, path: string, own: string): string[] {
    const parts = path.split(".");
    const full = qualified(home, path);
    const names = new Set(home === "" ? [] : [full]);
    const top = parts[0]!;
    for (const one of this.header.imports) {
      if (one.local !== null) {
        if (full === one.name) names.add(one.local);
        else if (full.startsWith(`${one.name}.`) && one.name.length > home.length)
          names.add(`${one.local}.${full.slice(one.name.length + 1)}`);
      } else if (full.startsWith(`${one.name}.`) && one.name.length > home.length && one.name !== home)
        names.add(full.slice(one.name.length + 1));
      else if (one.name === home && this.knows(top, home, one)) names.add(path);
    }
    if (this.header.package === home && this.knows(top, home, null)) {
      names.add(path);
      if (this.file.path === own && !declaresNamesake(this.syntax.scopes(this.file), path))
        for (let at = 1; at < parts.length; at++) names.add(parts.slice(at).join("."));
    }
    return [...names];
  }

  /** Whether the bare name means the type of the package, which is this file's own or imported by a star. */
  private knows(name: string, home: string, star: JvmImport | null): boolean {
    const full = qualified(home, name);
    if (this.header.imports.some((one) => one.local === name && one.name !== full)) return false;
    const { types } = this.syntax.scopes(this.file);
    const own = types.some((type) => type.name === name && type.within === null && this.header.package === home);
    if (!own && declaresTypeName(this.syntax.scopes(this.file), name)) return false;
    if (star === null) return !builtIn.has(name) || hasTypeFile(this.paths, home, name);
    return !builtIn.has(name) && !hasTypeFile(this.paths, this.header.package, name);
  }
}

function qualified(home: string, path: string): string {
  return home === "" ? path : `${home}.${path}`;
}

/** Two words or more; common words are also members of types that are not in the repository. */
function isDistinctive(name: string): boolean {
  return name.length >= 8 && /[a-z\d][A-Z]|_/.test(name);
}

const buildsOf = oncePer(
  (paths: readonly string[]) =>
    new Set(paths.filter((path) => /(?:^|\/)settings\.gradle(?:\.kts)?$/.test(path)).map(folderOf)),
);

/** Whether the files are of two Gradle builds, of which one uses what the other has published. */
export function areOfTwoBuilds(a: string, b: string, paths: readonly string[]): boolean {
  const buildOf = (path: string) => [...foldersUp(folderOf(path))].find((folder) => buildsOf(paths).has(folder));
  return buildsOf(paths).size > 1 && buildOf(a) !== buildOf(b);
}

const otherSources = /\.(?:groovy|scala|g4|proto|avsc|thrift|xsd|fbs|kt|java|ftl|vm|mustache|jinja2?)$/;

/** Whether a build can make the type from a file of its name. */
export function hasOtherSource(paths: readonly string[], target: ReferenceTarget): boolean {
  const name = (target.within ?? target.name).split(".")[0]!;
  return sourcesByStem(paths).has(name) && target.name !== "*";
}

const sourcesByStem = oncePer(
  (paths: readonly string[]) =>
    new Set(
      paths
        .filter((path) => otherSources.test(path) && !/\.(?:kt|java)$/.test(path))
        .map((path) => fileName(path).replace(/\..*$/, "")),
    ),
);

/** The files that may declare a type that a file extends, with its name there. */
export function jvmBaseFiles(base: string, file: DeclaringFile, paths: readonly string[]): SupertypeFile[] {
  const parts = base.split(".");
  const name = parts.at(-1)!;
  if (file.scopes.types.some((type) => type.name === name)) return [{ path: file.path, name }];
  const { imports, package: home } = jvmHeader(file);
  const imported = imports.find(({ local }) => local === parts[0])?.name;
  const isStem = (part: string) => stems(paths).has(part);
  const stem = parts.find(isStem) ?? imported?.split(".").find(isStem);
  const files = stem === undefined ? [] : stems(paths).get(stem)!;
  const folder = (imported === undefined ? home : imported.slice(0, imported.lastIndexOf("."))).replaceAll(".", "/");
  const near = files.filter((path) => folderOf(path).endsWith(folder));
  return (near.length > 0 ? near : files.slice(0, 3)).map((path) => ({ path, name }));
}
