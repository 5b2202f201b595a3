// Python: modules by path; a name is imported by name, reached through its module, or used in its own file.
import { folder, places, type Rule, type Source, type Thing } from "./rule.ts";

const top = /^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|^([A-Z][A-Z_\d]+)[ \t]*(?::[^=\n]+)?=(?!=)/gm;
const member = /^ {4}(?:async[ \t]+)?def[ \t]+(\w+)/gm;

function moduleOf(path: string): string {
  return path.replace(/(?:\/__init__)?\.py$/, "");
}

interface ImportLine {
  /** The path of the module without its ending, as far as it is known; absolute ones from any root. */
  module: string;
  isRelative: boolean;
  names: { name: string; local: string; line: number }[] | null;
  local: string;
  line: number;
}

const importsOf = new WeakMap<Source, ImportLine[]>();

function imports(file: Source): ImportLine[] {
  const known = importsOf.get(file);
  if (known) return known;
  const found: ImportLine[] = [];
  const lineAt = (index: number) => file.code.slice(0, index).split("\n").length;
  for (const match of file.code.matchAll(
    /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]*(?:\\\n[^\n]*)*)/gm,
  )) {
    const [whole, dots, dotted, list] = match as unknown as [string, string, string, string];
    let at = folder(file.path);
    for (let level = 1; level < dots.length; level++) at = folder(at);
    const inside = dotted.replaceAll(".", "/");
    const module = dots === "" ? inside : [at, inside].filter(Boolean).join("/");
    const start = match.index + whole.length - list.length;
    const names = [...list.matchAll(/([A-Za-z_]\w*|\*)(?:[ \t]+as[ \t]+(\w+))?/g)].map((one) => ({
      name: one[1]!,
      local: one[2] ?? one[1]!,
      line: lineAt(start + one.index),
    }));
    found.push({
      module,
      isRelative: dots !== "",
      names,
      local: "",
      line: lineAt(match.index + /^\s*/.exec(whole)![0].length),
    });
  }
  for (const match of file.code.matchAll(/^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*$/gm))
    found.push({
      module: match[1]!.replaceAll(".", "/"),
      isRelative: false,
      names: null,
      local: match[2] ?? match[1]!,
      line: lineAt(match.index + /^\s*/.exec(match[0])![0].length),
    });
  importsOf.set(file, found);
  return found;
}

/** Whether what is imported is the module; null if several modules could be meant. */
function means(one: { module: string; isRelative: boolean }, module: string, files: readonly Source[]): boolean | null {
  if (one.isRelative) return one.module === module;
  if (!`/${module}`.endsWith(`/${one.module}`) || one.module === "") return false;
  const root = module.slice(0, Math.max(0, module.length - one.module.length - 1));
  // A package's own folder is no root.
  if (files.some(({ path }) => path === `${root}/__init__.py`)) return false;
  const same = files.filter(({ path }) => `/${moduleOf(path)}`.endsWith(`/${one.module}`));
  if (same.length > 1) return null;
  return one.module.includes("/") || root === "" || root === "src" ? true : null;
}

