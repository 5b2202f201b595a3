// Rust: only names that one place of the repository declares, so that each word in code means that.
import { endOfBlock, places, type Rule, type Source, type Thing } from "./rule.ts";

const item =
  /^(?:pub(?:\([^)]*\))?[ \t]+)?(?:async[ \t]+|unsafe[ \t]+|const[ \t]+(?=fn))*(?:fn|struct|enum|trait|type|static|const|union)[ \t]+(?:mut[ \t]+)?(\w+)/gm;
const implementation = /^impl(?:<[^\n{]*>)?[ \t]+(\w+)[^\n{]*\{\n/gm;
const enumeration = /^(?:pub(?:\([^)]*\))?[ \t]+)?enum[ \t]+(\w+)[^\n{]*\{\n/gm;

function isDistinct(name: string): boolean {
  return name.length >= 6 && /[a-z]_[a-z]|[a-z][A-Z]|[A-Z]_[A-Z]/.test(name);
}

/** How many declarations of any kind have the name. */
function declarations(name: string, files: readonly Source[]): number {
  const pattern = new RegExp(
    `\\b(?:fn|struct|enum|trait|type|static|const|union|mod|let|mut|ref|macro_rules!)[ \\t]+${name}\\b|\\bas[ \\t]+${name}\\b|[(,|{][ \\t\\n]*(?:mut[ \\t]+)?${name}[ \\t]*:(?!:)|^[ \\t]+(?:pub(?:\\([^)]*\\))?[ \\t]+)?${name}[ \\t]*(?::(?!:)|,$|\\{$|\\([^()]*\\),$)`,
    "gm",
  );
  return files.reduce((sum, { code }) => sum + (code.includes(name) ? [...code.matchAll(pattern)].length : 0), 0);
}

/** The spans of `use` statements. */
function useSpans(code: string): { from: number; to: number }[] {
  return [...code.matchAll(/\buse[ \t]+[\w:{][^;]*;/g)].map(({ index, 0: whole }) => ({
    from: index,
    to: index + whole.length,
  }));
}

function line(code: string, index: number): number {
  return code.slice(0, index).split("\n").length;
}

function moduleName(path: string): string | null {
  const name = /([^/]+)\.rs$/.exec(path)![1]!;
  return /^(?:mod|lib|main|build)$/.test(name) || /(?:^|\/)(?:tests|examples|benches|bin)\//.test(path) ? null : name;
}

/** The lines that name the module of a file in a path, or each name behind it in a `use`. */
function usesOfModule(file: Source, files: readonly Source[]): string[] | null {
  const name = moduleName(file.path);
  if (name === null || name.length < 5 || files.some(({ path }) => path !== file.path && moduleName(path) === name))
    return null;
  const all = files.filter((one) => one !== file && one.code.includes(name));
  const declared = new RegExp(`\\bmod[ \\t]+${name}\\b[ \\t]*[;{]`, "g");
  const mods = all.flatMap((one) => places(one, declared));
  // A function, variable, macro or crate of that name.
  const others = new RegExp(
    `\\b(?:fn|let|static|const|mut|as|crate|macro_rules!)[ \\t]+${name}\\b|\\b${name}!|[(,|][ \\t]*${name}[ \\t]*[:,)|]|\\buse[ \\t]+(?:::)?${name}\\b|\\bsuper::${name}\\(`,
  );
  if (mods.length !== 1 || all.some(({ code }) => others.test(code))) return null;
  const broken = new Set(mods);
  for (const one of all) {
    const spans = useSpans(one.code);
    const inUse = (index: number) => spans.find(({ from, to }) => from <= index && index < to);
    const names = [
      ...one.code.matchAll(new RegExp(`(?<![\\w.])${name}(?=::\\w)|(?<=::|[{,]\\s*)${name}\\b(?!::|\\()`, "g")),
    ];
    // Behind an import of the module, its uses follow from that.
    const isImported = names.some(({ index }) => inUse(index) && !/^\w+::/.test(one.code.slice(index, index + 200)));
    for (const { index } of names.filter((found) => !isImported || inUse(found.index)))
      broken.add(`${one.path}:${line(one.code, index)}`);
    for (const { index } of one.code.matchAll(new RegExp(`(?<!\\w)${name}::\\{`, "g"))) {
      const to = inUse(index)?.to ?? index;
      let depth = 0;
      for (let at = index + name.length + 2; at < to; at++) {
        if (one.code[at] === "{") depth++;
        else if (one.code[at] === "}" && --depth === 0) break;
        else if (
          /[\w*]/.test(one.code[at]!) &&
          /^(?:\w+|\*)(?:[ \t]+as[ \t]+\w+)?\s*[,}]/.test(one.code.slice(at, at + 120)) &&
          !/\w/.test(one.code[at - 1]!)
        )
          broken.add(`${one.path}:${line(one.code, at)}`);
      }
    }
  }
  return [...broken];
}

export const rust: Rule = {
  language: "Rust",
  holds: /\.rs$/,
  blanks:
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|r#"[\s\S]*?"#|r##"[\s\S]*?"##|"(?:[^"\\]|\\[\s\S])*"|'(?:\\[^\n]{1,8}?|[^'\\\n])'/g,
  things(file) {
    const { path, code } = file;
    if (
      /(?:^|\/)(?:tests|benches|examples|fuzz)\//.test(path) ||
      /^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?mod[ \t]+\w+;/m.test(code)
    )
      return [];
    const found: Thing[] = [];
    const add = (name: string, within: string | null, start: number, nameAt: number, end: number) => {
      if (isDistinct(name)) found.push({ path, name, within, start, nameAt, end });
    };
    for (const { index, 0: whole, 1: name } of code.matchAll(item))
      add(name!, null, index, index + whole.length - name!.length, endOfBlock(code, index, /;|\n\n/));
    for (const pattern of [implementation, enumeration])
      for (const { index, 0: whole, 1: type } of code.matchAll(pattern)) {
        if (/\bfor\b/.test(whole)) continue;
        const start = index + whole.length;
        const body = code.slice(start, endOfBlock(code, index, /\n\}/));
        const member =
          pattern === enumeration
            ? /^ {4}([A-Z]\w*)(?=,$|\([^()\n]*\),$)/gm
            : /^ {4}(?:pub(?:\([^)]*\))?[ \t]+)?(?:async[ \t]+|const[ \t]+|unsafe[ \t]+)*fn[ \t]+(\w+)/gm;
        for (const one of body.matchAll(member)) {
          const at = start + one.index;
          const end = pattern === enumeration ? code.indexOf("\n", at) : endOfBlock(code, at, /;/);
          add(one[1]!, type!, at, at + one[0].lastIndexOf(one[1]!), end);
        }
      }
    return found;
  },
  broken({ path, name, within }, files) {
    const own = files.find((file) => file.path === path)!;
    if (declarations(name, files) !== 1) return null;
    const all = files.filter(({ code }) => code.includes(name));
    // The standard library has it too.
    if (all.some(({ code }) => new RegExp(`\\b(?:std|core|alloc)::[\\w:{, ]*\\b${name}\\b`).test(code))) return null;
    if (within !== null) {
      // Strings, lists and the like have these too.
      if (/^(?:push|as|to|into|from|is|with|get|set|try|read|write|split|sort|unwrap|or|map|and)_\w+$/.test(name))
        return null;
      if (all.some(({ code }) => new RegExp(`\\buse\\b[^;]*\\b${within}::[^;]*(?:\\*|\\b${name}\\b)`).test(code)))
        return null;
      return all.flatMap((file) =>
        places(file, new RegExp(`(?<=(?:\\b[A-Z]\\w*::|[\\w)\\]?]\\.|\\n[ \\t]*\\.))${name}\\b`, "g")),
      );
    }
    const broken = [];
    for (const file of all) {
      const spans = useSpans(file.code);
      const word = [...file.code.matchAll(new RegExp(`(?<!(?<!\\.)\\.|[\\w'])${name}\\b(?!!)`, "g"))];
      const isUse = ({ index }: { index: number }) => spans.some(({ from, to }) => from <= index && index < to);
      const imports = word.filter(isUse);
      if (file === own && imports.length > 0) return null;
      const declaredAt =
        file === own
          ? new RegExp(`\\b(?:fn|struct|enum|trait|type|static|const|union|mut)[ \\t]+${name}\\b`).exec(file.code)!
          : null;
      for (const one of word) {
        const isQualified = file.code.slice(0, one.index).endsWith("::");
        const isSecondary = imports.length > 0 && !isUse(one) && !isQualified;
        const isDeclaration =
          declaredAt !== null && one.index > declaredAt.index && one.index < declaredAt.index + declaredAt[0].length;
        if (!isSecondary && !isDeclaration) broken.push(`${file.path}:${line(file.code, one.index)}`);
      }
    }
    return [...new Set(broken)];
  },
  reachedOtherwise: ({ code }) =>
    [...code.matchAll(/\b(?:fn|struct|enum|trait|type|const|static|union|macro_rules!)[ \t]+(\w+)/g)].map(
      (match) => match[1]!,
    ),
  deleted: (file, files) => usesOfModule(file, files) ?? [],
  moved(file, files) {
    const broken = usesOfModule(file, files);
    if (broken === null) return null;
    return { edits: [{ from: file.path, to: file.path.replace(/([^/]+)$/, "moved/$1"), text: file.text }], broken };
  },
};
