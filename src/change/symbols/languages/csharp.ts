// Follows references in C#: types that a file sees through its namespaces and usings, and members behind their type.
import type { Tree } from "../../change.ts";
import { fileName } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { doubleQuoted, isSignToken, isWordToken, singleQuoted, tokenizer, tripleQuoted } from "./code-tokens.ts";
import { initialised, isBaseOf, isTypePosition } from "./csharp-positions.ts";
import { enclosingNamespaces, globalUsingsFor, namespacesOf, usingsOf, type Using } from "./csharp-usings.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { declaringFiles, inheritsMember } from "./supertypes.ts";
import {
  declaresNamesake,
  declaresTypeName,
  typeUses,
  variablesBefore,
  wordsNamed,
  type TypeUse,
} from "./type-names.ts";
import { scopePath, typeScopes } from "./type-scopes.ts";

const verbatim = String.raw`(?:\$@|@\$|@)"(?:[^"]|"")*(?:"|$)`;
const tokens = tokenizer({
  comments: [
    String.raw`//[^\n]*`,
    String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`,
    String.raw`(?<=^|\n)[ \t]*#[ \t]*[a-z][^\n]*`,
  ],
  strings: [String.raw`\$*${tripleQuoted}`, verbatim, String.raw`\$?${doubleQuoted}`, singleQuoted],
  holes: { in: /^[$@]*\$/, code: /(?<!\{)\{([^{}"']{1,400})\}/g },
});

const accesses = ["public", "private", "protected", "internal"];
const syntax = { tokens, scopes: typeScopes };

export const csharp: ReferenceLanguage = {
  name: "C#",
  importsFiles: true,
  holds: (path) => path.endsWith(".cs"),
  tokens,
  homeOf: (file) => namespacesOf(file)[0]!,
  searchTerms({ name, within, home, kind }) {
    if (name === "*") return [[`namespace ${home}`, `using ${home}`]];
    const short = isType(kind) && name.endsWith("Attribute") ? [name.slice(0, -"Attribute".length)] : [];
    const owner = (within ?? name).split(".")[0]!;
    const seen = home === "" ? [] : [[`using ${home}`, `namespace ${home}`, `${home}.${owner}`]];
    return [[name, ...short], ...seen];
  },
  declares(file, { name, within, home }) {
    if (name === "*") return namespacesOf(file).some((one) => one === home || one.startsWith(`${home}.`));
    if (!file.text.includes(name) && !file.text.includes("ObservableProperty")) return false;
    const { types, members } = typeScopes(file);
    // An inner type that became one of the namespace is still known by its name, as is one of a type's other parts.
    if (types.some((type) => type.name === name && [within, type.within].some((one) => one === null))) return true;
    if (types.some((type) => type.name === name && type.within === within)) return true;
    const same = members.filter((member) => member.within === within);
    if (same.some((member) => member.name === name)) return true;
    // A generator makes the property of a field.
    return (
      file.text.includes("ObservableProperty") &&
      same.some((member) => member.name.replace(/^_/, "").toLowerCase() === name.toLowerCase())
    );
  },
  declaresMember: (file, name) =>
    file.text.includes(name) && typeScopes(file).members.some((member) => member.name === name),
  async references(file, targets, modules) {
    // Most files of a namespace do not have the name, and need not be split into tokens.
    const named = targets.filter(({ name }) => name === "*" || file.text.includes(name.replace(/Attribute$/, "")));
    if (named.length === 0) return [];
    const seen = await globalUsingsFor(file.path, modules);
    const references = new CsharpReferences(file, seen, named);
    for (const target of named) await references.to(target, modules);
    return references.result();
  },
  importsWhole: (file) =>
    usingsOf(file)
      .filter(({ alias, isStatic }) => alias === null && !isStatic)
      .map(({ name }) => name),
  async stillResolves({ target, written, how }, file, tree) {
    const { name, within, path, home, kind } = target;
    const paths = await tree.paths();
    // What older frameworks lack is often declared in the namespace where newer ones have it.
    if (/^System(?:\.|$)/.test(home)) return true;
    if (how === "use" && (await seesAnother(target, written, file, tree))) return true;
    if (name === "*" || within === null || isType(kind)) {
      // A generator makes the type, or a file of the project gives another one that name.
      return name !== "*" && usingsOf(file).some(({ alias }) => alias === scopePath(target).split(".")[0]);
    }
    const read = declaringFiles(tree);
    return await inheritsMember(
      { path, within, name },
      (one) => read(one, syntax),
      (base, from) => {
        const last = base.split(".").at(-1)!;
        if (from.scopes.types.some((type) => type.name === last)) return [{ path: from.path, name: last }];
        return (stems(paths).get(last) ?? []).slice(0, 5).map((one) => ({ path: one, name: last }));
      },
    );
  },
};

function isType(kind: ReferenceTarget["kind"]): boolean {
  return kind === "class" || kind === "type";
}

const stems = oncePer((paths: readonly string[]) =>
  Map.groupBy(
    paths.filter((path) => path.endsWith(".cs")),
    (path) => fileName(path).replace(/(?:`\d|\{\w\})?\..*$/, ""),
  ),
);

interface Declaration {
  /** The names of the type's members and inner types. */
  inside: ReadonlySet<string>;
  overrides: boolean;
  isPrivate: boolean;
  /** The file declares another namespace for it than its first. */
  isElsewhere: boolean;
}

async function declarationOf(target: ReferenceTarget, modules: Tree): Promise<Declaration> {
  const known = await declaringFiles(modules)(target.path, syntax);
  if (known === null) return { inside: new Set(), overrides: false, isPrivate: false, isElsewhere: false };
  const { types, members } = known.scopes;
  const path = isType(target.kind) ? scopePath(target) : target.within;
  const own = members.filter(({ name, within }) => name === target.name && within === target.within);
  const type = types.find((one) => scopePath(one) === path);
  return {
    inside: new Set([...members, ...types].flatMap(({ name, within }) => (within === path ? name : []))),
    overrides: own.some(({ overrides }) => overrides),
    isPrivate: own.some(({ isPrivate }) => isPrivate),
    isElsewhere: type !== undefined && type.namespace !== target.home,
  };
}

const mostCompetitors = 20;

/** The namespaces of the files that are named like the type, if they declare it at the top level. */
async function namespacesWith(name: string, tree: Tree): Promise<string[]> {
  const files = (stems(await tree.paths()).get(name) ?? []).slice(0, mostCompetitors);
  const read = await Promise.all(files.map((path) => declaringFiles(tree)(path, syntax)));
  return read.flatMap((one) =>
    (one?.scopes.types ?? []).flatMap((type) => (type.name === name && type.within === null ? type.namespace : [])),
  );
}

/** Whether the file also sees a type of that name in another namespace, to which it can have moved. */
async function seesAnother(target: ReferenceTarget, written: string, file: CodeFile, tree: Tree): Promise<boolean> {
  const top = scopePath(isType(target.kind) ? target : { name: target.within ?? target.name, within: null }).split(
    ".",
  )[0]!;
  if (written.includes(`.${top}`) || target.name === "*") return false;
  const seen = namespacesSeen(file, await globalUsingsFor(file.path, tree));
  return (await namespacesWith(top, tree)).some((one) => one !== target.home && seen.has(one));
}

/** The namespaces whose types a file knows by their bare names. */
function namespacesSeen(file: CodeFile, globalNames: ReadonlySet<string>): ReadonlySet<string> {
  const chain = namespacesOf(file).flatMap(enclosingNamespaces);
  const plain = usingsOf(file).filter(({ alias, isStatic }) => alias === null && !isStatic);
  return new Set([...chain, ...globalNames, ...plain.flatMap(({ name }) => fullNames(name, chain))]);
}

/** A using inside a namespace can leave out what encloses it. */
function fullNames(name: string, chain: readonly string[]): string[] {
  return chain.map((one) => (one === "" ? name : `${one}.${name}`));
}

class CsharpReferences {
  private readonly file: CodeFile;
  private readonly usings: readonly Using[];
  /** From the innermost namespace to the global one. */
  private readonly chain: readonly string[];
  private readonly imported: ReadonlySet<string>;
  private readonly inUsings: readonly Using[];
  private readonly targets: readonly ReferenceTarget[];
  private readonly found: CodeReference[] = [];

  constructor(file: CodeFile, globalNames: ReadonlySet<string>, targets: readonly ReferenceTarget[]) {
    this.file = file;
    this.targets = targets;
    this.usings = usingsOf(file);
    this.inUsings = this.usings;
    this.chain = [...new Set(namespacesOf(file).flatMap(enclosingNamespaces))];
    const plain = this.usings.filter(({ alias, isStatic }) => alias === null && !isStatic);
    this.imported = new Set([...globalNames, ...plain.flatMap(({ name }) => fullNames(name, this.chain))]);
  }

  async to(target: ReferenceTarget, modules: Tree): Promise<void> {
    if (target.name === "*") this.namespaceUsings(target);
    else {
      const declaration = await declarationOf(target, modules);
      if (declaration.isElsewhere || declaration.overrides) return;
      const top = scopePath(target).split(".")[0]!;
      const sees = await this.sees(top, target.home, modules);
      if (isType(target.kind)) this.typeReferences(target, sees, declaration.inside);
      else if (target.name !== target.within?.split(".").at(-1))
        this.memberReferences(target, sees, declaration.isPrivate);
    }
  }

  result(): CodeReference[] {
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  private add(at: number, how: CodeReference["how"], written: string, target: ReferenceTarget, rest = {}): void {
    const { line } = this.file.tokens[at]!;
    if (this.found.every((one) => one.line !== line || one.target !== target))
      this.found.push({ line, how, written, target, ...rest });
  }

  private namespaceUsings(target: ReferenceTarget): void {
    for (const one of this.usings)
      if (one.name === target.home && !one.isStatic) this.add(one.start, "import", one.name, target);
  }

  /** Whether the bare name means the type of that namespace here. */
  private async sees(name: string, home: string, modules: Tree): Promise<boolean> {
    const level = this.chain.indexOf(home);
    if (level < 0 && !this.imported.has(home)) return false;
    const scopes = typeScopes(this.file);
    const isOwn = scopes.types.some((type) => type.name === name && type.within === null && type.namespace === home);
    if (!isOwn && declaresTypeName(scopes, name)) return false;
    if (this.usings.some(({ alias }) => alias === name)) return false;
    const others = (await namespacesWith(name, modules)).filter((one) => one !== home);
    return !others.some((one) => {
      const other = this.chain.indexOf(one);
      if (other >= 0) return level < 0 || other < level;
      return level < 0 && this.imported.has(one);
    });
  }

  /** The names under which the file knows the type. */
  private namesOf(home: string, path: string, own: string, sees: boolean): string[] {
    const parts = path.split(".");
    const full = home === "" ? path : `${home}.${path}`;
    const names = new Set(home === "" ? [] : [full]);
    for (const outer of this.chain)
      if (outer !== "" && home.startsWith(`${outer}.`)) names.add(`${home.slice(outer.length + 1)}.${path}`);
    if (sees) {
      names.add(path);
      if (this.file.path === own && !declaresNamesake(typeScopes(this.file), path))
        for (let at = 1; at < parts.length; at++) names.add(parts.slice(at).join("."));
    }
    for (const { alias, name, isStatic } of this.usings) {
      if (full !== name && !full.startsWith(`${name}.`)) continue;
      const rest = full.slice(name.length + 1);
      if (alias !== null) names.add(rest === "" ? alias : `${alias}.${rest}`);
      else if (isStatic && rest !== "") names.add(rest);
    }
    return [...names];
  }

  private uses(names: readonly string[]): TypeUse[] {
    return typeUses(this.file, names, 0).filter(
      ({ at }) => !this.inUsings.some(({ start, end }) => at > start && at < end),
    );
  }

  private typeReferences(target: ReferenceTarget, sees: boolean, inside: ReadonlySet<string>): void {
    const { home, path: own, name } = target;
    const path = scopePath(target);
    const full = home === "" ? path : `${home}.${path}`;
    const aliases = new Set<string>();
    for (const one of this.usings)
      if (one.name === full || one.name.startsWith(`${full}.`)) {
        if (one.alias !== null) aliases.add(one.alias);
        this.add(one.start, "import", one.name, target);
      }
    const names = this.namesOf(home, path, own, sees).filter((one) => !aliases.has(one.split(".")[0]!));
    const all = this.file.tokens;
    const { types, members } = typeScopes(this.file);
    const declared = new Set([...types.map(({ at }) => at), ...members.map(({ at }) => at)]);
    // A constructor that did not get the new name of its type.
    for (const member of this.file.path === own ? members : [])
      if (
        member.name === name &&
        !`.${member.within}`.endsWith(`.${name}`) &&
        isWordToken(all[member.at - 1], ...accesses)
      )
        this.add(member.at, "use", name, target);
    for (const { at, last, rest, written } of this.uses(names)) {
      if (declared.has(at)) continue;
      const isCertain =
        // A property can have the name of the type.
        (rest.length > 0 && inside.has(rest[0]!) && !members.some((member) => member.name === written)) ||
        written.includes(".") ||
        (rest.length === 0 && (isTypePosition(all, at, last) || isBaseOf(all, at, types)));
      if (isCertain) this.add(last, "use", written, target);
    }
    if (!name.endsWith("Attribute")) return;
    const short = names.map((one) => one.slice(0, -"Attribute".length));
    for (const { at, last, rest, written } of this.uses(short))
      if (rest.length === 0 && isSignToken(all[at - 1], "[", ",") && isTypePosition(all, at, last))
        this.add(last, "use", written, target);
  }

  private memberReferences(target: ReferenceTarget, sees: boolean, isPrivate: boolean): void {
    const { name, within, home, path, kind } = target;
    if (within === null || !this.file.text.includes(name)) return;
    const all = this.file.tokens;
    const names = this.namesOf(home, within, path, sees);
    for (const { at, last, rest, written } of this.uses(names)) {
      if (rest[0] === name && this.fits(last + 2, target)) this.add(last + 2, "use", `${written}.${name}`, target);
      if (isWordToken(all[at - 1], "new") && rest.length === 0)
        for (const property of initialised(all, last))
          if (all[property]!.text === name) this.add(property, "use", `${written}.${name}`, target);
    }
    if (kind === "enum-member") return;
    this.bareMembers(target, names);
    for (const at of wordsNamed(this.file, name)) {
      if (!isSignToken(all[at - 1], ".", "?.") || !this.fits(at, target)) continue;
      const receiver = this.receiverOf(at);
      if (receiver !== null && names.includes(receiver))
        this.add(at, "use", `${all[at - 2]!.text}.${name}`, target, { mayBeExtension: true });
      else if (receiver === null && !isPrivate && names.length > 1 && isDistinctive(name))
        this.add(at, "use", name, target, { byNameOnly: true });
    }
  }

  private fits(at: number, { kind }: ReferenceTarget): boolean {
    const after = this.file.tokens[at + 1];
    return kind === "method" || !isSignToken(after, "(") || isSignToken(this.file.tokens[at - 1], "?.");
  }

  private receiverOf(at: number): string | null {
    const all = this.file.tokens;
    const before = all[at - 2];
    if (before?.kind !== "word") return null;
    if (isSignToken(all[at - 3], ".", "?.") && !isWordToken(all[at - 4], "this")) return null;
    if (before.text === "this" || before.text === "base") return "";
    const types = variablesBefore(this.file).typesOf(before.text);
    const [only] = types;
    if (types.size === 1 && only !== "") return only!;
    // Something that is written like a type may be one, or a property.
    return null;
  }

  /** Uses without a receiver: inside the type, in its direct subtypes, and by `using static`. */
  private bareMembers(target: ReferenceTarget, names: readonly string[]): void {
    const { name, within, home, kind } = target;
    const all = this.file.tokens;
    const { types, members } = typeScopes(this.file);
    if (members.some((member) => member.name === name) || variablesBefore(this.file).typesOf(name).size > 0) return;
    const owner = home === "" ? within! : `${home}.${within}`;
    const statics = this.usings.filter((one) => one.isStatic).flatMap((one) => fullNames(one.name, this.chain));
    const isStatic = this.imported.has(owner) || statics.includes(owner);
    const inside = types.filter(
      (type) =>
        (type.namespace === home && scopePath(type) === within) || type.bases.some((base) => names.includes(base)),
    );
    if (inside.length === 0 && !isStatic) return;
    const isTarget = this.targets.some((one) => isType(one.kind) && scopePath(one) === within && one.home === home);
    if (isTarget) return;
    for (const at of wordsNamed(this.file, name)) {
      const [before, after] = [all[at - 1], all[at + 1]];
      const isThis = isSignToken(before, ".") && isWordToken(all[at - 2], "this") && !isSignToken(all[at - 3], ".");
      if (isSignToken(before, ".", "?.", "::", "->") && !isThis) continue;
      if (kind === "method" ? !isSignToken(after, "(", "<") : isSignToken(after, "(", "<") || after?.kind === "word")
        continue;
      // A named argument, or a property of another object that is made here.
      if (isSignToken(after, ":") || (isSignToken(after, "=") && isSignToken(before, "{", ",", "("))) continue;
      if (isStatic || inside.some((type) => at > type.at && at < type.end))
        this.add(at, "use", name, target, { mayBeExtension: true });
    }
  }
}

/** Two words or more; common words are also members of types that are not in the repository. */
function isDistinctive(name: string): boolean {
  return name.length >= 8 && /[a-z\d][A-Z]/.test(name);
}