export const python: Rule = {
  language: "Python",
  holds: /\.py$/,
  blanks:
    /#[^\n]*|[rRbBuU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/g,
  things(file) {
    const { path, code } = file;
    if (/(?:^|\/)(?:tests?|migrations|docs|fixtures)\/|(?:^|\/)(?:test_|conftest|setup)|_test\.py$/.test(path))
      return [];
    const found: Thing[] = [];
    const add = (match: RegExpExecArray, name: string, within: string | null, end: RegExp) => {
      const nameAt = match.index + match[0].lastIndexOf(name, within === null && match[2] ? 0 : undefined);
      found.push({
        path,
        name,
        within,
        start: withDecorators(code, match.index),
        nameAt,
        end: endOf(code, match.index, end),
      });
    };
    for (const match of code.matchAll(top))
      if (!(match[1] ?? "").startsWith("__")) add(match, match[1] ?? match[2]!, null, /\n(?=[^\s#)\]}])/);
    for (const match of code.matchAll(member))
      if (!match[1]!.startsWith("__")) add(match, match[1]!, "?", /\n(?= {0,4}[^\s#)\]}])/);
    return found;
  },
  broken(thing, files) {
    const { path, name, within } = thing;
    const own = files.find((file) => file.path === path)!;
    if (within !== null) {
      if (name.length < 9 || !/[a-z]_[a-z]/.test(name)) return null;
      // Without types: only a name that nothing else in the repository has.
      const other = new RegExp(
        `\\bdef[ \\t]+${name}\\b|["']${name}["']|(?<!\\.)\\b${name}\\b(?![ \\t]*\\()|\\.${name}[ \\t]*=(?!=)`,
        "g",
      );
      if (files.flatMap(({ text }) => (text.includes(name) ? [...text.matchAll(other)] : [])).length !== 1) return null;
      return files.flatMap((file) =>
        file.code.includes(name) ? places(file, new RegExp(`(?<=[\\w)\\]}]\\.)${name}\\b`, "g")) : [],
      );
    }
    const declared = new RegExp(
      `^[ \\t]*(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b|^[ \\t]*${name}[ \\t]*(?::[^=\\n]+)?=(?!=)|(?:as|for|global)[ \\t]+${name}\\b`,
      "gm",
    );
    if ([...own.code.matchAll(declared)].length !== 1 || /__getattr__|globals\(\)/.test(own.code)) return null;
    const module = moduleOf(path);
    const at = `${path}:${own.code.slice(0, thing.nameAt).split("\n").length}`;
    const isBound = new RegExp(
      `[(,*][ \\t\\n]*${name}[ \\t]*[,:=)]|\\b(?:def|class|import|lambda)\\b[^\\n]*\\b${name}\\b`,
    ).test(own.code.replaceAll(declared, ""));
    // What is used in its own file, unless a parameter or a key word argument has the name.
    const found = isBound
      ? []
      : places(own, new RegExp(`(?<![.\\w])${name}\\b(?![ \\t]*=(?!=))`, "g")).filter((place) => place !== at);
    if (isBound && new RegExp(`(?<![.\\w])${name}\\b`).test(own.code.replaceAll(declared, ""))) return null;
    for (const file of files) {
      if (file === own || !file.code.includes(name)) continue;
      for (const one of imports(file)) {
        const isModule = means(one, module, files);
        if (isModule === null) return null;
        if (isModule && one.names) {
          if (one.names.some((each) => each.name === "*")) return null;
          for (const each of one.names)
            if (each.name === name) {
              if (isTried(file, each.line)) return null;
              found.push(`${file.path}:${each.line}`);
            }
        }
        // `import a.b`, `from a import b`
        const locals = one.names
          ? one.names
              .filter((each) => means({ ...one, module: `${one.module}/${each.name}` }, module, files))
              .map((each) => each.local)
          : isModule
            ? [one.local]
            : [];
        for (const local of locals) {
          if (
            new RegExp(
              `^[ \\t]*${local.replaceAll(".", "\\.")}[ \\t]*=|[(,][ \\t]*${local.replaceAll(".", "\\.")}[ \\t]*[,:=)]`,
              "m",
            ).test(file.code)
          )
            return null;
          found.push(...places(file, new RegExp(`(?<![.\\w])${local.replaceAll(".", "\\.")}\\.${name}\\b`, "g")));
        }
      }
    }
    return [...new Set(found)];
  },
  // The import fails, so that nothing behind it runs.
  deleted: (file, files) => (/__init__\.py$/.test(file.path) ? null : importsOfFile(file, files)),
  // A folder without its `__init__.py` can still be imported.
  fileUses: (file, files) => (/__init__\.py$/.test(file.path) ? [] : (importsOfFile(file, files) ?? [])),
  reachedOtherwise: (file) =>
    /__init__\.py$/.test(file.path)
      ? [...new Set(file.text.match(/[A-Za-z_]\w+/g))]
      : imports(file).flatMap(({ names }) => names?.map(({ local }) => local) ?? []),
  moved(file, files) {
    if (/__init__\.py$/.test(file.path) || folder(file.path) === "") return null;
    const broken = importsOfFile(file, files);
    if (broken === null || broken.length === 0) return null;
    const to = file.path.replace(/([^/]+)$/, "moved_here/$1");
    return { edits: [{ from: file.path, to, text: file.text.replaceAll(/^([ \t]*from[ \t]+)\./gm, "$1..") }], broken };
  },
};

function importsOfFile(file: Source, files: readonly Source[]): string[] | null {
  const module = moduleOf(file.path);
  const found = [];
  for (const other of files) {
    if (other === file || !other.code.includes(module.slice(module.lastIndexOf("/") + 1))) continue;
    for (const one of imports(other)) {
      const isModule = means(one, module, files);
      if (isModule === null) return null;
      const lines = isModule
        ? (one.names?.map(({ line }) => line) ?? [one.line])
        : (one.names ?? [])
            .filter(({ name }) => means({ ...one, module: `${one.module}/${name}` }, module, files) === true)
            .map(({ line }) => line);
      if (lines.some((line) => isTried(other, line))) return null;
      for (const line of lines) found.push(`${other.path}:${line}`);
    }
  }
  return [...new Set(found)];
}

function isTried({ code }: Source, line: number): boolean {
  return code
    .split("\n")
    .slice(Math.max(0, line - 12), line)
    .some((one) => /^\s*(?:try|except)\b/.test(one));
}

/** An indented block ends where the indentation does. */
function endOf(code: string, start: number, end: RegExp): number {
  const next = code.slice(start + 1).search(end);
  return next < 0 ? code.length : start + next + 2;
}

function withDecorators(code: string, start: number): number {
  let at = start;
  for (;;) {
    const line = code.lastIndexOf("\n", at - 2) + 1;
    if (at === 0 || !/^[ \t]*@/.test(code.slice(line, at))) return at;
    at = line;
  }
}
