// Follows references in Go: imports of packages, qualified names, names of the own package, and members.
import type { Tree } from "../../change.ts";
import { fileName, folderOf } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { doubleQuoted, isSignToken, isWordToken, startsLine, tokenizer } from "./code-tokens.ts";
import { goFile, type GoFile } from "./go-file.ts";
import { goPackages } from "./go-packages.ts";
import type { CodeFile, CodeReference, ReferenceLanguage, ReferenceTarget } from "./language.ts";

const tokens = tokenizer({
  comments: [String.raw`//[^\n]*`, String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`],
  strings: [doubleQuoted, "`[^`]*(?:`|$)", String.raw`'(?:\\.|[^'\\\n]){1,12}'`],
});

export const goReferences: ReferenceLanguage = {
  name: "Go",
  importsFiles: async ({ path }, tree) => {
    const modules = await goPackages(tree);
    return !modules.isPackage(folderOf(path));
  },
  holds: (path) => path.endsWith(".go"),
  tokens,
  homeOf: (file) => `${folderOf(file.path)}:${goFile(file).package}`,
  searchTerms({ path, name, within, home }) {
    const importLines = [...new Set([fileName(folderOf(path)), packageName(home)])]
      .filter((part) => part !== "")
      .map((part) => `/${part}"`);
    if (name === "*") return [importLines];
    return within === null && isExported(name) ? [[name], importLines] : [[name]];
  },
  beside: ({ path }, paths) => paths.filter((one) => one.endsWith(".go") && folderOf(one) === folderOf(path)),
  declares(file, { name, within }) {
    const { declared, members } = goFile(file);
    return within === null ? declared.has(name) : members.get(within)?.has(name) === true;
  },
  declaresMember: (file, name) => [...goFile(file).members.values()].some((members) => members.has(name)),
  async references(file, targets, tree) {
    return await new GoReferences(file, targets, tree).all();
  },
  async stillResolves({ target, written, byNameOnly }, file, tree) {
    if (byNameOnly) return false;
    const modules = await goPackages(tree);
    if (target.name === "*") {
      const folder = modules.resolve(written, file.path);
      return folder === null ? modules.mayBeForeign(written, file.path) : modules.isPackage(folder);
    }
    const isOwn = goReferences.homeOf(file) === target.home;
    if (isOwn && target.within === null) return false;
    const local = isOwn ? null : written.slice(0, written.indexOf("."));
    // The import path can lead to another folder now, and a package can have another name.
    for (const one of goFile(file).imports) {
      if (isOwn || (one.local !== null && one.local !== "." && one.local !== local)) continue;
      const folder = modules.resolve(one.path, file.path);
      if (folder === null) continue;
      const now = await packageIn(tree, folder);
      // The import itself is then reported.
      if (!modules.isPackage(folder)) return true;
      if (one.local === null && now.name !== local) continue;
      return provides(now, target);
    }
    return target.within !== null && provides(await packageIn(tree, folderOf(target.path)), target);
  },
};

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function packageName(home: string): string {
  return home.slice(home.lastIndexOf(":") + 1);
}

/** What the files of a package declare together, without its tests. */
interface GoPackage {
  name: string;
  declared: ReadonlySet<string>;
  members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types that get members from others. */
  inheriting: ReadonlySet<string>;
}

/** More files are generated. */
const mostFiles = 400;

const packagesOf = oncePer((tree: Tree) => {
  const known = new Map<string, Promise<GoPackage>>();
  return (folder: string) => {
    const found = known.get(folder) ?? readPackage(tree, folder);
    known.set(folder, found);
    return found;
  };
});

async function packageIn(tree: Tree, folder: string): Promise<GoPackage> {
  return await packagesOf(tree)(folder);
}

async function readPackage(tree: Tree, folder: string): Promise<GoPackage> {
  const all = (await goPackages(tree)).filesIn(folder).filter((path) => !path.endsWith("_test.go"));
  const [declared, inheriting] = [new Set<string>(), new Set<string>()];
  const members = new Map<string, Set<string>>();
  let name = "";
  for (const path of all.slice(0, mostFiles)) {
    const bytes = await tree.read(path);
    if (bytes === null) continue;
    const text = new TextDecoder().decode(bytes);
    const one = goFile({ path, text, tokens: tokens(text) });
    // Programs that generate code can be in the same folder.
    if (name === "" || name === "main") name = one.package;
    for (const each of one.declared) declared.add(each);
    for (const each of one.inheriting) inheriting.add(each);
    for (const [type, names] of one.members) members.set(type, new Set([...(members.get(type) ?? []), ...names]));
  }
  return { name, declared, members, inheriting };
}

function provides({ declared, members, inheriting }: GoPackage, { name, within }: ReferenceTarget): boolean {
  if (within === null) return declared.has(name);
  return inheriting.has(within) || members.get(within)?.has(name) === true;
}

/** Names that types of the standard library share. */
const commonMembers =
  /^(?:Is[A-Z]\w*|String|Error|Close|Read|Write|Len|Less|Swap|Name|Value|Type|ServeHTTP|RoundTrip|\w*(?:Marshal|Unmarshal)\w*|(?:Read|Write)(?:All|Byte|String|From|To|Header|File|Dir|At|Rune|Bytes)|(?:Set)?(?:Read|Write)?Deadline|RemoteAddr|LocalAddr|StatusCode|ContentLength|UserAgent|HandleFunc|ListenAndServe|CombinedOutput|MatchString|FindStringSubmatch|NewRequest|TrimSpace|RunParallel|TempDir)$/;
const severalWords = /^(?=.{6,}$)[A-Za-z\d]*(?:[a-z\d][A-Z]|_)/;

class GoReferences {
  private readonly file: CodeFile;
  private readonly read: GoFile;
  private readonly targets: readonly ReferenceTarget[];
  private readonly modules: Tree;
  private readonly found: CodeReference[] = [];
  /** The targets of each package that a local name means. */
  private readonly imported = new Map<string, ReferenceTarget[]>();
  /** Local names of all packages, those of other repositories guessed. */
  private readonly packages = new Set<string>();
  /** Targets that need no qualifier here. */
  private readonly bare: ReferenceTarget[];

  constructor(file: CodeFile, targets: readonly ReferenceTarget[], modules: Tree) {
    this.file = file;
    this.read = goFile(file);
    this.targets = targets;
    this.modules = modules;
    const home = goReferences.homeOf(file);
    this.bare = targets.filter((target) => target.home === home);
  }

  async all(): Promise<CodeReference[]> {
    await this.readImports();
    const byName = Map.groupBy(
      this.targets.filter(({ name }) => name !== "*"),
      ({ name }) => name,
    );
    const { tokens: all } = this.file;
    for (const [at, token] of all.entries()) {
      const targets = token.kind === "word" && !this.read.declaring.has(at) ? byName.get(token.text) : undefined;
      if (targets === undefined) continue;
      for (const target of targets)
        if (target.within !== null) await this.readMember(at, target);
        else this.readName(at, target);
    }
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  private async readImports(): Promise<void> {
    const modules = await goPackages(this.modules);
    for (const { path, local, line } of this.read.imports) {
      const folder = modules.resolve(path, this.file.path);
      const targets = this.targets.filter((target) => folderOf(target.path) === folder && !isOfTest(target));
      for (const target of targets)
        if (target.name === "*") this.found.push({ line, how: "import", written: path, target });
      if (local === ".") this.bare.push(...targets.filter(({ name }) => isExported(name)));
      const name = local ?? (targets[0] === undefined ? guessedName(path) : packageName(targets[0].home));
      this.packages.add(name);
      if (targets.length > 0) this.imported.set(name, [...(this.imported.get(name) ?? []), ...targets]);
    }
  }

  private add(at: number, written: string, target: ReferenceTarget, byNameOnly = false): void {
    const { line } = this.file.tokens[at]!;
    if (this.found.every((one) => one.line !== line || one.target !== target || (one.byNameOnly && !byNameOnly)))
      this.found.push({ line, how: "use", written, target, ...(byNameOnly && { byNameOnly }) });
  }

  private readName(at: number, target: ReferenceTarget): void {
    const { tokens: all } = this.file;
    if (isSignToken(all[at - 1], ".")) {
      const local = this.packageBefore(at);
      if (local !== null && this.imported.get(local)?.includes(target)) this.add(at, `${local}.${target.name}`, target);
      return;
    }
    // A package of that name hides it.
    if (
      !this.bare.includes(target) ||
      this.packages.has(target.name) ||
      this.read.bindingAt(target.name, at) ||
      this.isKey(at) !== null
    )
      return;
    if (isWordToken(all[at - 1], "goto", "break", "continue")) return;
    this.add(at, target.name, target);
  }

  /** The name of a package before the dot. */
  private packageBefore(at: number): string | null {
    const { tokens: all } = this.file;
    const before = all[at - 2];
    if (before?.kind !== "word" || isSignToken(all[at - 3], ".") || this.read.bindingAt(before.text, at - 2))
      return null;
    return before.text;
  }

  /** The literal whose field the token names, a label, or null. */
  private isKey(at: number): { type: string | null } | null {
    const { tokens: all } = this.file;
    if (!isSignToken(all[at + 1], ":")) return null;
    const brace = this.read.enclosing(at);
    if (brace < 0 || all[brace]!.text !== "{" || this.isCase(at)) return null;
    const literal = isSignToken(all[at - 1], "{", ",") ? this.read.literalAt(brace) : null;
    if (literal !== null) return literal.isKeyed ? null : { type: literal.type };
    return isSignToken(all[at - 1], "{", ",") || startsLine(all, at) ? { type: null } : null;
  }

  private isCase(at: number): boolean {
    const { tokens: all } = this.file;
    for (let before = at - 1; before > at - 60; before--) {
      if (isWordToken(all[before], "case")) return true;
      if (isSignToken(all[before], "{", "}", ";", ":") || all[before] === undefined) return false;
    }
    return false;
  }

  private async readMember(at: number, target: ReferenceTarget): Promise<void> {
    const { tokens: all } = this.file;
    const { name, within } = target;
    const key = this.isKey(at);
    if (key !== null) {
      if (key.type !== null && this.isTarget(key.type, at, target)) this.add(at, `${key.type}.${name}`, target);
      return;
    }
    if (!isSignToken(all[at - 1], ".")) return;
    const [before, outer] = [all[at - 2], all[at - 3]];
    if (before?.kind === "word") {
      const isFirst = !isSignToken(outer, ".");
      const bound = isFirst ? this.read.bindingAt(before.text, at - 2) : null;
      const type = bound === null ? (isFirst ? before.text : `${all[at - 4]?.text}.${before.text}`) : bound.type;
      if (type !== null && this.isTarget(type, at, target)) {
        const isInherited = (await packageIn(this.modules, folderOf(target.path))).inheriting.has(within!);
        this.add(at, `${before.text}.${name}`, target, isInherited);
        return;
      }
      // Another type, or a package.
      if (type !== null && bound !== null && !this.packages.has(before.text)) return;
      if (isFirst && bound === null && this.packages.has(before.text)) return;
    }
    const isReachable = isExported(name) || folderOf(target.path) === folderOf(this.file.path);
    if (isReachable && severalWords.test(name) && !commonMembers.test(name)) this.add(at, name, target, true);
  }

  /** Whether a type as written is the target's. */
  private isTarget(type: string, at: number, target: ReferenceTarget): boolean {
    const dot = type.indexOf(".");
    if (type.slice(dot + 1) !== target.within) return false;
    if (dot >= 0) return this.imported.get(type.slice(0, dot))?.includes(target) === true;
    return this.bare.includes(target) && this.read.bindingAt(type, at) === null;
  }
}

/** Declared in a package that only tests have. */
function isOfTest({ home }: ReferenceTarget): boolean {
  return home.endsWith("_test");
}

/** The package's name by its path: `x/y/v2` is `y`, `gopkg.in/yaml.v3` is `yaml`. */
function guessedName(path: string): string {
  const parts = path.split("/");
  const last = /^v\d+$/.test(parts.at(-1)!) && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last.replace(/\.v\d+$/, "").replace(/^go-|[-.]go$/g, "");
}
